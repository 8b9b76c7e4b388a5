import * as knowledge from '#contract/knowledge.ts';
import * as states from '#contract/unit-states.ts';
import { uploadFieldsSchema, uploadResultSchema } from '#contract/uploads.ts';
import { MISSING, type Sample, unit } from './sample.ts';

const file = { FileName: 'دليل.pdf', FileUrl: 'https://x.example/f', FilePath: '1/a/دليل.pdf', FileSize: 10 };

const reason = { code: 'no-text', parameters: { pages: 3 }, message: 'لا يحتوي الملف على نص.' };

const state = {
  id: 7,
  status: 'indexing',
  stage: 'reading',
  progress: 0.5,
  position: null,
  passages: 0,
  reason: null,
  files: 1,
  urls: 0,
};

export const UNIT_SAMPLES: Sample[] = [
  [
    'file registration',
    knowledge.registrationSchema,
    { title: 'دليل', description: null, KnowledgeSource: 0, SourceContent: [file] },
    [
      ['title', MISSING],
      ['title', '\u200f'],
      ['title', 'ع'.repeat(201)],
      ['description', 'ع'.repeat(2001)],
      ['KnowledgeSource', 2],
      ['KnowledgeSource', '0'],
      ['SourceContent', []],
      ['SourceContent', MISSING],
      ['SourceContent.0', 'https://x.example'],
      ['SourceContent.0.FileSize', '10'],
      ['SourceContent.0.FileSize', -1],
      ['SourceContent.0.FilePath', MISSING],
      ['SourceContent.0.FileName', ''],
    ],
  ],
  [
    'URL registration',
    knowledge.registrationSchema,
    { title: 'صفحة', KnowledgeSource: 1, SourceContent: ['https://example.org/صفحة?q=1'] },
    [
      ['SourceContent.0', 'ftp://example.org'],
      ['SourceContent.0', 'javascript:alert(1)'],
      ['SourceContent.0', file],
      ['SourceContent', Array(51).fill('https://example.org')],
    ],
  ],
  [
    'update',
    knowledge.updateSchema,
    { title: 'جديد', KnowledgeSource: 1, SourceContent: ['https://example.org'] },
    [
      ['title', ''],
      ['KnowledgeSource', 5],
      ['SourceContent', []],
    ],
  ],
  [
    'unit',
    knowledge.unitSchema,
    unit,
    [
      ['id', '7'],
      ['title', MISSING],
      ['botId', null],
      ['createdOn', 'yesterday'],
      ['sourceStatus', 'ready'],
      ['aiKnowledgeSources', null],
      ['aiKnowledgeSources.0.content', MISSING],
    ],
  ],
  [
    'unit list',
    knowledge.unitListSchema,
    { items: [unit], total: 1 },
    [
      ['total', -1],
      ['items.0.id', 1.5],
    ],
  ],
  [
    'deletion receipt',
    knowledge.deletionReceiptSchema,
    {
      id: 7,
      title: 'دليل',
      forever: true,
      keptUntil: null,
      removed: { passages: 1, sources: 1, files: 1 },
    },
    [
      ['removed.files', MISSING],
      ['forever', 'true'],
    ],
  ],
  [
    'upload result',
    uploadResultSchema,
    {
      FileURL: 'https://x.example/f',
      FileMimeType: 'application/pdf',
      FileName: 'دليل.pdf',
      FilePath: '1/a',
    },
    [
      ['FileURL', MISSING],
      ['FilePath', null],
    ],
  ],
  [
    'upload fields',
    uploadFieldsSchema,
    { 'Model.FileType': 'File', ConvertAttachmentTo: 'md', EncryptFileName: 'true' },
    [
      ['ConvertAttachmentTo', 'pdf'],
      ['EncryptFileName', '1'],
    ],
  ],
  [
    'unit states',
    states.unitStatesSchema,
    { items: [state] },
    [
      ['items.0.status', 'done'],
      ['items.0.stage', 'sleeping'],
    ],
  ],
  [
    'unit details',
    states.unitDetailsSchema,
    {
      unit,
      etag: '"1"',
      state,
      timeline: { registered: unit.createdOn, started: null, read: null, settled: null, attempts: 0 },
      sources: [
        {
          id: 1,
          knowledgeSource: 1,
          content: 'https://x.example',
          name: 'x',
          mime: null,
          size: null,
          status: 'failed',
          pages: null,
          passages: 0,
          reason,
          warnings: [reason],
        },
      ],
      sections: [{ sourceId: 1, title: 'أ', firstOrdinal: 0, passages: 1 }],
      questions: ['متى؟'],
    },
    [
      ['sources.0.reason.code', MISSING],
      ['timeline.attempts', null],
      ['state', MISSING],
      ['questions.0', 1],
    ],
  ],
  [
    'passages',
    states.passagePageSchema,
    { items: [{ ordinal: 0, sourceId: 1, sectionTitle: '', page: null, text: 'نص' }], total: 1 },
    [
      ['items.0.text', MISSING],
      ['total', '1'],
    ],
  ],
  [
    'summary',
    states.knowledgeSummarySchema,
    {
      units: { waiting: 0, indexing: 0, ready: 1, failed: 1 },
      passages: 3,
      failures: [{ id: 7, title: 'دليل', on: unit.createdOn, reason }],
    },
    [
      ['units.failed', MISSING],
      ['failures.0.title', 1],
    ],
  ],
];
