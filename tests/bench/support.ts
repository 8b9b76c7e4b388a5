/** The check of generated sentences: right ones made of questions and their answers, wrong ones by exchanging parts. */
import { createSupportCheck } from '#gateway/engine/support/check-support.ts';
import type { SupportLevel } from '#gateway/engine/support/support-level.ts';
import { normaliseForScore } from '#tests/support/score-reading.ts';
import { say } from './figures.ts';
import { dataFolder, findSets, judgeable, loadSet, type Passage, type Question } from './question-sets.ts';
import {
  formatInterval,
  formatShare,
  type QualityOptions,
  type Report,
  type Row,
  type Table,
} from './report.ts';
import { bootstrapMean } from './statistics.ts';

/** What was done to the sentence; the first two are right. */
const KINDS = {
  answer: 'the question with its answer',
  sentence: 'the sentence that holds it',
  'other-answer': 'the question with the answer to another, which the passage does not have',
  'near-answer': 'with another answer out of the same passage',
  'other-words': 'the sentence with its answer exchanged',
  'other-passage': 'a right answer, another passage cited',
  'other-number': 'the sentence with one number changed',
  denied: 'the sentence denied, or its denial taken out',
} as const;
type Kind = keyof typeof KINDS;
const RIGHT: readonly Kind[] = ['answer', 'sentence'];
/** What words can show to be wrong: a wrong answer out of the right passage is not among it. */
const SHOWN: readonly Kind[] = ['other-answer', 'other-words', 'other-passage', 'other-number', 'denied'];

interface Checked {
  kind: Kind;
  level: SupportLevel;
}

export function measureSupport({ data, sets }: QualityOptions): Promise<Report> {
  const measured = findSets(dataFolder('retrieval', data), sets).flatMap((folder) => {
    const set = loadSet(folder);
    const questions = judgeable(set).filter(({ answers }) => answers.length > 0);
    if (questions.length === 0) return [];
    say(`${set.name}: ${questions.length} questions`);
    const before = process.cpuUsage();
    const checked = checkSet(set.passages, questions);
    const { user, system } = process.cpuUsage(before);
    return [{ set: set.name, checked, cpu: (user + system) / 1000 / checked.length }];
  });
  const rows = measured.flatMap(({ set, checked, cpu }) => describe(set, checked, cpu));
  const tables: Table[] = measured.map(({ set, checked }) => ({
    title: `${set}: what becomes of each kind of sentence`,
    rows: (Object.keys(KINDS) as Kind[]).map((kind) => {
      const of = checked.filter((sentence) => sentence.kind === kind);
      const share = (level: SupportLevel) =>
        formatShare(of.filter((sentence) => sentence.level === level).length / Math.max(1, of.length));
      return {
        sentence: KINDS[kind],
        sentences: of.length,
        supported: share('supported'),
        weak: share('partial'),
        unsupported: share('unsupported'),
      };
    }),
  }));
  return Promise.resolve({
    tables: rows.length > 0 ? [summarise(measured), ...tables] : [],
    rows,
    notes: [
      'Precision and recall of "supported" over as many right sentences as wrong ones of the kinds that words can show; a wrong answer out of the right passage is not among them, since every word of it is there.',
    ],
  });
}

function checkSet(passages: readonly Passage[], questions: readonly Question[]): Checked[] {
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  return questions.flatMap((question, index) => {
    const passage = byId.get(question.relevant[0] ?? '');
    const [gold = ''] = question.answers;
    if (!passage || gold === '') return [];
    const other = passages[(index * 31) % passages.length];
    const elsewhere = other && other.title !== passage.title ? other : undefined;
    return makeSentences(question, gold, passage, questions, index).flatMap(([kind, sentence]): Checked[] => {
      const against = kind === 'other-passage' ? elsewhere : passage;
      if (!against) return [];
      const cited = { text: against.text, titles: [against.title, against.section] };
      return [{ kind, level: createSupportCheck(question.text, [cited]).check(`${sentence} [1]`).level }];
    });
  });
}

