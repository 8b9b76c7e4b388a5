import type { ModelPurpose, ModelSettings, StoredModelServer } from '#gateway/model.ts';
import type { Clock, ModelServerStore } from '#gateway/ports.ts';
import type { SqlDatabase } from './database.ts';
import type { Tables } from './tables.ts';

type Row = Omit<Tables['model_server'], 'bot_id' | 'purpose'>;

/** How long another process's change may go unnoticed. */
const FRESH_MS = 1000;

export function createModelServerStore({ read, write }: SqlDatabase, clock: Clock): ModelServerStore {
  let kept: { on: number; servers: Promise<StoredModelServer[]> } | undefined;
  const all = (): Promise<StoredModelServer[]> => {
    const now = clock.now().getTime();
    if (kept && Math.abs(now - kept.on) < FRESH_MS) return kept.servers;
    const servers = read
      .selectFrom('model_server')
      .selectAll()
      .execute()
      .then((rows) => rows.map(toServer));
    kept = { on: now, servers };
    servers.catch(() => (kept = undefined));
    return servers;
  };
  const get: ModelServerStore['get'] = async (botId, purpose) => {
    const row = await read
      .selectFrom('model_server')
      .selectAll()
      .where('bot_id', '=', botId)
      .where('purpose', '=', purpose)
      .executeTakeFirst();
    return row && toServer(row);
  };
  const replace = async (botId: number, purpose: ModelPurpose, row: Row, over: Date): Promise<boolean> => {
    const { numUpdatedRows } = await write
      .updateTable('model_server')
      .set(row)
      .where('bot_id', '=', botId)
      .where('purpose', '=', purpose)
      .where('changed_on', '=', over.getTime())
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  return {
    standing: async (botId) => (await all()).filter((server) => server.botId === botId || server.botId === 0),
    get,
    async put({ botId, purpose, sealedKey, changedOn, ...settings }, over) {
      const row = {
        settings: JSON.stringify(settings),
        sealed_key: sealedKey,
        changed_on: changedOn.getTime(),
      };
      try {
        if (over) return await replace(botId, purpose, row, over);
        const insert = write.insertInto('model_server').values({ bot_id: botId, purpose, ...row });
        const result = await insert
          .onConflict((conflict) => {
            const other = conflict.columns(['bot_id', 'purpose']);
            return over === null ? other.doNothing() : other.doUpdateSet(row);
          })
          .executeTakeFirst();
        return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
      } finally {
        kept = undefined;
      }
    },
    async remove(botId, purpose) {
      const row = await write
        .deleteFrom('model_server')
        .where('bot_id', '=', botId)
        .where('purpose', '=', purpose)
        .returningAll()
        .executeTakeFirst();
      kept = undefined;
      return row && toServer(row);
    },
  };
}

function toServer(row: Tables['model_server']): StoredModelServer {
  return {
    ...(JSON.parse(row.settings) as ModelSettings),
    botId: row.bot_id,
    purpose: row.purpose,
    sealedKey: row.sealed_key,
    changedOn: new Date(row.changed_on),
  };
}
