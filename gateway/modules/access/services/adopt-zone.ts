import { spellZone } from '#contract/bots.ts';
import type { Ports } from '#gateway/modules/access/ports/ports.ts';
import { type BotPorts, type BotUpdate, changeBot } from './manage-bots.ts';
import { botsGrantedBy, type Principal } from './principal.ts';

/** What ledgers begin with. */
const DEFAULT_ZONE = 'UTC';

/**
 * Gives an owner's bots the time zone of the browser, as far as they still have the default and nobody chose it. Days,
 * periods and every time on screen follow it.
 */
export async function adoptZone(
  ports: BotPorts & Pick<Ports, 'audit'>,
  owner: Principal,
  zone: string,
): Promise<BotUpdate[]> {
  const spelled = spellZone(zone);
  if (owner.role !== 'owner' || spelled === undefined || spelled === DEFAULT_ZONE) return [];
  const bots = await ports.bots.all();
  const granted = new Set(botsGrantedBy(owner, bots));
  const updates: BotUpdate[] = [];
  for (const { id, settings } of bots) {
    if (!granted.has(id) || settings.zoneChosen) continue;
    const ledgers = await ports.ledger.all(id);
    if (ledgers.length === 0 || ledgers.some((ledger) => ledger.zone !== DEFAULT_ZONE)) continue;
    if (await wasZoneSet(ports.audit, id)) continue;
    updates.push(await changeBot(ports, owner, id, { zone: spelled }));
  }
  return updates;
}

const ENTRIES_PER_BATCH = 100;

/** Whether the audit log of a bot has a change of its zone: `zoneChosen` is younger than the settings it is about. */
async function wasZoneSet(audit: Ports['audit'], botId: number): Promise<boolean> {
  const about = { kind: 'bot', subject: String(botId), action: 'changeBot' } as const;
  for (let before: number | null | undefined; before !== null; ) {
    const page = { limit: ENTRIES_PER_BATCH, ...(before === undefined ? {} : { before }) };
    const { items, next } = await audit.listBatch(botId, { ...about, ...page });
    if (items.some(({ after }) => after !== null && 'zone' in after)) return true;
    before = next;
  }
  return false;
}
