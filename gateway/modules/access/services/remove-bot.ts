import { BIN_RETENTION_MS } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { removeOrphans } from '#gateway/core/orphans.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import type { Bot } from '#gateway/modules/access/model.ts';
import type { StartedRemoval } from '#gateway/modules/access/ports/bots.ts';
import type { Ports } from '#gateway/modules/access/ports/ports.ts';
import { GATEWAY_ACTOR, recordAuditChanges } from '#gateway/modules/audit/services/record-audit-event.ts';
import { botRemovalChanges, botSubject } from './audit-access.ts';
import { type BotPorts, requireManagedBot, unwrapBot } from './manage-bots.ts';
import type { Principal } from './principal.ts';

type RemovalPorts = Pick<Ports, 'bots' | 'orphans' | 'blobs' | 'clock'>;
type BotSweepPorts = RemovalPorts &
  Pick<Ports, 'audit' | 'log'> & { settings: Pick<Ports['settings'], 'botId'> };

/** How long a caller waits for the removal; the sweep removes what is left. */
const MAX_WAIT_MS = 20_000;
/** How long a call that was under way at the removal may still write rows. */
const CALL_GRACE_MS = 60 * 60 * 1000;
const BLOBS_PER_BATCH = 50;
/** Slices in a row before other work has its turn. */
const BATCHES_PER_TURN = 20;

/** Into the bin for 30 days: unknown to every call at once. */
export async function moveBotToBin(
  ports: BotPorts,
  principal: Principal,
  id: number,
): Promise<{ before: Bot; after: Bot; units: number }> {
  const before = await requireRemovableBot(ports, principal, id);
  const units = (await ports.bots.unitCounts([id])).get(id) ?? 0;
  return { before, after: unwrapBot(await ports.bots.moveToBin(id, ports.clock.now()), id), units };
}

/**
 * Removes a bot permanently, whether it is in the bin or not. One small transaction makes it irreversible; the rest
 * follows in slices, which the sweep continues when this is interrupted.
 */
export async function removeBot(
  ports: BotPorts & RemovalPorts,
  principal: Principal,
  id: number,
): Promise<StartedRemoval> {
  await requireRemovableBot(ports, principal, id, 'or in the bin');
  const began = unwrapBot(await ports.bots.beginRemoval(id, ports.clock.now()), id);
  const until = ports.clock.now().getTime() + MAX_WAIT_MS;
  while (ports.clock.now().getTime() < until && (await ports.bots.removeSlice(id))) await yieldToEventLoop();
  while ((await removeOrphans(ports, BLOBS_PER_BATCH)) > 0);
  return began;
}

/** Continues the removal of bots, and begins that of bots whose time in the bin is over; how many it began. */
export async function sweepBots(ports: BotSweepPorts): Promise<{ count: number; isMore: boolean }> {
  const now = ports.clock.now();
  let count = 0;
  for (const id of await ports.bots.binnedBefore(new Date(now.getTime() - BIN_RETENTION_MS), 1)) {
    const removal = await ports.bots.beginRemoval(id, now);
    if ('conflict' in removal) continue;
    await auditRemoval(ports, removal);
    count += 1;
  }
  let isMore = false;
  for (const { id, removedOn } of await ports.bots.removals()) {
    let slices = 0;
    while (slices < BATCHES_PER_TURN && (await ports.bots.removeSlice(id))) slices += 1;
    if (slices === BATCHES_PER_TURN) isMore = true;
    else if (now.getTime() - removedOn.getTime() >= CALL_GRACE_MS) await ports.bots.endRemoval(id, now);
  }
  return { count, isMore };
}

async function auditRemoval(ports: BotSweepPorts, removal: StartedRemoval): Promise<void> {
  const { bot } = removal;
  const event = { botId: bot.id, actor: GATEWAY_ACTOR, action: 'emptyBin', subject: botSubject(bot) };
  await recordAuditChanges(ports, event, ...botRemovalChanges(removal, ports.settings.botId));
}

/** Removes all that is left of a gone bot, at a time when no call can be under way. */
export async function finishRemoval(
  { bots, clock }: Pick<Ports, 'bots' | 'clock'>,
  id: number,
): Promise<void> {
  while (await bots.removeSlice(id)) await yieldToEventLoop();
  await bots.endRemoval(id, clock.now());
}

async function requireRemovableBot(
  ports: BotPorts,
  principal: Principal,
  id: number,
  where?: 'or in the bin',
): Promise<Bot> {
  const bot = await requireManagedBot(ports, principal, id, where);
  if (id === ports.settings.botId)
    throw new GatewayFault('bot-from-settings', { id, setting: 'FIHRIST_BOT_ID' });
  return bot;
}
