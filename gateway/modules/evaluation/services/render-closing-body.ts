import type { WebhookEvent } from '#contract/alerts.ts';
import type { DescribeClosing } from '#gateway/modules/evaluation/ports/reports.ts';
import { messagesIn } from './webhook-message.ts';

/** The body of `report.closed`, as `webhookEventSchema` of the contract has it. */
export const renderClosingBody =
  (bot: { id: number; name: string }, now: Date): DescribeClosing =>
  (closed, reports) => {
    const [first] = reports;
    const by = first?.closing?.by ?? '';
    const event: WebhookEvent = {
      type: 'report.closed',
      timestamp: now.toISOString(),
      data: {
        bot,
        alert: null,
        reports: {
          closed,
          items: reports.map(({ id, question, reason, reporter, closing }) => ({
            id,
            question,
            reason,
            reporter: reporter.name,
            as: closing?.as ?? 'other',
            by: closing?.by ?? '',
          })),
        },
        message: messagesIn(({ words: { alertMessage }, isolate, fill }) => [
          fill(alertMessage.reports, {
            bot: isolate(bot.name),
            count: closed,
            question: isolate(first?.question ?? ''),
          }),
          by === '' ? alertMessage.byTest : fill(alertMessage.byPerson, { name: isolate(by) }),
        ]),
      },
    };
    return JSON.stringify(event);
  };
