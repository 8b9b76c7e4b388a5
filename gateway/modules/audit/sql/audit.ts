import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Clock } from '#gateway/core/clock.ts';
import type { AuditActor } from '#gateway/modules/audit/model.ts';
import type { AuditStore } from '#gateway/modules/audit/ports/audit.ts';
import { isAbandoned } from '#gateway/modules/fleet/sql/is-abandoned.ts';
import { countRows } from '#gateway/sql/count-rows.ts';
import { botScopes, type Queries, type Reads, type SqlDatabase } from '#gateway/sql/database.ts';
import { createGroupCommit } from '#gateway/sql/group-commit.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import { createStoreClock } from '#gateway/sql/store-clock.ts';
import { fromIntent, toEntry, toUnknownEntry } from './audit-rows.ts';
import { searchRows } from './search-entries.ts';
import { insertEntries, removeIntent } from './write-entries.ts';

const INTENTS_PER_BATCH = 100;

/** Changes with more entries are committed apart: a large change would hold up a group commit. */
const MAX_GROUPED_ENTRIES = 10;

export function createAuditStore(db: SqlDatabase, clock: Clock, processId: string | null = null): AuditStore {
  const storeNow = createStoreClock(db, clock);
  const { read, change } = db;
  const groupCommit = createGroupCommit(db);
  return {
    ...createEntryReads(db),

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

    resolveIntentsOlderThan: (on, limit) => resolveIntents(db, sql<SqlBool>`at < ${on.getTime()}`, limit),

    async resolveAbandonedIntents() {
      const condition = isAbandoned('audit_intent.owner', await storeNow(read));
      let resolved = 0;
      for (let more = INTENTS_PER_BATCH; more === INTENTS_PER_BATCH; resolved += more)
        more = await resolveIntents(db, condition, INTENTS_PER_BATCH);
      return resolved;
    },
  };
}

async function resolveIntents(
  { read, change }: SqlDatabase,
  condition: RawBuilder<SqlBool>,
  limit: number,
): Promise<number> {
  const intentRows = await read
    .selectFrom('audit_intent')
    .selectAll()
    .where(condition)
    .orderBy('at')
    .limit(limit)
    .execute();
  for (const [botId, intents] of Map.groupBy(intentRows, (intent) => intent.bot_id))
    await change({ bot: botId }, async (trx) => {
      // An intent that was resolved or completed meanwhile has its entry already.
      for (const intent of intents)
        if (await removeIntent(trx, { botId, id: intent.id }))
          await insertEntries(trx, [toUnknownEntry(intent)]);
    });
  return intentRows.length;
}

type EntryReads = Pick<AuditStore, 'list' | 'listBatch' | 'lastActors' | 'actions'>;

function createEntryReads({ read }: SqlDatabase): EntryReads {
  return {
    async list(botId, query) {
      const { rows: matches, nextBefore } = await searchRows(read, botId, query);
      const total = await countRows(matches);
      const rows = await matches
        .selectAll()
        .orderBy('id', 'desc')
        .limit(query.limit)
        .offset(query.offset)
        .execute();
      return { items: rows.map(toEntry), total, nextBefore };
    },

    async listBatch(botId, query) {
      const { rows: matches, nextBefore } = await searchRows(read, botId, query);
      const rows = await matches.selectAll().orderBy('id', 'desc').limit(query.limit).execute();
      return {
        items: rows.map(toEntry),
        next: rows.length === query.limit ? (rows.at(-1)?.id ?? null) : nextBefore,
      };
    },

    async lastActors(botId, { kind, action, subjects }) {
      const actors = new Map<string, AuditActor>();
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
          actors.set(row.subject_id, { kind: row.actor, keyId: row.key_id, name: row.key_name });
      }
      return actors;
    },

    actions: (botId, kinds) => readActions(read, botId, kinds),
  };
}

/** The actions that a bot has entries of, of these kinds of subjects or all. */
async function readActions(
  db: Reads,
  botId: number,
  kinds: Parameters<AuditStore['actions']>[1],
): Promise<string[]> {
  // The recursion steps from action to action by the index: a plain `distinct` would read every entry.
  const { rows } = await sql<{ action: string }>`
    with recursive found (action) as (
      select min(action) from audit where bot_id = ${botId}
      union all
      select (select min(action) from audit where bot_id = ${botId} and action > found.action)
      from found where found.action is not null
    )
    select action from found where action is not null`.execute(db);
  const actions = rows.map(({ action }) => action);
  if (kinds === undefined) return actions;
  // All entries of an action are of one kind.
  const firsts = await Promise.all(
    actions.map((action) =>
      db
        .selectFrom('audit')
        .select(['action', 'subject_kind'])
        .where((eb) => eb.and({ bot_id: botId, action }))
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return firsts.flatMap((first) => (first && kinds.includes(first.subject_kind) ? [first.action] : []));
}
