import { parseStored } from '#gateway/sql/json.ts';
import type { BotRemoval, BotStore, RevokedKey } from '#gateway/modules/access/ports/bots.ts';
import type { Clock } from '#gateway/core/world.ts';
import { existingBotRow, toBot } from './bot-rows.ts';
import type { Queries, Reads, Scope, SqlDatabase } from '#gateway/sql/database.ts';
import { isBlobUsed, orphanBlobs } from '#gateway/sql/orphans.ts';
import { removeSpokenAudioRows } from '#gateway/modules/speech/sql/spoken-audio.ts';
import { sweepBatch } from '#gateway/modules/units/sql/sweep-rows.ts';
import { removeUnitRow } from '#gateway/modules/units/sql/unit-bin.ts';
import { sql } from 'kysely';
import type { Tables } from '#gateway/sql/tables.ts';

type Removal = Pick<BotStore, 'beginRemoval' | 'removeSlice' | 'removals' | 'endRemoval'>;

/** Rows, files and units in one transaction: each holds the lock for some milliseconds. */
const ROWS_PER_BATCH = 250;
const PASSAGES_PER_BATCH = 200;
const FILES_PER_BATCH = 50;
const UNITS_PER_BATCH = 5;

export function createBotRemoval(
  { read, change }: SqlDatabase,
  clock: Clock,
  writing: <Result>(work: (trx: Queries) => Promise<Result>, scopes: readonly Scope[]) => Promise<Result>,
  isLast: (trx: Queries, id: number) => Promise<boolean>,
): Removal {
  return {
    beginRemoval: (id, on) =>
      writing(
        async (trx) => {
          const row = await existingBotRow(trx, id);
          if (!row) return { conflict: 'missing' };
          if (row.deleted_on === null && (await isLast(trx, id))) return { conflict: 'last' };
          const now = on.getTime();
          const revokedKeys = await revokeKeysOfBot(trx, id, now);
          const removal = { ...(await countOf(trx, id)), keysRevoked: revokedKeys.length };
          await trx
            .updateTable('bot')
            .set({ removed_on: now, deleted_on: row.deleted_on ?? now })
            .where('id', '=', id)
            .execute();
          return { bot: toBot(row), removal, revokedKeys };
        },
        ['global', { bot: id }],
      ),

    async removeSlice(id) {
      if (!(await isGone(read, id))) return false;
      if ((await sweepBatch({ read, change }, { botId: id }, PASSAGES_PER_BATCH)) !== undefined) return true;
      const removed = await change({ bot: id }, async (trx) => {
        const now = clock.now().getTime();
        return (
          (await removeUnits(trx, id, now)) ||
          (await removeFiles(trx, id, now)) ||
          (await removeSpokenAudio(trx, id, now))
        );
      });
      return removed || removeRows({ read, change }, id, ROWS_PER_BATCH);
    },

    async removals() {
      const rows = await read
        .selectFrom('bot')
        .select(['id', 'removed_on'])
        .where('removed_on', 'is not', null)
        .where('purged_on', 'is', null)
        .orderBy('removed_on')
        .execute();
      return rows.map(({ id, removed_on: removedOn }) => ({ id, removedOn: new Date(removedOn ?? 0) }));
    },

    async endRemoval(id, on) {
      await change('global', (trx) =>
        trx
          .updateTable('bot')
          .set({ purged_on: on.getTime(), name: '', settings: '{}' })
          .where('id', '=', id)
          .where('removed_on', 'is not', null)
          .execute(),
      );
    },
  };
}

async function isGone(db: Reads, id: number): Promise<boolean> {
  const gone = await db
    .selectFrom('bot')
    .select('id')
    .where('id', '=', id)
    .where('removed_on', 'is not', null)
    .executeTakeFirst();
  return gone !== undefined;
}

/** Units with the bin, published passages, files registered or not, and the blobs of files and fetched pages. */
async function countOf(trx: Queries, botId: number): Promise<Omit<BotRemoval, 'keysRevoked'>> {
  const units = await trx
    .selectFrom('unit')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>('passages').as('passages'),
    ])
    .where('bot_id', '=', botId)
    .executeTakeFirstOrThrow();
  const files = await trx
    .selectFrom('stored_file')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('blob').distinct().as('blobs'),
    ])
    .where('bot_id', '=', botId)
    .executeTakeFirstOrThrow();
  const pages = await trx
    .selectFrom('source')
    .select((eb) => eb.fn.count<number>('fetched_blob').as('blobs'))
    .where('bot_id', '=', botId)
    .executeTakeFirstOrThrow();
  return {
    units: units.count,
    passages: units.passages ?? 0,
    files: files.count,
    blobs: files.blobs + pages.blobs,
  };
}

/** Keys that were only for this bot end; the others forget it. Returns those that ended and were usable. */
async function revokeKeysOfBot(trx: Queries, id: number, now: number): Promise<RevokedKey[]> {
  const keys = await trx
    .selectFrom('api_key')
    .select(['id', 'name', 'bots', 'expires_on'])
    .where('revoked_on', 'is', null)
    .where('all_bots', '=', 0)
    .execute();
  const ended: RevokedKey[] = [];
  for (const key of keys) {
    const bots = parseStored(key.bots) as number[];
    if (!bots.includes(id)) continue;
    const rest = bots.filter((bot) => bot !== id);
    const change = rest.length > 0 ? { bots: JSON.stringify(rest) } : { revoked_on: now };
    await trx.updateTable('api_key').set(change).where('id', '=', key.id).execute();
    if (rest.length === 0 && (key.expires_on === null || key.expires_on > now))
      ended.push({ id: key.id, name: key.name, on: new Date(now) });
  }
  return ended;
}

