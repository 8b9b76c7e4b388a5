/** Sections 2.5 and 4, endpoint 3: units from files and from addresses. */

import * as z from 'zod/mini';
import { envelope } from '#contract/envelope.ts';
import { fileObjectSchema } from '#contract/knowledge.ts';
import type { Exchange } from '../calls/exchange.ts';
import { registerCall } from '../calls/requests.ts';
import { type Check, type CheckGroup, type Finding, untestable } from '../check.ts';
import { finds, judgeAccepted, judgeRefused, judgeType, refuses } from '../judge.ts';
import { type Lab, once } from '../lab.ts';
import { shapeChecks } from '../shapes.ts';
import { both, fill, type Text } from '../text.ts';
import { fileObject, firstUnit, SAMPLES, unitOfFiles, unitOfPage, uploads } from '../units.ts';
import { needs, valueText } from '../words.ts';
import { errorChecks } from './errors.ts';
import { judgeStatusCode } from './status-code.ts';

const AFTER = 'register.file';
const probe = async (lab: Lab) => (await firstUnit(lab)).registered;
const BASE = { id: AFTER, probe };

/** A registration of files, unless their uploads did not bring what it is built from. */
function judgeFiles(sources: readonly Record<string, unknown>[], registered: Exchange): Finding {
  const isBuilt = sources.length > 0 && sources.every((source) => fileObjectSchema.safeParse(source).success);
  return isBuilt ? judgeAccepted(registered) : untestable(needs.other('upload.FilePath'));
}

const registrations: Check[] = [
  {
    id: AFTER,
    section: '4',
    rule: both(
      'A file is uploaded first, then registered by the details of its upload and its size.',
      'يُرفع الملف أولًا ثم يُسجَّل بتفاصيل رفعه وحجمه.',
    ),
    run: async (lab) => judgeFiles([(await firstUnit(lab)).source], await probe(lab)),
  },
  {
    id: 'register.files',
    section: '2.5',
    rule: both(
      'A unit may have several files, also of different types.',
      'يمكن أن تضم الوحدة عدة ملفات من أنواع مختلفة.',
    ),
    run: async (lab) => {
      const { sources, registered } = await unitOfFiles(lab);
      return judgeFiles(sources, registered);
    },
  },
  {
    id: 'register.url',
    section: '4',
    rule: both(
      'A unit may be registered from an address, without a description.',
      'يمكن تسجيل وحدة من عنوان ويب، وبلا وصف.',
    ),
    run: async (lab) => {
      const { registered } = await unitOfPage(lab);
      if (registered.status !== 400) return judgeAccepted(registered);
      return untestable(
        fill(
          both(
            'the gateway refuses the address {url}; name one that it may read with `--page`: {said}',
            'ترفض البوابة العنوان {url}، فاذكر عنوانًا يمكنها قراءته بالخيار `--page`: {said}',
          ),
          { url: lab.options.pageUrl, said: valueText(registered.json) },
        ),
      );
    },
  },
];

const response: Check[] = [
  finds(
    {
      id: 'register.type',
      section: '2.1',
      rule: both('The response is JSON.', 'الاستجابة بصيغة JSON.'),
      after: AFTER,
    },
    probe,
    (exchange) => judgeType(exchange, 'application/json'),
  ),
  judgeStatusCode('register', AFTER, probe),
  ...shapeChecks({
    id: 'register',
    section: (path) => (path === 'Response' ? '2.5' : '2.1'),
    schema: envelope(z.object({})),
    probe,
    after: AFTER,
  }),
];

/** A valid body from a file, changed by each refusal; undefined leaves a field out. */
async function fileBody(lab: Lab, fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const source = fileObject(await uploads.txt(lab), SAMPLES.txt);
  return { title: `${lab.prefix} 400`, KnowledgeSource: 0, SourceContent: [source], ...fields };
}

const refused = (id: string, rule: Text, fields: Record<string, unknown>): Check =>
  refuses({ id: `register.${id}`, section: '2.5', rule }, BASE, async (lab) =>
    registerCall(await fileBody(lab, fields)),
  );

/** What is wrong with the file object of an otherwise valid body. */
const wrongFile = async (lab: Lab, fields: Record<string, unknown>) =>
  registerCall(
    await fileBody(lab, {
      SourceContent: [{ ...fileObject(await uploads.txt(lab), SAMPLES.txt), ...fields }],
    }),
  );

