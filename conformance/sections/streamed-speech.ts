/** Sections 2.9, 4 and 6.2, endpoint 8: text that grows while a record is heard. */
import { streamTranscribe } from '#contract/operations/speech.ts';
import { type FormFields, speechCall } from '../calls/requests.ts';
import { type Check, type CheckGroup, fails, note, OK, untestable } from '../check.ts';
import { accepts, refuses } from '../judge.ts';
import { once } from '../lab.ts';
import { SAMPLE_SECONDS } from '../samples/sound.ts';
import { both, fill, type Text } from '../text.ts';
import { needs, TYPE_NAMES, valueText } from '../words.ts';
import { errorChecks } from './errors.ts';
import { formChecks } from './speech.ts';
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

const probe = once((lab) => lab.call(speechCall(streamTranscribe)));
const STREAM = { id: 'speech-stream', probe, endpoint: 8 };
const BASE = { id: okOf(STREAM), probe };
const withoutModel = once((lab) => lab.call(speechCall(streamTranscribe, { ModelName: null })));
/** Share by which a reported duration may differ from that of the record. */
const DURATION_TOLERANCE = 0.5;

const ofKind = (name: string) => (events: readonly Event[]) => events.find((event) => name in event);
const finalOf = ofKind('final');
const endOf = ofKind('status');
const aText = both('a text', 'نص');

const events: Check[] = [
  ofEvents(
    STREAM,
    'partial',
    '6.2',
    both('Every `partial` is the text so far.', 'كل `partial` هو النص حتى الآن.'),
    (all, exchange) => {
      const partial =
        all.find((event) => 'partial' in event && !isText(event['partial'])) ?? ofKind('partial')(all);
      if (!partial)
        return note(
          both(
            'no event has `partial`: the record may be too short',
            'لا حدث فيه `partial`، وقد يكون التسجيل قصيرًا',
          ),
          exchange,
        );
      return isText(partial['partial']) ? OK : fails(aText, valueText(partial['partial']), exchange);
    },
  ),
  ofEvents(
    STREAM,
    'partial.grows',
    '6.2',
    both('The text grows from one `partial` to the next.', 'يزداد النص من `partial` إلى الذي يليه.'),
    (all, exchange) => {
      const texts = all.flatMap(({ partial }) => (typeof partial === 'string' ? [partial] : []));
      if (texts.length === 0) return untestable(needs.other('speech-stream.partial'));
      const shorter = texts.find((text, index) => text.length < (texts[index - 1]?.length ?? 0));
      return shorter === undefined
        ? OK
        : fails(
            both('a text that is no shorter than the one before', 'نص لا يقل طولًا عن سابقه'),
            valueText(shorter),
            exchange,
          );
    },
  ),
  ofEvents(
    STREAM,
    'final',
    '6.2',
    both('One event has `final`: the whole text.', 'حدث واحد فيه `final`: النص كاملًا.'),
    (all, exchange) => {
      const finals = all.filter((event) => 'final' in event);
      const count = both('{count} events with `final`', 'عدد الأحداث التي فيها `final`: {count}');
      return finals.length === 1
        ? OK
        : fails(fill(count, { count: 1 }), fill(count, { count: finals.length }), exchange);
    },
  ),
  ofEvents(STREAM, 'final.text', '6.2', both('`final` is a text.', 'الحقل `final` نص.'), (all, exchange) =>
    judgeMember(finalOf(all), 'speech-stream.final', ({ final }) => final, aText, isText, exchange),
  ),
  ofEvents(
    STREAM,
    'complete',
    '6.2',
    both(
      'An event completes the stream by `status` `complete`.',
      'يُكمل حدث التدفق بالحقل `status` وقيمته `complete`.',
    ),
    (all, exchange) =>
      endOf(all)?.['status'] === 'complete'
        ? OK
        : fails(
            both('an event with `status` `complete`', 'حدث فيه `status` بالقيمة `complete`'),
            valueText(endOf(all) ?? all.at(-1)),
            exchange,
          ),
  ),
  ofEvents(
    STREAM,
    'order',
    '6.2',
    both(
      'Partial texts come first, then the final one, then the completion.',
      'تصل النصوص الجزئية أولًا، ثم النهائي، ثم الاكتمال.',
    ),
    (all, exchange) => {
      const ranks = all.flatMap((event) =>
        'partial' in event ? [0] : 'final' in event ? [1] : 'status' in event ? [2] : [],
      );
      return ranks.every((rank, index) => index === 0 || rank >= (ranks[index - 1] ?? 0))
        ? OK
        : fails(
            both('`partial`, `final`, `status`', '`partial` ثم `final` ثم `status`'),
            valueText(all.map((event) => Object.keys(event)[0])),
            exchange,
          );
    },
  ),
  ofEvents(
    STREAM,
    'duration',
    '6.2',
    both('`duration` of the completion is a number of seconds.', 'الحقل `duration` عند الاكتمال عدد ثوانٍ.'),
    (all, exchange) =>
      judgeMember(
        endOf(all),
        'speech-stream.complete',
        ({ duration }) => duration,
        TYPE_NAMES['number'] ?? aText,
        isNumber,
        exchange,
      ),
  ),
  ofEvents(
    STREAM,
    'duration.record',
    '6.2',
    both('`duration` is that of the record.', 'الحقل `duration` هو مدة التسجيل.'),
    (all, exchange) => {
      const duration = endOf(all)?.['duration'];
      if (typeof duration !== 'number') return untestable(needs.other('speech-stream.duration'));
      const isNear = Math.abs(duration - SAMPLE_SECONDS) <= SAMPLE_SECONDS * DURATION_TOLERANCE;
      const seconds = both('{seconds} s', '{seconds} ث');
      return isNear
        ? OK
        : fails(fill(seconds, { seconds: SAMPLE_SECONDS }), fill(seconds, { seconds: duration }), exchange);
    },
  ),
  ofEvents(
    STREAM,
    'consumption',
    '6.2',
    both(
      '`consumption` of the completion has the form `<used>/<total>`.',
      'الحقل `consumption` عند الاكتمال بالصيغة `<used>/<total>`.',
    ),
    (all, exchange) =>
      judgeMember(
        endOf(all),
        'speech-stream.complete',
        ({ consumption }) => consumption,
        CONSUMPTION_FORM,
        isConsumption,
        exchange,
      ),
  ),
];

