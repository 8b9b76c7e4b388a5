import { addDays, printDay, startOfDay } from '#gateway/calendar/zone-day.ts';
import type { LedgerKind } from '#gateway/model.ts';
import type { Ports, UseCall } from '#gateway/ports.ts';
import { familyOf, nameFamilies } from './name-groups.ts';
import { type AskedDays, daysOf, readStretch } from './stretch.ts';

export interface CallsQuery extends AskedDays {
  ledger: LedgerKind;
  key?: string | undefined;
  action?: string | undefined;
  after?: string | undefined;
  limit: number;
}

/** Single calls, newest first, a page at a time. `next` names the last one, so that pages neither repeat nor leave out. */
export async function readCalls(
  ports: Pick<Ports, 'ledger' | 'usage' | 'clock' | 'keys'>,
  botId: number,
  { ledger, key, action, after, limit, ...asked }: CallsQuery,
) {
  const { zone, from, to } = await readStretch(ports, botId, asked, { ledger });
  const { items, next } = await ports.usage.calls({
    botId,
    ledger,
    from: startOfDay(zone, from),
    until: startOfDay(zone, addDays(to, 1)),
    limit,
    ...(key === undefined ? {} : { keyId: await familyOf(ports, key) }),
    ...(action === undefined ? {} : { action }),
    ...(after === undefined ? {} : { after: parsePlace(after) }),
  });
  const names = await nameFamilies(ports);
  return {
    items: items.map((call) => ({ ...call, keyName: names.get(call.keyId) ?? '' })),
    next: next && printPlace(next),
  };
}

const printPlace = ({ on, requestId }: Pick<UseCall, 'on' | 'requestId'>): string =>
  `${on.getTime()}.${requestId}`;

function parsePlace(text: string): { on: Date; requestId: string } {
  const point = text.indexOf('.');
  return { on: new Date(Number(text.slice(0, point))), requestId: text.slice(point + 1) };
}

/** Failed calls by day, and by status and code-word, the most frequent first. */
export async function readFailures(
  ports: Pick<Ports, 'ledger' | 'usage' | 'clock'>,
  botId: number,
  asked: AskedDays,
) {
  const stretch = await readStretch(ports, botId, asked);
  const found = await ports.usage.failures({ botId, from: stretch.from, to: stretch.to });
  const days = daysOf(stretch);
  const place = new Map(days.map((day, at) => [day, at] as const));
  const kinds = Map.groupBy(found, ({ status, fault }) => `${status} ${fault}`);
  const items = [...kinds.values()].flatMap((counted) => {
    const [first] = counted;
    if (!first) return [];
    const counts = days.map(() => 0);
    for (const { day, count } of counted) counts[place.get(day) ?? 0] = count;
    const { status, fault } = first;
    return [{ status, fault, count: counts.reduce((sum, count) => sum + count, 0), counts }];
  });
  return {
    zone: stretch.zone,
    from: printDay(stretch.from),
    to: printDay(stretch.to),
    slots: days.map(printDay),
    items: items.toSorted((one, other) => other.count - one.count || one.status - other.status),
  };
}
