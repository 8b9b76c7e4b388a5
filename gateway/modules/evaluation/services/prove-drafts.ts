import { DRAFTS_PER_PROOF } from '#contract/limits.ts';
import type { DraftKey } from '#contract/versions.ts';
import { isDataDamaged } from '#gateway/core/errors.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import type { Evaluation } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';
import type { Draft } from '#gateway/modules/units/ports/drafts.ts';
import {
  askOverDrafts,
  keyOf,
  type ProofPorts,
  type ProofTools,
  type Proven,
  type Proving,
} from './ask-over-drafts.ts';
import { renderLossBody } from './render-loss-body.ts';

/** Proofs of drafts that are to go live. After the last one they go live whatever moved meanwhile. */
const MAX_PROOFS = 3;

interface Released {
  published: number;
  held: number;
}
const NOTHING: Released = { published: 0, held: 0 };

/**
 * Proves drafts. A job for chosen drafts proves these together, one for due drafts publishes them by the proof that they
 * have or get. A job for new drafts proves all that have no proof: drafts that publish themselves are proven together and go
 * live where no test is lost; a draft that waits for a person is proven alone. Undefined where the lease was lost.
 */
export async function proveDrafts(
  ports: ProofPorts,
  tools: ProofTools,
  proving: Proving,
): Promise<Released | undefined> {
  const { botId } = proving.lease;
  const chosen = ports.proofs.draftsOf(proving.lease);
  if (chosen === 'due') return releaseDue(ports, tools, proving);
  const note = async (drafts: readonly Draft[]): Promise<Released | undefined> => {
    const proof = await askOverDrafts(ports, tools, proving, drafts);
    if (!proof) return undefined;
    await ports.drafts.noteProof(botId, drafts.map(keyOf), proof.evaluation.id);
    return NOTHING;
  };
  if (chosen !== 'new') return note(await ports.drafts.find(botId, chosen, INDEX_VERSION));
  const drafts = await ports.drafts.unproven(botId, DRAFTS_PER_PROOF, INDEX_VERSION);
  for (const draft of drafts.filter(({ release: waitsFor }) => waitsFor === 'person'))
    if (!(await note([draft]))) return undefined;
  const policy: ReleasePolicy = {
    prove: (waiting) => askOverDrafts(ports, tools, proving, waiting),
    hold: holdSuspects,
  };
  const waiting = drafts.filter(({ release: waitsFor }) => waitsFor === 'proof');
  const isNow = ({ publishOn }: Draft) => publishOn === null;
  const first = await release(ports, proving.lease, waiting.filter(isNow), policy);
  const later = waiting.filter((draft) => !isNow(draft));
  const last = first && (await release(ports, proving.lease, later, policy));
  return last && { published: first.published + last.published, held: first.held + last.held };
}

interface ReleasePolicy {
  prove: (drafts: readonly Draft[]) => Promise<Proven | undefined>;
  /** Drafts that do not go live after this proof. `losses`: proofs before that held some. */
  hold: (
    proof: Proven,
    drafts: readonly Draft[],
    losses: number,
  ) => readonly Draft[] | Promise<readonly Draft[]>;
}

/**
 * Where tests are lost, the drafts of units that had the quotes; then those that own a passage gained or lost by these; at
 * last all.
 */
function holdSuspects({ evaluation, suspects }: Proven, drafts: readonly Draft[], losses: number) {
  if (evaluation.lost === 0) return [];
  const culprits = suspects.slice(losses).map((units) => drafts.filter(({ unit }) => units.has(unit.id)));
  return culprits.find((some) => some.length > 0) ?? drafts;
}

/** Makes drafts live, or lets them wait for their moment, but those that are held; proves once more what is left, or where drafts or knowledge moved. */
async function release(
  ports: ProofPorts,
  lease: JobLease,
  drafts: readonly Draft[],
  { prove, hold }: ReleasePolicy,
): Promise<Released | undefined> {
  const { botId } = lease;
  let waiting = drafts;
  let losses = 0;
  let firstLoss: Evaluation | undefined;
  const held: Draft[] = [];
  const end = async (published: number) => {
    if (firstLoss) await reportHeld(ports, lease, firstLoss, held);
    return { published, held: held.length };
  };
  for (let proofs = 1; waiting.length > 0; proofs += 1) {
    const proof = await prove(waiting);
    if (!proof) return undefined;
    const { id, lost, to } = proof.evaluation;
    const culprits = await hold(proof, waiting, losses);
    if (culprits.length > 0) {
      const reason = { code: 'tests-lost', parameters: { tests: lost } } as const;
      await ports.drafts.noteProof(botId, culprits.map(keyOf), id, reason);
      firstLoss ??= proof.evaluation;
      losses += 1;
      held.push(...culprits);
      waiting = waiting.filter((draft) => !culprits.includes(draft));
      continue;
    }
    await ports.drafts.noteProof(botId, waiting.map(keyOf), id);
    const published = await publish(ports, botId, waiting, proofs < MAX_PROOFS ? to : null);
    if (published !== undefined) return end(published);
    const present = await ports.drafts.find(botId, waiting.map(keyOf), INDEX_VERSION);
    waiting = present.filter(isToGoLive);
  }
  return end(0);
}