const taken = (id: string, rule: Text, fields: FormFields): Check =>
  accepts(
    { id: `speech-stream.${id}`, section: '2.9', rule },
    () => speechCall(streamTranscribe, fields),
    BASE,
  );

const fields: Check[] = [
  ...['Transcript', 'Translate'].map((task) =>
    taken(
      `TaskType.${task}`,
      fill(both('`TaskType` may be `{task}`.', 'يقبل `TaskType` القيمة `{task}`.'), { task }),
      // Into the language that every translating model knows.
      { TaskType: task, SourceLanguage: 'ar', ...(task === 'Translate' ? { TargetLanguage: 'en' } : {}) },
    ),
  ),
  refuses(
    {
      id: 'speech-stream.TaskType.other',
      section: '2.9',
      rule: both(
        '`TaskType` is `Transcript` or `Translate`; another value: 400.',
        'الحقل `TaskType` هو `Transcript` أو `Translate`، وأي قيمة أخرى: 400.',
      ),
    },
    BASE,
    () => speechCall(streamTranscribe, { TaskType: 'Sing' }),
  ),
  taken(
    'SourceLanguage',
    both('`SourceLanguage` may be a code such as `ar`.', 'يقبل `SourceLanguage` رمزًا مثل `ar`.'),
    { SourceLanguage: 'ar' },
  ),
  taken('OutputFormat', both('`OutputFormat` may be `Text`.', 'يقبل `OutputFormat` القيمة `Text`.'), {
    OutputFormat: 'Text',
  }),
];

export const streamedSpeech: CheckGroup = {
  id: 'speech-stream',
  title: both('Streamed speech to text', 'تحويل الكلام إلى نص بالتدفق'),
  checks: [
    ...streamChecks(STREAM),
    ...events,
    ...fields,
    ...formChecks('speech-stream', streamTranscribe, BASE, withoutModel),
    ...errorChecks('speech-stream', 'speech-stream.ModelName.missing', withoutModel),
  ],
};
