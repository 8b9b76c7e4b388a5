/** Sections 2.9 and 4: the form of both speech-to-text endpoints, and endpoint 9, whole. */

import { envelope } from '#contract/envelope.ts';
import { type streamTranscribe, transcribe } from '#contract/operations/speech.ts';
import { transcriptSchema } from '#contract/speech.ts';
import type { Exchange } from '../calls/exchange.ts';
import { type FormFields, speechCall } from '../calls/requests.ts';
import type { Check, CheckGroup } from '../check.ts';
import {
  accepts,
  type Base,
  finds,
  judgeAccepted,
  judgeClientError,
  judgeRefused,
  judgeType,
  refuses,
} from '../judge.ts';
import { type Lab, once } from '../lab.ts';
import { WAV_RATE_HZ } from '../samples/sound.ts';
import { shapeChecks } from '../shapes.ts';
import { both, fill, type Text } from '../text.ts';
import { errorChecks } from './errors.ts';
import { judgeStatusCode } from './status-code.ts';
import { usageGrows } from './usage-growth.ts';

type SpeechOperation = typeof transcribe | typeof streamTranscribe;

/** The form that both endpoints take. `withoutModel` is the refusal whose envelope is looked at. */
export function formChecks(
  id: string,
  operation: SpeechOperation,
  base: Base,
  withoutModel: (lab: Lab) => Promise<Exchange>,
): Check[] {
  const taken = (name: string, rule: Text, fields: FormFields): Check =>
    accepts({ id: `${id}.${name}`, section: '2.9', rule }, () => speechCall(operation, fields), base);
  const refused = (name: string, rule: Text, fields: FormFields, section = '2.9'): Check =>
    refuses({ id: `${id}.${name}`, section, rule }, base, () => speechCall(operation, fields));
  return [
    {
      id: `${id}.ModelName.missing`,
      section: '2.9',
      rule: both('`ModelName` is required; without it: 400.', 'الحقل `ModelName` مطلوب، وبدونه: 400.'),
      run: async (lab) => judgeRefused(await withoutModel(lab)),
    },
    taken(
      'ModelName.v1',
      both(
        '`ModelName` may be `v1`, whatever the version in the path.',
        'يقبل `ModelName` القيمة `v1` أيًا كان الإصدار في المسار.',
      ),
      { ModelName: 'v1' },
    ),
    refused(
      'ModelName.other',
      both(
        '`ModelName` is `v1` or `v2`; another value: 400.',
        'الحقل `ModelName` هو `v1` أو `v2`، وأي قيمة أخرى: 400.',
      ),
      { ModelName: 'v9' },
    ),
    refused(
      'SampleRate.none',
      both(
        'Without any information on the sample rate transcription fails: 400.',
        'يفشل التفريغ بلا معلومات عن معدل العينات: 400.',
      ),
      { SetDefaultSampleRate: null },
    ),
    taken(
      'SampleRate',
      both(
        '`SampleRate` may stand in place of `SetDefaultSampleRate`.',
        'يمكن أن يحل `SampleRate` محل `SetDefaultSampleRate`.',
      ),
      {
        SetDefaultSampleRate: null,
        SampleRate: String(WAV_RATE_HZ),
      },
    ),
    refused(
      'SampleRate.word',
      both(
        '`SampleRate` is a whole number; a word: 400.',
        'الحقل `SampleRate` عدد صحيح، وكلمة بدلًا منه: 400.',
      ),
      { SampleRate: 'fast' },
    ),
    refused(
      'SetDefaultSampleRate.other',
      both(
        '`SetDefaultSampleRate` is `true` or `false`; another value: 400.',
        'الحقل `SetDefaultSampleRate` هو `true` أو `false`، وأي قيمة أخرى: 400.',
      ),
      {
        SetDefaultSampleRate: 'perhaps',
      },
    ),
    taken(
      'MaxRecordLengthInSeconds',
      both('`MaxRecordLengthInSeconds` may be 1.', 'يقبل `MaxRecordLengthInSeconds` القيمة 1.'),
      { MaxRecordLengthInSeconds: '1' },
    ),
    refused(
      'MaxRecordLengthInSeconds.word',
      both(
        '`MaxRecordLengthInSeconds` is a whole number; a word: 400.',
        'الحقل `MaxRecordLengthInSeconds` عدد صحيح، وكلمة بدلًا منه: 400.',
      ),
      {
        MaxRecordLengthInSeconds: 'long',
      },
    ),
    refuses(
      {
        id: `${id}.Record.missing`,
        section: '4',
        rule: both(
          'A form has `Record` or `RecordUrl`; with neither: 400.',
          'في النموذج `Record` أو `RecordUrl`، وبدونهما: 400.',
        ),
      },
      base,
      () => speechCall(operation, {}, null),
    ),
    refuses(
      {
        id: `${id}.RecordUrl.other`,
        section: '2.9',
        rule: both(
          '`RecordUrl` is a URI; another text: 400.',
          'الحقل `RecordUrl` عنوان URI، وأي نص آخر: 400.',
        ),
      },
      base,
      () => speechCall(operation, { RecordUrl: 'not an address' }, null),
    ),
    refuses(
      {
        id: `${id}.json-body`,
        section: '2.9',
        rule: both(
          'The body is a multipart form; JSON is refused.',
          'متن الطلب نموذج متعدد الأجزاء، ويُرفض JSON.',
        ),
      },
      base,
      () => ({ operation, json: { ModelName: 'v2' } }),
      judgeClientError,
    ),
  ];
}

