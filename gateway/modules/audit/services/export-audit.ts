import { BYTE_ORDER_MARK, csvRow } from '#common/csv.ts';
import { printInZone } from '#gateway/core/calendar/zone-time.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import { yieldToEventLoop } from '#gateway/core/wake-signal.ts';
import type { AuditEntry } from '#gateway/modules/audit/model.ts';
import type { AuditQuery } from '#gateway/modules/audit/ports/audit.ts';
import type { Ports } from '#gateway/modules/audit/ports/ports.ts';

export type AuditFormat = 'csv' | 'jsonl';

/** Entries read at once: an export of any length holds no more than these. */
const ENTRIES_PER_BATCH = 500;

/** Columns of the CSV file, in their order. */
const COLUMNS: Record<string, (entry: AuditEntry, zone: string) => string | number> = {
  id: ({ id }) => id,
  on: ({ on }, zone) => printInZone(zone, on),
  actor: ({ actor }) => actor.kind,
  keyId: ({ actor }) => actor.keyId,
  keyName: ({ actor }) => actor.name,
  address: ({ address }) => address,
  requestId: ({ requestId }) => requestId,
  action: ({ action }) => action,
  subjectKind: ({ subject }) => subject.kind,
  subjectId: ({ subject }) => subject.id,
  subjectName: ({ subject }) => subject.name,
  outcome: ({ outcome }) => outcome,
  before: ({ before }) => (before ? JSON.stringify(before) : ''),
  after: ({ after }) => (after ? JSON.stringify(after) : ''),
};

/** Entries that match a query, newest first, in pieces of text; CSV rows show the local time of `zone`. */
export async function* exportAudit(
  { audit }: Pick<Ports, 'audit'>,
  botId: number,
  query: AuditQuery,
  {
    format,
    zone,
    toShown = (entry) => entry,
  }: {
    format: AuditFormat;
    zone: string;
    /** Takes off what whoever asks may not see. */
    toShown?: (entry: AuditEntry) => AuditEntry;
  },
): AsyncGenerator<string, void, void> {
  if (format === 'csv') yield BYTE_ORDER_MARK + csvRow(Object.keys(COLUMNS));
  let before: number | undefined;
  for (;;) {
    const page = { ...query, ...omitUndefined({ before }), limit: ENTRIES_PER_BATCH };
    const { items, next } = await audit.listBatch(botId, page);
    if (items.length > 0)
      yield items
        .map(toShown)
        .map((entry) => (format === 'csv' ? printRow(entry, zone) : printLine(entry)))
        .join('');
    if (next === null) return;
    before = next;
    // A search without matches yields no text, so it must give other calls their turn here.
    await yieldToEventLoop();
  }
}

function printRow(entry: AuditEntry, zone: string): string {
  return csvRow(Object.values(COLUMNS).map((valueOf) => valueOf(entry, zone)));
}

function printLine(entry: AuditEntry): string {
  return `${JSON.stringify({ ...entry, botId: undefined })}\n`;
}
