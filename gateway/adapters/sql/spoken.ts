import type { Clock, SpokenStore } from '#gateway/ports.ts';
import type { Queries, SqlDatabase } from './database.ts';
import { orphanBlobs } from './orphans.ts';

export function createSpokenStore({ read, write }: SqlDatabase, clock: Clock): SpokenStore {
  return {
    async insert({ botId, spokenOn, ...rest }) {
      await write
        .insertInto('spoken_audio')
        .values({ ...rest, bot_id: botId, spoken_on: spokenOn.getTime() })
        .execute();
    },
    async byId(botId, id) {
      const row = await read
        .selectFrom('spoken_audio')
        .selectAll()
        .where('bot_id', '=', botId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) return undefined;
      const { bot_id: _, spoken_on: on, ...rest } = row;
      return { ...rest, botId, spokenOn: new Date(on) };
    },
    async removeBefore(before, limit) {
      const old = await read
        .selectFrom('spoken_audio')
        .select(['bot_id', 'id', 'blob'])
        .where('spoken_on', '<', before.getTime())
        .orderBy('spoken_on')
        .limit(limit)
        .execute();
      for (const [botId, rows] of Map.groupBy(old, (row) => row.bot_id))
        await write.transaction().execute((trx) => removeSpoken(trx, botId, rows, clock.now().getTime()));
      return old.length;
    },
  };
}

/** Removes these rows of a bot; their blobs are queued for removal. */
export async function removeSpoken(
  trx: Queries,
  botId: number,
  rows: readonly { id: string; blob: string }[],
  now: number,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await trx.deleteFrom('spoken_audio').where('bot_id', '=', botId).where('id', 'in', ids).execute();
  await orphanBlobs(
    trx,
    rows.map(({ blob }) => blob),
    now,
  );
}
