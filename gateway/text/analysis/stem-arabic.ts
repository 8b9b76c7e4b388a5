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

/** Particles that also begin many roots. */
const DOUBTFUL = new Set(['ف', 'ب', 'ك']);
const LEAST_FIRM = 3;

/**
 * Light stem of one normalised Arabic word: prefixed particles and the article, then pronoun and plural endings in two
 * rounds, then the long vowels and bare hamza, which joins broken plurals with their singulars (كتاب, كتب). A first ف, ب
 * or ك is taken for a letter of the word where fewer than three firm letters would be left (بطاقة, فروع). Never shorter
 * than two letters, unless the word is.
 */
export function stemArabic(word: string): string {
  const prefix = findPrefix(word);
  const stem = stemEnd(word.slice(prefix.length));
  return DOUBTFUL.has(prefix) && stem.length < LEAST_FIRM ? stemEnd(word) : stem;
}

/**
 * The stem of a normalised Arabic word whose first letter is read the other way, as a particle or as a letter: the word
 * alone does not tell (فندق stems as ف and ندق, الفندق keeps its ف). Undefined where it tells, or where the other reading
 * has fewer than three firm letters and so may be any word.
 */
export function stemOtherwise(word: string): string | undefined {
  const prefix = findPrefix(word);
  const rest = word.slice(prefix.length);
  const own = stemArabic(word);
  const readings = prefix.length > 1 ? [stemArabic(rest)] : [stemEnd(word), stemEnd(rest)];
  return readings.find((stem) => stem !== own && stem.length >= LEAST_FIRM);
}

function findPrefix(word: string): string {
  const isThere = (prefix: string) =>
    word.startsWith(prefix) && word.length - prefix.length >= leastAfter(prefix);
  return PREFIXES.find(isThere) ?? '';
}

function stemEnd(word: string): string {
  let stem = word;
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
