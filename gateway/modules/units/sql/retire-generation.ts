import type { Queries } from '#gateway/sql/database.ts';

/** Marks a generation as named by nobody from now on: it is swept in a while. */
export async function retireGeneration(
  trx: Queries,
  botId: number,
  unitId: number,
  generation: number | null | undefined,
  now: number,
): Promise<void> {
  if (generation === null || generation === undefined) return;
  await trx
    .updateTable('generation')
    .set({ retired_on: now })
    .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation }))
    .execute();
}
