import { sql } from 'kysely';
import type { VectorSpace, VectorStore } from '#gateway/modules/embeddings/ports/vectors.ts';
import { kindPausedOn, pauseKind, resumeKind } from '#gateway/modules/jobs/sql/job-pauses.ts';
import { answeringUnits, isPublished } from '#gateway/modules/units/sql/unit-rows.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtension } from '#gateway/sql/extensions.ts';
import { toDate } from '#gateway/sql/json.ts';
import { nextId } from '#gateway/sql/next-id.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import type { Tables } from '#gateway/sql/tables.ts';

export function createVectorStore(db: SqlDatabase): VectorStore {
  return { ...spaceMethods(db), ...progressMethods(db.read), ...vectorMethods(db), ...pauseMethods(db) };
}

type SpaceMethods = Pick<VectorStore, 'spaces' | 'addSpace' | 'deleteOtherSpaces'>;

function spaceMethods({ read, change }: SqlDatabase): SpaceMethods {
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
  };
}

type ProgressMethods = Pick<VectorStore, 'unitProgress' | 'countSkipped' | 'embeddedCounts'>;

function progressMethods(reads: Reads): ProgressMethods {
  return {
    async unitProgress(botId, space) {
      const units = await answeringUnits(reads, botId);
      const sets = await reads
        .selectFrom('vector_set')
        .select(['unit_id', 'generation', 'done'])
        .where((eb) => eb.and({ bot_id: botId, space: space ?? -1 }))
        .execute();
      const doneOf = new Map(sets.map((set) => [`${set.unit_id} ${set.generation}`, set.done]));
      return units.map(({ id: unitId, generation, passages }) => ({
        unitId,
        generation,
        passages,
        done: doneOf.get(`${unitId} ${generation}`) ?? 0,
      }));
    },

    async countSkipped(botId, space) {
      const skipped = await reads
        .selectFrom('vector_part')
        .select(({ fn }) => ['unit_id', 'generation', fn.sum<number | string>('count').as('passages')])
        .where((eb) => eb.and({ bot_id: botId, space }))
        .where(sql`length(bytes)`, '=', 0)
        .groupBy(['unit_id', 'generation'])
        .execute();
      if (skipped.length === 0) return 0;
      const current = new Map((await answeringUnits(reads, botId)).map((unit) => [unit.id, unit.generation]));
      return skipped
        .filter((part) => current.get(part.unit_id) === part.generation)
        .reduce((sum, { passages }) => sum + Number(passages), 0);
    },

    async embeddedCounts(botId, space, units) {
      const counts = new Map<number, number>();
      for (const slice of slicesOf(units, IDS_PER_QUERY)) {
        const generationOf = new Map(slice.map(({ id, generation }) => [id, generation] as const));
        const rows = await reads
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
  };
}

function vectorMethods({
  read,
  change,
}: SqlDatabase): Pick<VectorStore, 'append' | 'read' | 'sets' | 'partOf'> {
  return {
    sets: (botId, unitId, space) =>
      read
        .selectFrom('vector_set')
        .select(['generation', 'done'])
        .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, space }))
        .orderBy('generation', 'desc')
        .execute(),

    async partOf({ botId, unitId, generation, space }, ordinal) {
      const part = await read
        .selectFrom('vector_part')
        .select(['first', 'count', 'bytes'])
        .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation, space }))
        .where('first', '<=', ordinal)
        .orderBy('first', 'desc')
        .limit(1)
        .executeTakeFirst();
      return part && ordinal < part.first + part.count ? part : undefined;
    },

    append: ({ botId, unitId, generation, space }, { first, count, bytes }) =>
      change({ bot: botId }, async (trx) => {
        const of = { bot_id: botId, unit_id: unitId, generation, space };
        if (!(await isPublished(trx, { botId, unitId, generation }))) return false;
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

    read: ({ botId, unitId, generation, space }, from, limit) =>
      read
        .selectFrom('vector_part')
        .select(['first', 'count', 'bytes'])
        .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation, space }))
        .where('first', '>=', from)
        .orderBy('first')
        .limit(limit)
        .execute(),
  };
}

function pauseMethods({ read, change }: SqlDatabase): Pick<VectorStore, 'pausedOn' | 'setPaused'> {
  return {
    async pausedOn(botId) {
      const row = await read
        .selectFrom('vector_pause')
        .select('paused_on')
        .where('bot_id', '=', botId)
        .executeTakeFirst();
      return toDate(row?.paused_on ?? (await kindPausedOn(read, botId, 'embed')));
    },

    async setPaused(botId, on) {
      await change({ bot: botId }, async (trx) => {
        if (on !== null) return pauseKind(trx, botId, 'embed', on.getTime());
        await resumeKind(trx, botId, 'embed');
        await endOldPause(trx, botId);
      });
    },
  };
}

/** A gateway of the version before pauses by a table of its own. */
async function endOldPause(trx: Queries, botId: number): Promise<void> {
  await trx.deleteFrom('vector_pause').where('bot_id', '=', botId).execute();
}

/** Vectors of a generation in any space, in no order. */
export const vectorExtension: SqlExtension = {
  onKindResumed: { embed: endOldPause },
  async removeDerived(trx, { botId, unitId, generation }, limit) {
    const ofGeneration = sql`bot_id = ${botId} and unit_id = ${unitId} and generation = ${generation}`;
    const { numAffectedRows = 0n } = await sql`
      delete from vector_part where ${ofGeneration} and (space, first) in
        (select space, first from vector_part where ${ofGeneration} limit ${limit})`.execute(trx);
    const parts = Number(numAffectedRows);
    if (parts >= limit) return parts;
    const { numDeletedRows } = await trx
      .deleteFrom('vector_set')
      .where((eb) => eb.and({ bot_id: botId, unit_id: unitId, generation }))
      .executeTakeFirst();
    return parts + Number(numDeletedRows);
  },
};

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
