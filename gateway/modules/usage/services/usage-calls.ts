import { addDays, printDay, startOfDay } from '#gateway/core/calendar/zone-day.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import type { Ports } from '#gateway/modules/usage/ports/ports.ts';
import type { UsageCall } from '#gateway/modules/usage/ports/usage.ts';
import { type DateRangeQuery, daysIn, resolveDateRange } from './date-range.ts';
import { familyOf, nameFamilies } from './name-groups.ts';

interface CallsQuery extends DateRangeQuery {
  ledger: LedgerKind;
  key?: string | undefined;
  action?: string | undefined;
  after?: string | undefined;
  limit: number;
}

/** Single calls, and rejected ones by minute, newest first, a page at a time. `next` names the last one, so that pages neither repeat nor leave out. */
export async function readCalls(
  ports: Pick<Ports, 'ledger' | 'usage' | 'clock' | 'keys'>,
  botId: number,
  { ledger, key, action, after, limit, ...rangeQuery }: CallsQuery,
) {
  const { zone, from, to } = await resolveDateRange(ports, botId, rangeQuery, { ledger });
  const { items, next } = await ports.usage.calls({
    botId,
    ledger,
    from: startOfDay(zone, from),
    until: startOfDay(zone, addDays(to, 1)),
    limit,
    ...omitUndefined({
      keyId: key === undefined ? undefined : await familyOf(ports, key),
      action,
      after: after === undefined ? undefined : decodeCursor(after),
    }),
  });
  const names = await nameFamilies(ports);
  return {
    items: items.map(({ settledOn, ...call }) => ({
      ...call,
      keyName: names.get(call.keyId) ?? '',
      durationMs: settledOn && settledOn.getTime() - call.on.getTime(),
    })),
    next: next && encodeCursor(next),
  };
}

const encodeCursor = ({ on, requestId }: Pick<UsageCall, 'on' | 'requestId'>): string =>
  `${on.getTime()}.${requestId}`;

function decodeCursor(text: string): { on: Date; requestId: string } {
  const point = text.indexOf('.');
  return { on: new Date(Number(text.slice(0, point))), requestId: text.slice(point + 1) };
}

/** Failed calls by day, and by status and code, the most frequent first. */
export async function readFailures(
  ports: Pick<Ports, 'ledger' | 'usage' | 'clock'>,
  botId: number,
  query: DateRangeQuery,
) {
  const range = await resolveDateRange(ports, botId, query);
  const failures = await ports.usage.failures({ botId, from: range.from, to: range.to });
  const days = daysIn(range);
  const place = new Map(days.map((day, index) => [day, index] as const));
  const kinds = Map.groupBy(failures, ({ status, fault }) => `${status} ${fault}`);
  const items = [...kinds.values()].flatMap((counted) => {
    const [first] = counted;
    if (!first) return [];
    const counts = days.map(() => 0);
    for (const { day, count } of counted) counts[place.get(day) ?? 0] = count;
    const { status, fault } = first;
    return [{ status, fault, count: counts.reduce((sum, count) => sum + count, 0), counts }];
  });
  return {
    zone: range.zone,
    from: printDay(range.from),
    to: printDay(range.to),
    slots: days.map(printDay),
    items: items.toSorted((a, b) => b.count - a.count || a.status - b.status),
  };
}
