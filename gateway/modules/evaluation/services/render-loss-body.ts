import type { WebhookEvent } from '#contract/alerts.ts';
import { ar } from '#contract/words/ar.ts';
import { en } from '#contract/words/en.ts';
import { fillSentence } from '#contract/words/format.ts';
import type { Words } from '#contract/words/words.ts';
import type { DescribeLoss } from '#gateway/modules/evaluation/ports/evaluations.ts';

/** Titles of units that a sentence names. */
const MAX_TITLES = 5;

/** The body of `tests.failed`, as `webhookEventSchema` of the contract has it. */
export const renderLossBody =
  (bot: { id: number; name: string }, now: Date): DescribeLoss =>
  (evaluation, lost) => {
    const messageIn = (words: Words): string => {
      // A name may run the other way than the sentence; Arabic sentences isolate every text.
      const isolate = (text: string) => (words.language === 'en' ? `\u2068${text}\u2069` : text);
      const fill = (template: string, parameters: Record<string, string | number>) =>
        fillSentence(template, parameters, words, String);
      const { tests, units } = words.alertMessage;
      const titles = evaluation.units.slice(0, MAX_TITLES).map(({ title }) => isolate(title));
      const [first] = lost;
      const parts = [
        fill(tests, {
          bot: isolate(bot.name),
          count: evaluation.lost,
          question: isolate(first?.question ?? ''),
        }),
        ...(titles.length > 0
          ? [fill(units, { units: titles.join(words.language === 'ar' ? '، ' : ', ') })]
          : []),
      ];
      return parts.join(' ');
    };
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
          units: evaluation.units,
        },
        message: { en: messageIn(en), ar: messageIn(ar) },
      },
    };
    return JSON.stringify(event);
  };
