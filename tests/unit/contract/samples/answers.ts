import * as answers from '#contract/answers.ts';
import { envelope } from '#contract/envelope.ts';
import { explanationSchema } from '#contract/explanations.ts';
import { document, MISSING, type Sample } from './sample.ts';

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

export const ANSWER_SAMPLES: Sample[] = [
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
];
