/** What people, pages, the clock and sweeps do to the versions of a unit. */
import type { EditChange } from '#contract/edits.ts';
import type { DraftKey } from '#contract/versions.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import type { Unit } from '#gateway/modules/units/model.ts';
import { addEdits, readPassageBlocks } from '#gateway/modules/units/services/edits.ts';
import { BOT, movedPage, PAGES, UNITS, unitOf, type VersionWorld, writePage } from './version-world.ts';

interface Turn extends VersionWorld {
  unit: Unit;
  /** Whether a change is sent to wait as a draft. */
  asDraft: boolean;
}

interface DraftTurn extends Turn {
  draft: DraftKey;
}

interface Effect {
  /** Whether the live text is to be the same afterwards. */
  keepsLive: boolean;
  /** The version that is to be live afterwards. */
  publishes?: number;
  /** Why the gateway did not do it. */
  refusal?: string;
  note?: unknown;
}

interface Operations<Of> {
  [name: string]: { weight: number; run: (turn: Of) => Promise<Effect> };
}

const PERSON = 'أمل';
const RULES = ['at-once', 'unless-test-breaks', 'by-person'] as const;
const MINUTE_MS = 60_000;
/** Of a schedule; the clock goes on by a minute each turn. */
const DELAY_MS = MINUTE_MS / 2;
const PREVIOUS_INDEX_VERSION = INDEX_VERSION - 1;
const KEPT_VERSIONS = 3;
const BATCH = 20;
const SLICE = 1000;

/** Of every unit. */
const OF_UNITS: Operations<Turn> = {
  'change page': { weight: 2, run: changePage },
  'read again': { weight: 3, run: readAgain },
  edit: { weight: 3, run: editPassage },
  'change sources': { weight: 2, run: changeSources },
  'go back': { weight: 1, run: goBack },
  'publish due drafts': { weight: 1, run: publishDue },
  'upgrade engine': { weight: 3, run: upgradeEngine },
  'change rules': { weight: 1, run: changeRules },
  'expire and sweep': { weight: 1, run: expireAndSweep },
  'cancel indexing': { weight: 1, run: cancelIndexing },
};

/** Of units with a draft. */
const OF_DRAFTS: Operations<DraftTurn> = {
  publish: { weight: 3, run: publishDraft },
  discard: { weight: 1, run: discardDraft },
  schedule: { weight: 1, run: (turn) => schedule(turn, DELAY_MS) },
  unschedule: { weight: 1, run: (turn) => schedule(turn, null) },
};

export const OPERATION_NAMES = [...Object.keys(OF_UNITS), ...Object.keys(OF_DRAFTS)];

/** A minute later: an operation that the seed chooses of those that can be done now. */
export async function operate(world: VersionWorld, unit: Unit): Promise<{ name: string } & Effect> {
  const { gateway, random } = world;
  gateway.time.now = new Date(gateway.time.now.getTime() + MINUTE_MS);
  const turn: Turn = { ...world, unit, asDraft: random.below(2) === 0 };
  const version = unit.draftVersion;
  const draft = version === null ? null : { ...turn, draft: { unitId: unit.id, version } };
  const choices = [...chancesOf(OF_UNITS, turn), ...(draft ? chancesOf(OF_DRAFTS, draft) : [])];
  const { name, run } = random.pick(choices);
  const effect = await run();
  world.wasCancelled ||= name === 'cancel indexing';
  return { name, ...effect };
}

/** Each operation as often as its weight says. */
const chancesOf = <Of>(operations: Operations<Of>, turn: Of) =>
  Object.entries(operations).flatMap(([name, { weight, run }]) =>
    Array.from({ length: weight }, () => ({ name, run: () => run(turn) })),
  );

const headersOf = ({ asDraft }: Turn): Record<string, string> => (asDraft ? { 'x-knowledge': 'draft' } : {});

/** What changes while a unit has a draft goes into the draft. */
const waits = ({ asDraft, unit }: Turn): boolean => asDraft || unit.draftVersion !== null;

async function changePage({ pages, random }: Turn): Promise<Effect> {
  const url = random.pick(PAGES);
  const isMoved = random.below(4) === 0;
  pages[url] = isMoved ? movedPage() : writePage(random, url);
  return { keepsLive: true, note: { url, isMoved } };
}

async function readAgain(turn: Turn): Promise<Effect> {
  const { gateway, id, asDraft } = turn;
  await gateway.call(`${UNITS}/${id}/reindex`, { method: 'POST', headers: headersOf(turn) });
  return { keepsLive: waits(turn), note: { asDraft } };
}

async function editPassage(turn: Turn): Promise<Effect> {
  const { gateway, random, id, unit, asDraft } = turn;
  const { ports } = gateway;
  const { total } = await ports.index.pagePassages(BOT, id, unit.generation ?? 0, 0, 1);
  try {
    const { sourceId, readingId, items } = await readPassageBlocks(ports, BOT, id, random.below(total));
    if (items.length === 0) return { keepsLive: true, refusal: 'no block' };
    const { block, row } = random.pick(items);
    const change = chooseEdit(turn, { block, row });
    const request = { by: PERSON, asDraft, expectedVersion: undefined };
    await addEdits(ports, unit, { sourceId, readingId, changes: [change] }, request);
    return { keepsLive: waits(turn), note: { kind: change.kind, asDraft } };
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    return { keepsLive: true, refusal: error.code };
  }
}

