import type { DraftKey } from '#contract/versions.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Language } from '#gateway/core/messages.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { type Call, routesOf } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import type { ListedProof } from '#gateway/modules/evaluation/ports/proofs.ts';
import { findCurrentProof } from '#gateway/modules/evaluation/services/prove-drafts.ts';
import { viewQuestionCounts } from '#gateway/modules/evaluation/services/view-tests.ts';
import type { Unit } from '#gateway/modules/units/model.ts';
import type { Draft, DraftConflict } from '#gateway/modules/units/ports/drafts.ts';
import { unitSubject } from '#gateway/modules/units/services/audit-units.ts';
import { reasonView } from '#gateway/modules/units/services/unit-views.ts';
import { versionView } from '#gateway/modules/units/services/versions.ts';
import { actorName } from '#gateway/modules/usage/model.ts';

/** Drafts of a bot, their proofs, and what becomes of them. */
export const draftRoutes = routesOf<Ports>()({
  async listDrafts({ ports, botId, query, language }) {
    const page = await ports.drafts.list(botId, { ...query, indexVersion: INDEX_VERSION });
    const ids = page.items.flatMap(({ proofId }) => proofId ?? []);
    const noted = await ports.proofs.list(botId, ids);
    const running = await ports.proofs.running(botId);
    const now = ports.clock.now();
    const items = page.items.map((draft) => {
      const proof =
        running.find(({ proof: { id }, drafts }) => id > (draft.proofId ?? 0) && includes(drafts, draft)) ??
        noted.get(draft.proofId ?? 0);
      return draftView(draft, proof, { language, now });
    });
    return { answer: { items, total: page.total } };
  },

  async proveDrafts({ ports, botId, body: { drafts } }) {
    const present = await ports.drafts.find(botId, drafts, INDEX_VERSION);
    // A draft whose index is being made is in no answer yet.
    const indexed = present.filter(({ version }) => version.generation !== null);
    const missing = drafts.find((key) => !indexed.some((draft) => includes([key], draft)));
    if (missing) {
      const title = present.find((draft) => includes([missing], draft))?.unit.title;
      throw new GatewayFault(title === undefined ? 'draft-moved' : 'draft-not-indexed', {
        title: title ?? String(missing.unitId),
        number: missing.version,
      });
    }
    await ports.proofs.request(botId, drafts);
    return { answer: { drafts } };
  },

  async publishDrafts(call) {
    const { ports, botId, body } = call;
    const by = actorName(call.key);
    if (body.on !== null) {
      const on = new Date(body.on);
      if (on <= ports.clock.now()) throw new GatewayFault('publication-past', {}, { field: 'on' });
      await scheduleDrafts(call, { on, by });
      return { answer: { ...NOTHING, scheduled: body.drafts } };
    }
    const present = await ports.drafts.find(botId, body.drafts, INDEX_VERSION);
    const needsProof = !body.untested && (await ports.proofs.hasTests(botId));
    const unindexed = present.flatMap(({ unit, version }) => (version.generation === null ? unit.id : []));
    const isProvable = needsProof && unindexed.length === 0;
    const proof = isProvable ? await findCurrentProof(ports, botId, present) : undefined;
    const over = needsProof ? (proof?.to ?? UNPROVEN) : null;
    const request = { by, indexVersion: INDEX_VERSION, over };
    const result = await ports.drafts.publish(botId, body.drafts, request);
    if ('conflict' in result && result.conflict === 'knowledge-moved') {
      const testing = body.drafts.filter((key) => present.some((draft) => includes([key], draft)));
      await scheduleDrafts({ ...call, body: { drafts: testing } }, { on: ports.clock.now(), by });
      if (unindexed.length === 0) await ports.proofs.requestDue(botId);
      else await queueUnindexed(ports, botId, unindexed);
      const published = body.drafts.filter((key) => !testing.includes(key));
      return { answer: { ...NOTHING, published, testing } };
    }
    const { published, indexing } = unwrap(result);
    for (const { id } of indexing) ports.wakeIndexer({ botId, unitId: id });
    auditDrafts(call, [...published, ...indexing], {});
    const keysOf = (units: readonly Unit[]) =>
      body.drafts.filter(({ unitId }) => units.some(({ id }) => id === unitId));
    return { answer: { ...NOTHING, published: keysOf(published), indexing: keysOf(indexing) } };
  },

  async unscheduleDrafts(call) {
    await scheduleDrafts(call, { on: null, by: actorName(call.key) });
    return { answer: { drafts: call.body.drafts } };
  },

  async discardDrafts(call) {
    const { ports, botId, body } = call;
    auditDrafts(call, unwrap(await ports.drafts.discard(botId, body.drafts)), {});
    return { answer: { discarded: body.drafts } };
  },
});

const NOTHING = { published: [], indexing: [], scheduled: [], testing: [] };
/** Differs from every number of the knowledge. */
const UNPROVEN = -1;

const includes = (keys: readonly DraftKey[], { unit, version }: Draft): boolean =>
  keys.some((key) => unit.id === key.unitId && version.number === key.version);

function unwrap<Result extends object>(result: Result | DraftConflict): Result {
  if (!('conflict' in result)) return result;
  throw new GatewayFault('draft-moved', { title: result.title, number: result.number });
}

/** Drafts without an index are tested once they have one. */
async function queueUnindexed(ports: Ports, botId: number, unitIds: readonly number[]): Promise<void> {
  await ports.drafts.queueOutdated(INDEX_VERSION, unitIds.length, { botId, unitIds });
  for (const unitId of unitIds) ports.wakeIndexer({ botId, unitId });
}

type DraftsCall = Pick<Call, 'audit' | 'ports' | 'botId'> & { body: { drafts: readonly DraftKey[] } };

async function scheduleDrafts(call: DraftsCall, request: { on: Date | null; by: string }): Promise<void> {
  const { ports, botId, body } = call;
  const print = (moment: Date | null) => ({ publishOn: moment?.toISOString() ?? null });
  for (const { unit, before } of unwrap(await ports.drafts.schedule(botId, body.drafts, request)))
    auditDrafts(call, [unit], print(request.on), print(before));
}

function auditDrafts(
  { audit, body }: Pick<DraftsCall, 'audit' | 'body'>,
  units: readonly Unit[],
  fields: Record<string, unknown>,
  before: Record<string, unknown> | null = null,
): void {
  for (const unit of units) {
    const draft = body.drafts.find(({ unitId }) => unitId === unit.id)?.version;
    audit({ subject: unitSubject(unit), before, after: { draft, ...fields } });
  }
}

function draftView(
  { unit, version, isNew, release, held, publishOn }: Draft,
  proof: ListedProof | undefined,
  { language, now }: { language: Language; now: Date },
) {
  return {
    unit,
    version: versionView(version, language),
    isNew,
    release,
    held: reasonView(held, language),
    publishOn: publishOn?.toISOString() ?? null,
    publishing: publishOn !== null && publishOn <= now && held === null,
    proof: proof ? viewProof(proof) : null,
  };
}

function viewProof({ proof, drafts, isCurrent }: ListedProof) {
  const { id, state, startedOn, endedOn, tests, asked: askedTests, lost, gained, changed, questions } = proof;
  return {
    id,
    state,
    startedOn: startedOn.toISOString(),
    endedOn: endedOn?.toISOString() ?? null,
    tests,
    asked: askedTests,
    lost,
    gained,
    changed,
    questions: viewQuestionCounts(questions),
    isCurrent,
    drafts: drafts.length,
  };
}
