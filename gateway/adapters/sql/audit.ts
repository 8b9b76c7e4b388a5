import { type RawBuilder, sql } from 'kysely';
import type { AuditEntry } from '#gateway/model.ts';
import type { AuditQuery, AuditStore } from '#gateway/ports.ts';
import { fromEntry, fromNote, toEntry, toUnknownEntry } from './audit-rows.ts';
import type { Queries, SqlDatabase } from './database.ts';
import { foldText, patternFor } from './fold-text.ts';
import { createGroupCommit } from './group-commit.ts';
import { nextId } from './next-id.ts';

/** Seventeen values a row: well below what any driver takes in one statement. */
const ROWS_AT_ONCE = 200;
/** Entries whose names are looked at for words at a time: some 10 ms. */
const SCANNED = 10_000;
/** Entries of one change that may share a commit with those of others. */
const FEW = 10;

export function createAuditStore(db: SqlDatabase): AuditStore {
  const { read, write } = db;
  const together = createGroupCommit(db);
  return {
    open: (note) =>
      together(async (trx) => {
        const id = await nextId(trx, note.botId, 'audit-note');
        await trx.insertInto('audit_note').values(fromNote(note, id)).execute();
        return { botId: note.botId, id };
      }),

    drop: (note) => together((trx) => removeNote(trx, note)),

    append(entries, note) {
      const work = async (trx: Queries) => {
        await insertEntries(trx, entries);
        if (note) await removeNote(trx, note);
      };
      return entries.length > FEW ? write.transaction().execute(work) : together(work);
    },

    settleOlderThan: (on, limit) =>
      write.transaction().execute(async (trx) => {
        const notes = await trx
          .selectFrom('audit_note')
          .selectAll()
          .where('at', '<', on.getTime())
          .orderBy('at')
          .limit(limit)
          .execute();
        await insertEntries(trx, notes.map(toUnknownEntry));
        for (const { bot_id: botId, id } of notes) await removeNote(trx, { botId, id });
        return notes.length;
      }),

    async list(botId, query) {
      const { rows: found, older } = await matching(read, botId, query);
      const { total } = await found
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await found
        .selectAll()
        .orderBy('id', 'desc')
        .limit(query.limit)
        .offset(query.offset)
        .execute();
      return { items: rows.map(toEntry), total, older };
    },

    async slice(botId, query) {
      const { rows: found, older } = await matching(read, botId, query);
      const rows = await found.selectAll().orderBy('id', 'desc').limit(query.limit).execute();
      return {
        items: rows.map(toEntry),
        next: rows.length === query.limit ? (rows.at(-1)?.id ?? null) : older,
      };
    },

    async actions(botId) {
      // From one action to the next by the index: a list of distinct ones would read every entry.
      const { rows } = await sql<{ action: string }>`
        with recursive found (action) as (
          select min(action) from audit where bot_id = ${botId}
          union all
          select (select min(action) from audit where bot_id = ${botId} and action > found.action)
          from found where found.action is not null
        )
        select action from found where action is not null`.execute(read);
      return rows.map(({ action }) => action);
    },
  };
}

async function insertEntries(trx: Queries, entries: readonly Omit<AuditEntry, 'id'>[]): Promise<void> {
  const perBot = Map.groupBy(entries, ({ botId }) => botId);
  for (const [botId, own] of perBot) {
    const last = await nextId(trx, botId, 'audit', own.length);
    const rows = own.map((entry, index) => fromEntry(entry, last - own.length + 1 + index));
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await trx
        .insertInto('audit')
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .execute();
  }
}

async function removeNote(db: Queries, { botId, id }: { botId: number; id: number }): Promise<void> {
  await db.deleteFrom('audit_note').where('bot_id', '=', botId).where('id', '=', id).execute();
}

/** Every word of the search must be found. No index finds words: of what the other filters leave, the newest are looked at. */
async function matching(read: Queries, botId: number, query: AuditQuery) {
  const words = foldText(query.search ?? '')
    .split(' ')
    .filter((one) => one !== '');
  if (words.length === 0) return { rows: withinDays(narrowed(read, botId, query), query), older: null };
  const rows = await withinNumbers(read, botId, query);
  const unseen = await rows.select('id').orderBy('id', 'desc').offset(SCANNED).limit(1).executeTakeFirst();
  let found = unseen ? rows.where('id', '>', unseen.id) : rows;
  for (const word of words) found = found.where(sql<boolean>`folded like ${patternFor(word)} escape '\\'`);
  return { rows: found, older: unseen ? unseen.id + 1 : null };
}

/** Few days are looked at by their numbers, many from the newest on: not all entries to find a few, nor all days to sort them. */
async function withinNumbers(read: Queries, botId: number, query: AuditQuery) {
  const rows = narrowed(read, botId, query);
  const { until } = query;
  if (!query.from && !until) return rows;
  const all = read.selectFrom('audit').where('bot_id', '=', botId);
  const asked = withinDays(all, query);
  // The sign keeps the index of moments out: it would read and sort every day that was asked for.
  const within = withinDays(rows, query, sql<number>`+at`);
  const isMany = await asked.select('id').orderBy('at', 'desc').offset(SCANNED).limit(1).executeTakeFirst();
  const isPast =
    until && (await all.select('id').where('at', '>=', until.getTime()).limit(1).executeTakeFirst());
  if (isMany && !isPast) return within;
  const { first, last } = await asked
    .select((eb) => [eb.fn.min<number | null>('id').as('first'), eb.fn.max<number | null>('id').as('last')])
    .executeTakeFirstOrThrow();
  return within.where('id', '>=', first ?? 0).where('id', '<=', last ?? 0);
}

type Rows = ReturnType<typeof narrowed>;

function withinDays(rows: Rows, { from, until }: AuditQuery, at: 'at' | RawBuilder<number> = 'at'): Rows {
  let within = rows;
  if (from) within = within.where(at, '>=', from.getTime());
  if (until) within = within.where(at, '<', until.getTime());
  return within;
}

function narrowed(read: Queries, botId: number, query: AuditQuery) {
  let rows = read.selectFrom('audit').where('bot_id', '=', botId);
  if (query.action !== undefined) rows = rows.where('action', '=', query.action);
  if (query.kind !== undefined) rows = rows.where('subject_kind', '=', query.kind);
  if (query.subject !== undefined) rows = rows.where('subject_id', '=', query.subject);
  if (query.keyIds !== undefined) rows = rows.where('key_id', 'in', query.keyIds);
  if (query.requestId !== undefined) rows = rows.where('request_id', '=', query.requestId);
  if (query.before !== undefined) rows = rows.where('id', '<', query.before);
  return rows;
}
