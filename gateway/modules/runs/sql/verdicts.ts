import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { RunVerdict } from '#contract/runs.ts';
import type { GivenVerdict } from '#gateway/modules/runs/model.ts';
import type { RunStore } from '#gateway/modules/runs/ports/runs.ts';
import type { RunsTables } from '#gateway/modules/runs/tables.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';
import type { Tables } from '#gateway/sql/tables.ts';

/** Verdicts of runs: each key has one of a run, and the newest counts in lists. */
export function verdictMethods(change: SqlDatabase['change']): Pick<RunStore, 'judge'> {
  return {
    judge: (botId, id, given) =>
      change({ bot: botId }, async (trx) => {
        const run = await trx
          .selectFrom('run')
          .select('asked_on')
          .where((eb) => eb.and({ bot_id: botId, id }))
          .executeTakeFirst();
        if (!run) return undefined;
        await trx
          .deleteFrom('run_verdict')
          .where((eb) => eb.and({ bot_id: botId, run_id: id, family: given.family }))
          .execute();
        if (given.verdict !== null)
          await trx
            .insertInto('run_verdict')
            .values({
              bot_id: botId,
              run_id: id,
              family: given.family,
              key_name: given.keyName,
              verdict: given.verdict,
              note: given.note,
              judged_on: given.judgedOn.getTime(),
              asked_on: run.asked_on,
              is_newest: 0,
            })
            .execute();
        return markNewest(trx, botId, id, given.verdict === null ? undefined : given.family);
      }),
  };
}

/** Marks the verdict of the family, else the one that was given last; returns all, newest first. */
async function markNewest(
  trx: Queries,
  botId: number,
  runId: string,
  family: string | undefined,
): Promise<GivenVerdict[]> {
  const verdicts = await verdictsOf(trx, botId, runId);
  const sorted = verdicts.toSorted((a, b) => Number(b.family === family) - Number(a.family === family));
  await trx
    .updateTable('run_verdict')
    .set((eb) => ({
      is_newest: eb
        .case()
        .when('family', '=', sorted[0]?.family ?? '')
        .then(1)
        .else(0)
        .end(),
    }))
    .where((eb) => eb.and({ bot_id: botId, run_id: runId }))
    .execute();
  return sorted;
}

export async function verdictsOf(db: Reads, botId: number, runId: string): Promise<GivenVerdict[]> {
  const rows = await db
    .selectFrom('run_verdict')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, run_id: runId }))
    .orderBy('is_newest', 'desc')
    .orderBy('judged_on', 'desc')
    .execute();
  return rows.map(({ verdict, note, key_name: keyName, family, judged_on }) => ({
    verdict,
    note,
    keyName,
    family,
    judgedOn: new Date(judged_on),
  }));
}

/** The newest verdict by run; runs without one are absent. */
export async function newestVerdicts(
  db: Reads,
  botId: number,
  runIds: readonly string[],
): Promise<Map<string, RunVerdict>> {
  const verdicts = new Map<string, RunVerdict>();
  for (const slice of slicesOf([...runIds], IDS_PER_QUERY)) {
    const rows = await db
      .selectFrom('run_verdict')
      .select(['run_id', 'verdict'])
      .where((eb) => eb.and({ bot_id: botId, is_newest: 1 }))
      .where('run_id', 'in', slice)
      .execute();
    for (const { run_id, verdict } of rows) verdicts.set(run_id, verdict);
  }
  return verdicts;
}

/** True where nobody has judged a run. */
export const hasNoVerdict: RawBuilder<SqlBool> = sql`not exists (select 1 from run_verdict
  where run_verdict.bot_id = run.bot_id and run_verdict.run_id = run.id)`;

/** Runs of this newest verdict. */
export const withVerdict = <Row>(
  runs: SelectQueryBuilder<Tables, 'run', Row>,
  botId: number,
  verdict: RunVerdict,
): SelectQueryBuilder<Tables, 'run', Row> =>
  runs
    .innerJoin('run_verdict', (join) =>
      join.onRef('run_verdict.bot_id', '=', 'run.bot_id').onRef('run_verdict.run_id', '=', 'run.id'),
    )
    .where('run_verdict.bot_id', '=', botId)
    .where('run_verdict.is_newest', '=', 1)
    .where('run_verdict.verdict', '=', verdict);

type RunKey = Pick<RunsTables['run'], 'bot_id' | 'id'>;

export async function removeVerdicts(trx: Queries, runs: readonly RunKey[]): Promise<void> {
  for (const [botId, ofBot] of Map.groupBy(runs, ({ bot_id }) => bot_id))
    for (const slice of slicesOf(
      ofBot.map(({ id }) => id),
      IDS_PER_QUERY,
    ))
      await trx.deleteFrom('run_verdict').where('bot_id', '=', botId).where('run_id', 'in', slice).execute();
}
