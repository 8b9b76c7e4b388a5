import { answer } from '#contract/operations/answers.ts';
import type { Call, Target } from './calls/call.ts';
import type { Exchange } from './calls/exchange.ts';
import { unitCall } from './calls/requests.ts';
import { type Fetch, send } from './calls/send.ts';
import { both, fill, same, type Text } from './text.ts';
import { cameText, failureText, valueText } from './words.ts';

const TIMEOUT_MS = 30_000;

/** Calls without a cost: one of knowledge, one of answers. */
const CALLS: readonly Call[] = [unitCall(0), { operation: answer, json: {} }];

/**
 * Why a gateway cannot be checked at all; undefined where the checks can begin. Faults of single endpoints are left to
 * the checks: only connection, key and bot matter here, and a response with JSON.
 */
export async function whyUnreachable(
  target: Target,
  fetch: Fetch,
  signal: AbortSignal,
  calls = CALLS,
): Promise<Text | undefined> {
  const exchanges: Exchange[] = [];
  for (const call of calls) {
    const { exchange } = await send(fetch, target, call, { timeoutMs: TIMEOUT_MS, signal });
    exchanges.push(exchange);
    const reason = whyRejected(exchange, target);
    if (reason) return reason;
  }
  const last = exchanges.at(-1);
  return last && exchanges.every(({ json }) => json === undefined)
    ? fill(NO_GATEWAY, { url: same(target.baseUrl), came: cameText(last) })
    : undefined;
}

/** Why no call of this target can succeed. */
export function whyRejected({ failure, status, json }: Exchange, { baseUrl, bot }: Target): Text | undefined {
  const values = { url: baseUrl, bot, said: valueText(json) };
  if (failure !== null && status === 0)
    return fill(NO_CONNECTION, { ...values, reason: failureText(failure) });
  if (status === 401) return fill(WRONG_KEY, values);
  return status === 403 ? fill(WRONG_BOT, values) : undefined;
}

const NO_CONNECTION = both(
  '{url}: {reason}. Check the address and that the gateway runs.',
  '{url}: {reason}. تحقق من الرابط ومن أن البوابة تعمل.',
);
const WRONG_KEY = both(
  'The gateway does not accept the key (401): {said}. Set FIHRIST_CHECK_KEY to a key of this gateway.',
  'لا تقبل البوابة المفتاح (401): {said}. اضبط FIHRIST_CHECK_KEY على مفتاح من هذه البوابة.',
);
const WRONG_BOT = both(
  'The key may not use bot {bot} (403): {said}. Name another bot with --bot, or use another key.',
  'لا يتيح المفتاح الروبوت {bot} (403): {said}. حدد روبوتًا آخر بالخيار --bot أو استخدم مفتاحًا آخر.',
);
const NO_GATEWAY = both(
  'There is no gateway of this interface at {url}: {came}. Check the address, also its path.',
  'لا توجد بوابة بهذه الواجهة في {url}: {came}. تحقق من الرابط ومن مساره.',
);
