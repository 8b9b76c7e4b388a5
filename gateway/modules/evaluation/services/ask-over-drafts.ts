import { titleKey } from '#common/title-key.ts';
import type { DraftKey } from '#contract/versions.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { isDataDamaged } from '#gateway/core/errors.ts';
import { overlayDrafts } from '#gateway/modules/answers/services/overlay-drafts.ts';
import { WITHOUT_QUEUE } from '#gateway/modules/answers/services/search-queue.ts';
import type {
  Evaluation,
  EvaluationChange,
  ProvenQuestions,
  QuestionChange,
  StoredTest,
} from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';
import type { Draft } from '#gateway/modules/units/ports/drafts.ts';
import {
  type Asker,
  type AskTools,
  askQuestion,
  judgeAsked,
  keepAskedRun,
  type Question,
} from './ask-test.ts';
import { createRests, type EvaluationPorts } from './evaluate-tests.ts';
import { findCause, kindOfChange } from './find-cause.ts';
import {
  type createAnswerMemory,
  frequentQuestions,
  type KeptQuestion,
  kindOfQuestionChange,
} from './kept-questions.ts';

export type ProofPorts = EvaluationPorts & Pick<Ports, 'proofs' | 'drafts'>;

/** One cache for what is live and one for drafts: a unit has one generation in each. */
export interface ProofTools {
  live: AskTools;
  drafts: AskTools;
  /** Of kept questions; those of tests are stored. */
  answers: ReturnType<typeof createAnswerMemory>;
}

export interface Proving {
  lease: JobLease;
  signal: AbortSignal;
  report: (share: number) => Promise<void>;
}

/** `suspects`: where a test was lost, the drafts of units that had its quotes, and those whose passages were gained or lost. */
export interface Proven {
  evaluation: Evaluation;
  suspects: readonly ReadonlySet<number>[];
}

export const keyOf = ({ unit, version }: Draft): DraftKey => ({ unitId: unit.id, version: version.number });

/** Asks tests and frequent kept questions over drafts, those first that the drafts touch. Undefined where the lease was lost. */
export async function askOverDrafts(
  ports: ProofPorts,
  tools: ProofTools,
  { lease, signal, report }: Proving,
  drafts: readonly Draft[],
): Promise<Proven | undefined> {
  const { botId } = lease;
  const keys = drafts.map(keyOf);
  const titles = new Map(drafts.map(({ unit }) => [unit.id, unit.title]));
  const over = overlayDrafts(ports, await ports.drafts.searchable(botId, keys));
  const [tests, questions] = [await ports.tests.toAsk(botId), await frequentQuestions(ports, botId)];
  const counts: ProvenQuestions = {
    total: questions.length,
    asked: 0,
    unanswered: 0,
    answered: 0,
    changed: 0,
    changes: [],
  };
  const proof = await ports.proofs.begin(lease, keys, { tests: tests.length, questions: counts });
  if (!proof) return undefined;
  const comparison: Comparison = {
    ports,
    over,
    tools,
    titles,
    proof,
    isKnown: await ports.proofs.isAskedAsIs(botId),
    showsWeak: (await ports.bots.getCached(botId))?.settings.weakAnswers !== 'not-found',
  };
  const writes = createWrites(ports, lease, proof.id, counts);
  const rest = createRests(ports, signal);
  const [quoted, owners] = [new Set<number>(), new Set<number>()];
  const quoteUnits = new Map(tests.map((test) => [test.id, test.quoteUnits]));
  const order = orderQuestions(tests, questions, titles);
  for (const [index, entry] of order.entries()) {
    signal.throwIfAborted();
    const start = performance.now();
    if (typeof entry === 'number') {
      const change = await compareTest(comparison, entry);
      for (const unit of change?.change === 'lost' ? change.because.units : []) {
        owners.add(unit.id);
        if (quoteUnits.get(entry)?.includes(unit.id)) quoted.add(unit.id);
      }
      if (!(await writes.addTest(change))) return undefined;
    } else if (!(await writes.addQuestion(await compareQuestion(comparison, entry)))) return undefined;
    await report((index + 1) / order.length);
    await rest(performance.now() - start);
  }
  if (!(await writes.flush())) return undefined;
  const ended = await ports.proofs.end(lease, proof.id);
  return ended && { evaluation: ended, suspects: [quoted, owners] };
}

/**
 * Ids of tests, and kept questions: those whose quotes stand in units with a draft, those whose answers have passages of
 * them, the rest; tests before questions.
 */
function orderQuestions(
  tests: readonly Pick<StoredTest, 'id' | 'quoteUnits' | 'passages'>[],
  questions: readonly KeptQuestion[],
  drafts: ReadonlyMap<number, string>,
): (number | KeptQuestion)[] {
  const placeOf = (quoteUnits: readonly number[], units: readonly number[]): number => {
    if (quoteUnits.some((id) => drafts.has(id))) return 0;
    return units.some((id) => drafts.has(id)) ? 1 : 2;
  };
  const all = [
    ...tests.map(({ id, quoteUnits, passages }) => ({
      asked: id,
      place: placeOf(
        quoteUnits,
        passages.map(([unitId]) => unitId),
      ),
    })),
    ...questions.map((question) => ({ asked: question, place: placeOf([], question.units) })),
  ];
  return all.toSorted((a, b) => a.place - b.place).map(({ asked }) => asked);
}

