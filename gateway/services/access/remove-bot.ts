import { GatewayFault } from '#gateway/errors.ts';
import type { Bot } from '#gateway/model.ts';
import type { BegunRemoval, Ports } from '#gateway/ports.ts';
import type { Authority } from './covering.ts';
import { type BotPorts, coveredBot, unwrapBot } from './manage-bots.ts';

export type RemovalPorts = Pick<Ports, 'bots' | 'jobs' | 'blobs' | 'clock'>;

/** How long a bot lies in the bin. */
export const BOT_BIN_MS = 30 * 24 * 60 * 60 * 1000;
/** How long a caller waits for the rest to go; what is left then goes by itself. */
const PATIENCE_MS = 20_000;
/** A call that was under way when its bot went may write something for so long. */
const CALLS_END_MS = 60 * 60 * 1000;
const BLOBS = 50;
/** Slices before others have their turn. */
const SLICES = 20;

/** Into the bin for 30 days: unknown to every call at once. */
export async function binBot(
  ports: BotPorts,
  authority: Authority,
  id: number,
): Promise<{ before: Bot; after: Bot; units: number }> {
  const before = await removableBot(ports, authority, id);
  const units = (await ports.bots.unitCounts([id])).get(id) ?? 0;
  return { before, after: unwrapBot(await ports.bots.bin(id, ports.clock.now()), id), units };
}

/**
 * For good, from the bin or not. What cannot be undone is done in one small transaction; the rest follows in slices,
 * which the sweep goes on with where this is cut off.
 */
export async function removeBot(
  ports: BotPorts & RemovalPorts,
  authority: Authority,
  id: number,
): Promise<BegunRemoval> {
  await removableBot(ports, authority, id, 'or in the bin');
  const began = unwrapBot(await ports.bots.beginRemoval(id, ports.clock.now()), id);
  const until = ports.clock.now().getTime() + PATIENCE_MS;
  while (ports.clock.now().getTime() < until && (await ports.bots.removeSlice(id))) await breathe();
  await removeOrphans(ports);
  return began;
}

/**
 * Goes on with bots that are gone; true when there may be more of them at once. A bin that is due is begun with:
 * `onBegun` is told of it.
 */
export async function sweepBots(
  ports: RemovalPorts,
  onBegun: (begun: BegunRemoval) => Promise<void>,
): Promise<boolean> {
  const now = ports.clock.now();
  for (const id of await ports.bots.binnedBefore(new Date(now.getTime() - BOT_BIN_MS), 1)) {
    const begun = await ports.bots.beginRemoval(id, now);
    if (!('conflict' in begun)) await onBegun(begun);
  }
  let isMore = false;
  for (const { id, goneOn } of await ports.bots.removals()) {
    let slices = 0;
    while (slices < SLICES && (await ports.bots.removeSlice(id))) slices += 1;
    if (slices === SLICES) isMore = true;
    else if (now.getTime() - goneOn.getTime() >= CALLS_END_MS) await ports.bots.endRemoval(id, now);
  }
  return isMore;
}

/** Removes all that is left of a gone bot, at a time when no call can be under way. */
export async function finishRemoval(
  { bots, clock }: Pick<Ports, 'bots' | 'clock'>,
  id: number,
): Promise<void> {
  while (await bots.removeSlice(id)) await breathe();
  await bots.endRemoval(id, clock.now());
}

async function removableBot(
  ports: BotPorts,
  authority: Authority,
  id: number,
  where?: 'or in the bin',
): Promise<Bot> {
  const bot = await coveredBot(ports, authority, id, where);
  if (id === ports.settings.botId)
    throw new GatewayFault('bot-of-settings', { id, setting: 'FIHRIST_BOT_ID' });
  return bot;
}

/** Blobs that nobody uses any more; one that cannot be removed now is tried again by the sweep. */
async function removeOrphans({ jobs, blobs }: RemovalPorts): Promise<void> {
  for (;;) {
    const keys = await jobs.orphanBlobs(BLOBS);
    if (keys.length === 0) return;
    for (const key of keys) await blobs.remove(key);
    await jobs.forgetBlobs(keys);
  }
}

/** A database driver may be synchronous: let other calls have their turn between two slices. */
const breathe = () => new Promise((resolve) => setTimeout(resolve, 0));
