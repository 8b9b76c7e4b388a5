import type { WebhookEvent } from '#contract/alerts.ts';
import type { UnitName } from '#gateway/modules/evaluation/model.ts';
import type { DescribeLoss } from '#gateway/modules/evaluation/ports/evaluations.ts';
import { messagesIn } from './webhook-message.ts';

/** Titles of units that a sentence names. */
const MAX_TITLES = 5;

/**
 * The body of `tests.failed`, as `webhookEventSchema` of the contract has it. `held`: units whose drafts are held since they
 * would lose these tests.
 */
export const renderLossBody =
  (bot: { id: number; name: string }, now: Date, held?: readonly UnitName[]): DescribeLoss =>
  (evaluation, lost) => {
    const units = held ?? evaluation.units;
    const [first, then] = held ? (['held', 'heldUnits'] as const) : (['tests', 'units'] as const);
    const event: WebhookEvent = {
      type: 'tests.failed',
      timestamp: now.toISOString(),
      data: {
        bot,
        alert: null,
        tests: {
          evaluationId: evaluation.id,
          lost: evaluation.lost,
          items: lost.map(({ testId, question, after }) => ({
            id: testId,
            question,
            outcome: after.outcome,
          })),
          units: [...units],
          ...(held ? { held: true } : {}),
        },
        message: messagesIn(({ words: { alertMessage, language }, isolate, fill }) => {
          const titles = units.slice(0, MAX_TITLES).map(({ title }) => isolate(title));
          const question = isolate(lost[0]?.question ?? '');
          return [
            fill(alertMessage[first], { bot: isolate(bot.name), count: evaluation.lost, question }),
            ...(titles.length > 0
              ? [fill(alertMessage[then], { units: titles.join(language === 'ar' ? '، ' : ', ') })]
              : []),
          ];
        }),
      },
    };
    return JSON.stringify(event);
  };
