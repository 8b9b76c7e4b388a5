/** What the documentation says of sections and headers. */
import { HEADERS } from '#contract/headers.ts';
import type { Section } from '#contract/operations/index.ts';

export type Header = (typeof HEADERS)[keyof typeof HEADERS];

export const SECTION_TITLES: Record<Section, string> = {
  files: 'Upload and download of files',
  units: 'Knowledge units',
  versions: 'Versions of knowledge units',
  edits: 'Edits of what was read',
  readings: 'Readings of files and pages',
  answers: 'Question answering over knowledge',
  runs: 'Runs: questions that were kept with their answers',
  tests: 'Tests of answers, and evaluations that ask them',
  reports: 'Reports of wrong answers, and gaps of the knowledge',
  contradictions: 'Statements that contradict each other',
  chat: 'Chat completion',
  speech: 'Speech to text and text to speech',
  synonyms: 'Synonyms of a bot',
  models: 'Model servers',
  usage: 'Usage and quota',
  alerts: 'Alerts and webhooks',
  jobs: 'Background work',
  audit: 'Audit log',
  bots: 'Bots',
  keys: 'API keys',
  persons: 'People, and links that sign them in',
  session: 'Sign-in and session',
  gateway: 'The gateway itself',
};

/** What each header says. */
export const HEADER_TEXTS: Record<Header, string> = {
  'x-user-auth': 'API key.',
  'x-bot': 'Id of the bot that the call is for.',
  'X-Consumption': 'Usage and quota of the ledger after the call, `<used>/<total>`.',
  'X-Request-Id': 'Identity of the call in usage, audit log and server log.',
  'X-Fault': 'Code of the fault.',
  'X-Fault-Field': 'The one field that the fault is about.',
  'X-Fault-Parameters': 'Parameters of the fault, as percent-encoded JSON.',
  'X-Skipped-Indexes':
    'Named indexes that could not be searched, percent-encoded and joined by commas; `;more=` counts those left out.',
  'X-Answerer':
    'In a request: `extractive` asks for a quoted answer without a model, `none` for the passages alone. In a response: who answered.',
  'X-Answer-Band':
    '`answered`, `weak` (the nearest sections), `not-found` or `reply` (to a greeting and the like).',
  'X-Answer-Certainty': 'How likely the text answers, 0 to 1.',
  'X-Answer-Kind': 'Who made the text: `quoted` or `generated`. Absent where neither did.',
  'X-Answer-Detail':
    '`events` adds events about the answerer, the support of each sentence and the band to the stream.',
  'X-Answer-Fallback':
    'Why a quoted answer replaces that of a model: the code of a fault, `answer-not-found`, `answer-repeats-prompt` or `answer-unsupported`.',
  'X-Answer-Model': 'The model that writes the answer, percent-encoded.',
  'X-Answer-Search': 'What was searched in place of the question, percent-encoded.',
  'X-Answer-Support':
    'How far documents support each sentence: `<from>-<to>:<support>:<documents>`, joined by commas.',
  'X-History-Dropped': 'How many of the oldest messages of the history the model had no room for.',
  'X-Document-Dates':
    'Dates of the texts of `retrieved_documents`, in their order: a file its upload, an address its last fetch with this text; empty where unknown.',
  'X-Quoted-Documents': 'Indexes of the documents that the answer quotes, from 0, joined by commas.',
  'Idempotency-Key': 'A repeated request with the same key returns the first result.',
  'X-Charge': 'What the call cost in units of its ledger; `;estimated` if no model server reported it.',
  'X-Record-Seconds': 'Seconds of audio processed and in all, `<processed>/<total>`; `*` if not counted.',
  'If-Match': '`ETag` of the version to change; another version answers 409.',
  ETag: 'Version of what is returned.',
  'X-Run':
    'In a request: `keep` keeps the question with what comes back as a run; `keep-all` also asks and keeps it as one of all units, which its index names then stand for. In the response of a whole answer: `kept` or `not-kept`.',
  'X-Knowledge':
    '`draft`: of a question, drafts take the place of what is live; of a change, its result waits as a draft; of the details of a unit, the sources of its draft.',
  'X-Draft': 'Number of the draft that waits to replace the text of the unit.',
  Range: 'The range of bytes to return.',
  'Content-Range': 'The range of bytes returned, and the size in all.',
  'Content-Disposition': 'Name of the file.',
};