async function removeUnits(trx: Queries, botId: number, now: number): Promise<boolean> {
  const units = await trx
    .selectFrom('unit')
    .select('id')
    .where('bot_id', '=', botId)
    .orderBy('id')
    .limit(UNITS_PER_BATCH)
    .execute();
  for (const { id } of units) await removeUnitRow(trx, botId, id, now);
  return units.length > 0;
}

async function removeSpokenAudio(trx: Queries, botId: number, now: number): Promise<boolean> {
  const rows = await trx
    .selectFrom('spoken_audio')
    .select(['id', 'blob'])
    .where('bot_id', '=', botId)
    .limit(FILES_PER_BATCH)
    .execute();
  if (rows.length > 0) await removeSpokenAudioRows(trx, botId, rows, now);
  return rows.length > 0;
}

/** What was uploaded and never registered. */
async function removeFiles(trx: Queries, botId: number, now: number): Promise<boolean> {
  const files = await trx
    .selectFrom('stored_file')
    .select(['id', 'blob'])
    .where('bot_id', '=', botId)
    .limit(FILES_PER_BATCH)
    .execute();
  if (files.length === 0) return false;
  const ids = files.map(({ id }) => id);
  await trx.deleteFrom('stored_file').where('bot_id', '=', botId).where('id', 'in', ids).execute();
  const blobs: string[] = [];
  for (const blob of new Set(files.map(({ blob }) => blob)))
    if (!(await isBlobUsed(trx, botId, blob))) blobs.push(blob);
  await orphanBlobs(trx, blobs, now);
  return true;
}

type BotTables = { [Name in keyof Tables]: 'bot_id' extends keyof Tables[Name] ? Name : never }[keyof Tables];
/** What stays when a bot goes: its audit, and the numbers that its entries had. */
type RetainedTables = 'audit' | 'audit_intent' | 'counter';

/** Every table whose rows are of a bot, with the rest of its key; a new one that is missing here fails types. */
const KEY_COLUMNS: {
  [Name in Exclude<BotTables, RetainedTables>]: readonly Extract<keyof Tables[Name], string>[];
} = {
  index_job: ['unit_id'],
  index_run: ['unit_id', 'id'],
  unit_title: ['title_key'],
  source: ['id'],
  unit: ['id'],
  stored_file: ['id'],
  passage: ['unit_id', 'generation', 'ordinal'],
  segment_part: ['unit_id', 'generation', 'part'],
  vector_part: ['unit_id', 'generation', 'space', 'first'],
  vector_set: ['unit_id', 'generation', 'space'],
  vector_space: ['id'],
  vector_pause: ['bot_id'],
  segment: ['unit_id', 'generation'],
  generation: ['unit_id', 'generation'],
  synonym_group: ['id'],
  model_server: ['purpose'],
  spoken_audio: ['id'],
  context_item: ['key_id', 'position'],
  delivery: ['id'],
  webhook: ['id'],
  alert: ['id'],
  alert_rules: ['bot_id'],
  key_usage: ['key_id', 'ledger'],
  ledger_entry: ['request_id'],
  usage_hour: ['ledger', 'day', 'hour', 'action', 'key_id'],
  usage_day: ['ledger', 'day', 'action', 'key_id'],
  usage_unit_hour: ['ledger', 'day', 'hour', 'unit_id'],
  usage_unit_day: ['ledger', 'day', 'unit_id'],
  usage_unit_month: ['ledger', 'month', 'unit_id'],
  failure_day: ['day', 'status', 'fault', 'action', 'key_id'],
  ledger: ['ledger'],
};

/**
 * Removes at most `limit` rows of the bot, from the first table that has any; false when none has. Where there are some
 * is looked up before: a transaction is held for their removal alone.
 */
async function removeRows(
  { read, change }: Pick<SqlDatabase, 'read' | 'change'>,
  botId: number,
  limit: number,
): Promise<boolean> {
  for (const [table, rest] of Object.entries(KEY_COLUMNS)) {
    const some = sql`select bot_id from ${sql.table(table)} where bot_id = ${botId} limit 1`;
    if ((await some.execute(read)).rows.length === 0) continue;
    const key = sql.join(rest.map((column) => sql.ref(column)));
    await change({ bot: botId }, (trx) =>
      sql`
        delete from ${sql.table(table)} where bot_id = ${botId} and (${key}) in
          (select ${key} from ${sql.table(table)} where bot_id = ${botId} limit ${limit})`.execute(trx),
    );
    return true;
  }
  return removeIdempotencyResults({ read, change }, botId, limit);
}

/** Results of repeatable calls; their scope begins with the bot. */
async function removeIdempotencyResults(
  { read, change }: Pick<SqlDatabase, 'read' | 'change'>,
  botId: number,
  limit: number,
): Promise<boolean> {
  const ofBot = sql`scope >= ${`${botId}:`} and scope < ${`${botId};`}`;
  const some = sql`select scope from idempotency where ${ofBot} limit 1`;
  if ((await some.execute(read)).rows.length === 0) return false;
  await change({ bot: botId }, (trx) =>
    sql`
      delete from idempotency where ${ofBot} and (scope, key) in
        (select scope, key from idempotency where ${ofBot} limit ${limit})`.execute(trx),
  );
  return true;
}