function chooseEdit({ random }: Turn, place: EditChange['first']): EditChange {
  const kind = random.pick(['hide', 'replace', 'insert'] as const);
  const after = kind === 'hide' ? [] : [`نص رقم ${random.below(9)} عن رسوم البطاقات والتحويل.`];
  return { kind, first: place, last: place, after };
}

async function changeSources(turn: Turn): Promise<Effect> {
  const { gateway, random, id, asDraft } = turn;
  const count = random.pick([1, PAGES.length]);
  const json = unitOf(PAGES.slice(0, count));
  await gateway.call(`${UNITS}/${id}`, { method: 'PUT', json, headers: headersOf(turn) });
  return { keepsLive: waits(turn), note: { count, asDraft } };
}

async function goBack({ gateway, random, id }: Turn): Promise<Effect> {
  const { versions } = gateway.ports;
  const all = await versions.list(BOT, id, { indexVersion: INDEX_VERSION, limit: 50 });
  const { number } = random.pick(all);
  const request = { by: PERSON, indexVersion: INDEX_VERSION, expectedVersion: undefined };
  const result = await versions.rollBack(BOT, id, number, request);
  if ('conflict' in result) return { keepsLive: true, refusal: result.conflict, note: { number } };
  return { keepsLive: false, note: { number, isIndexed: result.isIndexed } };
}

async function publishDue({ gateway }: Turn): Promise<Effect> {
  const { drafts } = gateway.ports;
  const due = await drafts.due(INDEX_VERSION);
  for (const { botId, drafts: keys } of due)
    await drafts.publish(botId, keys, { by: null, indexVersion: INDEX_VERSION });
  return due.length > 0 ? { keepsLive: false } : { keepsLive: true, refusal: 'no draft is due' };
}

/** Indexes are of an earlier engine. Half of the time the next change comes before those of drafts are queued. */
async function upgradeEngine({ gateway, random }: Turn): Promise<Effect> {
  await gateway.db.change({ bot: BOT }, (trx) =>
    trx.updateTable('segment').set({ analyzer_version: PREVIOUS_INDEX_VERSION }).execute(),
  );
  await gateway.ports.jobs.queueOutdated(INDEX_VERSION, BATCH);
  const withDrafts = random.below(2) === 0;
  if (withDrafts) {
    await gateway.indexAll();
    await gateway.ports.drafts.queueOutdated(INDEX_VERSION, BATCH);
  }
  return { keepsLive: true, note: { withDrafts } };
}

async function changeRules({ gateway, random }: Turn): Promise<Effect> {
  const json = { personChanges: random.pick(RULES), ownChanges: random.pick(RULES) };
  await gateway.call(`/api/Bots/${BOT}`, { method: 'PUT', json });
  return { keepsLive: true, note: json };
}

async function expireAndSweep({ gateway }: Turn): Promise<Effect> {
  const { versions, jobs, readings } = gateway.ports;
  const later = new Date(gateway.time.now.getTime() + 1);
  const note = { expired: await versions.expire(BOT, later, KEPT_VERSIONS, BATCH) };
  while ((await jobs.sweepGenerations(SLICE)) > 0);
  while ((await readings.sweep(later)) !== undefined);
  return { keepsLive: true, note };
}

async function cancelIndexing({ gateway, id }: Turn): Promise<Effect> {
  const isCancelled = await gateway.ports.queue.cancel({ botId: BOT, kind: 'index', subject: String(id) });
  return { keepsLive: true, ...(isCancelled ? {} : { refusal: 'no job' }) };
}

async function publishDraft({ gateway, draft }: DraftTurn): Promise<Effect> {
  const request = { by: PERSON, indexVersion: INDEX_VERSION };
  const result = await gateway.ports.drafts.publish(BOT, [draft], request);
  return 'conflict' in result
    ? { keepsLive: true, refusal: result.conflict }
    : { keepsLive: false, publishes: draft.version, note: draft.version };
}

async function discardDraft({ gateway, draft }: DraftTurn): Promise<Effect> {
  const result = await gateway.ports.drafts.discard(BOT, [draft]);
  return { keepsLive: true, ...('conflict' in result ? { refusal: result.conflict } : {}) };
}

async function schedule({ gateway, draft }: DraftTurn, delayMs: number | null): Promise<Effect> {
  const on = delayMs === null ? null : new Date(gateway.time.now.getTime() + delayMs);
  const result = await gateway.ports.drafts.schedule(BOT, [draft], { on, by: PERSON });
  return { keepsLive: true, ...('conflict' in result ? { refusal: result.conflict } : {}) };
}
