/** The table of how questions were answered, a row for each group of them. */
import { calibrationError } from '#tests/bench/calibration.ts';
import { formatInterval, formatShare, type Table } from '#tests/bench/report.ts';
import { bootstrapMean } from '#tests/bench/statistics.ts';
import type { AskedQuestion } from './ask-guides.ts';

type Group = readonly [name: string, asked: readonly AskedQuestion[]];

export const groupBy = (
  questions: readonly AskedQuestion[],
  keyOf: (question: AskedQuestion) => string,
): Group[] => [...Map.groupBy(questions, keyOf)];

export function summarise(title: string, groups: readonly Group[]): Table {
  return { title, rows: groups.map(([name, members]) => describeGroup(name, members)) };
}

function describeGroup(name: string, all: readonly AskedQuestion[]): Record<string, string | number> {
  const answerable = all.filter(({ question }) => question.expect === 'answer');
  const refusable = all.filter(({ question }) => question.expect === 'refuse');
  const greetings = all.filter(({ question }) => question.expect === 'greeting');
  const answered = all.filter(({ outcome }) => outcome === 'answer');
  const share = (some: readonly AskedQuestion[], pick: (question: AskedQuestion) => boolean) =>
    some.length === 0 ? '' : formatInterval(bootstrapMean(some.map((question) => (pick(question) ? 1 : 0))));
  return {
    group: name,
    questions: all.length,
    right: share(answerable, ({ verdict }) => verdict === 'right'),
    'first/three/ten': answerable.length === 0 ? '' : formatRanks(answerable),
    'gold shown': share(answerable, ({ goldShown }) => goldShown),
    'false refusal': share(answerable, ({ verdict }) => verdict === 'false refusal'),
    'wrong among answered': share(answered, ({ verdict }) => verdict === 'wrong'),
    'to refuse, answered': share(refusable, ({ outcome }) => outcome === 'answer'),
    'to refuse, not found': share(refusable, ({ outcome }) => outcome === 'not-found'),
    greeted: share(greetings, ({ verdict }) => verdict === 'right'),
    'right or weak': share(all, (question) => question.verdict === 'right' || isHedgedRefusal(question)),
  };
}

/** A row for each part that was left out, the first with all parts: what is gained or lost against that. */
export function summariseParts(title: string, groups: readonly Group[]): Table {
  const [all] = groups;
  return {
    title,
    rows: groups.map((group) => {
      const own = measureParts(group[1]);
      const before = measureParts(all?.[1] ?? []);
      const print = (name: keyof typeof own) =>
        group === all ? formatShare(own[name]) : formatDifference(own[name] - before[name]);
      return {
        without: group === all ? 'nothing' : group[0],
        first: print('first'),
        three: print('three'),
        ten: print('ten'),
        right: print('right'),
        'wrong among answered': print('wrong'),
        'to refuse, answered': print('refusable'),
      };
    }),
  };
}

const formatDifference = (difference: number): string =>
  Math.abs(difference) < 0.0005 ? '0' : `${difference > 0 ? '+' : ''}${formatShare(difference)}`;

function measureParts(all: readonly AskedQuestion[]) {
  const answerable = all.filter(({ question }) => question.expect === 'answer');
  const refusable = all.filter(({ question }) => question.expect === 'refuse');
  const answered = all.filter(({ outcome }) => outcome === 'answer');
  const share = (of: readonly AskedQuestion[], pick: (question: AskedQuestion) => boolean) =>
    of.filter(pick).length / Math.max(1, of.length);
  const within = (rank: number) => share(answerable, ({ goldRank }) => goldRank >= 0 && goldRank < rank);
  return {
    first: within(1),
    three: within(3),
    ten: within(10),
    right: share(answerable, ({ verdict }) => verdict === 'right'),
    wrong: share(answered, ({ verdict }) => verdict === 'wrong'),
    refusable: share(refusable, ({ outcome }) => outcome === 'answer'),
  };
}

/** Shares of questions with a gold string in the first, the first three, the ten passages. */
export function formatRanks(answerable: readonly Pick<AskedQuestion, 'goldRank'>[]): string {
  const within = (rank: number) =>
    answerable.filter(({ goldRank }) => goldRank >= 0 && goldRank < rank).length / answerable.length;
  return [1, 3, 10].map((rank) => formatShare(within(rank))).join(' ');
}

/**
 * Calibration error of the stated certainty over what was quoted, and of how many; '' where the gateway states none.
 * What was not shown cannot be judged.
 */
export function formatCalibration(questions: readonly AskedQuestion[]): string {
  const predictions = questions.flatMap(({ certainty, outcome, verdict, question }) =>
    certainty === null || (outcome !== 'answer' && outcome !== 'weak')
      ? []
      : [{ likelihood: certainty, isRight: question.expect === 'answer' && hasGold(verdict) }],
  );
  return predictions.length === 0
    ? ''
    : `${formatShare(calibrationError(predictions))} of ${predictions.length}`;
}

const hasGold = (verdict: AskedQuestion['verdict']) => verdict === 'right' || verdict === 'too long';

const isHedgedRefusal = ({ question, verdict }: AskedQuestion) =>
  question.expect === 'refuse' && verdict === 'hedged';
