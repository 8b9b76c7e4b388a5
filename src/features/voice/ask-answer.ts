import { parseConsumption } from '#contract/envelope.ts';
import type { AnswerRequest } from '#contract/answers.ts';
import { chargeOf } from '#src/spending/charge.ts';
import { withAnswerEvent, withEnd, withStep } from './run.ts';
import type { Work } from './work.ts';

/** Puts the text to the knowledge; resolves with the answer. Streamed where units are named, as the interface has it. */
export async function askAnswer(work: Work, text: string): Promise<string> {
  const { gateway, signal, settings, detailed, change, quotaOf } = work;
  const { names } = settings;
  const request: AnswerRequest = {
    Question: text,
    ...(names.length === 0 ? {} : { IndexNames: [...names] }),
  };
  const before = quotaOf('text');
  if (names.length === 0) {
    const whole = await gateway.answer(request, { signal });
    const { answer, consumption, charge, requestId, kind, skipped } = whole;
    const standsIn = whole.fallback !== null;
    const cost = chargeOf({ charge: charge?.amount, before, after: consumption });
    const now = performance.now();
    change((run) => {
      // What was found and what is answered came together: the time is that of the answer.
      const { begun } = run.steps.found;
      const found = withStep(run, 'found', { phase: 'done' });
      const asked = withStep(found, 'answered', { phase: 'running', begun });
      const documents = answer.retrieved_documents;
      return withEnd(
        { ...asked, answer: answer.answer, documents, kind, standsIn, skipped },
        'answered',
        now,
        {
          cost,
          consumption,
          requestId,
        },
      );
    });
    return answer.answer;
  }
  const { opened, events } = gateway.streamAnswer(request, { signal, detailed });
  const heading = opened.catch(() => undefined);
  let answer = '';
  for await (const event of events) {
    const { charge, requestId = null, skipped = [], kind = null } = (await heading) ?? {};
    change((run) => ({ ...run, skipped, kind: kind ?? run.kind }));
    if ('chunk' in event) answer += event.chunk;
    const now = performance.now();
    change((run) => withAnswerEvent(run, event, now));
    if ('final' in event) {
      const { consumption: printed, metadata } = event;
      const consumption = printed === undefined ? undefined : parseConsumption(printed);
      const cost = chargeOf({
        charge: charge?.amount,
        totalTokens: metadata?.total_tokens,
        before,
        after: consumption,
      });
      change((run) => {
        const found = withEnd(run, 'found', now, {});
        const { phase } = found.steps.answered;
        // An answer without a word is one all the same.
        const asked =
          phase === 'waiting' ? withStep(found, 'answered', { phase: 'running', begun: now }) : found;
        return withEnd(asked, 'answered', now, { cost, consumption, requestId });
      });
    }
  }
  return answer;
}
