import type { UsageHistory } from '#contract/usage.ts';
import type { Cell } from '#src/components/write-csv.ts';

export type HistoryWords = {
  when: string;
  group: string;
  id: string;
  amount: string;
  others: string;
  nameOf: (group: { id: string; name: string }) => string;
};

/** Use over time as rows of a file: one a slot and group, none left out, so that a pivot table is a click away. */
export function historyRows(history: UsageHistory, words: HistoryWords): Cell[][] {
  const rows: Cell[][] = [[words.when, words.group, words.id, words.amount]];
  history.slots.forEach((slot, index) => {
    for (const group of history.series)
      rows.push([slot, words.nameOf(group), group.id, group.amounts[index] ?? 0]);
    if (history.others !== null) rows.push([slot, words.others, null, history.others.amounts[index] ?? 0]);
  });
  return rows;
}
