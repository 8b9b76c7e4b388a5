import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Bot, type BotSettings, NO_SETTINGS } from '#gateway/modules/access/model.ts';
import type { Queries, Reads } from '#gateway/sql/database.ts';
import { parseStored, toDate } from '#gateway/sql/json.ts';
import type { Tables } from '#gateway/sql/tables.ts';

export type BotRow = Tables['bot'];

const parseSettings = (settings: string): BotSettings => ({
  ...NO_SETTINGS,
  ...(parseStored(settings) as Partial<BotSettings>),
});

/** The settings of a bot; those of a new one where it is gone. */
export async function readBotSettings(db: Reads, id: number): Promise<BotSettings> {
  const row = await db.selectFrom('bot').select('settings').where('id', '=', id).executeTakeFirst();
  return row ? parseSettings(row.settings) : NO_SETTINGS;
}

export function toBot(row: BotRow): Bot {
  return {
    id: row.id,
    name: row.name,
    createdOn: new Date(row.created_on),
    archivedOn: toDate(row.archived_on),
    deletedOn: toDate(row.deleted_on),
    settings: parseSettings(row.settings),
    version: row.version,
  };
}

export function newRow(bot: { id: number; name: string; settings?: BotSettings }, on: number): BotRow {
  return {
    id: bot.id,
    name: bot.name,
    created_on: on,
    archived_on: null,
    deleted_on: null,
    version: 1,
    settings: JSON.stringify(bot.settings ?? NO_SETTINGS),
    removed_on: null,
    purged_on: null,
  };
}

/** The bot, in the bin or not; undefined once it is gone. */
export function existingBotRow(db: Queries, id: number): Promise<BotRow | undefined> {
  return db
    .selectFrom('bot')
    .selectAll()
    .where('id', '=', id)
    .where('removed_on', 'is', null)
    .executeTakeFirst();
}

/** Writes a change as the next version. */
export async function updateBot(trx: Queries, row: BotRow, change: Partial<BotRow>): Promise<Bot> {
  const next = { ...row, ...change, version: row.version + 1 };
  await trx
    .updateTable('bot')
    .set({ ...change, version: next.version })
    .where('id', '=', row.id)
    .execute();
  return toBot(next);
}

/** The bots in use: neither archived nor deleted. */
export function activeBots(db: Reads) {
  return db.selectFrom('bot').where('archived_on', 'is', null).where('deleted_on', 'is', null);
}

/** True where a column names a bot in use. */
export function isActiveBot(botId: Expression<number>): RawBuilder<SqlBool> {
  return sql`exists (select 1 from bot where bot.id = ${botId} and bot.archived_on is null and bot.deleted_on is null)`;
}

/** Versions of bots, which grow with every change of their settings. */
export async function readBotVersions(db: Reads, botIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.selectFrom('bot').select(['id', 'version']).where('id', 'in', botIds).execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}
