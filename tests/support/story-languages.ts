import { type Language, languages } from '#src/i18n/languages.ts';

/** Set by the night tier: for stories of e2e, which it tells in the languages that `npm test` leaves out, and for pages in strict mode. */
export const isNight = process.env['FIHRIST_TEST_NIGHT'] !== undefined;

/** In which languages a story of e2e is told: Arabic in `npm test`, the others at night. */
export const storyLanguages: readonly Language[] = isNight
  ? languages.filter((language) => language !== 'ar')
  : ['ar'];
