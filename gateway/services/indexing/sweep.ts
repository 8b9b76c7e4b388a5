import type { BegunRemoval, Ports } from '#gateway/ports.ts';
import { GATEWAY_ACTOR, recordChange, recordDeed, settleNotes } from '#gateway/services/audit/audit.ts';
import { sweepBots } from '#gateway/services/access/remove-bot.ts';
import { botSubject, tellRemoval } from '#gateway/services/access/tell-access.ts';
import { removalFields, UNCHANGED, unitSubject } from '#gateway/services/audit/told-fields.ts';

export type SweeperPorts = Pick<
  Ports,
  | 'clock'
  | 'log'
  | 'blobs'
  | 'units'
  | 'jobs'
  | 'ledger'
  | 'idempotency'
  | 'contexts'
  | 'audit'
  | 'bots'
  | 'deliveries'
  | 'spoken'
> & { settings: Pick<Ports['settings'], 'botId'> };

/** How long things are kept that nobody needs, in milliseconds. */
const DAY = 24 * 60 * 60 * 1000;
export const BIN_KEPT = 30 * DAY;
const RESULTS_KEPT = DAY;
const CONTEXT_KEPT = DAY;
const DELIVERIES_KEPT = 30 * DAY;
/** What a speech address promises. */
const SOUNDS_KEPT = DAY;
const RESERVATIONS_KEPT = DAY / 24;
/** No call takes as long: whoever noted a change that long ago is dead. */
const NOTES_KEPT = DAY;

/** Rows, blobs and units at a time, so that nobody waits long for the write lock. */
const ROWS = 500;
const BLOBS = 50;
const UNITS = 5;

/** Tidies a little: replaced generations, orphan blobs, an old bin, dead reservations. True when there may be more. */
export async function sweepOnce(ports: SweeperPorts): Promise<boolean> {
  const now = ports.clock.now().getTime();
  const ago = (ms: number) => new Date(now - ms);
  const rows = await ports.jobs.sweep(ROWS);
  const blobs = await removeOrphans(ports);
  const units = await emptyBin(ports, ago(BIN_KEPT));
  const moreOfBots = await sweepBots(ports, (begun) => tellBin(ports, begun));
  const released = await ports.ledger.releaseOlderThan(ago(RESERVATIONS_KEPT));
  const expired = await ports.idempotency.expire(ago(RESULTS_KEPT));
  const forgotten = await ports.contexts.expire(ago(CONTEXT_KEPT));
  const settled = await settleNotes(ports, ago(NOTES_KEPT));
  const deliveries = await ports.deliveries.sweep(ago(DELIVERIES_KEPT), ROWS);
  const sounds = await ports.spoken.removeBefore(ago(SOUNDS_KEPT), BLOBS);
  const done = { rows, blobs, units, released, expired, forgotten, settled, deliveries, sounds };
  const found = Object.values(done).some((count) => count > 0);
  if (found) ports.log.debug('swept', done);
  return rows > 0 || blobs === BLOBS || units === UNITS || sounds === BLOBS || moreOfBots;
}

async function tellBin(ports: SweeperPorts, begun: BegunRemoval): Promise<void> {
  const { bot } = begun;
  const deed = { botId: bot.id, actor: GATEWAY_ACTOR, action: 'emptyBin', subject: botSubject(bot) };
  await recordChange(ports, deed, ...tellRemoval(begun, ports.settings.botId));
}

async function removeOrphans(ports: SweeperPorts): Promise<number> {
  const keys = await ports.jobs.orphanBlobs(BLOBS);
  for (const key of keys) await ports.blobs.remove(key);
  await ports.jobs.forgetBlobs(keys);
  return keys.length;
}

async function removeFromBin(ports: SweeperPorts, botId: number, id: number): Promise<void> {
  const subject = { kind: 'unit', id: String(id) } as const;
  const deed = { botId, actor: GATEWAY_ACTOR, action: 'emptyBin', subject };
  await recordDeed(ports, deed, async (tell) => {
    const removed = await ports.units.remove(botId, id);
    // Another one may have been faster.
    if (!removed) return tell({ subject: { ...subject, name: '' }, ...UNCHANGED });
    const { unit, passages, sources, blobs } = removed;
    const removal = { unit, keptUntil: null, passages, sources, files: blobs.length };
    tell({ subject: unitSubject(unit), ...removalFields(removal) });
  });
}

async function emptyBin(ports: SweeperPorts, before: Date): Promise<number> {
  const units = await ports.units.binnedBefore(before, UNITS);
  for (const { botId, id } of units) await removeFromBin(ports, botId, id);
  return units.length;
}
