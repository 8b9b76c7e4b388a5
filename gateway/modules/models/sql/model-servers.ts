import type { Clock } from '#gateway/core/clock.ts';
import type { ModelSettings, StoredModelServer } from '#gateway/modules/models/model.ts';
import type { ModelServerStore } from '#gateway/modules/models/ports/models.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { parseStored } from '#gateway/sql/json.ts';
import type { Tables } from '#gateway/sql/tables.ts';

/** How long another process's change may go unnoticed. */
const MAX_AGE_MS = 1000;

export function createModelServerStore({ read, change }: SqlDatabase, clock: Clock): ModelServerStore {
  const get: ModelServerStore['get'] = async (botId, purpose) => {
    const row = await read
      .selectFrom('model_server')
      .selectAll()
      .where((eb) => eb.and({ bot_id: botId, purpose }))
      .executeTakeFirst();
    return row && toServer(row);
  };
  const cache = createServerCache(read, clock);
  return {
    listCached: async (botId) =>
      (await cache.list()).filter((server) => server.botId === botId || server.botId === 0),
    get,
    async put({ botId, purpose, sealedKey, changedOn, ...settings }, expectedOn) {
      const row = {
        settings: JSON.stringify(settings),
        sealed_key: sealedKey,
        changed_on: changedOn.getTime(),
      };
      try {
        if (expectedOn) {
          const { numUpdatedRows } = await change({ bot: botId }, (trx) =>
            trx
              .updateTable('model_server')
              .set(row)
              .where((eb) => eb.and({ bot_id: botId, purpose, changed_on: expectedOn.getTime() }))
              .executeTakeFirst(),
          );
          return numUpdatedRows > 0n;
        }
        const result = await change({ bot: botId }, (trx) =>
          trx
            .insertInto('model_server')
            .values({ bot_id: botId, purpose, ...row })
            .onConflict((conflict) => {
              const other = conflict.columns(['bot_id', 'purpose']);
              return expectedOn === null ? other.doNothing() : other.doUpdateSet(row);
            })
            .executeTakeFirst(),
        );
        return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
      } finally {
        cache.clear();
      }
    },
    async remove(botId, purpose) {
      const row = await change({ bot: botId }, (trx) =>
        trx
          .deleteFrom('model_server')
          .where((eb) => eb.and({ bot_id: botId, purpose }))
          .returningAll()
          .executeTakeFirst(),
      );
      cache.clear();
      return row && toServer(row);
    },
  };
}

/** All servers, as they were a moment ago. */
function createServerCache(reads: Reads, clock: Clock) {
  let cache: { on: number; servers: Promise<StoredModelServer[]> } | undefined;
  const clear = () => {
    cache = undefined;
  };
  return {
    clear,
    list(): Promise<StoredModelServer[]> {
      const now = clock.now().getTime();
      if (cache && Math.abs(now - cache.on) < MAX_AGE_MS) return cache.servers;
      const servers = reads
        .selectFrom('model_server')
        .selectAll()
        .execute()
        .then((rows) => rows.map(toServer));
      cache = { on: now, servers };
      servers.catch(clear);
      return servers;
    },
  };
}

function toServer(row: Tables['model_server']): StoredModelServer {
  return {
    ...(parseStored(row.settings) as ModelSettings),
    botId: row.bot_id,
    purpose: row.purpose,
    sealedKey: row.sealed_key,
    changedOn: new Date(row.changed_on),
  };
}
