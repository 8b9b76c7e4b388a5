import type { Job } from '#gateway/modules/jobs/model.ts';
import { summariseReasons } from '#gateway/modules/units/model.ts';
import type { SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { payloadOf } from './queue.ts';
import { CANCELLED, settleRun } from './settle-run.ts';

/**
 * Ends the run of a job that a person cancelled. Text of an earlier reading goes on answering, and its sources are as they were
 * before they were queued; a source without text has failed, and so has the unit where nothing of its present sources answers.
 */
export async function cancelRun(trx: Queries, job: Job, now: number): Promise<void> {
  const sources = await trx
    .selectFrom('source')
    .select(['id', 'former', 'passages', 'held_text'])
    .where((eb) => eb.and({ bot_id: job.botId, unit_id: Number(job.subject) }))
    .execute();
  const earlierReasons = new Map(payloadOf(job).earlier?.map(({ sourceId, reason }) => [sourceId, reason]));
  const outcomes = sources
    .filter(({ former }) => former === 0)
    .map(({ id, passages, held_text: heldText }): SourceOutcome => {
      const reason = earlierReasons.get(id) ?? (passages > 0 ? null : CANCELLED);
      return {
        sourceId: id,
        status: reason ? 'failed' : 'ready',
        reason,
        warnings: [],
        pages: null,
        passages,
        ...(heldText === null ? {} : { heldText }),
      };
    });
  const isKept = sources.some(({ passages }) => passages > 0) && sources.every(({ former }) => former === 0);
  const reasons = outcomes.filter(({ passages }) => passages === 0).map(({ reason }) => reason);
  const isNews = reasons.length === 0 || reasons.includes(CANCELLED);
  await settleRun(
    trx,
    // Nothing is published.
    { hasTests: () => Promise.resolve(false) },
    job,
    {
      status: isKept ? 'ready' : 'failed',
      keepsPublished: isKept,
      reason: isKept ? null : isNews ? CANCELLED : summariseReasons(reasons),
      readOn: null,
      passages: 0,
      sources: outcomes,
    },
    now,
  );
}
