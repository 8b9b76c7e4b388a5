import type { AuditEntry } from '#gateway/model.ts';
import type { AuditQuery, Ports } from '#gateway/ports.ts';
import { BYTE_ORDER_MARK, printCsvRow } from '#gateway/text/csv-row.ts';

export type AuditFormat = 'csv' | 'jsonl';

/** Entries read at once: an export of any length holds no more than these. */
const SLICE = 500;

const COLUMNS = [
  'id',
  'on',
  'actor',
  'keyId',
  'keyName',
  'address',
  'requestId',
  'action',
  'subjectKind',
  'subjectId',
  'subjectName',
  'outcome',
  'before',
  'after',
] as const;

/** The entries that a query asks for, newest first, in pieces of text. What is written meanwhile is newer and not among them. */
export async function* exportAudit(
  { audit }: Pick<Ports, 'audit'>,
  botId: number,
  query: AuditQuery,
  format: AuditFormat,
): AsyncGenerator<string, void, void> {
  if (format === 'csv') yield BYTE_ORDER_MARK + printCsvRow(COLUMNS);
  let before: number | undefined;
  for (;;) {
    const { items, next } = await audit.slice(botId, {
      ...query,
      limit: SLICE,
      ...(before === undefined ? {} : { before }),
    });
    if (items.length > 0) yield items.map(format === 'csv' ? printRow : printLine).join('');
    if (next === null) return;
    before = next;
    // A search that finds nothing yields nothing: others have their turn all the same.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function printRow(entry: AuditEntry): string {
  const { id, on, actor, address, requestId, action, subject, outcome, before, after } = entry;
  return printCsvRow([
    id,
    on.toISOString(),
    actor.kind,
    actor.keyId,
    actor.name,
    address,
    requestId,
    action,
    subject.kind,
    subject.id,
    subject.name,
    outcome,
    before ? JSON.stringify(before) : '',
    after ? JSON.stringify(after) : '',
  ]);
}

function printLine(entry: AuditEntry): string {
  return `${JSON.stringify({ ...entry, botId: undefined })}\n`;
}
