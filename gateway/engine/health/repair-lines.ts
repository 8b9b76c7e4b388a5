import { latinDigits } from '#common/fold-text.ts';
import { HEALTH_LIMITS, type HealthItem, type HealthSample } from '#gateway/engine/document.ts';
import { ARABIC_WORDS, makeItem, type RepairResult } from './health-items.ts';
import { repairMojibake } from './mojibake.ts';
import { repairVisualOrder } from './repair-visual-order.ts';
import { joinSplitLetters } from './split-letters.ts';

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
const MIN_SWAPPED = 3;

/**
 * Lam-alef written the wrong way round, as the ligature comes out of reversed text. Put right where no Arabic word is
 * spelled so; a word like سالم for سلام cannot be told and stays.
 */
function repairSwappedLigatures(lines: readonly string[]): RepairResult {
  const sure = lines.reduce((sum, line) => sum + countSure(line), 0);
  if (sure < MIN_SWAPPED) return { lines: [...lines] };
  const isTurned = !lines.some((line) => (line.match(ARABIC_WORDS) ?? []).some((word) => PROPER.has(word)));
  const samples: HealthSample[] = [];
  let count = 0;
  const repaired = lines.map((line) => {
    const after = line.replace(ARABIC_WORDS, (word) => {
      const turned = repairWord(word, isTurned);
      if (turned !== word) count++;
      return turned;
    });
    if (after !== line && samples.length < HEALTH_LIMITS.samples) samples.push({ before: line, after });
    return after;
  });
  return { lines: repaired, item: makeItem('split-letters', count, count, samples) };
}

function countSure(line: string): number {
  if (!/ا[اأإآ]ل/.test(line)) return 0;
  return (line.match(ARABIC_WORDS) ?? []).filter((word) => SWAPPED_START.test(word)).length;
}

function repairWord(word: string, isTurned: boolean): string {
  const turned = isTurned ? TURNED_WORDS.get(word) : undefined;
  if (turned !== undefined) return turned;
  const sure = word.replace(SWAPPED_START, '$1ال$2').replaceAll('اال', 'الا');
  return isTurned ? sure.replace(TURNED_START, '$1للا').replace(TURNED_INSIDE, 'لا') : sure;
}

const DATE = /(?<![\p{Nd}/.-])(\p{Nd}{1,4})([/-])(\p{Nd}{1,2})\2(\p{Nd}{1,4})(?![\p{Nd}/-])/gu;

/** Dates whose digits stand back to front (4202/50/21 for 12/05/2024): no date as they are, one when turned around. */
function repairReversedDates(lines: readonly string[]): RepairResult {
  const samples: HealthSample[] = [];
  let count = 0;
  const repaired = lines.map((line) =>
    line.replace(DATE, (date) => {
      const turned = Array.from(date).reverse().join('');
      if (isDate(date) || !isDate(turned)) return date;
      count++;
      if (samples.length < HEALTH_LIMITS.samples) samples.push({ before: date, after: turned });
      return turned;
    }),
  );
  return { lines: repaired, item: makeItem('reversed-numbers', count, count, samples) };
}

function isDate(text: string): boolean {
  const parts = latinDigits(text).split(/[-/]/);
  const [first = 0, middle = 0, last = 0] = parts.map(Number);
  const [a = 0, , c = 0] = parts.map(({ length }) => length);
  const isYear = (year: number, length: number): boolean => length === 4 && year >= 1000 && year <= 2199;
  const isDay = (day: number, month: number): boolean => day >= 1 && day <= 31 && month >= 1 && month <= 12;
  if (isYear(first, a)) return isDay(last, middle) || isDay(middle, last);
  if (isYear(last, c)) return isDay(first, middle) || isDay(middle, first);
  // Two-digit years and numbers of other kinds read as well backwards: nothing can be said of them.
  return a < 4 && c < 4;
}

const INSIDE =
  /(?<=[\u0621-\u063f\u0641-\u064a\u064b-\u0652])\u0640+(?=[\u0621-\u063f\u0641-\u064a\u064b-\u0652])/g;
/** One stroke in a hundred letters stretches lines; fewer is a writer's hand. */
const MIN_TATWEEL_SHARE = 0.01;
const LETTERS = /[\u0621-\u063f\u0641-\u064a]/g;
const MIN_TATWEELS = 10;

/** Strokes that stretch words to fill a line (العـــربية) go; the ones of هـ and before digits stay. */
function dropTatweel(lines: readonly string[]): RepairResult {
  const samples: HealthSample[] = [];
  const counts = lines.map((line) =>
    line.includes('\u0640') ? [...line.matchAll(INSIDE)].reduce((sum, [run]) => sum + run.length, 0) : 0,
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  const letters = lines.reduce((sum, line) => sum + (line.match(LETTERS)?.length ?? 0), 0);
  if (total < MIN_TATWEELS || total < MIN_TATWEEL_SHARE * letters) return { lines: [...lines] };
  const repaired = lines.map((line, index) => {
    if (counts[index] === 0) return line;
    const after = line.replace(INSIDE, '');
    if (samples.length < HEALTH_LIMITS.samples) samples.push({ before: line, after });
    return after;
  });
  return { lines: repaired, item: makeItem('tatweel', total, total, samples) };
}

// Honorifics, the currency sign and ornate brackets stand in good text; everything else is a letter's shape.
const FORMS = /[\ufb50-\ufbb1\ufbd3-\ufd3d\ufd50-\ufdf1\ufdf3\ufdf5-\ufdf9\ufe70-\ufefc]/g;
const SIGNS: Record<string, string> = { '\ufdf2': 'الله' };

/** Letters that are stored as the shapes a font draws (U+FB50 to U+FEFC) become letters again. */
function foldForms(lines: readonly string[]): RepairResult {
  const samples: HealthSample[] = [];
  let count = 0;
  const folded = lines.map((line) => {
    if (!/[\ufb50-\ufefc]/.test(line)) return line;
    let inLine = 0;
    const after = line
      .replace(FORMS, (form) => {
        inLine++;
        // The shape of a lone mark comes with a space to stand on.
        return form.normalize('NFKC').replaceAll(' ', '');
      })
      .replace(/\ufdf2/g, (sign) => SIGNS[sign] ?? sign);
    if (inLine > 0 && samples.length < HEALTH_LIMITS.samples) samples.push({ before: line, after });
    count += inLine;
    return after;
  });
  return { lines: folded, item: makeItem('presentation-forms', count, count, samples) };
}

/** Order matters: letters first, then their order (shapes tell it), then what is only seen in the right order. */
const STEPS: readonly ((lines: readonly string[]) => RepairResult)[] = [
  repairMojibake,
  repairVisualOrder,
  foldForms,
  repairSwappedLigatures,
  joinSplitLetters,
  dropTatweel,
  repairReversedDates,
];

/**
 * Puts right what is certainly wrong with lines of text, whatever format they come from, and says what it was. As many
 * lines come out as went in. Nothing is guessed: what cannot be told for certain is left as it is.
 */
export function repairLines(lines: readonly string[]): { lines: string[]; items: HealthItem[] } {
  const items: HealthItem[] = [];
  let repaired = [...lines];
  for (const step of STEPS) {
    const result = step(repaired);
    repaired = result.lines;
    if (result.item) items.push(result.item);
  }
  return { lines: repaired, items };
}
