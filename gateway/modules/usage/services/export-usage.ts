import { BYTE_ORDER_MARK, csvRow } from '#common/csv.ts';
import { addDays, daysBetween, printDay } from '#gateway/core/calendar/zone-day.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import type { Ports } from '#gateway/modules/usage/ports/ports.ts';
import type { UsageDay } from '#gateway/modules/usage/ports/usage.ts';
import { type DateRangeQuery, resolveDateRange } from './date-range.ts';
import { nameFamilies } from './name-groups.ts';

/** Rows printed at once, some milliseconds: thousands of keys make ten thousand rows a day. */
const ROWS_PER_PIECE = 1_000;

const UNITS: Record<LedgerKind, string> = { text: 'tokens', speech: 'characters', audio: 'seconds' };

interface ExportFacts {
  botId: number;
  botName: string;
  ledger: LedgerKind;
  zone: string;
  keyName: string;
}

/** Columns of the CSV file, in their order; `zone` is that of `day`, `estimated` is part of `amount`. */
const COLUMNS: Record<string, (row: UsageDay & ExportFacts) => string | number> = {
  day: ({ day }) => printDay(day),
  zone: ({ zone }) => zone,
  botId: ({ botId }) => botId,
  botName: ({ botName }) => botName,
  ledger: ({ ledger }) => ledger,
  unit: ({ ledger }) => UNITS[ledger],
  action: ({ action }) => action,
  keyId: ({ keyId }) => keyId,
  keyName: ({ keyName }) => keyName,
  requests: ({ calls }) => calls,
  amount: ({ amount }) => amount,
  estimated: ({ estimated }) => estimated,
};

/** Usage by day, action and key's family, in pieces of CSV; a rotated key has the name of its newest secret. */
export async function exportUsage(
  ports: Pick<Ports, 'ledger' | 'usage' | 'clock' | 'keys' | 'bots'>,
  botId: number,
  { ledger, ...rangeQuery }: DateRangeQuery & { ledger: LedgerKind },
): Promise<{ from: string; to: string; text: AsyncGenerator<string, void, void> }> {
  const { zone, from, to } = await resolveDateRange(ports, botId, rangeQuery, { ledger });
  async function* print(): AsyncGenerator<string, void, void> {
    const [names, bots] = await Promise.all([nameFamilies(ports), ports.bots.all()]);
    const botName = bots.find(({ id }) => id === botId)?.name ?? '';
    yield BYTE_ORDER_MARK + csvRow(Object.keys(COLUMNS));
    const facts = { botId, botName, ledger, zone };
    const printRow = (row: UsageDay): string => {
      const values = { ...row, ...facts, keyName: names.get(row.keyId) ?? '' };
      return csvRow(Object.values(COLUMNS).map((valueOf) => valueOf(values)));
    };
    for (let day = from; daysBetween(day, to) >= 0; day = addDays(day, 1)) {
      const rows = await ports.usage.days({ botId, ledger, from: day, to: day });
      for (let start = 0; start < rows.length; start += ROWS_PER_PIECE) {
        yield rows
          .slice(start, start + ROWS_PER_PIECE)
          .map(printRow)
          .join('');
        await yieldToEventLoop();
      }
    }
  }
  return { from: printDay(from), to: printDay(to), text: print() };
}
