/** Section 8: the limit of concurrent calls, only where it was asked for. */

import { faultEnvelopeSchema } from '#contract/envelope.ts';
import type { Call } from '../calls/call.ts';
import { streamAnswerCall, streamChatCall } from '../calls/requests.ts';
import { type CheckGroup, fails, note, OK, untestable } from '../check.ts';
import type { Lab } from '../lab.ts';
import { both, fill } from '../text.ts';
import { firstUnit, questionAboutFirst } from '../units.ts';
import { cameText, valueText } from '../words.ts';

/** Streams at once: more than the limits that gateways are known to have, few enough not to hurt. */
const STREAMS_AT_ONCE = 60;
/** Tokens of a held stream: enough for the first to be under way while the last begins. */
const HELD_TOKENS = 200;

/** A call whose stream lasts: written by a model where there is one, else quoted. */
async function lastingCall(lab: Lab): Promise<Call> {
  const chat = streamChatCall({
    Message: 'اكتب قصة طويلة عن مدينة على البحر.',
    Config: { MaxTokens: HELD_TOKENS },
  });
  if ((await lab.call(streamChatCall())).status === 200) return chat;
  const { title } = await firstUnit(lab);
  // A question about a unit that is not ready is refused too fast for others to be under way.
  await questionAboutFirst(lab);
  return streamAnswerCall(title, { MaxOutputTokens: HELD_TOKENS });
}

/** Holds all streams open until each call has a response, so that as many are under way as the gateway lets begin. */
function openTogether(lab: Lab, call: Call) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = STREAMS_AT_ONCE;
  const hold = () => {
    waiting -= 1;
    if (waiting === 0) resolve();
    return promise;
  };
  return Promise.all(Array.from({ length: STREAMS_AT_ONCE }, () => lab.callNow(call, hold)));
}

export const load: CheckGroup = {
  id: 'load',
  title: both('Concurrent requests', 'الطلبات المتزامنة'),
  when: 'load',
  checks: [
    {
      id: 'load.429',
      section: '8',
      rule: both(
        'Too many requests at once are refused with 429 in the envelope.',
        'تُرفض الطلبات المتزامنة الزائدة بالحالة 429 في الغلاف.',
      ),
      run: async (lab) => {
        const sent = await openTogether(lab, await lastingCall(lab));
        const exchanges = sent.map(({ exchange }) => exchange);
        const broken = exchanges.find(({ failure, status }) => failure === 'broken' || status === 500);
        if (broken) return fails(both('429 or an answer', '429 أو إجابة'), cameText(broken), broken);
        const refused = exchanges.filter(({ status }) => status === 429);
        const wrong = refused.find(({ json }) => !faultEnvelopeSchema.safeParse(json).success);
        if (wrong) return fails(both('the envelope', 'الغلاف'), valueText(wrong.json), wrong);
        if (refused.length === 0)
          return untestable(
            fill(both('{count} streams at once met no limit', 'لم يبلغ {count} تدفقًا متزامنًا أي حد'), {
              count: STREAMS_AT_ONCE,
            }),
          );
        const withoutWait = sent.find(
          ({ exchange, headers }) => exchange.status === 429 && !headers.has('retry-after'),
        );
        return withoutWait
          ? note(
              both(
                'the 429 has no `Retry-After`, so callers must guess when to try again; pages of another origin read it only if `Access-Control-Expose-Headers` names it',
                'لا تذكر 429 الترويسة `Retry-After`، فلا يُعرف متى يُعاد الطلب؛ ولا تقرؤها الصفحات من مصدر آخر إلا إذا ذُكرت في `Access-Control-Expose-Headers`',
              ),
              withoutWait.exchange,
            )
          : OK;
      },
    },
  ],
};
