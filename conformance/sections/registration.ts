/** Sections 2.5 and 4, endpoint 3: units from files and from addresses. */

import * as z from 'zod/mini';
import { envelope } from '#contract/envelope.ts';
import { fileObjectSchema } from '#contract/knowledge.ts';
import type { Exchange } from '../calls/exchange.ts';
import { type Fields, registerCall } from '../calls/requests.ts';
import { type Check, type CheckGroup, type Finding, untestable } from '../check.ts';
import { judgeAccepted } from '../judge.ts';
import type { Lab } from '../lab.ts';
import { both, fill } from '../text.ts';
import { fileObject, firstUnit, storedFile, unitOfFiles, unitOfPage } from '../units.ts';
import { needs, oneOf, TYPE_NAMES, valueText } from '../words.ts';
import { envelopeChecks, refusalChecks } from './envelopes.ts';
import { caseOf, type FieldEndpoint, malformed, refusedValues } from './field-rows.ts';

const BASE = { id: 'register.file', probe: async (lab: Lab) => (await firstUnit(lab)).registered };

/** A registration of files, unless their uploads lacked the fields of a file object. */
function judgeFiles(sources: readonly Record<string, unknown>[], registered: Exchange): Finding {
  const isBuilt = sources.length > 0 && sources.every((source) => fileObjectSchema.safeParse(source).success);
  return isBuilt ? judgeAccepted(registered) : untestable(needs.other('upload.FilePath'));
}

const registrations: Check[] = [
  {
    id: BASE.id,
    section: '4',
    rule: both(
      'A file is uploaded first, then registered by the details of its upload and its size.',
      'يُرفع الملف أولًا ثم يُسجَّل بتفاصيل رفعه وحجمه.',
    ),
    run: async (lab) => judgeFiles([(await firstUnit(lab)).source], await BASE.probe(lab)),
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
      'يمكن تسجيل وحدة من رابط ويب، وبلا وصف.',
    ),
    run: async (lab) => {
      const { registered } = await unitOfPage(lab);
      if (registered.status !== 400) return judgeAccepted(registered);
      return untestable(
        fill(
          both(
            'the gateway refuses the address {url}; name one that it may read with `--page`: {said}',
            'ترفض البوابة الرابط {url}، فاذكر رابطًا يمكنها قراءته بالخيار `--page`: {said}',
          ),
          { url: lab.options.pageUrl, said: valueText(registered.json) },
        ),
      );
    },
  },
];

async function fileOf(lab: Lab) {
  const { file, exchange } = await storedFile(lab);
  return fileObject(exchange, file);
}

const UNIT: FieldEndpoint = {
  id: 'register',
  section: '2.5',
  base: BASE,
  call: async (lab, fields) =>
    registerCall({
      title: `${lab.prefix} 400`,
      KnowledgeSource: 0,
      SourceContent: [await fileOf(lab)],
      ...fields,
    }),
};
/** The fields of the file object of a registration. */
const FILE: FieldEndpoint = {
  ...UNIT,
  call: async (lab, fields: Fields) =>
    UNIT.call(lab, { SourceContent: [{ ...(await fileOf(lab)), ...fields }] }),
};

const KINDS = oneOf(0, 1);
const ADDRESS = 'https://example.com/';

export const registration: CheckGroup = {
  id: 'register',
  title: both('Registration', 'تسجيل الوحدات'),
  checks: [
    ...registrations,
    ...envelopeChecks('register', BASE, envelope(z.object({})), '2.5'),
    ...caseOf(UNIT, 'title', 'Title', 'fihrist-check Title', '2.5'),
    ...refusedValues(UNIT, [
      ['KnowledgeSource', 'missing', null, undefined],
      ['SourceContent', 'missing', null, undefined],
      ['title', 'type', TYPE_NAMES.string, { en: 'fihrist-check' }],
      ['description', 'type', TYPE_NAMES.string, ['one']],
      ['KnowledgeSource', '2', KINDS, 2],
      ['KnowledgeSource', '-1', KINDS, -1],
      ['KnowledgeSource', 'file', KINDS, 'file'],
      ['SourceContent', 'type', TYPE_NAMES.array, ADDRESS],
      [
        'SourceContent',
        'addresses-as-files',
        both(
          'a list of file objects with `KnowledgeSource` 0',
          'قائمة كائنات ملفات مع القيمة 0 في `KnowledgeSource`',
        ),
        [ADDRESS],
      ],
      [
        'SourceContent',
        'files-as-addresses',
        null,
        undefined,
        {
          fields: { KnowledgeSource: 1 },
          rule: both(
            '`SourceContent` is a list of texts with `KnowledgeSource` 1; file objects are refused with 400.',
            'الحقل `SourceContent`: قائمة نصوص مع القيمة 1 في `KnowledgeSource`؛ وتُرفض كائنات الملفات بالحالة 400.',
          ),
        },
      ],
      [
        'SourceContent',
        'not-a-uri',
        both('a list of URIs with `KnowledgeSource` 1', 'قائمة عناوين URI مع القيمة 1 في `KnowledgeSource`'),
        ['not an address'],
        { fields: { KnowledgeSource: 1, SourceContent: ['not an address'] } },
      ],
      [
        'SourceContent',
        'empty-object',
        both('a list of file objects that name their files', 'قائمة كائنات ملفات يذكر كل منها ملفه'),
        [{}],
      ],
    ]),
    ...refusedValues(FILE, [
      ['FileSize', 'type', both('a whole number of bytes', 'عدد صحيح من البايتات'), 'large'],
    ]),
    malformed(UNIT),
    ...refusalChecks(UNIT, 'title'),
  ],
};
