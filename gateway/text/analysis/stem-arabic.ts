const PREFIXES = ['وال', 'فال', 'بال', 'كال', 'ولل', 'فلل', 'ال', 'لل', 'و', 'ف', 'ب', 'ك', 'ل'];
const SUFFIXES = [
  'كما',
  'هما',
  'تما',
  'ها',
  'هم',
  'هن',
  'كم',
  'كن',
  'نا',
  'ات',
  'ون',
  'ين',
  'ان',
  'وا',
  'تم',
  'ني',
  'يه',
  'ه',
  'ك',
  'ي',
  'ت',
];
const WEAK_LETTERS = /[اويء]/g;

/**
 * Light stem of one normalised Arabic word: prefixed particles and the article, then pronoun and plural endings in two
 * rounds, then the long vowels and bare hamza, which joins broken plurals with their singulars (كتاب, كتب). Never
 * shorter than two letters, unless the word is.
 */
export function stemArabic(word: string): string {
  let stem = word;
  for (const prefix of PREFIXES)
    if (stem.startsWith(prefix) && stem.length - prefix.length >= leastAfter(prefix)) {
      stem = stem.slice(prefix.length);
      break;
    }
  for (let round = 0; round < 2; round++)
    for (const suffix of SUFFIXES)
      if (stem.endsWith(suffix) && stem.length - suffix.length >= (suffix.length > 1 ? 2 : 3)) {
        stem = stem.slice(0, -suffix.length);
        break;
      }
  const skeleton = stem.replace(WEAK_LETTERS, '');
  return skeleton.length >= 2 ? skeleton : stem;
}

/** ك begins many roots (كتاب) and is rarely a particle, so it goes only where much is left. */
function leastAfter(prefix: string): number {
  if (prefix.length > 1) return 2;
  return prefix === 'ك' ? 4 : 3;
}
