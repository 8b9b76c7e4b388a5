/** Sections 2.9 and 4: the form of both speech-to-text endpoints, and endpoint 9, whole. */

import { envelope } from '#contract/envelope.ts';
import { type streamTranscribe, transcribe } from '#contract/operations/speech.ts';
import { transcriptSchema } from '#contract/speech.ts';
import { speechCall } from '../calls/requests.ts';
import type { Check, CheckGroup } from '../check.ts';
import { accepts, type Base, judgeAccepted, refuses } from '../judge.ts';
import { once } from '../lab.ts';
import { WAV_RATE_HZ } from '../samples/sound.ts';
import { both } from '../text.ts';
import { oneOf, TYPE_NAMES } from '../words.ts';
import { envelopeChecks, refusalChecks, usageGrows } from './envelopes.ts';
import { acceptedValues, type FieldEndpoint, jsonBody, refusedValues } from './field-rows.ts';

type SpeechOperation = typeof transcribe | typeof streamTranscribe;

export const speechEndpoint = (id: string, operation: SpeechOperation, base: Base): FieldEndpoint => ({
  id,
  section: '2.9',
  base,
  call: (_, fields) => speechCall(operation, fields),
});

const ACCEPTED_FIELDS: Parameters<typeof acceptedValues>[1] = [
  [
    'ModelName',
    'v1',
    'v1',
    {
      rule: both(
        '`ModelName` may be `"v1"`, whatever the version in the path.',
        'يقبل الحقل `ModelName` القيمة `"v1"` أيًا كان الإصدار في المسار.',
      ),
    },
  ],
  [
    'SampleRate',
    '',
    WAV_RATE_HZ,
    {
      fields: { SetDefaultSampleRate: undefined, SampleRate: WAV_RATE_HZ },
      rule: both(
        '`SampleRate` may stand in place of `SetDefaultSampleRate`.',
        'يمكن أن يحل `SampleRate` محل `SetDefaultSampleRate`.',
      ),
    },
  ],
  ['MaxRecordLengthInSeconds', '', 1],
];

const REFUSED_FIELDS: Parameters<typeof refusedValues>[1] = [
  ['ModelName', 'other', oneOf('v1', 'v2'), 'v9'],
  [
    'SampleRate',
    'none',
    null,
    undefined,
    {
      fields: { SetDefaultSampleRate: undefined },
      rule: both(
        'Without any information on the sample rate transcription is refused with 400.',
        'يُرفض التفريغ بلا معلومات عن معدل العينات بالحالة 400.',
      ),
    },
  ],
  ['SampleRate', 'word', TYPE_NAMES.integer, 'fast'],
  ['SetDefaultSampleRate', 'other', TYPE_NAMES.boolean, 'perhaps'],
  ['MaxRecordLengthInSeconds', 'word', TYPE_NAMES.integer, 'long'],
];

/** The form that both endpoints take. */
export function formChecks(endpoint: FieldEndpoint, operation: SpeechOperation): Check[] {
  const { id, base } = endpoint;
  const withoutRecord: FieldEndpoint = {
    ...endpoint,
    call: (_, fields) => speechCall(operation, fields, null),
  };
  return [
    ...acceptedValues(endpoint, ACCEPTED_FIELDS),
    ...refusedValues(endpoint, REFUSED_FIELDS),
    refuses(
      {
        id: `${id}.Record.missing`,
        section: '4',
        rule: both(
          'A form has `Record` or `RecordUrl`; a form with neither is refused with 400.',
          'في النموذج `Record` أو `RecordUrl`؛ ويُرفض نموذج بدونهما بالحالة 400.',
        ),
      },
      base,
      (lab) => withoutRecord.call(lab, {}),
    ),
    ...refusedValues(withoutRecord, [['RecordUrl', 'other', both('a URI', 'رابط URI'), 'not an address']]),
    jsonBody(endpoint, { ModelName: 'v2' }),
    ...refusalChecks(endpoint, 'ModelName'),
  ];
}

const probe = once((lab) => lab.call(speechCall(transcribe)));
const BASE = { id: 'speech.ok', probe };
const SPEECH = speechEndpoint('speech', transcribe, BASE);

export const speech: CheckGroup = {
  id: 'speech',
  title: both('Speech to text', 'تحويل الكلام إلى نص'),
  checks: [
    {
      id: BASE.id,
      section: '1',
      rule: both('A WAV record is transcribed.', 'يُفرَّغ تسجيل WAV.'),
      run: async (lab) => judgeAccepted(await probe(lab)),
    },
    accepts(
      {
        id: 'speech.mp3',
        section: '1',
        rule: both('An MP3 record is transcribed.', 'يُفرَّغ تسجيل MP3.'),
      },
      BASE,
      () => speechCall(transcribe, {}, 'mp3'),
    ),
    accepts(
      {
        id: 'speech.mp4',
        section: '1',
        rule: both('The sound of an MP4 with a video track is transcribed.', 'يُفرَّغ صوت ملف MP4 فيه فيديو.'),
      },
      BASE,
      () => speechCall(transcribe, {}, 'mp4'),
    ),
    ...envelopeChecks('speech', BASE, envelope(transcriptSchema), '4'),
    ...acceptedValues(SPEECH, [
      ['TargetLanguage', 'en', 'en'],
      ['TargetLanguage', 'ar', 'ar'],
    ]),
    ...refusedValues(SPEECH, [['TargetLanguage', 'other', oneOf('en', 'ar'), 'fr']]),
    usageGrows(
      'speech',
      BASE,
      () => speechCall(transcribe),
      both(
        'The duration of each record is in the `Consumption` that the next call reports.',
        'تظهر مدة كل تسجيل في `Consumption` الذي يذكره الطلب التالي.',
      ),
    ),
    ...formChecks(SPEECH, transcribe),
  ],
};
