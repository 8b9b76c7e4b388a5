import { TEST_CHANGES } from '#contract/tests.ts';
import { queueForSubscribers } from '#gateway/modules/alerts/sql/queue-delivery.ts';
import type { Evaluation } from '#gateway/modules/evaluation/model.ts';
import type { DescribeLoss } from '#gateway/modules/evaluation/ports/evaluations.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { toChange } from './evaluation-rows.ts';

/** Tests that a message to webhooks names. */
const MAX_REPORTED_TESTS = 20;

/** Queues one message to webhooks about the tests that an evaluation lost. */
export async function reportLoss(
  trx: Queries,
  evaluation: Evaluation,
  describeLoss: DescribeLoss,
  moment: number,
): Promise<void> {
  const { botId, id } = evaluation;
  const rows = await trx
    .selectFrom('evaluation_change')
    .selectAll()
    .where((eb) => eb.and({ bot_id: botId, evaluation_id: id, place: TEST_CHANGES.indexOf('lost') }))
    .orderBy('test_id')
    .limit(MAX_REPORTED_TESTS)
    .execute();
  const message = { botId, kind: 'tests-failed', alertId: null, event: 'tests.failed' } as const;
  await queueForSubscribers(trx, message, () => describeLoss(evaluation, rows.map(toChange)), moment);
}
