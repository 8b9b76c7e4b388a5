import { EVERY_BOT, type JobKind } from '#gateway/modules/jobs/model.ts';
import type { Queries, Reads } from '#gateway/sql/database.ts';

/** Since when no job of a kind is begun for a bot, by a pause of the bot or of every bot; null while none is paused. */
export async function kindPausedOn(reads: Reads, botId: number, kind: JobKind): Promise<number | null> {
  const row = await reads
    .selectFrom('job_pause')
    .select((eb) => eb.fn.min<number | null>('paused_on').as('since'))
    .where('kind', '=', kind)
    .where('bot_id', 'in', [EVERY_BOT, botId])
    .executeTakeFirst();
  return row?.since ?? null;
}

export async function pauseKind(trx: Queries, botId: number, kind: JobKind, now: number): Promise<void> {
  await trx
    .insertInto('job_pause')
    .values({ bot_id: botId, kind, paused_on: now })
    .onConflict((conflict) => conflict.columns(['bot_id', 'kind']).doNothing())
    .execute();
}

export async function resumeKind(trx: Queries, botId: number, kind: JobKind): Promise<void> {
  await trx
    .deleteFrom('job_pause')
    .where((eb) => eb.and({ bot_id: botId, kind }))
    .execute();
}
