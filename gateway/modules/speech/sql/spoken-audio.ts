import type { Clock } from '#gateway/core/clock.ts';
import type { SpokenAudioStore } from '#gateway/modules/speech/ports/spoken-audio.ts';
import type { Queries, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtension } from '#gateway/sql/extensions.ts';
import { orphanBlobs } from '#gateway/sql/orphans.ts';

export function createSpokenAudioStore({ read, change }: SqlDatabase, clock: Clock): SpokenAudioStore {
  return {
    async insert({ botId, spokenOn, ...rest }) {
      const row = { ...rest, bot_id: botId, spoken_on: spokenOn.getTime() };
      await change({ bot: botId }, (trx) => trx.insertInto('spoken_audio').values(row).execute());
    },
    async byId(botId, id) {
      const row = await read
        .selectFrom('spoken_audio')
        .selectAll()
        .where((eb) => eb.and({ bot_id: botId, id }))
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
        await change({ bot: botId }, (trx) => removeSpokenAudioRows(trx, botId, rows, clock.now().getTime()));
      return old.length;
    },
  };
}

/** Removes these rows of a bot; their blobs are queued for removal. */
async function removeSpokenAudioRows(
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

const AUDIO_PER_BATCH = 50;

/** Generated audio of bots, and its blobs. */
export const speechExtension: SqlExtension = {
  removeOfBot: ({ change }, botId, now) =>
    change({ bot: botId }, async (trx) => {
      const rows = await trx
        .selectFrom('spoken_audio')
        .select(['id', 'blob'])
        .where('bot_id', '=', botId)
        .limit(AUDIO_PER_BATCH)
        .execute();
      if (rows.length > 0) await removeSpokenAudioRows(trx, botId, rows, now);
      return rows.length > 0;
    }),

  async namedBlobs(db, blobs) {
    const rows = await db.selectFrom('spoken_audio').select('blob').where('blob', 'in', blobs).execute();
    return rows.map(({ blob }) => blob);
  },
};
