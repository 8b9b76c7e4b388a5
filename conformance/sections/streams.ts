/** Section 6: what all event streams have in common. */
import * as z from 'zod/mini';
import { consumptionSchema } from '#contract/envelope.ts';
import { type Exchange, eventsOf } from '../calls/exchange.ts';
import { type Check, type Finding, fails, note, OK, untestable } from '../check.ts';
import { finds, judgeAccepted, judgeType } from '../judge.ts';
import type { Lab } from '../lab.ts';
import { both, fill, same, type Text } from '../text.ts';
import { needs, valueText } from '../words.ts';

export type Event = Record<string, unknown>;

interface Stream {
  /** As ids begin. */
  id: string;
  probe: (lab: Lab) => Promise<Exchange>;
  /** Endpoint in the interface's list. */
  endpoint: number;
  /** Why even a valid call cannot succeed; undefined where it can. */
  hindrance?: (lab: Lab) => Promise<Text | undefined>;
}

/** The check that the others of a stream depend on. */
export const okOf = ({ id }: Pick<Stream, 'id'>): string => `${id}.ok`;

/** Status, type and form of the lines. */
export function streamChecks(stream: Stream): Check[] {
  const { id, probe, endpoint } = stream;
  const after = okOf(stream);
  const lines = (rule: Text, name: string, judge: (exchange: Exchange) => Finding) =>
    finds({ id: `${id}.${name}`, section: '6', rule, after }, probe, (exchange) =>
      exchange.lines.length === 0 ? untestable(needs.other(`${id}.events`)) : judge(exchange),
    );
  return [
    {
      id: after,
      section: '4',
      rule: fill(
        both(
          'Endpoint {endpoint} answers a valid call with 200.',
          'تُجيب نقطة النهاية {endpoint} عن طلب صحيح بالحالة 200.',
        ),
        { endpoint },
      ),
      run: async (lab) => {
        const reason = await stream.hindrance?.(lab);
        return reason ? untestable(reason) : judgeAccepted(await probe(lab));
      },
    },
    finds(
      {
        id: `${id}.type`,
        section: '4',
        rule: both('The response is an event stream.', 'الاستجابة تدفق أحداث.'),
        after,
      },
      probe,
      (exchange) => judgeType(exchange, 'text/event-stream'),
    ),
    finds(
      {
        id: `${id}.events`,
        section: '6',
        rule: both('The stream carries events.', 'يحمل التدفق أحداثًا.'),
        after,
      },
      probe,
      (exchange) => {
        if (exchange.type !== 'text/event-stream') return untestable(needs.other(`${id}.type`));
        return exchange.lines.length > 0
          ? OK
          : fails(both('events', 'أحداث'), both('nothing', 'لا شيء'), exchange);
      },
    ),
    lines(
      both('Each event is one line of `data:` and a JSON object.', 'كل حدث سطر واحد من `data:` وكائن JSON.'),
      'lines',
      (exchange) => {
        const other = exchange.lines.find(({ kind }) => kind === 'other');
        return other ? fails(same('`data: {…}`'), valueText(other.text), exchange) : OK;
      },
    ),
    lines(both('A space follows `data:`.', 'تلي `data:` مسافة.'), 'space', (exchange) =>
      exchange.lines.some(({ kind, spaced }) => kind === 'event' && !spaced)
        ? note(
            both(
              'no space follows `data:`; readers that cut six characters lose the brace',
              'لا مسافة بعد `data:`، والبرامج التي تقطع ستة أحرف تفقد القوس',
            ),
            exchange,
          )
        : OK,
    ),
  ];
}

/** A check of the events of a stream. */
export function ofEvents(
  { id, probe }: Stream,
  name: string,
  section: string,
  rule: Text,
  judge: (events: readonly Event[], exchange: Exchange, lab: Lab) => Finding,
): Check {
  return finds({ id: `${id}.${name}`, section, rule, after: okOf({ id }) }, probe, (exchange, lab) => {
    const events = eventsOf(exchange);
    return events.length === 0 ? untestable(needs.other(`${id}.events`)) : judge(events, exchange, lab);
  });
}

/** Holds where the one event that `pick` finds has a fitting value. */
export function judgeMember(
  event: Event | undefined,
  missing: string,
  value: (event: Event) => unknown,
  expected: Text,
  fits: (value: unknown) => boolean,
  exchange: Exchange,
): Finding {
  if (!event) return untestable(needs.other(missing));
  const member = value(event);
  return fits(member) ? OK : fails(expected, valueText(member), exchange);
}

export const CONSUMPTION_FORM = both('a text of the form `<used>/<total>`', 'نص بالصيغة `<used>/<total>`');
export const isConsumption = (value: unknown): boolean => z.safeParse(consumptionSchema, value).success;
export const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
export const isText = (value: unknown): boolean => typeof value === 'string';
