/** Sections 2.9, 4 and 6.2, endpoint 8: text that grows while a record is heard. */
import { streamTranscribe } from '#contract/operations/speech.ts';
import { speechCall } from '../calls/requests.ts';
import { type Check, type CheckGroup, fails, note, OK, untestable } from '../check.ts';
import { judgeCount } from '../judge.ts';
import { once } from '../lab.ts';
import { SAMPLE_SECONDS } from '../samples/sound.ts';
import { both, fill } from '../text.ts';
import { needs, oneOf, TYPE_NAMES, valueText } from '../words.ts';
import { acceptedValues, refusedValues } from './field-rows.ts';
import { formChecks, speechEndpoint } from './speech.ts';
import {
  CONSUMPTION,
  type Event,
  eventCheck,
  isText,
  memberChecks,
  NUMBER,
  okOf,
  streamChecks,
  TEXT,
} from './streams.ts';

const probe = once((lab) => lab.call(speechCall(streamTranscribe)));
const STREAM = { id: 'speech-stream', section: '6.2', probe, endpoint: 8, textFields: ['partial', 'final'] };
const SPEECH = speechEndpoint('speech-stream', streamTranscribe, { id: okOf(STREAM), probe });
/** Share by which a reported duration may differ from that of the record. */
const DURATION_TOLERANCE = 0.5;

const eventWith = (name: string) => (events: readonly Event[]) => events.find((event) => name in event);
const FINAL = {
  name: both('the final event', 'الحدث الختامي'),
  check: 'speech-stream.final',
  pick: eventWith('final'),
};
const COMPLETION = {
  name: both('the completion', 'حدث الاكتمال'),
  check: 'speech-stream.complete',
  pick: eventWith('status'),
};

const events: Check[] = [
  eventCheck(
    STREAM,
    'partial',
    both('Every `partial` is the text so far.', 'كل `partial` هو النص حتى الآن.'),
    (all, exchange) => {
      const partial =
        all.find((event) => 'partial' in event && !isText(event['partial'])) ?? eventWith('partial')(all);
      if (!partial)
        return note(
          both(
            'no event has `partial`: the record may be too short',
            'لا حدث فيه `partial`، وقد يكون التسجيل قصيرًا',
          ),
          exchange,
        );
      return isText(partial['partial'])
        ? OK
        : fails(TYPE_NAMES.string, valueText(partial['partial']), exchange);
    },
  ),
  eventCheck(
    STREAM,
    'partial.grows',
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
  eventCheck(
    STREAM,
    'final',
    both('One event has `final`: the whole text.', 'حدث واحد فيه `final`: النص كاملًا.'),
    (all, exchange) =>
      judgeCount(
        both('{count} events with `final`', 'عدد الأحداث التي فيها `final`: {count}'),
        1,
        all.filter((event) => 'final' in event).length,
        exchange,
      ),
  ),
  eventCheck(
    STREAM,
    'complete',
    both(
      'An event completes the stream by `status` `complete`.',
      'يُكمل حدث التدفق بالحقل `status` وقيمته `complete`.',
    ),
    (all, exchange) => {
      const completion = COMPLETION.pick(all);
      return completion?.['status'] === 'complete'
        ? OK
        : fails(
            both('an event with `status` `complete`', 'حدث فيه `status` بالقيمة `complete`'),
            valueText(completion ?? all.at(-1)),
            exchange,
          );
    },
  ),
  eventCheck(
    STREAM,
    'order',
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
  eventCheck(
    STREAM,
    'duration.record',
    both('`duration` is that of the record.', 'الحقل `duration` هو مدة التسجيل.'),
    (all, exchange) => {
      const duration = COMPLETION.pick(all)?.['duration'];
      if (typeof duration !== 'number') return untestable(needs.other('speech-stream.duration'));
      const isNear = Math.abs(duration - SAMPLE_SECONDS) <= SAMPLE_SECONDS * DURATION_TOLERANCE;
      const seconds = both('{seconds} s', '{seconds} ث');
      return isNear
        ? OK
        : fails(fill(seconds, { seconds: SAMPLE_SECONDS }), fill(seconds, { seconds: duration }), exchange);
    },
  ),
  ...memberChecks(STREAM, [
    ['final.text', FINAL, ['final'], TEXT],
    ['duration', COMPLETION, ['duration'], { ...NUMBER, name: both('a number of seconds', 'عدد ثوانٍ') }],
    ['consumption', COMPLETION, ['consumption'], CONSUMPTION],
  ]),
];

export const streamedSpeech: CheckGroup = {
  id: 'speech-stream',
  title: both('Streamed speech to text', 'تحويل الكلام إلى نص بالتدفق'),
  checks: [
    ...streamChecks(STREAM),
    ...events,
    ...acceptedValues(SPEECH, [
      ['TaskType', 'Transcript', 'Transcript', { fields: { TaskType: 'Transcript', SourceLanguage: 'ar' } }],
      [
        'TaskType',
        'Translate',
        'Translate',
        // English is the language that every translating model knows.
        { fields: { TaskType: 'Translate', SourceLanguage: 'ar', TargetLanguage: 'en' } },
      ],
      ['SourceLanguage', '', 'ar'],
      ['OutputFormat', '', 'Text'],
    ]),
    ...refusedValues(SPEECH, [['TaskType', 'other', oneOf('Transcript', 'Translate'), 'Sing']]),
    ...formChecks(SPEECH, streamTranscribe),
  ],
};
