import { HEALTH_LIMITS, type HealthSample } from '#gateway/text/document.ts';
import { ARABIC_WORDS } from './arabic-words.ts';
import { makeItem, type Mended } from './health-items.ts';

/** The article before a word that begins with alef, its lam-alef turned around: األول for الأول. No word begins so. */
const SWAPPED_START = /^([وفبك]?)ا([اأإآ])ل(?=[\u0621-\u064a])/;
/** A word for, joined to the article: للاتصال as لالتصال. */
const TURNED_START = /^([وف]?)لال(?=[\u0621-\u064a]{2})/;
/** A turned lam-alef before a hamza at or near the end: العمالء, زمالئهم. */
const TURNED_INSIDE = /(?<=[\u0621-\u064a])ال(?=[ءئ])/g;
/** Once a document is known to turn lam-alef: endings and words that are none of the language as they stand. */
const TURNED_WORDS = new Map(
  'لا ولا فلا بلا إلا ألا خلال وخلال علاقة العلاقة علاقات العلاقات علاج العلاج كلام الكلام إعلام الإعلام إسلام الإسلام إسلامية الإسلامية الإسلامي بلاد البلاد ميلاد الميلاد الميلادي أولاد الأولاد دلالة ملاحظة ملاحظات غلاف إطلاق انطلاق استقلال الاستقلال ملايين هلال إصلاح الإصلاح السلامة ولاية الولاية ولايات الولايات المتلاحقة احتلال الاحتلال طلاق مجلات رحلات حملات إعلان إعلانات الإعلان الإعلانات لأن ولأن لأنه لأنها لأنهم لأي لأول ولاية بلاده هؤلاء ثلاثين الخلافة خلافة السلالات سلالة لاعب اللاعب لاحقا ولاء خلايا الخلايا متلازمة أفلام كلاسيكية الكلاسيكية أعلاه خلافات مجالات علاقاته سلاطين السلاطين لأكثر'
    .split(' ')
    .map((word) => [word.replace(/ل([اأإآ])/g, '$1ل'), word] as const),
);
const PROPER: ReadonlySet<string> = new Set(TURNED_WORDS.values());
/** Misspelled once or twice, it is a slip of the pen. */
const LEAST = 3;

/**
 * Lam-alef written the wrong way round, as the ligature comes out of reversed text. Put right where no Arabic word is
 * spelled so; a word like سالم for سلام cannot be told and stays.
 */
export function mendSwappedLigatures(lines: readonly string[]): Mended {
  const sure = lines.reduce((sum, line) => sum + countSure(line), 0);
  if (sure < LEAST) return { lines: [...lines] };
  const isTurned = !lines.some((line) => (line.match(ARABIC_WORDS) ?? []).some((word) => PROPER.has(word)));
  const samples: HealthSample[] = [];
  let found = 0;
  const mended = lines.map((line) => {
    const after = line.replace(ARABIC_WORDS, (word) => {
      const turned = mendWord(word, isTurned);
      if (turned !== word) found++;
      return turned;
    });
    if (after !== line && samples.length < HEALTH_LIMITS.samples) samples.push({ before: line, after });
    return after;
  });
  const item = makeItem('split-letters', found, found, samples);
  return item ? { lines: mended, item } : { lines: mended };
}

function countSure(line: string): number {
  if (!/ا[اأإآ]ل/.test(line)) return 0;
  return (line.match(ARABIC_WORDS) ?? []).filter((word) => SWAPPED_START.test(word)).length;
}

function mendWord(word: string, isTurned: boolean): string {
  const known = isTurned ? TURNED_WORDS.get(word) : undefined;
  if (known !== undefined) return known;
  const sure = word.replace(SWAPPED_START, '$1ال$2').replaceAll('اال', 'الا');
  return isTurned ? sure.replace(TURNED_START, '$1للا').replace(TURNED_INSIDE, 'لا') : sure;
}
