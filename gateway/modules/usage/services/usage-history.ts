import { printDay, zoneHourAt } from '#gateway/core/calendar/zone-day.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import type { Ports } from '#gateway/modules/usage/ports/ports.ts';
import type { GroupUsage, UsageGrouping, UsageSlot, UsageSum } from '#gateway/modules/usage/ports/usage.ts';
import {
  type DateRangeQuery,
  daysIn,
  MAX_HOURLY_RANGE_DAYS,
  MAX_RANGE_DAYS,
  resolveDateRange,
} from './date-range.ts';
import { nameGroups } from './name-groups.ts';

/** Groups drawn by themselves; the rest are summed up. */
const MAX_SERIES = 8;

interface HistoryQuery extends DateRangeQuery {
  ledger: LedgerKind;
  by: UsageGrouping;
  step: 'day' | 'hour';
}

type HistoryPorts = Pick<Ports, 'ledger' | 'usage' | 'clock' | 'keys' | 'units'>;

/** Use over time: the groups that used most, slot by slot, and the others together. */
export async function readHistory(ports: HistoryPorts, botId: number, query: HistoryQuery) {
  const { ledger, by, step } = query;
  const maxDays = step === 'hour' ? MAX_HOURLY_RANGE_DAYS : MAX_RANGE_DAYS;
  const range = await resolveDateRange(ports, botId, query, { maxDays, ledger });
  const filters = { botId, ledger, by, step, from: range.from, to: range.to };
  const { items: shown, total: groups, sum } = await ports.usage.groups({ ...filters, limit: MAX_SERIES });
  const ids = shown.map(({ id }) => (by === 'unit' && id === '' ? '0' : id));
  const [used, totals, grants, named] = await Promise.all([
    ports.usage.slots({ ...filters, ids }),
    ports.usage.totals(filters),
    ports.ledger.totals(botId, ledger),
    nameGroups(ports, botId, by, shown),
  ]);

  const now = zoneHourAt(range.zone, ports.clock.now());
  const slots = daysIn(range).flatMap((day) =>
    step === 'day'
      ? [nameSlot({ day, hour: 0 }, step)]
      : Array.from({ length: day === now.day ? now.hour + 1 : 24 }, (_, hour) =>
          nameSlot({ day, hour }, step),
        ),
  );
  const place = new Map(slots.map((slot, index) => [slot, index] as const));
  const amountsOf = (of: readonly UsageSlot[]): number[] => {
    const amounts = slots.map(() => 0);
    for (const slot of of) {
      const index = place.get(nameSlot(slot, step));
      if (index !== undefined) amounts[index] = slot.amount;
    }
    return amounts;
  };
  const byGroup = Map.groupBy(used, ({ id }) => id);
  const series = named.map((group) => ({ ...group, amounts: amountsOf(byGroup.get(group.id) ?? []) }));
  const whole = amountsOf(totals);
  const rest = { groups: groups - shown.length, ...subtract(sum, sumOf(shown)) };
  const amounts = whole.map((all, index) =>
    series.reduce((rest, group) => rest - (group.amounts[index] ?? 0), all),
  );
  return {
    ledger,
    zone: range.zone,
    from: printDay(range.from),
    to: printDay(range.to),
    slots,
    series,
    quotas: quotasOf(
      slots,
      grants.map(({ on, total }) => ({ slot: nameSlot(zoneHourAt(range.zone, on), step), total })),
    ),
    others: rest.groups > 0 ? { ...rest, amounts } : null,
    total: sum,
  };
}

/** Who used most. */
export async function readConsumers(
  ports: HistoryPorts,
  botId: number,
  query: DateRangeQuery & { ledger: LedgerKind; by: UsageGrouping; offset: number; limit: number },
) {
  const { ledger, by, offset, limit } = query;
  const { from, to } = await resolveDateRange(ports, botId, query, { ledger });
  const groups = await ports.usage.groups({ botId, ledger, by, from, to, offset, limit });
  const items = await nameGroups(ports, botId, by, groups.items);
  return { items, total: groups.total, amount: groups.sum.amount };
}

/** The quota at the beginning of each slot: what was granted within one counts from the next, the first for all before. */
function quotasOf(slots: readonly string[], grants: readonly { slot: string; total: number }[]): number[] {
  let next = 0;
  return slots.map((slot) => {
    while ((grants[next]?.slot ?? slot) < slot) next++;
    return grants[Math.max(0, next - 1)]?.total ?? 0;
  });
}

function nameSlot({ day, hour }: Pick<UsageSlot, 'day' | 'hour'>, step: 'day' | 'hour'): string {
  return step === 'day' ? printDay(day) : `${printDay(day)}T${String(hour).padStart(2, '0')}`;
}

function subtract(from: UsageSum, { calls, amount }: UsageSum) {
  return { calls: from.calls - calls, amount: from.amount - amount };
}

function sumOf(groups: readonly GroupUsage[]) {
  const sum = { calls: 0, amount: 0, estimated: 0 };
  for (const group of groups) {
    sum.calls += group.calls;
    sum.amount += group.amount;
    sum.estimated += group.estimated;
  }
  return sum;
}
