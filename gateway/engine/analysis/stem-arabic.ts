import { findOwnStem, isWhole, keepsAlifLam, keepsFirstLetter, SHORT_NOUNS } from './kept-words.ts';

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
const suffixesByEnd = Map.groupBy(SUFFIXES, (suffix) => suffix.at(-1));
const WEAK_LETTERS = /[اويء]/g;
const WEAK_END = /[اوي]$/;
/** Two firm letters with weak ones before, between and behind them. */
const TWO_FIRM = /^([اويء]*)([^اويء])([اويء]*)([^اويء])([اويء]*)$/;
const TENS = /^(عشر|ثلاث|اربع|خمس|ست|سبع|ثمان|تسع)[وي]ن$/;

/** تحويل and تحول, تغيير and تغير: without their weak letter they would be تحل and تغر. */
const HOLLOW_NOUN = /^(ت[^اويء])([وي])ي?([^اويء])$/;

/** Endings after which two letters are another word: صفه is no صف. */
const NOT_OF_SHORT_NOUNS = new Set(['ت', 'ه', 'ان', 'وا']);
/** Words whose ك is of the root. */
const ENDS_IN_KAF =
  /^(?:[ايمتن]?(?:شارك|شترك|متلك)|م?ستهلك|[ايمتن]?تهلك|ممل?ا?لك|معا?رك|[ميت]?بارك|[ايتن]?ترك|[ايمت]{0,2}حرك|[ايمت]{0,2}درك)$/;

/** Particles that also begin many roots. */
const DOUBTFUL = new Set(['و', 'ف', 'ب', 'ك']);
const MIN_CONSONANTS = 3;

/**
 * Light stem of one normalised Arabic word: prefixed particles and the article, then pronoun and plural endings in two
 * rounds, then the long vowels and bare hamza, which joins broken plurals with their singulars (كتاب, كتب). Where only
 * two firm letters would be left the weak letter of the root stays (شكوى as شكو, شيك as شيك, أموال as مال). A first و, ف,
 * ب or ك is taken for a letter of the word where fewer than three firm letters would be left (بطاقة, فروع). Never shorter
 * than two letters, unless the word is.
 */
export function stemArabic(word: string): string {
  // ليلة, لليلة: the ل is the word's.
  const own = findOwnStem(word) ?? (word.startsWith('لل') ? findOwnStem(word.slice(1)) : undefined);
  if (own !== undefined) return own;
  const prefix = findPrefix(word);
  const rest = word.slice(prefix.length);
  return DOUBTFUL.has(prefix) && isLetterOfWord(prefix, rest) ? stemEnd(word) : stemEnd(rest);
}

/**
 * The stem of a normalised Arabic word whose first letter is read the other way, as a particle or as a letter: the word
 * alone does not tell (بندورة stems as ب and ندر, البندورة keeps its ب). Undefined where it tells, or where the other
 * reading has fewer than three firm letters and so may be any word.
 */
export function stemOtherwise(word: string): string | undefined {
  const prefix = findPrefix(word);
  const rest = word.slice(prefix.length);
  const own = stemArabic(word);
  const readings = prefix.length > 1 ? [stemArabic(rest)] : [stemEnd(word), stemEnd(rest)];
  return readings.find((stem) => stem !== own && countConsonants(stem) >= MIN_CONSONANTS);
}

const countConsonants = (word: string): number => word.replace(WEAK_LETTERS, '').length;

function findPrefix(word: string): string {
  const isThere = (prefix: string) => {
    if (!word.startsWith(prefix)) return false;
    const rest = word.slice(prefix.length);
    if (rest.length < leastAfter(prefix)) return false;
    if (prefix.length === 1) return !keepsFirstLetter(word);
    return !(prefix.endsWith('ال') && keepsAlifLam(rest));
  };
  return PREFIXES.find(isThere) ?? '';
}

/** Whether a first letter is more likely the word's than a particle: little else is left. */
function isLetterOfWord(letter: string, rest: string): boolean {
  if (findOwnStem(rest) !== undefined) return false;
  const stem = stemEnd(rest);
  if (countConsonants(stem.endsWith('ه') ? stem.slice(0, -1) : stem) >= MIN_CONSONANTS) return false;
  return letter !== 'و' || !/^[^اويء]ا[^اويء]$/.test(rest);
}

function stemEnd(word: string): string {
  let stem = word;
  for (let round = 0; round < 2; round++) {
    const own = findOwnStem(stem);
    if (own !== undefined) return own;
    if (isWhole(stem)) break;
    if (TENS.test(stem)) return stem.replace(/ين$/, 'ون');
    const shorter = cutSuffix(stem);
    if (shorter === undefined) break;
    stem = shorter;
  }
  const short = findOwnStem(stem) ?? shorten(stem);
  return findOwnStem(short) ?? short;
}

