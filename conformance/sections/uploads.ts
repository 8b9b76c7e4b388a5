/** Sections 2.6 and 4, endpoint 4: files are stored, and their details returned as they are. */

import { upload } from '#contract/operations/files.ts';
import { uploadResultSchema } from '#contract/uploads.ts';
import type { Exchange } from '../calls/exchange.ts';
import { type FormFields, uploadCall } from '../calls/requests.ts';
import { type Check, type CheckGroup, fails, note, OK, untestable } from '../check.ts';
import {
  accepts,
  finds,
  judgeAccepted,
  judgeClientError,
  judgeRefused,
  judgeType,
  refuses,
} from '../judge.ts';
import { once } from '../lab.ts';
import { shapeChecks, valueAt } from '../shapes.ts';
import { both, fill } from '../text.ts';
import { SAMPLE_FORMATS, SAMPLES, uploadSample, uploads } from '../units.ts';
import { needs, valueText } from '../words.ts';
import { errorChecks } from './errors.ts';

const AFTER = 'upload.txt';
const probe = uploads.txt;
const BASE = { id: AFTER, probe };
/** Media types as other services must be able to read them. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;.*)?$/;

const isWrapped = ({ json }: Exchange): boolean =>
  valueAt(json, 'Response') !== undefined || valueAt(json, 'StatusCode') !== undefined;

const formats: Check[] = SAMPLE_FORMATS.flatMap((format) => [
  {
    id: `upload.${format}`,
    section: '4',
    rule: fill(both('A {format} file is stored.', 'يُحفظ ملف {format}.'), { format: format.toUpperCase() }),
    run: async (lab) => judgeAccepted(await uploads[format](lab)),
  },
  finds(
    {
      id: `upload.${format}.FileMimeType`,
      section: '2.6',
      rule: fill(
        both(
          'The media type of a {format} file is reported as type and subtype.',
          'يُذكر نوع ملف {format} بصيغة نوع وسائط.',
        ),
        { format: format.toUpperCase() },
      ),
      after: `upload.${format}`,
    },
    uploads[format],
    (exchange) => {
      const type = valueAt(exchange.json, 'FileMimeType');
      if (typeof type !== 'string') return untestable(needs.other('upload.FileMimeType'));
      return MEDIA_TYPE.test(type) ? OK : fails(valueText(SAMPLES[format].type), valueText(type), exchange);
    },
  ),
]);

const result: Check[] = [
  finds(
    {
      id: 'upload.type',
      section: '4',
      rule: both('The result is JSON.', 'النتيجة بصيغة JSON.'),
      after: AFTER,
    },
    probe,
    (exchange) => judgeType(exchange, 'application/json'),
  ),
  finds(
    {
      id: 'upload.not-wrapped',
      section: '2.1',
      rule: both('The result stands by itself, without the envelope.', 'النتيجة مستقلة بلا غلاف الاستجابة.'),
      after: AFTER,
    },
    probe,
    (exchange) =>
      !isWrapped(exchange)
        ? OK
        : fails(
            both('no `StatusCode` and no `Response`', 'لا `StatusCode` ولا `Response`'),
            valueText(exchange.json),
            exchange,
          ),
  ),
  ...shapeChecks({
    id: 'upload',
    section: () => '2.6',
    schema: uploadResultSchema,
    probe,
    after: AFTER,
    misplaced: (exchange) => (isWrapped(exchange) ? 'upload.not-wrapped' : undefined),
  }),
  finds(
    {
      id: 'upload.FileURL.uri',
      section: '2.5',
      rule: both(
        '`FileURL` is a whole URI, since registration takes it as one.',
        'الحقل `FileURL` عنوان URI كامل، لأن التسجيل يستقبله كذلك.',
      ),
      after: AFTER,
    },
    probe,
    (exchange) => {
      const url = valueAt(exchange.json, 'FileURL');
      return typeof url !== 'string' || URL.canParse(url)
        ? OK
        : fails(both('a URI such as `https://…`', 'عنوان مثل `https://…`'), valueText(url), exchange);
    },
  ),
  finds(
    {
      id: 'upload.arabic-name',
      section: '2.6',
      rule: both(
        'Arabic letters of a file name survive the form.',
        'تبقى الأحرف العربية في اسم الملف سليمة.',
      ),
      after: AFTER,
    },
    probe,
    (exchange) => {
      const name = valueAt(exchange.json, 'FileName');
      if (typeof name !== 'string') return untestable(needs.other('upload.FileName'));
      return name.includes('مستند')
        ? OK
        : note(
            fill(both('the name came back as {name}', 'عاد الاسم {name}'), { name: valueText(name) }),
            exchange,
          );
    },
  ),
];

/** Uploads whose stored name is, or is not, encrypted. */
const encrypted = once((lab) => uploadSample(lab, 'sirri', SAMPLES.txt, { EncryptFileName: 'true' }));

