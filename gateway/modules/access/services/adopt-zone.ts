import { spellZone } from '#contract/bots.ts';
import { type BotPorts, type BotUpdate, changeBot } from './manage-bots.ts';
import { botsGrantedBy, type Principal } from './principal.ts';

/** What ledgers begin with. */
export const DEFAULT_ZONE = 'UTC';

/**
 * Gives an owner's bots the time zone of the browser, as far as they still have the default and nobody chose it. Days,
 * periods and every time on screen follow it.
 */
export async function adoptZone(ports: BotPorts, owner: Principal, zone: string): Promise<BotUpdate[]> {
  const spelled = spellZone(zone);
  if (spelled === undefined || spelled === DEFAULT_ZONE) return [];
  const bots = await ports.bots.all();
  const granted = new Set(botsGrantedBy(owner, bots));
  const updates: BotUpdate[] = [];
  for (const { id, settings } of bots) {
    if (!granted.has(id) || settings.zoneChosen) continue;
    const ledgers = await ports.ledger.all(id);
    if (ledgers.length === 0 || ledgers.some((one) => one.zone !== DEFAULT_ZONE)) continue;
    updates.push(await changeBot(ports, owner, id, { zone: spelled }));
  }
  return updates;
}
