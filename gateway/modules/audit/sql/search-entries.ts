import { type RawBuilder, sql } from 'kysely';
import { foldText } from '#common/fold-text.ts';
import type { AuditQuery } from '#gateway/modules/audit/ports/audit.ts';
import type { Reads } from '#gateway/sql/database.ts';
import { patternFor } from '#gateway/sql/like-pattern.ts';

/** Entries whose names are looked at for words at a time: some 10 ms. */
const MAX_SCANNED_ENTRIES = 10_000;

/** Every word of the search must be found. No index finds words: of what the other filters leave, the newest are looked at. */
export async function searchRows(read: Reads, botId: number, query: AuditQuery) {
  const words = foldText(query.search ?? '')
    .split(' ')
    .filter((one) => one !== '');
  if (words.length === 0)
    return { rows: limitByDays(filteredRows(read, botId, query), query), nextBefore: null };
  const rows = await limitByIds(read, botId, query);
  const unseen = await rows
    .select('id')
    .orderBy('id', 'desc')
    .offset(MAX_SCANNED_ENTRIES)
    .limit(1)
    .executeTakeFirst();
  let found = unseen ? rows.where('id', '>', unseen.id) : rows;
  for (const word of words) found = found.where(sql<boolean>`folded like ${patternFor(word)} escape '\\'`);
  return { rows: found, nextBefore: unseen ? unseen.id + 1 : null };
}

/** Few days are looked at by their numbers, many from the newest on: not all entries to find a few, nor all days to sort them. */
async function limitByIds(read: Reads, botId: number, query: AuditQuery) {
  const rows = filteredRows(read, botId, query);
  const { until } = query;
  if (!query.from && !until) return rows;
  const all = read.selectFrom('audit').where('bot_id', '=', botId);
  const asked = limitByDays(all, query);
  // The sign keeps the index of moments out: it would read and sort every day that was asked for.
  const within = limitByDays(rows, query, sql<number>`+at`);
  const isMany = await asked
    .select('id')
    .orderBy('at', 'desc')
    .offset(MAX_SCANNED_ENTRIES)
    .limit(1)
    .executeTakeFirst();
  const isPast =
    until && (await all.select('id').where('at', '>=', until.getTime()).limit(1).executeTakeFirst());
  if (isMany && !isPast) return within;
  const { first, last } = await asked
    .select((eb) => [eb.fn.min<number | null>('id').as('first'), eb.fn.max<number | null>('id').as('last')])
    .executeTakeFirstOrThrow();
  return within.where('id', '>=', first ?? 0).where('id', '<=', last ?? 0);
}

type Rows = ReturnType<typeof filteredRows>;

function limitByDays(rows: Rows, { from, until }: AuditQuery, at: 'at' | RawBuilder<number> = 'at'): Rows {
  let within = rows;
  if (from) within = within.where(at, '>=', from.getTime());
  if (until) within = within.where(at, '<', until.getTime());
  return within;
}

function filteredRows(read: Reads, botId: number, query: AuditQuery) {
  let rows = read.selectFrom('audit').where('bot_id', '=', botId);
  if (query.action !== undefined) rows = rows.where('action', '=', query.action);
  if (query.kind !== undefined) rows = rows.where('subject_kind', '=', query.kind);
  if (query.subject !== undefined) rows = rows.where('subject_id', '=', query.subject);
  if (query.keyIds !== undefined) rows = rows.where('key_id', 'in', query.keyIds);
  if (query.requestId !== undefined) rows = rows.where('request_id', '=', query.requestId);
  if (query.before !== undefined) rows = rows.where('id', '<', query.before);
  return rows;
}
