import type { Exchange } from '../calls/exchange.ts';
import { type Check, fails, OK, untestable } from '../check.ts';
import { finds } from '../judge.ts';
import type { Lab } from '../lab.ts';
import { valueAt } from '../shapes.ts';
import { both } from '../text.ts';
import { needs, statusText, valueText } from '../words.ts';

/** `StatusCode` of an envelope repeats the status of its response. That it is a number is another check. */
export function judgeStatusCode(id: string, after: string, probe: (lab: Lab) => Promise<Exchange>): Check {
  return finds(
    {
      id: `${id}.StatusCode.same`,
      section: '2.1',
      rule: both('`StatusCode` is the HTTP status.', 'الحقل `StatusCode` هو حالة HTTP.'),
      after,
    },
    probe,
    (exchange) => {
      const stated = valueAt(exchange.json, 'StatusCode');
      if (typeof stated !== 'number') return untestable(needs.other(`${id}.StatusCode`));
      return stated === exchange.status
        ? OK
        : fails(statusText(exchange.status), valueText(stated), exchange);
    },
  );
}
