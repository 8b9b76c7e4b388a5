import { titleKey } from '#common/title-key.ts';
import { DRAFTS_PER_PROOF } from '#contract/limits.ts';
import type { DraftKey } from '#contract/versions.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { overlayDrafts } from '#gateway/modules/answers/services/overlay-drafts.ts';
import { WITHOUT_QUEUE } from '#gateway/modules/answers/services/search-queue.ts';
import type { Evaluation, EvaluationChange, StoredTest } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';
import type { Draft } from '#gateway/modules/units/ports/drafts.ts';
import { type AskTools, askQuestion, judgeAsked, keepAskedRun } from './ask-test.ts';
import type { EvaluationPorts } from './evaluate-tests.ts';
import { findCause, kindOfChange } from './find-cause.ts';
import { renderLossBody } from './render-loss-body.ts';

export type ProofPorts = EvaluationPorts & Pick<Ports, 'proofs' | 'drafts'>;

/** One cache for what is live and one for drafts: a unit has one generation in each. */
export interface ProofTools {
  live: AskTools;
  drafts: AskTools;
}

interface Proving {
  lease: JobLease;
  signal: AbortSignal;
  report: (share: number) => Promise<void>;
}

/**
 * Proves drafts. A job that names drafts proves these together. A job without names proves all drafts that have no proof:
 * drafts that publish themselves are proven together and go live where no test is lost; a draft that waits for a person is
 * proven alone. Undefined where the lease was lost.
 */
export async function proveDrafts(
  ports: ProofPorts,
  tools: ProofTools,
  proving: Proving,
): Promise<{ published: number; held: number } | undefined> {
  const { botId } = proving.lease;
  const chosen = ports.proofs.draftsOf(proving.lease);
  const drafts = chosen
    ? await ports.drafts.find(botId, chosen, INDEX_VERSION)
    : await ports.drafts.unproven(botId, DRAFTS_PER_PROOF, INDEX_VERSION);
  if (chosen) {
    const proof = await prove(ports, tools, proving, drafts);
    if (!proof) return undefined;
    await ports.drafts.noteProof(botId, drafts.map(keyOf), proof.evaluation.id);
    return { published: 0, held: 0 };
  }
  for (const draft of drafts.filter(({ release }) => release === 'person')) {
    const proof = await prove(ports, tools, proving, [draft]);
    if (!proof) return undefined;
    await ports.drafts.noteProof(botId, [keyOf(draft)], proof.evaluation.id);
  }
  const waiting = drafts.filter((draft) => draft.release === 'proof');
  const [later, now] = [
    waiting.filter(({ publishOn }) => publishOn !== null),
    waiting.filter(({ publishOn }) => publishOn === null),
  ];
  const first = await release(ports, tools, proving, now);
  const last = first && (await release(ports, tools, proving, later));
  return last && { published: first.published + last.published, held: first.held + last.held };
}

const keyOf = ({ unit, version }: Draft): DraftKey => ({ unitId: unit.id, version: version.number });

/**
 * Makes drafts live that lose no test, or lets them wait for their moment. Where tests are lost, the drafts of units that had
 * the quotes are held, and the rest is proven once more; if that still loses tests, those that own a passage gained or lost
 * by these; at last all. One message tells what is held.
 */
async function release(
  ports: ProofPorts,
  tools: ProofTools,
  proving: Proving,
  drafts: readonly Draft[],
): Promise<{ published: number; held: number } | undefined> {
  const { botId } = proving.lease;
  let waiting = drafts;
  let firstLoss: Evaluation | undefined;
  const held: Draft[] = [];
  const end = async (published: number) => {
    if (firstLoss) await reportHeld(ports, proving.lease, firstLoss, held);
    return { published, held: held.length };
  };
  for (let losses = 0; waiting.length > 0; losses += 1) {
    const proof = await prove(ports, tools, proving, waiting);
    if (!proof) return undefined;
    const { id, lost } = proof.evaluation;
    if (lost === 0) {
      await ports.drafts.noteProof(botId, waiting.map(keyOf), id);
      return end(await publish(ports, botId, waiting));
    }
    const culprits =
      proof.suspects
        .slice(losses)
        .map((units) => waiting.filter(({ unit }) => units.has(unit.id)))
        .find((suspects) => suspects.length > 0) ?? waiting;
    const reason = { code: 'tests-lost', parameters: { tests: lost } } as const;
    await ports.drafts.noteProof(botId, culprits.map(keyOf), id, reason);
    firstLoss ??= proof.evaluation;
    held.push(...culprits);
    waiting = waiting.filter((draft) => !culprits.includes(draft));
  }
  return end(0);
}

async function reportHeld(
  { bots, clock, proofs }: ProofPorts,
  lease: JobLease,
  proof: Evaluation,
  drafts: readonly Draft[],
): Promise<void> {
  const bot = { id: lease.botId, name: (await bots.getCached(lease.botId))?.name ?? '' };
  const units = drafts.map(({ unit: { id, title } }) => ({ id, title }));
  await proofs.reportHeld(lease, proof, renderLossBody(bot, clock.now(), units));
}