const required = both('`{name}` is required; without it: 400.', 'الحقل `{name}` مطلوب، وبدونه: 400.');
const withoutTitle = once(async (lab) => lab.call(registerCall(await fileBody(lab, { title: undefined }))));

const bodies: Check[] = [
  {
    id: 'register.title.missing',
    section: '2.5',
    rule: fill(required, { name: 'title' }),
    run: async (lab) => judgeRefused(await withoutTitle(lab)),
  },
  ...['KnowledgeSource', 'SourceContent'].map((name) =>
    refused(`${name}.missing`, fill(required, { name }), { [name]: undefined }),
  ),
  refused(
    'title.case',
    both(
      'Names of fields are case-sensitive: `Title` is not `title`.',
      'أسماء الحقول حساسة لحالة الأحرف: `Title` ليس `title`.',
    ),
    { title: undefined, Title: 'fihrist-check Title' },
  ),
  refused(
    'title.type',
    both('`title` is a text; an object: 400.', 'الحقل `title` نص، وكائن بدلًا منه: 400.'),
    {
      title: { en: 'fihrist-check' },
    },
  ),
  refused(
    'description.type',
    both('`description` is a text; a list: 400.', 'الحقل `description` نص، وقائمة بدلًا منه: 400.'),
    {
      description: ['one'],
    },
  ),
  ...[2, -1, 'file'].map((value) =>
    refused(
      `KnowledgeSource.${value}`,
      fill(
        both(
          '`KnowledgeSource` is 0 or 1; {value}: 400.',
          'الحقل `KnowledgeSource` هو 0 أو 1، والقيمة {value}: 400.',
        ),
        {
          value: valueText(value),
        },
      ),
      { KnowledgeSource: value },
    ),
  ),
  refused(
    'SourceContent.type',
    both('`SourceContent` is a list; a text: 400.', 'الحقل `SourceContent` قائمة، ونص بدلًا منها: 400.'),
    {
      SourceContent: 'https://example.com/',
    },
  ),
  refused(
    'SourceContent.addresses-as-files',
    both(
      'With `KnowledgeSource` 0 the items are file objects; texts: 400.',
      'مع `KnowledgeSource` 0 العناصر كائنات ملفات، والنصوص: 400.',
    ),
    { SourceContent: ['https://example.com/'] },
  ),
  refuses(
    {
      id: 'register.SourceContent.files-as-addresses',
      section: '2.5',
      rule: both(
        'With `KnowledgeSource` 1 the items are texts; file objects: 400.',
        'مع `KnowledgeSource` 1 العناصر نصوص، وكائنات الملفات: 400.',
      ),
    },
    BASE,
    async (lab) => registerCall(await fileBody(lab, { KnowledgeSource: 1 })),
  ),
  refused(
    'SourceContent.not-a-uri',
    both(
      'With `KnowledgeSource` 1 each text is a URI; another text: 400.',
      'مع `KnowledgeSource` 1 كل نص عنوان URI، وأي نص آخر: 400.',
    ),
    { KnowledgeSource: 1, SourceContent: ['not an address'] },
  ),
  refuses(
    {
      id: 'register.FileSize.type',
      section: '2.5',
      rule: both(
        '`FileSize` is a whole number of bytes; a word: 400.',
        'الحقل `FileSize` عدد صحيح من البايتات، وكلمة بدلًا منه: 400.',
      ),
    },
    BASE,
    (lab) => wrongFile(lab, { FileSize: 'large' }),
  ),
  refused(
    'SourceContent.empty-object',
    both('A file object names its file; an empty one: 400.', 'يذكر كائن الملف ملفه، والكائن الفارغ: 400.'),
    { SourceContent: [{}] },
  ),
  refuses(
    {
      id: 'register.malformed',
      section: '7',
      rule: both('A body that is not JSON: 400.', 'متن ليس بصيغة JSON: 400.'),
    },
    BASE,
    () => ({ ...registerCall({}), raw: '{"title": ' }),
  ),
];

export const registration: CheckGroup = {
  id: 'register',
  title: both('Registration', 'تسجيل الوحدات'),
  checks: [
    ...registrations,
    ...response,
    ...bodies,
    ...errorChecks('register', 'register.title.missing', withoutTitle),
  ],
};