/** Whether nobody took back the moment of a draft, or held it, while its tests were asked. */
const isToGoLive = ({ release: waitsFor, publishOn, held }: Draft): boolean =>
  waitsFor === 'proof' || (publishOn !== null && held === null);

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

/** Publishes all sets of drafts that are due. */
async function releaseDue(
  ports: ProofPorts,
  tools: ProofTools,
  proving: Proving,
): Promise<Released | undefined> {
  const { botId } = proving.lease;
  const total = { ...NOTHING };
  const failures: unknown[] = [];
  for (const due of await ports.drafts.due(INDEX_VERSION)) {
    if (due.botId !== botId) continue;
    try {
      const released = await releaseSet(ports, tools, proving, due);
      if (!released) return undefined;
      total.published += released.published;
      total.held += released.held;
    } catch (error) {
      proving.signal.throwIfAborted();
      failures.push(error);
    }
  }
  // Thrown at the end: a set that fails holds up no other set.
  if (failures.length > 0) throw failures.find(isDataDamaged) ?? failures[0];
  return total;
}

/**
 * Publishes drafts that a person published before their tests were asked, unless tests are lost now that earlier proofs of
 * these drafts did not lose.
 */
async function releaseSet(
  ports: ProofPorts,
  tools: ProofTools,
  proving: Proving,
  due: { on: Date; drafts: readonly DraftKey[] },
): Promise<Released | undefined> {
  const { botId } = proving.lease;
  const drafts = await ports.drafts.find(botId, due.drafts, INDEX_VERSION);
  const noted = await ports.proofs.list(
    botId,
    drafts.flatMap(({ proofId }) => proofId ?? []),
  );
  const seen = [...noted.values()].filter(({ proof: { endedOn } }) => endedOn !== null && endedOn <= due.on);
  const accepted = await ports.proofs.lostTests(
    botId,
    seen.map(({ proof }) => proof.id),
  );
  return release(ports, proving.lease, drafts, {
    async prove(waiting) {
      const evaluation = await findCurrentProof(ports, botId, waiting);
      return evaluation ? { evaluation, suspects: [] } : askOverDrafts(ports, tools, proving, waiting);
    },
    async hold({ evaluation }, waiting) {
      const lost = await ports.proofs.lostTests(botId, [evaluation.id]);
      return [...lost].every((id) => accepted.has(id)) ? [] : waiting;
    },
  });
}

/**
 * How many drafts were made live; undefined where drafts or knowledge moved. `over`: number of the knowledge that was proven;
 * null: whatever the number is, and without the drafts that moved, which are proven in their turn.
 */
async function publish(
  { drafts: store }: Pick<Ports, 'drafts'>,
  botId: number,
  drafts: readonly Draft[],
  over: number | null,
): Promise<number | undefined> {
  const request = { by: null, indexVersion: INDEX_VERSION, over };
  const publishSome = async (some: readonly Draft[]): Promise<number | undefined> => {
    const result = await store.publish(botId, some.map(keyOf), request);
    return 'conflict' in result ? undefined : result.published.length + result.indexing.length;
  };
  const together = await publishSome(drafts);
  if (together !== undefined || over !== null) return together;
  let published = 0;
  for (const draft of drafts) published += (await publishSome([draft])) ?? 0;
  return published;
}

/** The proof of these drafts together over the knowledge as it is, if they have one. */
export async function findCurrentProof(
  { proofs }: Pick<Ports, 'proofs'>,
  botId: number,
  drafts: readonly Draft[],
): Promise<Evaluation | undefined> {
  const [id, ...others] = new Set(drafts.map(({ proofId }) => proofId ?? 0));
  if (id === undefined || others.length > 0) return undefined;
  const listed = (await proofs.list(botId, [id])).get(id);
  if (!listed?.isCurrent || listed.proof.state !== 'done') return undefined;
  const nameOf = ({ unitId, version }: DraftKey) => `${unitId}/${version}`;
  const proven = new Set(listed.drafts.map(nameOf));
  const isSame = proven.size === drafts.length && drafts.every((draft) => proven.has(nameOf(keyOf(draft))));
  return isSame ? listed.proof : undefined;
}
