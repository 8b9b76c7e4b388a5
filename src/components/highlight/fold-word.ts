const MARKS =
  /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const LATIN_MARKS = /(?<=[a-z])[\u0300-\u036f]+/g;
const PREFIXES = ['وال', 'فال', 'بال', 'كال', 'ولل', 'ال', 'لل', 'و', 'ف', 'ب', 'ل'];
const ENDINGS = [
  'كما',
  'هما',
  'ها',
  'هم',
  'هن',
  'كم',
  'نا',
  'ات',
  'ون',
  'ين',
  'ان',
  'وا',
  'ه',
  'ك',
  'ي',
  'ت',
];
const ENGLISH_ENDINGS = [
  'ational',
  'ations',
  'ation',
  'ings',
  'ing',
  'ies',
  'ied',
  'ers',
  'er',
  'es',
  'ed',
  'ly',
  's',
  'y',
  'e',
];

/**
 * What a word is compared by when matches are marked: spelling variants folded (tashkeel, tatweel, hamza, digits, case)
 * and common prefixes and endings off. Coarser than the index of a gateway, and only for the eye.
 */
export function foldWord(word: string): string {
  const plain = word
    .toLowerCase()
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(LATIN_MARKS, '')
    .replace(/[ىی]/g, 'ي')
    .replace(/[ةہ]/g, 'ه')
    .replace(/ک/g, 'ك')
    .replace(/ء/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replace(/(?<=\d)[,٬](?=\d{3}(?!\d))/g, '')
    .replace('٫', '.')
    .normalize('NFC');
  if (/^\p{sc=Arabic}/u.test(plain)) return stemArabic(plain);
  return /^[a-z]+$/.test(plain) ? cutEnding(plain, ENGLISH_ENDINGS, 3) : plain;
}

function stemArabic(word: string): string {
  const prefix = PREFIXES.find(
    (prefix) => word.startsWith(prefix) && word.length - prefix.length >= (prefix.length > 1 ? 2 : 3),
  );
  const stem = cutEnding(cutEnding(word.slice(prefix?.length ?? 0), ENDINGS, 2), ENDINGS, 2);
  // Without long vowels broken plurals meet their singulars.
  const skeleton = stem.replace(/[اوي]/g, '');
  return skeleton.length >= 2 ? skeleton : stem;
}

function cutEnding(word: string, endings: readonly string[], least: number): string {
  const ending = endings.find(
    (ending) => word.endsWith(ending) && word.length - ending.length >= least + (ending.length === 1 ? 1 : 0),
  );
  return ending === undefined ? word : word.slice(0, -ending.length);
}
