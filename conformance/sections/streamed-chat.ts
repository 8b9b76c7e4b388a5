/** Sections 4 and 6.1, endpoint 2: text generated in a stream. */

import { ANSWER_TOKENS, streamChatCall } from '../calls/requests.ts';
import { type Check, type CheckGroup, fails, OK } from '../check.ts';
import { accepts, judgeRefused } from '../judge.ts';
import { once } from '../lab.ts';
import { valueAt } from '../shapes.ts';
import { both, fill } from '../text.ts';
import { TYPE_NAMES, valueText } from '../words.ts';
import { chatFieldChecks } from './chat-fields.ts';
import { errorChecks } from './errors.ts';
import {
  CONSUMPTION_FORM,
  type Event,
  isConsumption,
  isNumber,
  isText,
  judgeMember,
  ofEvents,
  okOf,
  streamChecks,
} from './streams.ts';

const probe = once((lab) => lab.call(streamChatCall()));
const STREAM = { id: 'chat-stream', probe, endpoint: 2 };
const BASE = { id: okOf(STREAM), probe };
const NO_FINAL = 'chat-stream.final';

const isPiece = (event: Event) => 'chunk' in event;
const finalOf = (events: readonly Event[]) => events.find((event) => 'final' in event);
const aNumber = TYPE_NAMES['number'] ?? both('a number', 'رقم');

const events: Check[] = [
  ofEvents(
    STREAM,
    'chunk',
    '6.1',
    both('The text comes in events with `chunk`.', 'يصل النص في أحداث فيها `chunk`.'),
    (all, exchange) =>
      all.some(isPiece)
        ? OK
        : fails(both('events with `chunk`', 'أحداث فيها `chunk`'), valueText(all[0]), exchange),
  ),
  ofEvents(STREAM, 'chunk.text', '6.1', both('Every `chunk` is a text.', 'كل `chunk` نص.'), (all, exchange) =>
    judgeMember(
      all.find((event) => isPiece(event) && !isText(event['chunk'])) ?? all.find(isPiece),
      'chat-stream.chunk',
      ({ chunk }) => chunk,
      both('a text', 'نص'),
      isText,
      exchange,
    ),
  ),
  ofEvents(
    STREAM,
    'final',
    '6.1',
    both('The stream ends with the event that has `final`.', 'ينتهي التدفق بالحدث الذي فيه `final`.'),
    (all, exchange) =>
      'final' in (all.at(-1) ?? {})
        ? OK
        : fails(
            both('`final` in the last event', '`final` في الحدث الأخير'),
            valueText(all.at(-1)),
            exchange,
          ),
  ),
  ofEvents(
    STREAM,
    'final.once',
    '6.1',
    both('Only one event has `final`.', 'حدث واحد فقط فيه `final`.'),
    (all, exchange) => {
      const count = all.filter((event) => 'final' in event).length;
      const finals = both('{count} final events', 'عدد الأحداث الختامية {count}');
      return count <= 1 ? OK : fails(fill(finals, { count: 1 }), fill(finals, { count }), exchange);
    },
  ),
  ofEvents(
    STREAM,
    'final.true',
    '6.1',
    both('`final` is `true`.', 'قيمة `final` هي `true`.'),
    (all, exchange) =>
      judgeMember(
        finalOf(all),
        NO_FINAL,
        ({ final }) => final,
        both('`true`', '`true`'),
        (value) => value === true,
        exchange,
      ),
  ),
  ofEvents(
    STREAM,
    'final.total_tokens',
    '6.1',
    both(
      '`metadata.total_tokens` of the final event is a number.',
      'الحقل `metadata.total_tokens` في الحدث الختامي رقم.',
    ),
    (all, exchange) =>
      judgeMember(
        finalOf(all),
        NO_FINAL,
        (event) => valueAt(event, 'metadata', 'total_tokens'),
        aNumber,
        isNumber,
        exchange,
      ),
  ),
  ofEvents(
    STREAM,
    'final.consumption',
    '6.1',
    both(
      '`consumption` of the final event has the form `<used>/<total>`.',
      'الحقل `consumption` في الحدث الختامي بالصيغة `<used>/<total>`.',
    ),
    (all, exchange) =>
      judgeMember(
        finalOf(all),
        NO_FINAL,
        ({ consumption }) => consumption,
        CONSUMPTION_FORM,
        isConsumption,
        exchange,
      ),
  ),
];

const fields = chatFieldChecks('chat-stream', BASE, streamChatCall);
const withoutMessage = once((lab) => lab.call(streamChatCall({ Message: undefined })));

const requests: Check[] = [
  {
    id: 'chat-stream.Message.missing',
    section: '2.2',
    rule: both('Without `Message`: 400, before the stream begins.', 'بدون `Message`: 400 قبل بدء التدفق.'),
    run: async (lab) => judgeRefused(await withoutMessage(lab)),
  },
  fields.messageType,
  fields.configType,
  accepts(
    {
      id: 'chat-stream.Config',
      section: '2.2',
      rule: both(
        'The request is that of a whole response: with `Config` and `PromptStyle`.',
        'الطلب هو نفسه طلب الاستجابة الكاملة: مع `Config` و`PromptStyle`.',
      ),
    },
    () => streamChatCall({ PromptStyle: 4, Config: { Temperature: 0.2, MaxTokens: ANSWER_TOKENS } }),
    BASE,
  ),
  ...fields.ranges,
];

export const streamedChats: CheckGroup = {
  id: 'chat-stream',
  title: both('Streamed chat', 'المحادثة المتدفقة'),
  checks: [
    ...streamChecks(STREAM),
    ...events,
    ...requests,
    ...errorChecks('chat-stream', 'chat-stream.Message.missing', withoutMessage),
  ],
};
