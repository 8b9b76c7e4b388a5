import { sql } from 'kysely';
import type { VectorSpace, VectorStore } from '#gateway/modules/embeddings/ports/vectors.ts';
import type { Queries, SqlDatabase } from '#gateway/sql/database.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import type { Tables } from '#gateway/sql/tables.ts';

export function createVectorStore({ read, change }: SqlDatabase): VectorStore {
  return {
    async spaces(botId, model) {
      const rows = await read
        .selectFrom('vector_space')
        .selectAll()
        .where((eb) => eb.and({ bot_id: botId, model }))
        .orderBy('id')
        .execute();
      return rows.map(toSpace);
    },

    addSpace: (botId, space) =>
      change({ bot: botId }, async (trx) => {
        const id = await nextId(trx, botId, 'vector-space');
        const { buffer, byteOffset, byteLength } = space.probe;
        const probe = new Uint8Array(buffer, byteOffset, byteLength);
        await trx
          .insertInto('vector_space')
          .values({ bot_id: botId, id, model: space.model, form: space.form, dims: space.dims, probe })
          .execute();
        return { ...space, botId, id };
      }),

    async unitProgress(botId, space) {
      const rows = await read
        .selectFrom('unit')
        .leftJoin('vector_set as made', (join) =>
          join
            .onRef('made.bot_id', '=', 'unit.bot_id')
            .onRef('made.unit_id', '=', 'unit.id')
            .onRef('made.generation', '=', 'unit.generation')
            .on('made.space', '=', space ?? -1),
        )
        .select(['unit.id', 'unit.generation', 'unit.passages', 'made.done'])
        .where('unit.bot_id', '=', botId)
        .where('unit.deleted_on', 'is', null)
        .where('unit.generation', 'is not', null)
        .where('unit.status', '!=', 'failed')
        .orderBy('unit.settled_on', 'desc')
        .orderBy('unit.id', 'desc')
        .execute();
      return rows.map(({ id, generation, passages, done }) => ({
        unitId: id,
        generation: generation ?? 0,
        passages,
        done: done ?? 0,
      }));
    },

    async countSkipped(botId, space) {
      const row = await read
        .selectFrom('vector_part as part')
        .innerJoin('unit', (join) =>
          join
            .onRef('unit.bot_id', '=', 'part.bot_id')
            .onRef('unit.id', '=', 'part.unit_id')
            .onRef('unit.generation', '=', 'part.generation'),
        )
        .select(({ fn }) => fn.sum<number | string | null>('part.count').as('passages'))
        .where((eb) => eb.and({ 'part.bot_id': botId, 'part.space': space }))
        .where(sql`length(part.bytes)`, '=', 0)
        .where('unit.deleted_on', 'is', null)
        .where('unit.status', '!=', 'failed')
        .executeTakeFirst();
      return Number(row?.passages ?? 0);
    },

    append: ({ botId, unitId, generation, space }, { first, count, bytes }) =>
      change({ bot: botId }, async (trx) => {
        const of = { bot_id: botId, unit_id: unitId, generation, space };
        if (!(await isWanted(trx, of))) return false;
        const set = await trx
          .selectFrom('vector_set')
          .select('done')
          .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation, space }))
          .executeTakeFirst();
        if ((set?.done ?? 0) !== first) return false;
        await trx
          .insertInto('vector_part')
          .values({ ...of, first, count, bytes })
          .execute();
        const done = first + count;
        await trx
          .insertInto('vector_set')
          .values({ ...of, done })
          .onConflict((conflict) =>
            conflict.columns(['bot_id', 'unit_id', 'generation', 'space']).doUpdateSet({ done }),
          )
          .execute();
        return true;
      }),

    async embeddedCounts(botId, space, units) {
      const counts = new Map<number, number>();
      for (const slice of slicesOf(units, IDS_PER_QUERY)) {
        const generationOf = new Map(slice.map(({ id, generation }) => [id, generation] as const));
        const rows = await read
          .selectFrom('vector_set')
          .select(['unit_id', 'generation', 'done'])
          .where('bot_id', '=', botId)
          .where('unit_id', 'in', [...generationOf.keys()])
          .where('space', '=', space)
          .execute();
        for (const row of rows)
          if (generationOf.get(row.unit_id) === row.generation) counts.set(row.unit_id, row.done);
      }
      return counts;
    },

    read: ({ botId, unitId, generation, space }, from, limit) =>
      read
        .selectFrom('vector_part')
        .select(['first', 'count', 'bytes'])
        .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation, space }))
        .where('first', '>=', from)
        .orderBy('first')
        .limit(limit)
        .execute(),

    deleteOtherSpaces: (botId, space, limit) =>
      change({ bot: botId }, async (trx) => {
        // The rows that vectors are found by go first, so that an interrupted deletion leaves no vectors in use.
        for (const [table, column] of [
          ['vector_space', 'id'],
          ['vector_set', 'space'],
        ] as const)
          await sql`delete from ${sql.table(table)} where bot_id = ${botId} and ${sql.ref(column)} <> ${space}`.execute(
            trx,
          );
        const key = sql`(unit_id, generation, space, first)`;
        const ofOthers = sql`vector_part where bot_id = ${botId} and space <> ${space}`;
        const { numAffectedRows } = await sql`
          delete from vector_part where bot_id = ${botId} and ${key} in
            (select unit_id, generation, space, first from ${ofOthers} limit ${limit})`.execute(trx);
        return Number(numAffectedRows ?? 0);
      }),

    async pausedOn(botId) {
      const row = await read
        .selectFrom('vector_pause')
        .select('paused_on')
        .where('bot_id', '=', botId)
        .executeTakeFirst();
      return row ? new Date(row.paused_on) : null;
    },

    async setPaused(botId, on) {
      await change<unknown>({ bot: botId }, (trx) =>
        on === null
          ? trx.deleteFrom('vector_pause').where('bot_id', '=', botId).execute()
          : trx
              .insertInto('vector_pause')
              .values({ bot_id: botId, paused_on: on.getTime() })
              .onConflict((conflict) => conflict.column('bot_id').doNothing())
              .execute(),
      );
    },
  };
}

type Of = { bot_id: number; unit_id: number; generation: number };

/** Not for a bot that is gone either: its rows are being removed. */
async function isWanted(trx: Queries, of: Of): Promise<boolean> {
  const row = await trx
    .selectFrom('generation')
    .select('retired_on')
    .where((eb) => eb.and({ bot_id: of.bot_id, unit_id: of.unit_id, generation: of.generation }))
    .executeTakeFirst();
  return row?.retired_on === null;
}

function toSpace(row: Tables['vector_space']): VectorSpace {
  return {
    botId: row.bot_id,
    id: row.id,
    model: row.model,
    form: row.form,
    dims: row.dims,
    // Bytes of a row need not begin where floats may.
    probe: new Float32Array(Uint8Array.from(row.probe).buffer),
  };
}
