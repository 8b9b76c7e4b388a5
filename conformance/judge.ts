import type { Call } from './calls/call.ts';
import type { Exchange } from './calls/exchange.ts';
import { type Check, type Finding, fails, OK, untestable } from './check.ts';
import type { Lab } from './lab.ts';
import { both, fill, type Text } from './text.ts';
import { cameText, failureText, needs, statusText } from './words.ts';

/** Statuses of a service that is unavailable for now: no evidence about the rule. */
const NOT_NOW = new Set([502, 503, 504]);

/** Why an exchange is no evidence about a rule; undefined where it is evidence. */
export function whyUntestable(exchange: Exchange): Text | undefined {
  const { failure, status, operation } = exchange;
  if (failure === 'absent') return needs.other(`paths.${operation}`);
  if (failure === 'stopped' || failure === 'timeout' || failure === 'key') return failureText(failure);
  if (status === 402) return needs.quota;
  if (status === 429) return needs.concurrency;
  return NOT_NOW.has(status) ? needs.service(exchange) : undefined;
}

/** Holds where the call is answered 200. */
export function judgeAccepted(exchange: Exchange): Finding {
  if (exchange.status === 200 && exchange.failure === null) return OK;
  const reason = whyUntestable(exchange);
  return reason ? untestable(reason) : fails(statusText(200), cameText(exchange), exchange);
}

/** Finding for a call that should be refused and is not refused as it should be. */
function judgeMissingRefusal(expected: Text, exchange: Exchange): Finding {
  const outcome = exchange.status === 200 ? 'lenient' : 'fails';
  return { outcome, expected, came: cameText(exchange), exchange };
}

/** Holds where the call is refused as having invalid parameters. */
export function judgeRefused(exchange: Exchange): Finding {
  if (exchange.status === 400 && exchange.failure === null) return OK;
  const reason = whyUntestable(exchange);
  return reason ? untestable(reason) : judgeMissingRefusal(statusText(400), exchange);
}

/** Judges a successful response. A failed call depends on the check `id`. */
export function ofSuccess(exchange: Exchange, id: string, judge: (exchange: Exchange) => Finding): Finding {
  if (exchange.status === 200 && exchange.failure === null) return judge(exchange);
  return untestable(whyUntestable(exchange) ?? needs.other(id));
}

/** Holds where the call is refused with any status that blames the caller: the interface does not say which. */
export function judgeClientError(exchange: Exchange): Finding {
  const reason = whyUntestable(exchange);
  if (reason) return untestable(reason);
  return exchange.status >= 400 && exchange.status < 500
    ? OK
    : judgeMissingRefusal(both('a status from 400 to 499', 'حالة من 400 إلى 499'), exchange);
}

type Rule = Omit<Check, 'run'>;

/** A valid call of the same endpoint: where the gateway refuses even this call, a refusal proves nothing. */
export interface Base {
  /** The check of this call. */
  id: string;
  probe: (lab: Lab) => Promise<Exchange>;
}

type MakeCall = (lab: Lab) => Call | Promise<Call>;

/** A check that a call is accepted. Where even `base` fails, the check depends on `base`. */
export const accepts = (rule: Rule, base: Base, call: MakeCall): Check => ({
  ...rule,
  run: async (lab) => {
    const finding = ofSuccess(await base.probe(lab), base.id, () => OK);
    return finding.outcome === 'ok' ? judgeAccepted(await lab.call(await call(lab))) : finding;
  },
});

/** A check that a call is refused with 400. */
export const refuses = (rule: Rule, base: Base, call: MakeCall, judge = judgeRefused): Check => ({
  ...rule,
  run: async (lab) =>
    (await base.probe(lab)).status === 400
      ? untestable(needs.other(base.id))
      : judge(await lab.call(await call(lab))),
});

/** A check of the response of `base`. */
export const finds = (
  base: Base,
  id: string,
  section: string,
  rule: Text,
  judge: (exchange: Exchange, lab: Lab) => Finding,
): Check => ({
  id,
  section,
  rule,
  run: async (lab) => ofSuccess(await base.probe(lab), base.id, (exchange) => judge(exchange, lab)),
});

/** Compares a count; `words` has `{count}`. */
export function judgeCount(words: Text, expected: number, count: number, exchange: Exchange): Finding {
  return count === expected ? OK : fails(fill(words, { count: expected }), fill(words, { count }), exchange);
}

/** Media type of a response. */
export function judgeType(exchange: Exchange, type: string): Finding {
  const isWhole = type !== 'application/json' || exchange.json !== undefined;
  return exchange.type === type && isWhole
    ? OK
    : fails(both(`content type \`${type}\``, `نوع المحتوى \`${type}\``), cameText(exchange), exchange);
}
