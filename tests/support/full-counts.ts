/** Set by the night tier for files of other tiers that it runs too: there stories are told in other languages, pages run in strict mode, and unit tests take large counts. */
export const isNight = process.env['FIHRIST_TEST_NIGHT'] !== undefined;

/** `npm run test:night -- --full`: a count without regard to how long it takes. */
export const countOf = (usual: number, full: number): number =>
  process.env['FIHRIST_TEST_FULL'] === undefined ? usual : full;
