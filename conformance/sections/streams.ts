/** Section 6: what all event streams have in common. */
import * as z from 'zod/mini';
import { consumptionSchema } from '#contract/envelope.ts';
import { type Exchange, eventsOf } from '../calls/exchange.ts';
import { type Check, type Finding, fails, note, OK, untestable } from '../check.ts';
import { finds, judgeAccepted, judgeType } from '../judge.ts';
import type { Lab } from '../lab.ts';
import { valueAt } from '../shapes.ts';
import { both, fill, same, type Text } from '../text.ts';
import { needs, TYPE_NAMES, valueText } from '../words.ts';

export type Event = Record<string, unknown>;

interface Stream {
  /** Beginning of the ids. */
  id: string;
  /** Section of the interface with the events. */
  section: string;
  probe: (lab: Lab) => Promise<Exchange>;
  /** Names under which clients read the text of its events. */
  textFields: readonly string[];
  /** Number in the list of endpoints of the interface. */
  endpoint: number;
  /** Why even a valid call cannot succeed; undefined where it can. */
  hindrance?: (lab: Lab) => Promise<Text | undefined>;
}

/** The check that the others of a stream depend on. */
export const okOf = ({ id }: Pick<Stream, 'id'>): string => `${id}.ok`;

const NO_SPACE = both(
  'no space follows `data:`; readers that cut six characters lose the brace',
  'لا مسافة بعد `data:`، والبرامج التي تقطع ستة أحرف تفقد القوس',
);

/** Status, type and form of the lines. */
function formChecks(stream: Stream): Check[] {
  const { id, probe, endpoint } = stream;
  const base = { id: okOf(stream), probe };
  const lineCheck = (name: string, rule: Text, judge: (exchange: Exchange) => Finding) =>
    finds(base, `${id}.${name}`, '6', rule, (exchange) =>
      exchange.lines.length === 0 ? untestable(needs.other(`${id}.events`)) : judge(exchange),
    );
  return [
    {
      id: base.id,
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
      base,
      `${id}.type`,
      '4',
      both('The response is an event stream.', 'الاستجابة تدفق أحداث.'),
      (exchange) => judgeType(exchange, 'text/event-stream'),
    ),
    finds(
      base,
      `${id}.events`,
      '6',
      both('The stream carries events.', 'يحمل التدفق أحداثًا.'),
      (exchange) => {
        if (exchange.type !== 'text/event-stream') return untestable(needs.other(`${id}.type`));
        return exchange.lines.length > 0
          ? OK
          : fails(both('events', 'أحداث'), both('nothing', 'لا شيء'), exchange);
      },
    ),
    lineCheck(
      'lines',
      both('Each event is one line of `data:` and a JSON object.', 'كل حدث سطر واحد من `data:` وكائن JSON.'),
      (exchange) => {
        const other = exchange.lines.find(({ kind }) => kind === 'other');
        return other ? fails(same('`data: {…}`'), valueText(other.text), exchange) : OK;
      },
    ),
    lineCheck('space', both('A space follows `data:`.', 'تلي `data:` مسافة.'), (exchange) =>
      exchange.lines.some(({ kind, spaced }) => kind === 'event' && !spaced) ? note(NO_SPACE, exchange) : OK,
    ),
  ];
}

/** Shorter streams may well arrive together: a fast gateway writes all events at once. */
const MIN_BUFFERED_MS = 1000;

/** Whether the body of a stream came only when all of it was known. */
function isBuffered({ arrival }: Exchange): boolean {
  if (arrival === undefined) return false;
  const { firstMs, lastMs, hasLength } = arrival;
  return hasLength || (lastMs > MIN_BUFFERED_MS && lastMs - firstMs < lastMs / 20);
}

/** What clients need beyond the form of the events: text under a known name, and events as they come about. */
const readabilityChecks = (stream: Stream): Check[] => [
  eventCheck(
    stream,
    'text',
    fill(both('The events hold text in {names}.', 'تحمل الأحداث نصًا في {names}.'), {
      names: stream.textFields.map((name) => `\`${name}\``).join(' / '),
    }),
    (all, exchange) =>
      all.some((event) =>
        stream.textFields.some((name) => typeof event[name] === 'string' && event[name] !== ''),
      )
        ? OK
        : note(
            both(
              'the stream has no text under a name that clients know, so they show an empty answer',
              'لا نص في التدفق باسم يعرفه العملاء، فيعرضون إجابة فارغة',
            ),
            exchange,
          ),
  ),
  eventCheck(
    stream,
    'live',
    both('Events arrive as they come about.', 'تصل الأحداث أولًا بأول.'),
    (all, exchange) =>
      all.length > 1 && isBuffered(exchange)
        ? note(
            both(
              'all events arrived at once at the end, so readers wait as long as for a whole answer; a proxy that buffers responses is a common cause',
              'وصلت الأحداث كلها دفعة واحدة في النهاية، فينتظر القارئ كما ينتظر إجابة كاملة؛ والسبب الشائع وسيط يخزّن الاستجابات مؤقتًا',
            ),
            exchange,
          )
        : OK,
  ),
];

/** A check of the events of a stream. */
export const eventCheck = (
  stream: Stream,
  name: string,
  rule: Text,
  judge: (events: readonly Event[], exchange: Exchange) => Finding,
): Check =>
  finds(
    { id: okOf(stream), probe: stream.probe },
    `${stream.id}.${name}`,
    stream.section,
    rule,
    (exchange) => {
      const events = eventsOf(exchange);
      return events.length === 0 ? untestable(needs.other(`${stream.id}.events`)) : judge(events, exchange);
    },
  );

/** An event whose members are checked, and the check that a missing event depends on. */
interface MemberEvent {
  name: Text;
  check: string;
  pick: (events: readonly Event[]) => Event | undefined;
}

interface MemberKind {
  name: Text;
  fits: (value: unknown) => boolean;
}

const MEMBER = both('`{member}` of {event} is {kind}.', 'الحقل `{member}` في {event}: {kind}.');

/** Checks of members of events, as rows: name of the check, event, path of the member, kind of the value. */
export const memberChecks = (
  stream: Stream,
  rows: readonly (readonly [string, MemberEvent, string[], MemberKind])[],
): Check[] =>
  rows.map(([name, { name: event, check, pick }, path, kind]) =>
    eventCheck(
      stream,
      name,
      fill(MEMBER, { member: path.join('.'), event, kind: kind.name }),
      (all, exchange) => {
        const picked = pick(all);
        if (!picked) return untestable(needs.other(check));
        const value = valueAt(picked, ...path);
        return kind.fits(value) ? OK : fails(kind.name, valueText(value), exchange);
      },
    ),
  );

export const isText = (value: unknown): boolean => typeof value === 'string';
export const TEXT: MemberKind = { name: TYPE_NAMES.string, fits: isText };
export const NUMBER: MemberKind = {
  name: TYPE_NAMES.number,
  fits: (value) => typeof value === 'number' && Number.isFinite(value),
};
export const CONSUMPTION: MemberKind = {
  name: both('a text of the form `<used>/<total>`', 'نص بالصيغة `<used>/<total>`'),
  fits: (value) => z.safeParse(consumptionSchema, value).success,
};

/** What every stream is judged by. */
export const streamChecks = (stream: Stream): Check[] => [
  ...formChecks(stream),
  ...readabilityChecks(stream),
];
