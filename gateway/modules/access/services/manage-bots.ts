import { GatewayFault } from '#gateway/core/errors.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import type { GatewaySettings } from '#gateway/core/settings.ts';
import { type Bot, type BotSettings, grantsBot } from '#gateway/modules/access/model.ts';
import type { BotConflict } from '#gateway/modules/access/ports/bots.ts';
import type { Ports } from '#gateway/modules/access/ports/ports.ts';
import type { LedgerState, QuotaSettings } from '#gateway/modules/usage/model.ts';
import type { Principal } from './principal.ts';

export interface BotPorts extends Pick<Ports, 'bots' | 'ledger' | 'clock'> {
  settings: Pick<GatewaySettings, 'botId' | 'quotas'>;
}

/** A bot with what it was granted and how many units it has outside the bin. */
export interface DescribedBot {
  bot: Bot;
  ledgers: LedgerState[];
  units: number;
}

/** What is absent stays, or is as the gateway has it. A quota of null takes the ledger away. */
export interface BotOptions extends Partial<Omit<BotSettings, 'zoneChosen'>>, QuotaSettings {
  name?: string;
}

/** Before and after; the same where nothing was to be done. */
export interface BotUpdate {
  before: DescribedBot;
  after: DescribedBot;
}

/** Where the bot of the settings has no ledger to go by. */
const DEFAULT_PERIOD = { period: 'none', zone: 'UTC' } as const;

/** `ETag` of a bot. */
export function etagOfBot({ id, version }: Pick<Bot, 'id' | 'version'>): string {
  return `"bot-${id}-${version}"`;
}

/** Bots that `principal` is good for, deleted ones among them as long as they can be restored. */
export async function listBots(
  ports: BotPorts,
  principal: Principal,
  query: { search?: string; offset: number; limit: number },
): Promise<{ items: DescribedBot[]; total: number }> {
  const ids = principal.allBots ? {} : { ids: principal.bots };
  const { items, total } = await ports.bots.list({ ...query, ...ids });
  const counts = await ports.bots.unitCounts(items.map(({ id }) => id));
  const described = items.map(async (bot) => ({
    bot,
    ledgers: await ports.ledger.all(bot.id),
    units: counts.get(bot.id) ?? 0,
  }));
  return { items: await Promise.all(described), total };
}

/** Only who is good for every bot may make another. */
export async function createBot(
  ports: BotPorts,
  principal: Principal,
  { name, quotas, period, zone, ...settings }: BotOptions & { name: string },
): Promise<DescribedBot> {
  if (principal.role !== 'owner' || !principal.allBots) throw new GatewayFault('not-allowed');
  const { concurrency = null, allowedHosts = [], weakAnswers = 'hedged' } = settings;
  const [first = DEFAULT_PERIOD] = await ports.ledger.all(ports.settings.botId);
  const allotment = {
    quotas: { ...ports.settings.quotas, ...quotas },
    period: period ?? first.period,
    zone: zone ?? first.zone,
  };
  const bot = await ports.bots.insert(
    {
      name,
      settings: { concurrency, allowedHosts, weakAnswers, zoneChosen: zone !== undefined },
      allotment,
    },
    ports.clock.now(),
  );
  return describeBot(ports, bot);
}

/** `expected` is asked with the bot as it stands for the version to write on; undefined: any will do. */
export async function changeBot(
  ports: BotPorts,
  principal: Principal,
  id: number,
  { name, quotas, period, zone, ...settings }: BotOptions,
  expected: (bot: Bot) => number | undefined = () => undefined,
): Promise<BotUpdate> {
  const before = await describeBot(ports, await requireManagedBot(ports, principal, id));
  const allotment = omitUndefined({ quotas, period, zone });
  const chosen = zone === undefined ? {} : { zoneChosen: true };
  const change = { ...omitUndefined({ name }), settings: { ...settings, ...chosen }, allotment };
  const bot = unwrapBot(await ports.bots.change(id, change, expected(before.bot)), id);
  return { before, after: await describeBot(ports, bot) };
}

/** Its knowledge stays and can be read; what spends or changes is refused from now on. */
export async function archiveBot(ports: BotPorts, principal: Principal, id: number): Promise<BotUpdate> {
  const before = await describeBot(ports, await requireManagedBot(ports, principal, id));
  const bot = unwrapBot(await ports.bots.archive(id, ports.clock.now()), id);
  return { before, after: { ...before, bot } };
}

/** Out of the bin, archived if it was; or out of the archive. */
export async function restoreBot(ports: BotPorts, principal: Principal, id: number): Promise<BotUpdate> {
  const before = await describeBot(ports, await requireManagedBot(ports, principal, id, 'or in the bin'));
  const bot = unwrapBot(await ports.bots.restore(id), id);
  return { before, after: { ...before, bot } };
}

async function describeBot(ports: Pick<BotPorts, 'bots' | 'ledger'>, bot: Bot): Promise<DescribedBot> {
  const counts = await ports.bots.unitCounts([bot.id]);
  return { bot, ledgers: await ports.ledger.all(bot.id), units: counts.get(bot.id) ?? 0 };
}

/** The bot, if the principal is its owner; otherwise the same 404 as for an unknown bot. */
export async function requireManagedBot(
  { bots }: Pick<BotPorts, 'bots'>,
  principal: Principal,
  id: number,
  where: 'out of the bin' | 'or in the bin' = 'out of the bin',
): Promise<Bot> {
  const bot = grantsBot(principal, id) ? await bots.get(id) : undefined;
  if (!bot || (bot.deletedOn && where === 'out of the bin')) throw new GatewayFault('bot-not-found', { id });
  if (principal.role !== 'owner') throw new GatewayFault('not-allowed');
  return bot;
}

export function unwrapBot<Done extends object>(done: Done | BotConflict, id: number): Done {
  if (!('conflict' in done)) return done;
  if (done.conflict === 'stale') {
    const { bot } = done;
    throw new GatewayFault('stale-bot', { name: bot.name }, { headers: { ETag: etagOfBot(bot) } });
  }
  throw done.conflict === 'last' ? new GatewayFault('last-bot') : new GatewayFault('bot-not-found', { id });
}
