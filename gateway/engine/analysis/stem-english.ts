import { stemmer } from '@orama/stemmers/english';

/** Words that the algorithm merges with words of another subject: each keeps the stem behind it. */
const OWN_STEMS: ReadonlyMap<string, string> = new Map([
  ['international', 'international'],
  ['internationally', 'international'],
  ['parking', 'parking'],
]);

/** The stem of a normalised English word: Porter's second algorithm, apart from what it merges wrongly. */
export const stemEnglish = (word: string): string => OWN_STEMS.get(word) ?? stemmer(word);
