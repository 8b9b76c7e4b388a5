import * as synonyms from '#contract/synonyms.ts';
import { MISSING, type Sample, unit } from './sample.ts';

export const SYNONYM_SAMPLES: Sample[] = [
  [
    'synonyms as written',
    synonyms.synonymsSchema,
    { expressions: ['دوام', 'ساعات العمل'], note: 'لهجة' },
    [
      ['expressions', ['دوام']],
      ['expressions', Array.from({ length: 21 }, (_, index) => `كلمة ${index}`)],
      ['expressions.1', 'ك'.repeat(81)],
      ['expressions.1', '  '],
      ['expressions.0', 'دوام\u202e'],
      ['note', 'م'.repeat(301)],
    ],
  ],
  [
    'list of synonyms',
    synonyms.synonymListSchema,
    {
      items: [
        {
          id: 3,
          expressions: ['دوام', 'ساعات العمل'],
          note: '',
          createdOn: unit.createdOn,
          modifiedOn: unit.modifiedOn,
          etag: '"1"',
        },
      ],
      total: 1,
      max: 1000,
    },
    [
      ['items.0.etag', MISSING],
      ['items.0.expressions', 'دوام'],
      ['total', -1],
    ],
  ],
  [
    'import of synonyms',
    synonyms.synonymImportRequestSchema,
    { text: 'دوام = ساعات العمل', mode: 'replace', dryRun: true },
    [
      ['text', ''],
      ['mode', 'merge'],
      ['dryRun', 'yes'],
    ],
  ],
  [
    'report of an import',
    synonyms.synonymImportReportSchema,
    {
      format: 'lines',
      added: 1,
      known: 0,
      removed: 0,
      refused: 1,
      lines: [{ line: 2, text: 'وحيدة', fault: 'synonyms-too-few', message: 'أقل عدد 2' }],
    },
    [
      ['format', 'json'],
      ['lines.0.line', '2'],
    ],
  ],
  [
    'measurement asked for',
    synonyms.synonymMeasureRequestSchema,
    { expressions: ['دوام'], groupId: 3, questions: ['متى الدوام؟'] },
    [
      ['expressions', []],
      ['groupId', 0],
      ['questions', Array.from({ length: 11 }, (_, index) => `سؤال ${index}`)],
      ['questions.0', '   '],
    ],
  ],
  [
    'measured effect',
    synonyms.synonymMeasureSchema,
    {
      units: 2,
      passages: 40,
      expressions: [{ expression: 'دوام', passages: 0, units: 0, searchable: true, duplicateOf: null }],
      questions: [
        {
          question: 'متى الدوام؟',
          uses: true,
          before: [],
          after: [
            {
              unitId: 1,
              title: 'دليل',
              ordinal: 0,
              sectionTitle: 'ساعات العمل',
              text: 'نص',
              score: 0.7,
              otherRank: null,
            },
          ],
        },
      ],
    },
    [
      ['expressions.0.searchable', MISSING],
      ['questions.0.after.0.otherRank', MISSING],
      ['questions.0.after.0.unitId', 0],
      ['questions.0.uses', 'yes'],
    ],
  ],
];
