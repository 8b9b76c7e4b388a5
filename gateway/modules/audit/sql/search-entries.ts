import { type RawBuilder, sql } from 'kysely';
import { foldText } from '#common/fold-text.ts';
import type { AuditQuery } from '#gateway/modules/audit/ports/audit.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { patternFor } from '#gateway/sql/like-pattern.ts';

/** Entries scanned for words at a time: about 10 ms. */
const MAX_SCANNED_ENTRIES = 10_000;

/** Every word must occur. No index covers words, so only the newest entries that pass the other filters are scanned. */
export async function searchRows(reads: Reads, botId: number, query: AuditQuery) {
  const words = foldText(query.search ?? '')
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0)
    return { rows: limitByDays(filteredRows(reads, botId, query), query), nextBefore: null };
  const rows = await limitByIds(reads, botId, query);
  const unseen = await rows
    .select('id')
    .orderBy('id', 'desc')
    .offset(MAX_SCANNED_ENTRIES)
    .limit(1)
    .executeTakeFirst();
  let hits = unseen ? rows.where('id', '>', unseen.id) : rows;
  for (const word of words) hits = hits.where(sql<boolean>`folded like ${patternFor(word)} escape '\\'`);
  return { rows: hits, nextBefore: unseen ? unseen.id + 1 : null };
}

/**
 * A short range of days becomes a range of ids; a long range that reaches today is scanned from the newest entry on.
 * Neither way reads all entries for a few hits, or sorts all entries of the range.
 */
async function limitByIds(reads: Reads, botId: number, query: AuditQuery) {
  const rows = filteredRows(reads, botId, query);
  const { until } = query;
  if (!query.from && !until) return rows;
  const all = reads.selectFrom('audit').where('bot_id', '=', botId);
  const inRange = limitByDays(all, query);
  // The plus sign keeps the index on `at` out of the plan: that index would read and sort every entry of the range.
  const within = limitByDays(rows, query, sql<number>`+at`);
  const isMany = await inRange
    .select('id')
    .orderBy('at', 'desc')
    .offset(MAX_SCANNED_ENTRIES)
    .limit(1)
    .executeTakeFirst();
  const isPast =
    until && (await all.select('id').where('at', '>=', until.getTime()).limit(1).executeTakeFirst());
  if (isMany && !isPast) return within;
  const { first, last } = await inRange
    .select((eb) => [eb.fn.min<number | null>('id').as('first'), eb.fn.max<number | null>('id').as('last')])
    .executeTakeFirstOrThrow();
  return within.where('id', '>=', first ?? 0).where('id', '<=', last ?? 0);
}

type Rows = ReturnType<typeof filteredRows>;

function limitByDays(rows: Rows, { from, until }: AuditQuery, on: 'at' | RawBuilder<number> = 'at'): Rows {
  let within = rows;
  if (from) within = within.where(on, '>=', from.getTime());
  if (until) within = within.where(on, '<', until.getTime());
  return within;
}

function filteredRows(reads: Reads, botId: number, query: AuditQuery) {
  let rows = reads.selectFrom('audit').where('bot_id', '=', botId);
  if (query.action !== undefined) rows = rows.where('action', '=', query.action);
  if (query.kind !== undefined) rows = rows.where('subject_kind', '=', query.kind);
  if (query.kinds !== undefined) rows = rows.where('subject_kind', 'in', query.kinds);
  if (query.subject !== undefined) rows = rows.where('subject_id', '=', query.subject);
  if (query.keyIds !== undefined) rows = rows.where('key_id', 'in', query.keyIds);
  if (query.requestId !== undefined) rows = rows.where('request_id', '=', query.requestId);
  if (query.before !== undefined) rows = rows.where('id', '<', query.before);
  return rows;
}