/** The word without its ending; undefined for a word without an ending. */
function cutSuffix(word: string): string | undefined {
  for (const suffix of suffixesByEnd.get(word.at(-1)) ?? []) {
    if (!word.endsWith(suffix)) continue;
    const base = word.slice(0, -suffix.length);
    if (SHORT_NOUNS.has(base) && !NOT_OF_SHORT_NOUNS.has(suffix)) return base;
    if (!isEnding(base, suffix)) continue;
    // Of a feminine noun of two letters the plural drops the last (لغات, لغه).
    return suffix === 'ات' && base.length === 2 ? `${base}ه` : base;
  }
  return undefined;
}

/** Whether what is left without an ending is still a word. */
function isEnding(base: string, suffix: string): boolean {
  switch (suffix) {
    case 'ات':
      // أصوات, أوقات, إثبات: the ت is the root's.
      return base.length >= 2 && !/^ا..$/.test(base);
    case 'ها':
      return base.length >= 2;
    case 'ون':
      return countConsonants(base) >= MIN_CONSONANTS || /^...+ي$/.test(base);
    case 'ان':
      return countConsonants(base) >= MIN_CONSONANTS;
    case 'ين':
      // تحسين: the ن is the root's.
      if (/^ت..$/.test(base)) return false;
      return countConsonants(base) >= MIN_CONSONANTS || /^(?:[^اويء][اوي][^اويء]|...+ي)$/.test(base);
    case 'ني':
    case 'تم':
    case 'هم':
    case 'كم':
    case 'نا':
      return (
        base.length >= 3 &&
        !(WEAK_END.test(base) && base.length <= 4) &&
        !(suffix === 'ني' && WEAK_END.test(base))
      );
    case 'هن':
    case 'كن':
      return base.length >= 4 && !WEAK_END.test(base);
    case 'ك':
      // اشتراك, بنوك: the ك is the root's.
      return base.length >= 3 && !WEAK_END.test(base) && !ENDS_IN_KAF.test(`${base}ك`);
    case 'ت':
      return base.length >= 3 && countConsonants(base) >= 2;
    default:
      return base.length >= 3;
  }
}

/** The word without long vowels, or with the weak letter of its root where it has only two others. */
function shorten(word: string): string {
  const hollow = HOLLOW_NOUN.exec(word);
  if (hollow) return hollow.slice(1).join('');
  const skeleton = word.replace(WEAK_LETTERS, '');
  if (skeleton.length >= MIN_CONSONANTS) {
    // Plurals of roots that end in a doubled letter: حقوق, خطوط.
    if (/^([^اويء])([^اويء])و\2$/.test(word)) return skeleton.slice(0, 2);
    return skeleton.length === MIN_CONSONANTS && word.endsWith('ت') ? `${skeleton.slice(0, 2)}ه` : skeleton;
  }
  const parts = TWO_FIRM.exec(word);
  if (!parts) return word;
  let [, before = '', first = '', between = '', second = '', behind = ''] = parts;
  // يحد, ياخذ: the ي is the verb's.
  if (before.startsWith('ي')) before = before.slice(1);
  // وصول, اوراق, ايداع: the root begins with و.
  if (before.includes('و') || (before === 'اي' && between === 'ا')) return `و${first}${second}`;
  if (behind !== '' && !(behind === 'ا' && between !== '')) return first + second + rootEnd(behind);
  if (between === '' || (before === 'ا' && between === 'ا')) return before + first + second;
  return first + middleOf(before, between, first, second) + second;
}

/** The weak letter of the root at the end: شكاوي, قضايا, نهايي, جزء. */
function rootEnd(behind: string): string {
  if (behind === 'او') return 'و';
  return behind === 'ايا' ? 'ي' : (behind[0] ?? '').replace('ء', 'ا');
}

/** Nouns with ا in the middle whose plural has و (أبواب). */
const WITH_ALIF = new Set(['باب', 'مال', 'عام', 'حال', 'تاج', 'خال']);

/** The weak letter between the two firm ones. */
function middleOf(before: string, between: string, first: string, second: string): string {
  if (before === 'ا' && between === 'وا' && WITH_ALIF.has(`${first}ا${second}`)) return 'ا';
  // فايده, فوايد
  if (between.endsWith('اي')) return 'اي';
  return between.replaceAll('ا', '')[0] ?? 'ا';
}

/** ك begins many roots (كتاب) and is rarely a particle, so it goes only where much is left. */
function leastAfter(prefix: string): number {
  if (prefix.length > 1) return 2;
  return prefix === 'ك' ? 4 : 3;
}
