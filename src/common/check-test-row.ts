import { foldText } from './fold-text.ts';
import type { TestColumn } from './test-columns.ts';
import {
  DEFAULT_WITHIN,
  type FileTest,
  problemAt,
  type TestFileProblem,
  type TestFileRow,
} from './test-file.ts';
import { titleKey } from './title-key.ts';

/** Values and characters of each column, as `TEST_LIMITS` and the request of an answer have them. */
const LIMITS: Readonly<Record<Exclude<TestColumn, 'answer' | 'within' | 'band'>, readonly [number, number]>> =
  {
    question: [1, 2000],
    quotes: [10, 300],
    contains: [20, 200],
    lacks: [20, 200],
    units: [50, 15],
    indexNames: [1000, 200],
    set: [1, 100],
    tags: [20, 50],
  };
const MAX_WITHIN = 50;
/** Control characters and bidi overrides, which names must not have. */
const MISLEADING = /[\p{Cc}\u202d\u202e]/u;

const BAND_NAMES: readonly (readonly [NonNullable<FileTest['expectation']['band']>, string])[] = [
  ['answered', 'answered|answer|تمت الإجابة|إجابة'],
  ['weak-or-better', 'weak-or-better|weak or better|weak|إجابة محتملة|إجابة محتملة أو أفضل|لا إجابة مباشرة'],
  ['not-found', 'not-found|not found|no answer|لا إجابة|لا توجد إجابة|غير موجود|غير موجودة'],
];
const BANDS = new Map(
  BAND_NAMES.flatMap(([band, names]) => names.split('|').map((name) => [foldText(name), band] as const)),
);

/** The test that a row states; undefined with the reasons in `problems` where a value cannot be used. */
export function checkTestRow({ line, values, problems: earlier }: TestFileRow): {
  test?: FileTest;
  problems: TestFileProblem[];
} {
  const problems = [...earlier];
  if (problems.some(({ column }) => column === null)) return { problems };
  const report = (...problem: Parameters<typeof problemAt> extends [number, ...infer Rest] ? Rest : never) =>
    void problems.push(problemAt(line, ...problem));
  const take = (column: keyof typeof LIMITS, ...more: TestColumn[]): string[] => {
    const [maxValues, maxLength] = LIMITS[column];
    const isName = column === 'set' || column === 'tags';
    const texts = [column, ...more].flatMap((name) => values[name] ?? []);
    const list = texts.map((text) => (isName ? text.replace(/\s+/gu, ' ') : text).trim()).filter(Boolean);
    if (list.length > maxValues) report(column, 'too-many', { limit: maxValues });
    const length = (text: string) => (column === 'indexNames' ? titleKey(text) : text).length;
    const long = list.find((text) => length(text) > maxLength);
    if (long !== undefined) report(column, 'too-long', { value: long, limit: maxLength });
    const misleading = list.find((text) => isName && MISLEADING.test(text));
    if (misleading !== undefined) report(column, 'invalid', { value: misleading });
    return list;
  };
  const [question = ''] = take('question');
  if (question === '' && problems.length === 0) report('question', 'missing');
  const indexNames = take('indexNames');
  const units = take('units');
  const notId = units.find((id) => !/^[1-9]\d*$/.test(id));
  if (notId !== undefined) report('units', 'invalid', { value: notId });
  const within = values.within?.join('').trim() || String(DEFAULT_WITHIN);
  if (!/^[1-9]\d?$/.test(within) || Number(within) > MAX_WITHIN)
    report('within', 'invalid', { value: within, limit: MAX_WITHIN });
  const status = values.band?.join(' ').trim() ?? '';
  const band = BANDS.get(foldText(status)) ?? null;
  if (status !== '' && band === null) report('band', 'unknown', { value: status });
  const quotes = [...new Set(take('quotes', 'answer'))];
  const expectation = {
    quotes,
    within: Number(within),
    contains: take('contains'),
    lacks: take('lacks'),
    band,
    units: units.map(Number),
  };
  const [set = null] = take('set');
  const tags = [...new Set(take('tags'))];
  if (problems.length > 0) return { problems };
  const names = indexNames.length > 0 ? indexNames : null;
  return { test: { question, indexNames: names, expectation, set, tags }, problems };
}
