import { type Language, languages } from '#src/i18n/languages.ts';
import { isNight } from './full-counts.ts';

/** In which languages a story of e2e is told: Arabic in `npm test`, the others at night. */
export const storyLanguages: readonly Language[] = isNight
  ? languages.filter((language) => language !== 'ar')
  : ['ar'];
