import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as answers from '#contract/answers.ts';
import { capabilitiesSchema, lenientCapabilitiesSchema } from '#contract/capabilities.ts';
import * as chat from '#contract/chat.ts';
import { envelope, faultEnvelopeSchema } from '#contract/envelope.ts';
import { explanationSchema } from '#contract/explanations.ts';
import * as knowledge from '#contract/knowledge.ts';
import { ContractError, parseResponse } from '#contract/contract-error.ts';
import * as session from '#contract/session.ts';
import * as speech from '#contract/speech.ts';
import * as states from '#contract/unit-states.ts';
import * as synonyms from '#contract/synonyms.ts';
import { uploadFieldsSchema, uploadResultSchema } from '#contract/uploads.ts';
import { usageSchema } from '#contract/usage.ts';

/** A shape, a sample of it, and what breaks it: path to a value, and the value that may not stand there. */
type Sample = [name: string, schema: z.ZodMiniType, valid: unknown, broken: [path: string, value: unknown][]];
const MISSING = Symbol('missing');

const document = { text: 'نص', score: 0.7, metadata: { file_id: '1/a/دليل.pdf', 'Section Title': 'أ › ب' } };
const unit = {
  id: 7,
  title: 'دليل',
  description: 'وصف',
  botId: 1,
  createdOn: '2026-11-21T09:00:00.000Z',
  modifiedOn: '2026-11-21T09:00:00.000Z',
  sourceStatus: 2,
  aiKnowledgeSources: [{ id: 3, knowledgeSource: 0, content: 'https://x.example/%D8%AF.pdf' }],
};
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
const key = {
  id: 'k',
  name: 'متصفح',
  prefix: 'fih_abcd',
  role: 'owner',
  bots: [1],
  createdOn: unit.createdOn,
  expiresOn: null,
  lastUsedOn: null,
  createdBy: 'code',
  current: true,
  allBots: false,
  caps: { text: 500 },
  rotatedOn: null,
  manageable: true,
};

const ledgerState = {
  ledger: 'text',
  used: 1,
  reserved: 0,
  total: 2,
  period: 'monthly',
  zone: 'Asia/Riyadh',
  startsOn: '2026-10-31T21:00:00.000Z',
  endsOn: '2026-11-30T21:00:00.000Z',
  forecast: {
    burnRate: 0.1,
    peak: 1,
    days: 7,
    lastDay: '2026-12-03',
    earliest: '2026-12-01',
    latest: null,
    exhaustsBeforeReset: false,
  },
};

const explanation = {
  question: 'كم رسوم الكتاب؟',
  terms: [
    {
      start: 3,
      end: 7,
      word: 'رسوم',
      stem: 'رسم',
      normalisations: [],
      weight: 2.5,
      passages: 3,
      alternatives: [{ text: 'تكلفة', stems: ['تكلف'], origin: 'synonym', weight: 0.9, passages: 1 }],
    },
  ],
  dropped: [{ start: 0, end: 2, word: 'كم', reason: 'question-word' }],
  passages: [
    {
      document,
      unitId: 7,
      unitTitle: 'دليل المكتبة',
      ordinal: 0,
      sum: 3.5,
      parts: [{ kind: 'words', value: 3.5 }],
      terms: [{ term: 0, alternative: 0, places: ['text'], count: 1, value: 3.5 }],
      marks: [{ start: 0, end: 2, term: 0, alternative: null }],
    },
  ],
  ranking: { attainable: 5, steepness: 1.5, minScore: 0.05 },
  list: {
    end: 'relevance',
    searched: 9,
    scored: 9,
    belowThreshold: 8,
    otherDocuments: 0,
    limit: 10,
    maxDocuments: 10,
  },
  answer: {
    band: 'weak',
    certainty: 0.4,
    minAnswered: 0.7,
    minWeak: 0.1,
    quotes: [{ passage: 0, inPassage: { start: 0, end: 2 }, inAnswer: { start: 0, end: 2 } }],
    nearest: [{ passage: 0, text: 'رسوم' }],
    missing: [0],
  },
};

