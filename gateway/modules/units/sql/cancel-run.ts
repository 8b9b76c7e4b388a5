import type { Reason } from '#gateway/core/reason.ts';
import type { Job } from '#gateway/modules/jobs/model.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { settleRun } from './settle-run.ts';

const CANCELLED: Reason = { code: 'cancelled', parameters: {} };

/**
 * Ends the run of a job that a person cancelled. Text of an earlier reading goes on answering, and its sources are ready
 * with it; a source without text has failed, and so has the unit where nothing of its present sources answers.
 */
export async function cancelRun(trx: Queries, job: Job, now: number): Promise<void> {
  const sources = await trx
    .selectFrom('source')
    .select(['id', 'former', 'passages'])
    .where((eb) => eb.and({ bot_id: job.botId, unit_id: Number(job.subject) }))
    .execute();
  const isKept = sources.some(({ passages }) => passages > 0) && sources.every(({ former }) => former === 0);
  await settleRun(
    trx,
    job,
    {
      status: isKept ? 'ready' : 'failed',
      keepsPublished: isKept,
      reason: isKept ? null : CANCELLED,
      readOn: null,
      passages: 0,
      sources: sources
        .filter(({ former }) => former === 0)
        .map(({ id, passages }) => ({
          sourceId: id,
          ...(passages > 0 ? { status: 'ready', reason: null } : { status: 'failed', reason: CANCELLED }),
          warnings: [],
          pages: null,
          passages,
        })),
    },
    now,
  );
}