function makeSentences(
  { text, relevant }: Question,
  gold: string,
  passage: Passage,
  questions: readonly Question[],
  number: number,
): [Kind, string][] {
  const claim = (answer: string) => `${text.replace(/[?؟]/g, '')}: ${answer}.`;
  const spelled = normaliseForScore(passage.text);
  const isFigure = (answer: string) => /\d/.test(answer);
  const others = questions.map((_, step) => questions[(number * 7 + step * 13) % questions.length]);
  const pick = (wanted: (other: Question, answer: string) => boolean) =>
    others.find((other) => other?.answers[0] !== undefined && wanted(other, other.answers[0]))?.answers[0];
  const absent = pick(
    (_, answer) => isFigure(answer) === isFigure(gold) && !spelled.includes(normaliseForScore(answer)),
  );
  const near = pick(
    (other, answer) =>
      other.relevant[0] === relevant[0] && normaliseForScore(answer) !== normaliseForScore(gold),
  );
  const sentences: [Kind, string][] = [
    ['answer', claim(gold)],
    ['other-passage', claim(gold)],
  ];
  if (absent) sentences.push(['other-answer', claim(absent)]);
  if (near) sentences.push(['near-answer', claim(near)]);
  const sentence = passage.text.split(/[.\n]/).find((candidate) => candidate.includes(gold));
  if (sentence === undefined) return sentences;
  sentences.push(['sentence', sentence]);
  if (absent) sentences.push(['other-words', sentence.replace(gold, absent)]);
  const changed = sentence.replace(/(?<!\d)\d+(?!\d)/, (digits) => String(Number(digits) + 3));
  if (changed !== sentence) sentences.push(['other-number', changed]);
  const denied = deny(sentence);
  if (denied !== sentence) sentences.push(['denied', denied]);
  return sentences;
}

function deny(sentence: string): string {
  if (/ (?:لا|لم|not) /.test(sentence)) return sentence.replace(/ (?:لا|لم|not) /, ' ');
  if (/[a-z]/.test(sentence)) return sentence.replace(/ (is|was|are|were|has|had|can) /, ' $1 not ');
  return sentence.replace(/^(\s*\S+)/, 'لم $1');
}

/** Precision and recall of `supported`, each kind weighing the same. */
function rate(checked: readonly Checked[]) {
  const flags = (kinds: readonly Kind[]) =>
    checked.filter(({ kind }) => kinds.includes(kind)).map(({ level }) => (level === 'supported' ? 1 : 0));
  const right = bootstrapMean(flags(RIGHT));
  const wrong = bootstrapMean(flags(SHOWN));
  return { right, wrong, precision: right.mean / Math.max(Number.EPSILON, right.mean + wrong.mean) };
}

function describe(set: string, checked: readonly Checked[], cpu: number): Row[] {
  const { right, wrong, precision } = rate(checked);
  const shares = (Object.keys(KINDS) as Kind[]).map((kind) => {
    const of = checked.filter((sentence) => sentence.kind === kind);
    const count = (level: SupportLevel) => of.filter((sentence) => sentence.level === level).length;
    return {
      kind,
      sentences: of.length,
      supported: count('supported'),
      weak: count('partial'),
      unsupported: count('unsupported'),
      plain: count('plain'),
    };
  });
  return [
    { bench: 'support', set, recall: right.mean, wrongSupported: wrong.mean, precision, cpu, kinds: shares },
  ];
}

function summarise(measured: readonly { set: string; checked: Checked[]; cpu: number }[]): Table {
  return {
    title: 'Checking generated sentences: what is called supported',
    rows: measured.map(({ set, checked, cpu }) => {
      const { right, wrong, precision } = rate(checked);
      return {
        set,
        sentences: checked.length,
        'of right ones (recall, 95 %)': formatInterval(right),
        'of wrong ones': formatInterval(wrong),
        precision: formatShare(precision),
        'CPU ms': cpu.toFixed(2),
      };
    }),
  };
}