const taken = (name: string, value: string): Check =>
  accepts(
    {
      id: `upload.${name}.${value}`,
      section: '4',
      rule: fill(both('`{name}` may be `{value}`.', 'يقبل الحقل `{name}` القيمة `{value}`.'), {
        name,
        value,
      }),
    },
    ({ prefix }) => uploadCall(`${prefix} ${value}`, SAMPLES.txt, { [name]: value }),
  );

const refused = (id: string, rule: Check['rule'], fields: FormFields): Check =>
  refuses({ id: `upload.${id}`, section: '4', rule }, BASE, ({ prefix }) =>
    uploadCall(`${prefix} 400`, SAMPLES.txt, fields),
  );

const withoutFile = once((lab) => lab.call(uploadCall('', null, { EncryptFileName: 'false' })));

const fields: Check[] = [
  taken('Model.FileType', 'File'),
  refused(
    'Model.FileType.other',
    both(
      '`Model.FileType` is Image, Audio, Video or File; another value: 400.',
      'الحقل `Model.FileType` هو Image أو Audio أو Video أو File، وأي قيمة أخرى: 400.',
    ),
    { 'Model.FileType': 'Spreadsheet' },
  ),
  taken('EncryptFileName', 'false'),
  {
    id: 'upload.EncryptFileName.true',
    section: '4',
    rule: both('`EncryptFileName` may be `true`.', 'يقبل الحقل `EncryptFileName` القيمة `true`.'),
    run: async (lab) => judgeAccepted(await encrypted(lab)),
  },
  finds(
    {
      id: 'upload.EncryptFileName.hides',
      section: '4',
      rule: both(
        'With `EncryptFileName` the name in storage does not show the original one.',
        'مع `EncryptFileName` لا يُظهر اسم التخزين الاسم الأصلي.',
      ),
      after: 'upload.EncryptFileName.true',
    },
    encrypted,
    (exchange) => {
      const path = valueAt(exchange.json, 'FilePath');
      return typeof path === 'string' && path.includes('sirri')
        ? fails(both('a `FilePath` without the name', 'حقل `FilePath` بلا الاسم'), valueText(path), exchange)
        : OK;
    },
  ),
  refused(
    'EncryptFileName.other',
    both(
      '`EncryptFileName` is `true` or `false`; another value: 400.',
      'الحقل `EncryptFileName` هو `true` أو `false`، وأي قيمة أخرى: 400.',
    ),
    { EncryptFileName: 'perhaps' },
  ),
  {
    id: 'upload.missing-file',
    section: '4',
    rule: both('A form without `Attachment`: 400.', 'نموذج بلا `Attachment`: 400.'),
    run: async (lab) => judgeRefused(await withoutFile(lab)),
  },
  refuses(
    {
      id: 'upload.json-body',
      section: '4',
      rule: both(
        'The body is a multipart form; JSON is refused.',
        'متن الطلب نموذج متعدد الأجزاء، ويُرفض JSON.',
      ),
    },
    BASE,
    () => ({ operation: upload, json: { Attachment: 'text' } }),
    judgeClientError,
  ),
];

export const uploading: CheckGroup = {
  id: 'upload',
  title: both('File upload', 'رفع الملفات'),
  checks: [...formats, ...result, ...fields, ...errorChecks('upload', 'upload.missing-file', withoutFile)],
};