interface Comparison {
  ports: ProofPorts;
  /** The same with drafts in place. */
  over: ProofPorts;
  tools: ProofTools;
  /** Of units with a draft. */
  titles: ReadonlyMap<number, string>;
  proof: Evaluation;
  /** Whether tests remember what they are answered over the live knowledge. */
  isKnown: boolean;
  /** Whether weak answers reach who asks. */
  showsWeak: boolean;
}

/** What drafts change for a test; undefined where nothing, or where the test searches no unit with a draft. */
async function compareTest(comparison: Comparison, id: number): Promise<EvaluationChange | undefined> {
  const { ports, over, tools, titles, isKnown, proof } = comparison;
  const test = (await ports.tests.get(proof.botId, id))?.test;
  if (!test || !(await searchesAny(over, test, titles))) return undefined;
  const { answer, keepRun } = await ask(over, tools.drafts, test);
  const live = isKnown
    ? { answer: test, keepRun: async () => test.runId }
    : await ask(ports, tools.live, test);
  const kind = kindOfChange(live.answer, answer);
  if (!kind) return undefined;
  const { outcome, band, passages } = live.answer;
  return {
    testId: test.id,
    question: test.question,
    change: kind,
    before: { outcome, band, runId: await live.keepRun() },
    after: { outcome: answer.outcome, band: answer.band, runId: await keepRun() },
    because: findCause(proof.id, passages, answer.passages, titles),
  };
}

/** The same for a kept question. A question that fails is left out, since no draft waits for it. */
async function compareQuestion(
  comparison: Comparison,
  question: KeptQuestion,
): Promise<QuestionChange | undefined> {
  const { ports, over, tools, titles, proof, showsWeak } = comparison;
  const { botId, runId, times } = question;
  try {
    if (!(await searchesAny(over, question, titles))) return undefined;
    const { answer, keepRun } = await ask(over, tools.drafts, question);
    const answers = tools.answers(botId, proof.to);
    const key = JSON.stringify([question.question, question.request]);
    let live = answers.get(key);
    // An answer that was never compared has no run: it is asked again to keep one.
    if (!live || (live.runId === null && kindOfQuestionChange(live.answer, answer, showsWeak))) {
      const current = await ask(ports, tools.live, question);
      const isChanged = kindOfQuestionChange(current.answer, answer, showsWeak) !== undefined;
      live = { answer: current.answer, runId: isChanged ? await current.keepRun() : null };
      answers.set(key, live);
    }
    const change = kindOfQuestionChange(live.answer, answer, showsWeak);
    if (!change) return undefined;
    return {
      runId,
      times,
      change,
      before: { band: live.answer.band, runId: live.runId },
      after: { band: answer.band, runId: await keepRun() },
      because: findCause(proof.id, live.answer.passages, answer.passages, titles),
    };
  } catch (error) {
    if (isDataDamaged(error)) throw error;
    ports.log.error('question-failed', { botId, run: runId, ...describeErrorForLog(error) });
    return undefined;
  }
}

async function searchesAny(
  { units }: Pick<Ports, 'units'>,
  { botId, request }: Question,
  titles: ReadonlyMap<number, string>,
): Promise<boolean> {
  const { IndexNames: names } = request;
  if (!names) return true;
  const named = await units.byTitleKeys(botId, names.map(titleKey));
  return [...named.values()].some(({ id }) => titles.has(id));
}

async function ask(ports: ProofPorts, tools: AskTools, question: Question & Asker) {
  const reply = await WITHOUT_QUEUE.run((turn) => askQuestion(ports, tools, question, turn));
  const { answer } = await judgeAsked(ports, reply, question);
  return { answer, keepRun: () => keepAskedRun(ports, reply, question) };
}

const QUESTIONS_PER_WRITE = 100;
const WRITE_INTERVAL_MS = 1_000;

/** Writes a lost test at once, and the rest together; false where the lease was lost. */
function createWrites(
  { proofs }: Pick<Ports, 'proofs'>,
  lease: JobLease,
  proofId: number,
  questions: ProvenQuestions,
) {
  let tests = 0;
  let changes: EvaluationChange[] = [];
  let waiting = 0;
  let writtenAt = performance.now();
  async function flush(): Promise<boolean> {
    const progress = { tests, changes, questions };
    [tests, changes, waiting] = [0, [], 0];
    writtenAt = performance.now();
    return proofs.record(lease, proofId, progress);
  }
  async function add(isUrgent: boolean): Promise<boolean> {
    waiting += 1;
    const isDue = waiting >= QUESTIONS_PER_WRITE || performance.now() - writtenAt >= WRITE_INTERVAL_MS;
    return isUrgent || isDue ? flush() : true;
  }
  return {
    flush,
    addTest(change: EvaluationChange | undefined): Promise<boolean> {
      tests += 1;
      if (change) changes.push(change);
      return add(change?.change === 'lost');
    },
    addQuestion(change: QuestionChange | undefined): Promise<boolean> {
      questions.asked += 1;
      if (change) {
        questions[change.change] += 1;
        questions.changes.push(change);
      }
      return add(false);
    },
  };
}