const SAMPLES: Sample[] = [
  [
    'explanation',
    explanationSchema,
    explanation,
    [
      ['question', MISSING],
      ['terms.0.start', -1],
      ['terms.0.alternatives.0.stems', 'تكلف'],
      ['terms.0.passages', 1.5],
      ['dropped.0.reason', null],
      ['passages.0.document', MISSING],
      ['passages.0.parts.0.value', '3.5'],
      ['passages.0.marks.0.alternative', MISSING],
      ['ranking.attainable', null],
      ['answer.band', 'maybe'],
      ['answer.nearest.0.text', MISSING],
      ['answer.quotes.0.inAnswer', { start: 0 }],
      ['list.end', 0],
    ],
  ],
  [
    'chat request',
    chat.chatRequestSchema,
    {
      Message: 'مرحبا',
      Config: { Temperature: 0.3, MaxTokens: 10, TopProbability: 0.9, RepetitionPenalty: 1.1 },
      PromptStyle: 5,
      ChatHistory: [{ Role: 'user', Content: 'س' }],
    },
    [
      ['Message', MISSING],
      ['Message', '  '],
      ['Config.Temperature', 1.01],
      ['Config.MaxTokens', 0],
      ['Config.MaxTokens', 1.5],
      ['PromptStyle', 6],
      ['PromptStyle', -1],
      ['ChatHistory.0.Role', 'system'],
      ['ChatHistory.0.Content', 7],
    ],
  ],
  [
    'multimodal chat request',
    chat.multimodalChatRequestSchema,
    { Message: 'ما هذه؟', PromptStyle: 0, Images: ['data:image/png;base64,AA'] },
    [
      ['Images.0', ''],
      ['Images', 'x'],
    ],
  ],
  [
    'chat response',
    envelope(chat.chatResponseSchema),
    {
      StatusCode: 200,
      Response: {
        text: 'أهلًا',
        metadata: { input_tokens: 1, generated_tokens: 2, total_tokens: 3, generation_time: 0.2 },
      },
      Consumption: '3/100',
    },
    [
      ['Response.text', MISSING],
      ['Response.metadata.total_tokens', '3'],
      ['StatusCode', '200'],
      ['Consumption', '3'],
      ['Consumption', MISSING],
    ],
  ],
  [
    'chat final event',
    chat.chatFinalEventSchema,
    { final: true, metadata: { total_tokens: 4 }, consumption: '4/10' },
    [
      ['final', false],
      ['metadata', MISSING],
      ['consumption', 'four'],
    ],
  ],
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
    'answer request',
    answers.answerRequestSchema,
    {
      Question: 'متى؟',
      IndexNames: ['دليل'],
      Limit: 50,
      MaxLimit: 1,
      Temperature: 0,
      MaxOutputTokens: 4096,
      UpdateGlobal: true,
      IsStream: false,
    },
    [
      ['Question', MISSING],
      ['Question', ' '],
      ['IndexNames', 'دليل'],
      ['IndexNames.0', ''],
      ['Limit', 0],
      ['Limit', 51],
      ['MaxLimit', 1.5],
      ['Temperature', -0.1],
      ['MaxOutputTokens', 4097],
      ['UpdateGlobal', 'true'],
      ['IsStream', 1],
    ],
  ],
  [
    'streamed answer request',
    answers.streamAnswerRequestSchema,
    { Question: 'متى؟', IndexNames: ['دليل'], IsStream: true },
    [['IndexNames', MISSING]],
  ],
  [
    'answer',
    envelope(answers.answerSchema),
    {
      StatusCode: 200,
      Response: { answer: 'ج', chat_history: [], retrieved_documents: [document] },
      Consumption: '1/2',
    },
    [
      ['Response.retrieved_documents.0.score', '0.7'],
      ['Response.retrieved_documents.0.text', MISSING],
      ['Response.retrieved_documents.0.metadata', MISSING],
      ['Response.answer', null],
      ['Response.chat_history', MISSING],
    ],
  ],
  [
    'documents event',
    answers.answerDocumentsEventSchema,
    { retrieved_documents: [document] },
    [['retrieved_documents', {}]],
  ],
  ['chunk event', answers.chunkEventSchema, { chunk: 'كلمة ' }, [['chunk', 1]]],
  [
    'answer final event',
    answers.answerFinalEventSchema,
    { final: true, metadata: { total_tokens: 3 }, chat_history: [], consumption: '3/4' },
    [
      ['final', 'true'],
      ['consumption', '3'],
    ],
  ],
  [
    'fault event',
    answers.faultEventSchema,
    { error: 'حدث خطأ', StatusCode: 500, fault: 'internal', consumption: '0/1' },
    [
      ['error', MISSING],
      ['StatusCode', '500'],
    ],
  ],
  ['context', answers.contextSchema, { items: [{ role: 'user', content: 'س' }] }, [['items.0.role', 'bot']]],
  ['fault', faultEnvelopeSchema, { StatusCode: 401, Response: 'x', Consumption: '0/10' }, [['Response', {}]]],
  [
    'speech fields',
    speech.speechFieldsSchema,
    {
      ModelName: 'v2',
      SampleRate: '16000',
      SetDefaultSampleRate: 'false',
      MaxRecordLengthInSeconds: '60',
      TargetLanguage: 'ar',
      RecordUrl: 'https://x.example/a.wav',
      SessionId: 's',
    },
    [
      ['ModelName', MISSING],
      ['ModelName', 'v3'],
      ['SampleRate', '16k'],
      ['TargetLanguage', 'fr'],
      ['RecordUrl', 'x'],
    ],
  ],
  [
    'streamed speech fields',
    speech.streamSpeechFieldsSchema,
    {
      ModelName: 'v1',
      SourceLanguage: 'ar-eg',
      TargetLanguage: 'fr',
      TaskType: 'Translate',
      OutputFormat: 'Text',
    },
    [
      ['SourceLanguage', 'xx'],
      ['TaskType', 'translate'],
      ['OutputFormat', 'PDF'],
    ],
  ],
  ['partial event', speech.partialEventSchema, { partial: 'كلمة' }, [['partial', MISSING]]],
  ['transcript event', speech.transcriptEventSchema, { final: 'كلام' }, [['final', true]]],
  [
    'speech complete event',
    speech.speechCompleteEventSchema,
    { status: 'complete', duration: 1.5, consumption: '2/3' },
    [
      ['status', 'done'],
      ['duration', '1.5'],
    ],
  ],
  [
    'synthesis request',
    speech.synthesisRequestSchema,
    {
      TextMessage: 'أهلًا',
      LanguageCode: 'ar-sa',
      speaker: 'Amal',
      temperature: 1,
      output_sr: 8000,
      session_id: 's',
    },
    [
      ['TextMessage', ''],
      ['LanguageCode', 'xx'],
      ['speaker', MISSING],
      ['temperature', 2],
      ['output_sr', 0],
    ],
  ],
  [
    'synthesis response',
    speech.synthesisResponseSchema,
    {
      status: 'success',
      audio_url: 'u',
      duration_ms: 1,
      characters: 2,
      language: 'ar',
      speaker: 'A',
      output_sr: 8000,
      session_id: '',
    },
    [
      ['status', 'ok'],
      ['audio_url', MISSING],
    ],
  ],
  [
    'streamed synthesis request',
    speech.streamSynthesisRequestSchema,
    { TextMessage: 'أهلًا', LanguageCode: 'ar', Speaker: 'Amal', StreamChunkSize: 400 },
    [
      ['StreamChunkSize', 401],
      ['Speaker', MISSING],
    ],
  ],
  [
    'audio chunk event',
    speech.audioChunkEventSchema,
    { chunk_id: 0, audio_data: 'AA', chunk_size: 1 },
    [['chunk_size', MISSING]],
  ],
  [
    'audio complete event',
    speech.audioCompleteEventSchema,
    { status: 'complete', total_chunks: 1, total_duration: 0.5, consumption: '1/2' },
    [['total_chunks', 1.5]],
  ],
  [
    'capabilities',
    capabilitiesSchema,
    {
      name: 'Fihrist',
      version: '1',
      modelFamily: 'Model',
      sourceStatus: { '0': 'waiting' },
      limits: {
        maxUploadBytes: 1,
        maxSources: 1,
        maxTitle: 1,
        maxQuestion: 1,
        concurrency: 1,
        maxImages: 1,
        maxImageBytes: 1,
        maxImageBodyBytes: 1,
        binDays: 1,
      },
      accepts: [{ extension: 'pdf', mime: 'application/pdf', readable: true }],
      models: { chat: false, embeddings: false, transcription: false, speech: false },
      ocr: false,
      extensions: ['listUnits'],
    },
    [
      ['limits.maxTitle', MISSING],
      ['limits.maxImages', MISSING],
      ['limits.binDays', MISSING],
      ['ocr', MISSING],
      ['sourceStatus', []],
      ['models.chat', 'no'],
    ],
  ],
  [
    'capabilities of an older gateway',
    lenientCapabilitiesSchema,
    {
      name: 'Fihrist',
      version: '1',
      modelFamily: 'Model',
      sourceStatus: { '0': 'waiting' },
      limits: { maxUploadBytes: 1, maxSources: 1, maxTitle: 1, maxQuestion: 1, concurrency: 1 },
      accepts: [],
      models: { chat: false, embeddings: false, transcription: false, speech: false },
      extensions: [],
    },
    [
      ['limits.maxTitle', MISSING],
      ['limits.maxImages', 'ten'],
      ['models.chat', 'no'],
    ],
  ],
  [
    'usage',
    usageSchema,
    { ledgers: [ledgerState], asOf: unit.createdOn },
    [
      ['ledgers.0.ledger', 'video'],
      ['ledgers.0.forecast.lastDay', 'tomorrow'],
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
  [
    'sign-in request',
    session.signInRequestSchema,
    { code: 'x'.repeat(32), name: 'Firefox' },
    [
      ['code', 'short'],
      ['code', MISSING],
    ],
  ],
  [
    'sign-in response',
    session.signInResponseSchema,
    { key: 'k', botId: 1, modelFamily: 'Model', view: key },
    [
      ['key', MISSING],
      ['view.role', 'root'],
    ],
  ],
  [
    'synonyms as written',
    synonyms.synonymsSchema,
    { expressions: ['دوام', 'ساعات العمل'], note: 'لهجة' },
    [
      ['expressions', ['دوام']],
      ['expressions', Array.from({ length: 21 }, (_, at) => `كلمة ${at}`)],
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
      ['questions', Array.from({ length: 11 }, (_, at) => `سؤال ${at}`)],
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
  [
    'session',
    session.sessionSchema,
    { view: key, bots: [{ id: 1, name: 'بوت', archived: false }] },
    [['bots.0.id', '1']],
  ],
  [
    'keys',
    session.keyListSchema,
    { items: [key] },
    [
      ['items.0.createdBy', 'magic'],
      ['items.0.current', MISSING],
    ],
  ],
];

function change(value: unknown, path: string, to: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at = copy;
  for (const name of names) at = at[name] as Record<string, unknown>;
  if (to === MISSING) delete at[last];
  else at[last] = to;
  return copy;
}

describe.each(SAMPLES)('%s', (_, schema, valid, broken) => {
  test('a sample is taken as it is, and again when it comes back', () => {
    const parsed = schema.parse(valid);
    expect(parsed).toMatchObject(valid as object);
    expect(schema.parse(structuredClone(parsed))).toEqual(parsed);
  });

  test('a foreign extra key does no harm', () => {
    expect(schema.safeParse({ ...(valid as object), someForeignKey: { a: 1 } }).success).toBe(true);
  });

  test.each(broken)('is broken by %s = %s, which is named', (path, value) => {
    const result = schema.safeParse(change(valid, path, value));
    expect(result.success).toBe(false);
    const named = result.error?.issues.map((issue) => issue.path.map(String).join('.')) ?? [];
    expect(
      named.some((name) => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`)),
    ).toBe(true);
  });
});

test('no shape is without a broken sample', () => {
  expect(SAMPLES.filter(([, , , broken]) => broken.length === 0)).toEqual([]);
});

test('a broken response is a ContractError that names endpoint and path', () => {
  const broken = change(
    {
      StatusCode: 200,
      Response: { answer: 'ج', chat_history: [], retrieved_documents: [document] },
      Consumption: '1/2',
    },
    'Response.retrieved_documents.0.score',
    'high',
  );
  const parse = (): unknown => parseResponse('answer', envelope(answers.answerSchema), broken);
  expect(parse).toThrow(ContractError);
  expect(parse).toThrow(/answer.*Response\.retrieved_documents\.0\.score/);
});
