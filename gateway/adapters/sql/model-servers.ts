import type { ModelSettings, StoredModelServer } from '#gateway/model.ts';
import type { Clock, ModelServerStore } from '#gateway/ports.ts';
import type { SqlDatabase } from './database.ts';
import { parseJson } from './json.ts';
import type { Tables } from './tables.ts';

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
  return {
    standing: async (botId) => (await all()).filter((server) => server.botId === botId || server.botId === 0),
    get,
    async put({ botId, purpose, sealedKey, changedOn, ...settings }) {
      const row = {
        settings: JSON.stringify(settings),
        sealed_key: sealedKey,
        changed_on: changedOn.getTime(),
      };
      await write
        .insertInto('model_server')
        .values({ bot_id: botId, purpose, ...row })
        .onConflict((conflict) => conflict.columns(['bot_id', 'purpose']).doUpdateSet(row))
        .execute();
      kept = undefined;
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
    ...parseJson<ModelSettings>(row.settings),
    botId: row.bot_id,
    purpose: row.purpose,
    sealedKey: row.sealed_key,
    changedOn: new Date(row.changed_on),
  };
}
