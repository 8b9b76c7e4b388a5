import type { StoredKey } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';
import { foreseeRoughly } from './keep-forecasts.ts';
import { foreseeLedgers, type ForeseenLedger } from './usage.ts';

/**
 * The ledgers of every bot that the key may see, by page; what lies in the bin is left out. One bot after the other:
 * calls of others come in between.
 */
export async function readUsageOfBots(
  ports: Pick<Ports, 'bots' | 'ledger' | 'usage' | 'clock'>,
  key: Pick<StoredKey, 'bots' | 'allBots'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{
  items: { id: number; name: string; archived: boolean; ledgers: ForeseenLedger[] }[];
  total: number;
}> {
  const bots = (await ports.bots.all()).filter(
    ({ id, deletedOn }) => deletedOn === null && (key.allBots || key.bots.includes(id)),
  );
  const items = [];
  for (const { id, name, archivedOn } of bots.slice(offset, offset + limit))
    items.push({
      id,
      name,
      archived: archivedOn !== null,
      ledgers: await foreseeLedgers(ports, id, foreseeRoughly),
    });
  return { items, total: bots.length };
}