/** Drafts that moved meanwhile have a newer version, which is proven in its turn; the others go live. */
async function publish(ports: ProofPorts, botId: number, drafts: readonly Draft[]): Promise<number> {
  const request = { by: null, indexVersion: INDEX_VERSION };
  const result = await ports.drafts.publish(botId, drafts.map(keyOf), request);
  if (!('conflict' in result)) return result.published.length + result.indexing.length;
  let published = 0;
  for (const draft of drafts) {
    const alone = await ports.drafts.publish(botId, [keyOf(draft)], request);
    if (!('conflict' in alone)) published += alone.published.length + alone.indexing.length;
  }
  return published;
}

/**
 * Asks the tests over drafts; `suspects`: where a test was lost the drafts of units that had its quotes, and those whose
 * passages were gained or lost.
 */
async function prove(
  ports: ProofPorts,
  tools: ProofTools,
  { lease, signal, report }: Proving,
  drafts: readonly Draft[],
): Promise<{ evaluation: Evaluation; suspects: readonly ReadonlySet<number>[] } | undefined> {
  const { botId } = lease;
  const keys = drafts.map(keyOf);
  const titles = new Map(drafts.map(({ unit }) => [unit.id, unit.title]));
  const over = overlayDrafts(ports, await ports.drafts.searchable(botId, keys));
  const tests = await orderTests(ports, botId, titles);
  const evaluation = await ports.proofs.begin(lease, keys, tests.length);
  if (!evaluation) return undefined;
  const isKnown = await ports.proofs.isAskedAsIs(botId);
  const comparison = { ports, over, tools, titles, isKnown, proofId: evaluation.id };
  const [quoted, owners] = [new Set<number>(), new Set<number>()];
  let unwritten = 0;
  for (const [index, id] of tests.entries()) {
    signal.throwIfAborted();
    const test = (await ports.tests.get(botId, id))?.test;
    const change = test && (await compare(comparison, test));
    for (const unit of change?.change === 'lost' ? change.because.units : []) {
      owners.add(unit.id);
      if (test?.quoteUnits.includes(unit.id)) quoted.add(unit.id);
    }
    unwritten += 1;
    if (change || unwritten === TESTS_PER_WRITE || index === tests.length - 1) {
      if (!(await ports.proofs.record(lease, evaluation.id, unwritten, change ? [change] : [])))
        return undefined;
      unwritten = 0;
      await report((index + 1) / tests.length);
    }
    await yieldToEventLoop();
  }
  const ended = await ports.proofs.end(lease, evaluation.id);
  return ended && { evaluation: ended, suspects: [quoted, owners] };
}

const TESTS_PER_WRITE = 100;

/** Tests whose quotes stand in units with a draft come first. */
async function orderTests(
  { tests }: Pick<Ports, 'tests'>,
  botId: number,
  drafts: ReadonlyMap<number, string>,
): Promise<number[]> {
  const all = await tests.toAsk(botId);
  const placeOf = ({ quoteUnits, passages }: (typeof all)[number]): number => {
    if (quoteUnits.some((id) => drafts.has(id))) return 0;
    return passages.some(([id]) => drafts.has(id)) ? 1 : 2;
  };
  return all.toSorted((a, b) => placeOf(a) - placeOf(b)).map(({ id }) => id);
}

interface Comparison {
  ports: ProofPorts;
  /** The same with drafts in place. */
  over: ProofPorts;
  tools: ProofTools;
  /** Of units with a draft. */
  titles: ReadonlyMap<number, string>;
  /** Whether tests remember what they are answered over the live knowledge. */
  isKnown: boolean;
  proofId: number;
}

/** What drafts change for a test; undefined where nothing, or where it searches no unit with a draft. */
async function compare(
  { ports, over, tools, titles, isKnown, proofId }: Comparison,
  test: StoredTest,
): Promise<EvaluationChange | undefined> {
  if (!(await searchesAny(over, test, titles))) return undefined;
  const reply = await WITHOUT_QUEUE.run((turn) => askQuestion(over, tools.drafts, test, turn));
  const { answer } = await judgeAsked(ports, reply, test);
  const live = isKnown
    ? { answer: test, keepRun: async () => test.runId }
    : await askLive(ports, tools, test);
  const kind = kindOfChange(live.answer, answer);
  if (!kind) return undefined;
  const { outcome, band, passages } = live.answer;
  return {
    testId: test.id,
    question: test.question,
    change: kind,
    before: { outcome, band, runId: await live.keepRun() },
    after: { outcome: answer.outcome, band: answer.band, runId: await keepAskedRun(ports, reply, test) },
    because: findCause(proofId, passages, answer.passages, titles),
  };
}

async function searchesAny(
  { units }: Pick<Ports, 'units'>,
  { botId, request }: StoredTest,
  titles: ReadonlyMap<number, string>,
): Promise<boolean> {
  const { IndexNames: names } = request;
  if (!names) return true;
  const named = await units.byTitleKeys(botId, names.map(titleKey));
  return [...named.values()].some(({ id }) => titles.has(id));
}

async function askLive(ports: ProofPorts, tools: ProofTools, test: StoredTest) {
  const reply = await WITHOUT_QUEUE.run((turn) => askQuestion(ports, tools.live, test, turn));
  const { answer } = await judgeAsked(ports, reply, test);
  return { answer, keepRun: () => keepAskedRun(ports, reply, test) };
}
