import { GatewayFault } from '#gateway/errors.ts';
import type { Bot, BotSettings, LedgerState } from '#gateway/model.ts';
import type { Allotment, BotConflict, GatewaySettings, Ports } from '#gateway/ports.ts';
import { type Authority, isGoodFor } from './covering.ts';

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
export interface BotWish extends Partial<BotSettings>, Allotment {
  name?: string;
}

/** Before and after; the same where nothing was to be done. */
export interface BotDeed {
  before: DescribedBot;
  after: DescribedBot;
}

/** Where the bot of the settings has no ledger to go by. */
const NO_TERMS = { period: 'none', zone: 'UTC' } as const;

/** `ETag` of a bot. */
export function botEtag({ id, version }: Pick<Bot, 'id' | 'version'>): string {
  return `"bot-${id}-${version}"`;
}

/** Bots that `authority` is good for, deleted ones among them as long as they can be restored. */
export async function listBots(
  ports: BotPorts,
  authority: Authority,
  query: { search?: string; offset: number; limit: number },
): Promise<{ items: DescribedBot[]; total: number }> {
  const ids = authority.allBots ? {} : { ids: authority.bots };
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
  authority: Authority,
  { name, quotas, period, zone, ...settings }: BotWish & { name: string },
): Promise<DescribedBot> {
  if (authority.role !== 'owner' || !authority.allBots) throw new GatewayFault('not-allowed');
  const { concurrency = null, allowedHosts = [] } = settings;
  const [first = NO_TERMS] = await ports.ledger.all(ports.settings.botId);
  const allotment = {
    quotas: { ...ports.settings.quotas, ...quotas },
    period: period ?? first.period,
    zone: zone ?? first.zone,
  };
  const bot = await ports.bots.insert(
    { name, settings: { concurrency, allowedHosts }, allotment },
    ports.clock.now(),
  );
  return describeBot(ports, bot);
}

/** `expected` is asked with the bot as it stands for the version to write on; undefined: any will do. */
export async function changeBot(
  ports: BotPorts,
  authority: Authority,
  id: number,
  { name, quotas, period, zone, ...settings }: BotWish,
  expected: (bot: Bot) => number | undefined = () => undefined,
): Promise<BotDeed> {
  const before = await describeBot(ports, await coveredBot(ports, authority, id));
  const allotment = {
    ...(quotas ? { quotas } : {}),
    ...(period === undefined ? {} : { period }),
    ...(zone === undefined ? {} : { zone }),
  };
  const change = { ...(name === undefined ? {} : { name }), settings, allotment };
  const bot = unwrapBot(await ports.bots.change(id, change, expected(before.bot)), id);
  return { before, after: await describeBot(ports, bot) };
}

/** Its knowledge stays and can be read; what spends or changes is refused from now on. */
export async function archiveBot(ports: BotPorts, authority: Authority, id: number): Promise<BotDeed> {
  const before = await describeBot(ports, await coveredBot(ports, authority, id));
  const bot = unwrapBot(await ports.bots.archive(id, ports.clock.now()), id);
  return { before, after: { ...before, bot } };
}

/** Out of the bin, archived if it was; or out of the archive. */
export async function restoreBot(ports: BotPorts, authority: Authority, id: number): Promise<BotDeed> {
  const before = await describeBot(ports, await coveredBot(ports, authority, id, 'or in the bin'));
  const bot = unwrapBot(await ports.bots.restore(id), id);
  return { before, after: { ...before, bot } };
}

export async function describeBot(ports: Pick<BotPorts, 'bots' | 'ledger'>, bot: Bot): Promise<DescribedBot> {
  const counts = await ports.bots.unitCounts([bot.id]);
  return { bot, ledgers: await ports.ledger.all(bot.id), units: counts.get(bot.id) ?? 0 };
}

/** The bot, if an owner's word counts for it; else the same 404 as for one that never was. */
export async function coveredBot(
  { bots }: Pick<BotPorts, 'bots'>,
  authority: Authority,
  id: number,
  where: 'out of the bin' | 'or in the bin' = 'out of the bin',
): Promise<Bot> {
  const bot = isGoodFor(authority, id) ? await bots.get(id) : undefined;
  if (!bot || (bot.deletedOn && where === 'out of the bin')) throw new GatewayFault('bot-not-found', { id });
  if (authority.role !== 'owner') throw new GatewayFault('not-allowed');
  return bot;
}

export function unwrapBot<Done extends object>(done: Done | BotConflict, id: number): Done {
  if (!('conflict' in done)) return done;
  if (done.conflict === 'stale') {
    const { bot } = done;
    throw new GatewayFault('stale-bot', { name: bot.name }, { headers: { ETag: botEtag(bot) } });
  }
  throw done.conflict === 'last' ? new GatewayFault('last-bot') : new GatewayFault('bot-not-found', { id });
}
