import { parseStored } from '#gateway/sql/json.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Clock } from '#gateway/core/world.ts';
import { isAbandoned } from '#gateway/sql/is-abandoned.ts';
import { createStoreClock } from '#gateway/sql/store-clock.ts';
import type { AuditActor, AuditEntry } from '#gateway/modules/audit/model.ts';
import type { AuditQuery, AuditStore, NewAuditIntent } from '#gateway/modules/audit/ports/audit.ts';
import { botScopes, type Queries, type Reads, type SqlDatabase } from '#gateway/sql/database.ts';
import { foldText } from '#src/common/fold-text.ts';
import { patternFor } from '#gateway/sql/like-pattern.ts';
import { createGroupCommit } from '#gateway/sql/group-commit.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import type { Tables } from '#gateway/sql/tables.ts';

/** Seventeen values a row: well below what any driver takes in one statement. */
const ROWS_PER_INSERT = 200;
/** Entries whose names are looked at for words at a time: some 10 ms. */
const MAX_SCANNED_ENTRIES = 10_000;
/** Entries of one change that may share a commit with those of others. */
const MAX_GROUPED_ENTRIES = 10;
const INTENTS_PER_BATCH = 100;

export function createAuditStore(db: SqlDatabase, clock: Clock, processId: string | null = null): AuditStore {
  const storeNow = createStoreClock(db, clock);
  const { read, change } = db;
  const groupCommit = createGroupCommit(db);
  async function resolveIntents(condition: RawBuilder<SqlBool>, limit: number): Promise<number> {
    const found = await read
      .selectFrom('audit_intent')
      .selectAll()
      .where(condition)
      .orderBy('at')
      .limit(limit)
      .execute();
    for (const [botId, intents] of Map.groupBy(found, (intent) => intent.bot_id))
      await change({ bot: botId }, async (trx) => {
        // What was resolved or completed meanwhile has its entry.
        for (const intent of intents)
          if (await removeIntent(trx, { botId, id: intent.id }))
            await insertEntries(trx, [toUnknownEntry(intent)]);
      });
    return found.length;
  }

  return {
    openIntent: (intent) =>
      groupCommit({ bot: intent.botId }, async (trx) => {
        const id = await nextId(trx, intent.botId, 'audit-intent');
        await trx
          .insertInto('audit_intent')
          .values({ ...fromIntent(intent, id), owner: processId })
          .execute();
        return { botId: intent.botId, id };
      }),

    async dropIntent(intent) {
      await groupCommit({ bot: intent.botId }, (trx) => removeIntent(trx, intent));
    },

    async dropIntentsOfCall(botId, requestId) {
      await change({ bot: botId }, (trx) =>
        trx
          .deleteFrom('audit_intent')
          .where((eb) => eb.and({ bot_id: botId, request_id: requestId }))
          .execute(),
      );
    },

    append(entries, intent) {
      const work = async (trx: Queries) => {
        await insertEntries(trx, entries);
        if (intent) await removeIntent(trx, intent);
      };
      const scopes = botScopes([...entries, ...(intent ? [intent] : [])]);
      return entries.length > MAX_GROUPED_ENTRIES ? change(scopes, work) : groupCommit(scopes, work);
    },

    async complete(entries, intent) {
      await change(botScopes([...entries, intent]), async (trx) => {
        if (await removeIntent(trx, intent)) await insertEntries(trx, entries);
      });
    },

    resolveIntentsOlderThan: (on, limit) => resolveIntents(sql<SqlBool>`at < ${on.getTime()}`, limit),

    async resolveAbandonedIntents() {
      const condition = isAbandoned('audit_intent.owner', await storeNow(read));
      let resolved = 0;
      for (let more = INTENTS_PER_BATCH; more === INTENTS_PER_BATCH; resolved += more)
        more = await resolveIntents(condition, INTENTS_PER_BATCH);
      return resolved;
    },

    async list(botId, query) {
      const { rows: found, nextBefore } = await searchRows(read, botId, query);
      const { total } = await found
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await found
        .selectAll()
        .orderBy('id', 'desc')
        .limit(query.limit)
        .offset(query.offset)
        .execute();
      return { items: rows.map(toEntry), total, nextBefore };
    },

    async listBatch(botId, query) {
      const { rows: found, nextBefore } = await searchRows(read, botId, query);
      const rows = await found.selectAll().orderBy('id', 'desc').limit(query.limit).execute();
      return {
        items: rows.map(toEntry),
        next: rows.length === query.limit ? (rows.at(-1)?.id ?? null) : nextBefore,
      };
    },

    async lastActors(botId, { kind, action, subjects }) {
      const found = new Map<string, AuditActor>();
      for (const slice of slicesOf(subjects, IDS_PER_QUERY)) {
        const rows = await read
          .selectFrom('audit')
          .select(['subject_id', 'actor', 'key_id', 'key_name'])
          .where('bot_id', '=', botId)
          .where('subject_kind', '=', kind)
          .where('subject_id', 'in', slice)
          .where('action', '=', action)
          .orderBy('id')
          .execute();
        for (const row of rows)
          found.set(row.subject_id, { kind: row.actor, keyId: row.key_id, name: row.key_name });
      }
      return found;
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
    for (const slice of slicesOf(rows, ROWS_PER_INSERT))
      await trx.insertInto('audit').values(slice).execute();
  }
}

/** False when it was not there any more. */
async function removeIntent(trx: Queries, { botId, id }: { botId: number; id: number }): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('audit_intent')
    .where('bot_id', '=', botId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Every word of the search must be found. No index finds words: of what the other filters leave, the newest are looked at. */
async function searchRows(read: Reads, botId: number, query: AuditQuery) {
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

type EntryRow = Tables['audit'];
type IntentRow = Omit<Tables['audit_intent'], 'owner'>;

function fromEntry(entry: Omit<AuditEntry, 'id'>, id: number): EntryRow {
  const { actor, subject, before, after, outcome } = entry;
  return {
    ...fromIntent(entry, id),
    subject_name: subject.name,
    folded: foldText(`${actor.name} ${subject.name}`),
    before: printFields(before),
    after: printFields(after),
    outcome,
  };
}

function toEntry(row: EntryRow): AuditEntry {
  return {
    ...toUnknownEntry(row),
    id: row.id,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    before: parseFields(row.before),
    after: parseFields(row.after),
    outcome: row.outcome,
  };
}

function fromIntent(intent: NewAuditIntent, id: number): IntentRow {
  const { botId, on, actor, address, requestId, action, subject } = intent;
  return {
    bot_id: botId,
    id,
    at: on.getTime(),
    actor: actor.kind,
    key_id: actor.keyId,
    key_name: actor.name,
    address,
    request_id: requestId,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
  };
}

/** The entry of a change whose outcome nobody recorded: who began it, when, and what it was to change. */
function toUnknownEntry(intent: IntentRow): Omit<AuditEntry, 'id'> {
  return {
    botId: intent.bot_id,
    on: new Date(intent.at),
    actor: { kind: intent.actor, keyId: intent.key_id, name: intent.key_name },
    address: intent.address,
    requestId: intent.request_id,
    action: intent.action,
    subject: { kind: intent.subject_kind, id: intent.subject_id, name: '' },
    before: null,
    after: null,
    outcome: 'unknown',
  };
}

const printFields = (fields: AuditEntry['before']): string | null => (fields ? JSON.stringify(fields) : null);
const parseFields = (text: string | null): AuditEntry['before'] =>
  text === null ? null : (parseStored(text) as AuditEntry['before']);
