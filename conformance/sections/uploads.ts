/** Sections 2.6 and 4, endpoint 4: files are stored, and their details returned as they are. */

import { uploadResultSchema } from '#contract/uploads.ts';
import type { Exchange } from '../calls/exchange.ts';
import { uploadCall } from '../calls/requests.ts';
import { type Check, type CheckGroup, fails, note, OK, untestable } from '../check.ts';
import { finds, judgeAccepted, judgeRefused, judgeType } from '../judge.ts';
import { once } from '../lab.ts';
import { shapeChecks, valueAt } from '../shapes.ts';
import { both, fill } from '../text.ts';
import { SAMPLE_FORMATS, SAMPLES, storedFile, uploadSample, uploads } from '../units.ts';
import { needs, oneOf, TYPE_NAMES, valueText } from '../words.ts';
import { errorChecks } from './envelopes.ts';
import { acceptedValues, type FieldEndpoint, jsonBody, refusedValues } from './field-rows.ts';

const BASE = { id: 'upload.txt', probe: once(async (lab) => (await storedFile(lab)).exchange) };
/** Media types as other services must be able to read them. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;.*)?$/;

const isWrapped = ({ json }: Exchange): boolean =>
  valueAt(json, 'Response') !== undefined || valueAt(json, 'StatusCode') !== undefined;

const formats: Check[] = SAMPLE_FORMATS.flatMap((extension) => {
  const base = { id: `upload.${extension}`, probe: uploads[extension] };
  const format = extension.toUpperCase();
  return [
    {
      id: base.id,
      section: '4',
      rule: fill(both('A {format} file is stored.', 'يُحفظ ملف {format}.'), { format }),
      run: async (lab) => judgeAccepted(await base.probe(lab)),
    },
    finds(
      base,
      `${base.id}.FileMimeType`,
      '2.6',
      fill(
        both(
          'The media type of a {format} file is reported as type and subtype.',
          'يُذكر نوع ملف {format} بصيغة نوع وسائط.',
        ),
        { format },
      ),
      (exchange) => {
        const type = valueAt(exchange.json, 'FileMimeType');
        if (typeof type !== 'string') return untestable(needs.other('upload.FileMimeType'));
        return MEDIA_TYPE.test(type)
          ? OK
          : fails(valueText(SAMPLES[extension].type), valueText(type), exchange);
      },
    ),
  ];
});

const result: Check[] = [
  finds(BASE, 'upload.type', '4', both('The result is JSON.', 'النتيجة بصيغة JSON.'), (exchange) =>
    judgeType(exchange, 'application/json'),
  ),
  finds(
    BASE,
    'upload.not-wrapped',
    '2.1',
    both('The result stands by itself, without the envelope.', 'النتيجة مستقلة بلا غلاف الاستجابة.'),
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
    base: BASE,
    misplaced: (exchange) => (isWrapped(exchange) ? 'upload.not-wrapped' : undefined),
  }),
  finds(
    BASE,
    'upload.FileURL.uri',
    '2.5',
    both(
      '`FileURL` is a whole URI, since registration takes it as one.',
      'الحقل `FileURL` رابط URI كامل، لأن التسجيل يستقبله كذلك.',
    ),
    (exchange) => {
      const url = valueAt(exchange.json, 'FileURL');
      return typeof url !== 'string' || URL.canParse(url)
        ? OK
        : fails(both('a URI such as `https://…`', 'رابط مثل `https://…`'), valueText(url), exchange);
    },
  ),
  finds(
    BASE,
    'upload.arabic-name',
    '2.6',
    both('Arabic letters of a file name survive the form.', 'تبقى الأحرف العربية في اسم الملف سليمة.'),
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

const UPLOAD: FieldEndpoint = {
  id: 'upload',
  section: '4',
  base: BASE,
  call: async (lab, fields) => uploadCall(`${lab.prefix} 400`, (await storedFile(lab)).file, fields),
};
/** An upload whose name in storage must not show the original name. */
const ENCRYPTED = {
  id: 'upload.EncryptFileName.true',
  probe: once(async (lab) =>
    uploadSample(lab, 'sirri', (await storedFile(lab)).file, { EncryptFileName: 'true' }),
  ),
};
const WITHOUT_FILE = {
  id: 'upload.missing-file',
  probe: once((lab) => lab.call(uploadCall('', null, { EncryptFileName: 'false' }))),
};

const fields: Check[] = [
  ...acceptedValues(UPLOAD, [
    ['Model.FileType', 'File', 'File'],
    ['EncryptFileName', 'false', false],
  ]),
  ...refusedValues(UPLOAD, [
    ['Model.FileType', 'other', oneOf('Image', 'Audio', 'Video', 'File'), 'Spreadsheet'],
    ['EncryptFileName', 'other', TYPE_NAMES.boolean, 'perhaps'],
  ]),
  {
    id: ENCRYPTED.id,
    section: '4',
    rule: both('`EncryptFileName` may be `true`.', 'يقبل الحقل `EncryptFileName` القيمة `true`.'),
    run: async (lab) => judgeAccepted(await ENCRYPTED.probe(lab)),
  },
  finds(
    ENCRYPTED,
    'upload.EncryptFileName.hides',
    '4',
    both(
      'With `EncryptFileName` the name in storage does not show the original one.',
      'مع `EncryptFileName` لا يُظهر اسم التخزين الاسم الأصلي.',
    ),
    (exchange) => {
      const path = valueAt(exchange.json, 'FilePath');
      return typeof path === 'string' && path.includes('sirri')
        ? fails(both('a `FilePath` without the name', 'حقل `FilePath` بلا الاسم'), valueText(path), exchange)
        : OK;
    },
  ),
  {
    id: WITHOUT_FILE.id,
    section: '4',
    rule: both(
      'A form without `Attachment` is refused with 400.',
      'يُرفض نموذج بلا `Attachment` بالحالة 400.',
    ),
    run: async (lab) => judgeRefused(await WITHOUT_FILE.probe(lab)),
  },
  jsonBody(UPLOAD, { Attachment: 'text' }),
];

export const uploading: CheckGroup = {
  id: 'upload',
  title: both('File upload', 'رفع الملفات'),
  checks: [...formats, ...result, ...fields, ...errorChecks('upload', WITHOUT_FILE)],
};
