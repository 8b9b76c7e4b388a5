import { printDay, zoneHourAt } from '#gateway/calendar/zone-day.ts';
import type { LedgerKind } from '#gateway/model.ts';
import type { Ports, UseGroup, UseGrouping, UseSlot, UseSum } from '#gateway/ports.ts';
import { nameGroups } from './name-groups.ts';
import { type AskedDays, daysOf, MOST_DAYS, MOST_DAYS_BY_HOUR, readStretch } from './stretch.ts';

/** Groups drawn by themselves; the rest are summed up. */
const SHOWN = 8;

export interface HistoryQuery extends AskedDays {
  ledger: LedgerKind;
  by: UseGrouping;
  step: 'day' | 'hour';
}

type HistoryPorts = Pick<Ports, 'ledger' | 'usage' | 'clock' | 'keys' | 'units'>;

/** Use over time: the groups that used most, slot by slot, and the others together. */
export async function readHistory(ports: HistoryPorts, botId: number, query: HistoryQuery) {
  const { ledger, by, step } = query;
  const most = step === 'hour' ? MOST_DAYS_BY_HOUR : MOST_DAYS;
  const stretch = await readStretch(ports, botId, query, { most, ledger });
  const asked = { botId, ledger, by, step, from: stretch.from, to: stretch.to };
  const { items: shown, total: groups, sum } = await ports.usage.groups({ ...asked, limit: SHOWN });
  const ids = shown.map(({ id }) => (by === 'unit' && id === '' ? '0' : id));
  const [used, totals, named] = await Promise.all([
    ports.usage.slots({ ...asked, ids }),
    ports.usage.totals(asked),
    nameGroups(ports, botId, by, shown),
  ]);

  const now = zoneHourAt(stretch.zone, ports.clock.now());
  const slots = daysOf(stretch).flatMap((day) =>
    step === 'day'
      ? [nameSlot({ day, hour: 0 }, step)]
      : Array.from({ length: day === now.day ? now.hour + 1 : 24 }, (_, hour) =>
          nameSlot({ day, hour }, step),
        ),
  );
  const place = new Map(slots.map((slot, at) => [slot, at] as const));
  const amountsOf = (of: readonly UseSlot[]): number[] => {
    const amounts = slots.map(() => 0);
    for (const slot of of) {
      const at = place.get(nameSlot(slot, step));
      if (at !== undefined) amounts[at] = slot.amount;
    }
    return amounts;
  };
  const byGroup = Map.groupBy(used, ({ id }) => id);
  const series = named.map((group) => ({ ...group, amounts: amountsOf(byGroup.get(group.id) ?? []) }));
  const whole = amountsOf(totals);
  const rest = { groups: groups - shown.length, ...subtract(sum, sumOf(shown)) };
  const amounts = whole.map((all, at) => series.reduce((left, one) => left - (one.amounts[at] ?? 0), all));
  return {
    ledger,
    zone: stretch.zone,
    from: printDay(stretch.from),
    to: printDay(stretch.to),
    slots,
    series,
    others: rest.groups > 0 ? { ...rest, amounts } : null,
    total: sum,
  };
}

/** Who used most. */
export async function readConsumers(
  ports: HistoryPorts,
  botId: number,
  query: AskedDays & { ledger: LedgerKind; by: UseGrouping; offset: number; limit: number },
) {
  const { ledger, by, offset, limit } = query;
  const { from, to } = await readStretch(ports, botId, query, { ledger });
  const groups = await ports.usage.groups({ botId, ledger, by, from, to, offset, limit });
  const items = await nameGroups(ports, botId, by, groups.items);
  return { items, total: groups.total, amount: groups.sum.amount };
}

function nameSlot({ day, hour }: Pick<UseSlot, 'day' | 'hour'>, step: 'day' | 'hour'): string {
  return step === 'day' ? printDay(day) : `${printDay(day)}T${String(hour).padStart(2, '0')}`;
}

function subtract(from: UseSum, { calls, amount }: UseSum) {
  return { calls: from.calls - calls, amount: from.amount - amount };
}

function sumOf(groups: readonly UseGroup[]) {
  const sum = { calls: 0, amount: 0, estimated: 0 };
  for (const group of groups) {
    sum.calls += group.calls;
    sum.amount += group.amount;
    sum.estimated += group.estimated;
  }
  return sum;
}