const AFTER = 'speech.ok';
const probe = once((lab) => lab.call(speechCall(transcribe)));
const BASE = { id: AFTER, probe };
const withoutModel = once((lab) => lab.call(speechCall(transcribe, { ModelName: null })));

const response: Check[] = [
  {
    id: AFTER,
    section: '1',
    rule: both('A WAV record is transcribed.', 'يُفرَّغ تسجيل WAV.'),
    run: async (lab) => judgeAccepted(await probe(lab)),
  },
  ...(['mp3', 'mp4'] as const).map((format) =>
    accepts(
      {
        id: `speech.${format}`,
        section: '1',
        rule:
          format === 'mp4'
            ? both('The sound of an MP4 with a video track is transcribed.', 'يُفرَّغ صوت ملف MP4 فيه فيديو.')
            : both('An MP3 record is transcribed.', 'يُفرَّغ تسجيل MP3.'),
      },
      () => speechCall(transcribe, {}, format),
      BASE,
    ),
  ),
  finds(
    {
      id: 'speech.type',
      section: '2.1',
      rule: both('The response is JSON.', 'الاستجابة بصيغة JSON.'),
      after: AFTER,
    },
    probe,
    (exchange) => judgeType(exchange, 'application/json'),
  ),
  judgeStatusCode('speech', AFTER, probe),
  ...shapeChecks({
    id: 'speech',
    section: (path) => (path === 'Response' ? '4' : '2.1'),
    schema: envelope(transcriptSchema),
    probe,
    after: AFTER,
  }),
  ...(['en', 'ar'] as const).map((language) =>
    accepts(
      {
        id: `speech.TargetLanguage.${language}`,
        section: '2.9',
        rule: fill(
          both('`TargetLanguage` may be `{language}`.', 'يقبل `TargetLanguage` القيمة `{language}`.'),
          { language },
        ),
      },
      () => speechCall(transcribe, { TargetLanguage: language }),
      BASE,
    ),
  ),
  refuses(
    {
      id: 'speech.TargetLanguage.other',
      section: '2.9',
      rule: both(
        '`TargetLanguage` is `en` or `ar` here; another code: 400.',
        'الحقل `TargetLanguage` هنا `en` أو `ar`، وأي رمز آخر: 400.',
      ),
    },
    BASE,
    () => speechCall(transcribe, { TargetLanguage: 'fr' }),
  ),
];

const again = once(async (lab) => {
  await probe(lab);
  return lab.call(speechCall(transcribe));
});
const usage = usageGrows(
  'speech',
  both(
    'The duration of each record is in the `Consumption` that the next call reports.',
    'تظهر مدة كل تسجيل في `Consumption` الذي يذكره الطلب التالي.',
  ),
  BASE,
  again,
);

export const speech: CheckGroup = {
  id: 'speech',
  title: both('Speech to text', 'تحويل الكلام إلى نص'),
  checks: [
    ...response,
    usage,
    ...formChecks('speech', transcribe, BASE, withoutModel),
    ...errorChecks('speech', 'speech.ModelName.missing', withoutModel),
  ],
};
