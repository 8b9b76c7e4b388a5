/** `npm run test:night -- --full`: a count without regard to how long it takes. */
export const countOf = (usual: number, full: number): number =>
  process.env['FIHRIST_TEST_FULL'] === undefined ? usual : full;
