/** Quoted answers over question sets, end to end: found, quoted, refused; right and wrong. */
import { MIN_ANSWERED } from '#gateway/engine/quoting/quote-support.ts';
import { normaliseForScore } from '#tests/support/score-reading.ts';
import { type AnsweredQuestion, askSet } from './ask-set.ts';
import { percentile, round, say } from './figures.ts';
import { dataFolder, findSets, loadSet } from './question-sets.ts';
import {
  formatInterval,
  formatShare,
  type QualityOptions,
  type Report,
  type Row,
  type Table,
} from './report.ts';
import { bootstrapMean } from './statistics.ts';

interface SetResult {
  set: string;
  questions: number;
  leftOut: number;
  row: Row;
  curve: Record<string, number>[];
}

const THRESHOLDS = Array.from({ length: 20 }, (_, index) => round(index * 0.05, 2));

export function measureAnswers({ data, sets }: QualityOptions): Promise<Report> {
  const results = findSets(dataFolder('retrieval', data), sets).map(measureSet);
  const measured = results.filter(({ questions }) => questions > 0);
  return Promise.resolve({
    tables: measured.length > 0 ? [summarise(measured), drawCurves(measured)] : [],
    rows: measured.map(({ row, curve }) => ({ ...row, curve })),
    notes: results
      .filter(({ leftOut }) => leftOut > 0)
      .map(
        ({ set, leftOut }) =>
          `${set}: ${leftOut} questions left out, without a known answer or a relevant passage that the set holds.`,
      ),
  });
}

function measureSet(folder: string): SetResult {
  const set = loadSet(folder);
  const { answered, cpu } = askSet(set);
  say(`${set.name}: ${answered.length} questions`);
  const flags = answered.map(describeQuestion);
  const share = (pick: (flag: Flags) => boolean) => bootstrapMean(flags.map((flag) => (pick(flag) ? 1 : 0)));
  const gold = share(({ unrefusedGold }) => unrefusedGold);
  const shares = {
    goldInside: gold.mean,
    goldInsideLow: gold.low,
    goldInsideHigh: gold.high,
    goldAsWords: share(({ unrefusedWords }) => unrefusedWords).mean,
    answered: share(({ quoted }) => quoted).mean,
    goldAnswered: share(({ quotedGold }) => quotedGold).mean,
    wrongWithoutPassage: share(({ withoutPassage }) => withoutPassage).mean,
    wrongWithoutArticle: share(({ withoutArticle }) => withoutArticle).mean,
  };
  const lengths = answered.map(({ unrefused }) => unrefused.text.length).filter((length) => length > 0);
  const times = answered.map(({ milliseconds }) => milliseconds);
  const row: Row = {
    bench: 'answers',
    set: set.name,
    ranker: 'fihrist',
    questions: answered.length,
    questionsLeftOut: set.questions.length - answered.length,
    threshold: MIN_ANSWERED,
    ...shares,
    precision: shares.goldAnswered / Math.max(shares.answered, Number.EPSILON),
    meanCharacters: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
    maxCharacters: Math.max(0, ...lengths),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    cpu,
  };
  return {
    set: set.name,
    questions: answered.length,
    leftOut: set.questions.length - answered.length,
    row,
    curve: THRESHOLDS.map((threshold) => evaluateThreshold(threshold, answered)),
  };
}

interface Flags {
  unrefusedGold: boolean;
  unrefusedWords: boolean;
  quoted: boolean;
  quotedGold: boolean;
  withoutPassage: boolean;
  withoutArticle: boolean;
}

function describeQuestion({ golds, unrefused, refusing }: AnsweredQuestion): Flags {
  return {
    unrefusedGold: hasGold(unrefused.text, golds),
    unrefusedWords: hasGold(` ${unrefused.text} `, golds, true),
    quoted: refusing.asked !== undefined,
    quotedGold: hasGold(refusing.asked ?? '', golds),
    withoutPassage: refusing.withoutPassage !== undefined,
    withoutArticle: refusing.withoutArticle !== undefined,
  };
}

/** Whether a known answer stands in the text, both spelt as the data folder's README says; `whole`: as whole words. */
export function hasGold(text: string, golds: readonly string[], whole = false): boolean {
  const around = whole ? ' ' : '';
  const spelt = `${around}${normaliseForScore(text)}${around}`;
  return golds.map(normaliseForScore).some((gold) => gold !== '' && spelt.includes(around + gold + around));
}

/** What refusing under a support does: the curve's point at that threshold. */
function evaluateThreshold(threshold: number, answered: readonly AnsweredQuestion[]): Record<string, number> {
  const share = (pick: (question: AnsweredQuestion) => boolean) =>
    answered.filter(pick).length / Math.max(1, answered.length);
  return {
    threshold,
    answered: share(({ unrefused }) => unrefused.support >= threshold),
    goldAnswered: share(
      ({ unrefused, golds }) => unrefused.support >= threshold && hasGold(unrefused.text, golds),
    ),
    wrongWithoutPassage: share(({ support }) => support.withoutPassage >= threshold),
    wrongWithoutArticle: share(({ support }) => support.withoutArticle >= threshold),
  };
}

function summarise(results: readonly SetResult[]): Table {
  const text = (value: Row[string] | undefined) => (typeof value === 'number' ? formatShare(value) : '');
  const time = (value: Row[string] | undefined) => (typeof value === 'number' ? value.toFixed(2) : '');
  return {
    title: 'Quoted answers of at most 400 characters',
    rows: results.map(({ set, questions, row }) => ({
      set,
      questions,
      'gold inside, no refusal (95 %)': formatInterval({
        mean: Number(row['goldInside']),
        low: Number(row['goldInsideLow']),
        high: Number(row['goldInsideHigh']),
      }),
      'as whole words': text(row['goldAsWords']),
      answered: text(row['answered']),
      'answered with gold': text(row['goldAnswered']),
      'answered without its passage': text(row['wrongWithoutPassage']),
      'without its article': text(row['wrongWithoutArticle']),
      'mean length': Math.round(Number(row['meanCharacters'])),
      max: Number(row['maxCharacters']),
      'p95 ms': time(row['p95']),
      'CPU ms': time(row['cpu']),
    })),
  };
}

/** A line for each threshold, a column for each set. */
function drawCurves(results: readonly SetResult[]): Table {
  const print = (point: Record<string, number> | undefined) =>
    ['answered', 'goldAnswered', 'wrongWithoutPassage', 'wrongWithoutArticle']
      .map((name) => formatShare(point?.[name] ?? 0))
      .join(' ');
  return {
    title: `Refusing under a support (the product: ${MIN_ANSWERED}): answered, with gold, without its passage, without its article`,
    rows: THRESHOLDS.map((threshold, index) => ({
      support: threshold.toFixed(2),
      ...Object.fromEntries(results.map(({ set, curve }) => [set, print(curve[index])])),
    })),
  };
}
