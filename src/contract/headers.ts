/** Section 5, and ours: names of the headers that travel. */
export const HEADERS = {
  key: 'x-user-auth',
  bot: 'x-bot',
  consumption: 'X-Consumption',
  requestId: 'X-Request-Id',
  fault: 'X-Fault',
  faultField: 'X-Fault-Field',
  faultParameters: 'X-Fault-Parameters',
  skippedIndexes: 'X-Skipped-Indexes',
  answerer: 'X-Answerer',
  answerKind: 'X-Answer-Kind',
  answerBand: 'X-Answer-Band',
  answerCertainty: 'X-Answer-Certainty',
  /** Of a request: `events` asks a stream for what headers cannot say any more (`answererEventSchema`). */
  answerDetail: 'X-Answer-Detail',
  answerFallback: 'X-Answer-Fallback',
  answerModel: 'X-Answer-Model',
  answerSearch: 'X-Answer-Search',
  answerSupport: 'X-Answer-Support',
  /** Of chat: how many messages of the history the model did not get, from the oldest on, since it holds no more. */
  historyDropped: 'X-History-Dropped',
  quotedDocuments: 'X-Quoted-Documents',
  documentDates: 'X-Document-Dates',
  idempotencyKey: 'Idempotency-Key',
  charge: 'X-Charge',
  recordSeconds: 'X-Record-Seconds',
  ifMatch: 'If-Match',
  etag: 'ETag',
  /** Of a request: `keep` keeps the question. Of a whole answer: `kept` or `not-kept`. */
  run: 'X-Run',
  /** Of a request: `draft` asks over drafts, or makes one of a change. */
  knowledge: 'X-Knowledge',
  /** Number of the draft that waits to replace the text of a unit. */
  draft: 'X-Draft',
  range: 'Range',
  contentRange: 'Content-Range',
  contentDisposition: 'Content-Disposition',
} as const;

const OF_REQUESTS: readonly string[] = [
  HEADERS.key,
  HEADERS.bot,
  HEADERS.answerDetail,
  HEADERS.idempotencyKey,
  HEADERS.ifMatch,
  HEADERS.knowledge,
  HEADERS.range,
];

/** Every header above that a response may have: pages of other origins may read all of them. */
export const RESPONSE_HEADERS = Object.values(HEADERS).filter((header) => !OF_REQUESTS.includes(header));

/** Ours: bytes of a header that names titles. */
const MAX_TITLES_BYTES = 2000;

/** Titles in `X-Skipped-Indexes`: percent-encoded, joined by commas; the first ones, then `;more=` and how many are left. */
export function printTitles(titles: readonly string[]): string {
  let printed = '';
  for (const [index, title] of titles.entries()) {
    const longer = printed + (index > 0 ? ',' : '') + encodeURIComponent(title);
    if (index > 0 && longer.length > MAX_TITLES_BYTES) return `${printed};more=${titles.length - index}`;
    printed = longer;
  }
  return printed;
}

/** Reads the titles that `X-Skipped-Indexes` names. */
export function parseTitles(header: string | null): string[] {
  const [titles = ''] = (header ?? '').split(';');
  return titles === '' ? [] : titles.split(',').map((title) => decodeURIComponent(title.trim()));
}

/** How many titles `X-Skipped-Indexes` leaves unnamed. */
export function parseMoreTitles(header: string | null): number {
  return Number(/;\s*more=(\d{1,9})\s*$/.exec(header ?? '')?.[1] ?? 0);
}

/**
 * `X-Answer-Kind`, ours: who made the text. It quotes the documents, or a model wrote it from them. Absent where neither
 * did: the documents hold no answer, or none was asked for.
 */
export const ANSWER_KINDS = ['quoted', 'generated'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** Reads `X-Answer-Kind`; null where the gateway does not say, as foreign ones do not. */
export function parseAnswerKind(header: string | null): AnswerKind | null {
  return ANSWER_KINDS.find((kind) => kind === header?.trim()) ?? null;
}

/**
 * `X-Answer-Band`, ours: `answered`; `weak`, the nearest sections, which may not answer and say so; `not-found`; `reply`
 * to a greeting and the like, for which nothing was retrieved or charged. Absent where only passages were asked for.
 */
export const ANSWER_BANDS = ['answered', 'weak', 'not-found', 'reply'] as const;
export type AnswerBand = (typeof ANSWER_BANDS)[number];

/** Reads `X-Answer-Band`; null where the gateway does not say. */
export function parseAnswerBand(header: string | null): AnswerBand | null {
  return ANSWER_BANDS.find((band) => band === header?.trim()) ?? null;
}

/** `X-Knowledge`, ours: of a question, searches drafts; of a change, lets its result wait as a draft. */
export const DRAFT_KNOWLEDGE = 'draft';

/**
 * `X-Run` of a request: the question is kept, see `runs.ts`. `keep-all`: its index names, which streams need, stand for
 * all units, so it is asked and kept as a question that names none. Any other value is ignored.
 */
export const KEEP_RUN = 'keep';
export const KEEP_RUN_OF_ALL = 'keep-all';
/** `X-Run` of a whole answer, and an event of a detailed stream: whether the run was stored. */
export const RUN_RESULTS = ['kept', 'not-kept'] as const;
export type RunResult = (typeof RUN_RESULTS)[number];

/**
 * `X-Answer-Fallback`, ours, beside the faults of a model server: the model answered, and the quotation replaces its
 * text. It found no answer although the quotation is one; its text repeats the prompt; or the passages support none of
 * its sentences, for a bot without weak answers not enough of them.
 */
export const REJECTED_ANSWERS = ['answer-not-found', 'answer-repeats-prompt', 'answer-unsupported'] as const;
export type RejectedAnswer = (typeof REJECTED_ANSWERS)[number];

/** A certainty as it is told, in headers and events alike: rounded down to two places. */
export function roundCertainty(certainty: number): number {
  return Math.floor(certainty * 100) / 100;
}

/** `X-Answer-Certainty`, ours: how likely the text answers, 0 to 1, rounded down to two places. */
export function printCertainty(certainty: number): string {
  return roundCertainty(certainty).toFixed(2);
}

/** Reads `X-Answer-Certainty`; null where the gateway does not say. */
export function parseCertainty(header: string | null): number | null {
  const certainty = header === null || header.trim() === '' ? Number.NaN : Number(header);
  return certainty >= 0 && certainty <= 1 ? certainty : null;
}

/**
 * `X-Quoted-Documents`: which of `retrieved_documents` the answer quotes, by index from 0, in the order of its text. Of a
 * weak answer: the nearest sections, the one that it quotes first.
 */
export function printIndexes(indexes: readonly number[]): string {
  return indexes.join(',');
}

/** Reads `X-Quoted-Documents`; empty where nothing is quoted or the gateway does not say. */
export function parseIndexes(header: string | null): number[] {
  return (header ?? '')
    .split(',')
    .map((index) => index.trim())
    .filter((index) => /^\d{1,4}$/.test(index))
    .map(Number);
}

/**
 * `X-Document-Dates`: the dates of the texts of `retrieved_documents`, in their order, to the second; empty for a document
 * without one.
 */
export function printDates(dates: readonly (Date | null)[]): string {
  return dates.map((date) => date?.toISOString().replace(/\.\d+Z$/, 'Z') ?? '').join(',');
}

/** Reads `X-Document-Dates`; null in place of what is no date, no entries where the gateway does not say. */
export function parseDates(header: string | null): (string | null)[] {
  if (header === null || header.trim() === '') return [];
  return header
    .split(',')
    .map((text) => text.trim())
    .map((text) => (Number.isNaN(Date.parse(text)) ? null : text));
}

/**
 * How far the documents support a sentence of a generated answer: `from` and `to` (exclusive) count UTF-16 units of the
 * answer, `documents` are those it cites, by index from 0.
 */
export interface SentenceSupport {
  from: number;
  to: number;
  level: SupportLevel;
  documents: number[];
}
/**
 * `partial`: documents support part of the sentence. `plain`: the sentence has no claim to support, such as a greeting.
 */
export const SUPPORT_LEVELS = ['supported', 'partial', 'unsupported', 'plain'] as const;
type SupportLevel = (typeof SUPPORT_LEVELS)[number];

/** Text in `X-Answer-Model` and `X-Answer-Search`: percent-encoded where it is not ASCII, shortened where it is very long. */
export function printText(text: string): string {
  // A cut between the halves of a character would be no text any more.
  return text
    .slice(0, MAX_TEXT_LENGTH)
    .toWellFormed()
    .replace(/[^\x20-\x7e]|%/gu, encodeURIComponent);
}

/** Reads what `printText` printed; null where the gateway does not say. What is not percent-encoded is taken as it is. */
export function parseText(header: string | null): string | null {
  if (header === null || header.trim() === '') return null;
  try {
    return decodeURIComponent(header.trim());
  } catch {
    return header.trim();
  }
}

/** Ours: UTF-16 units of a text in a header. */
const MAX_TEXT_LENGTH = 500;

/** Bytes of `X-Answer-Support`: later sentences of a very long answer are left out. */
const MAX_SUPPORT_BYTES = 4000;

/** Prints `X-Answer-Support`: `0-34:supported:0.2,35-80:unsupported:`. */
export function printSupport(sentences: readonly SentenceSupport[]): string {
  let printed = '';
  for (const { from, to, level, documents } of sentences) {
    const longer = `${printed}${printed && ','}${from}-${to}:${level}:${documents.join('.')}`;
    if (longer.length > MAX_SUPPORT_BYTES) break;
    printed = longer;
  }
  return printed;
}

/** Reads `X-Answer-Support`; what cannot be read is left out. */
export function parseSupport(header: string | null): SentenceSupport[] {
  return (header ?? '').split(',').flatMap((part) => {
    const match = /^\s*(\d{1,7})-(\d{1,7}):([a-z]+):((?:\d{1,4}(?:\.|$))*)\s*$/.exec(part);
    const level = SUPPORT_LEVELS.find((name) => name === match?.[3]);
    if (!match || !level) return [];
    const documents = (match[4] ?? '').split('.').filter(Boolean).map(Number);
    return [{ from: Number(match[1]), to: Number(match[2]), level, documents }];
  });
}

/** `X-Charge` (extension): cost of the call in units of its ledger; `estimated` without a report of a model server. */
export interface ChargeAmount {
  amount: number;
  estimated: boolean;
}

/** Prints `X-Charge`: `42` or `42;estimated`. */
export function printCharge({ amount, estimated }: ChargeAmount): string {
  return estimated ? `${amount};estimated` : String(amount);
}

/**
 * `X-Record-Seconds` (extension): transcribed seconds, and length of the recording; null: longer, not measured to its
 * end.
 */
export interface RecordSeconds {
  processed: number;
  total: number | null;
}

/** Prints `X-Record-Seconds`: `10/61.28`, or `10/*`. Seconds to the hundredth. */
export function printRecordSeconds({ processed, total }: RecordSeconds): string {
  const print = (seconds: number) => String(Math.round(seconds * 100) / 100);
  return `${print(processed)}/${total === null ? '*' : print(total)}`;
}

/** Reads `X-Record-Seconds`; null where the gateway does not say, as foreign ones do not. */
export function parseRecordSeconds(header: string | null): RecordSeconds | null {
  const match = /^\s*(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?|\*)\s*$/.exec(header ?? '');
  return match ? { processed: Number(match[1]), total: match[2] === '*' ? null : Number(match[2]) } : null;
}

/** Reads `X-Charge`; null where the gateway does not say, as foreign ones do not. */
export function parseCharge(header: string | null): ChargeAmount | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(;\s*estimated\s*)?$/.exec(header ?? '');
  return match ? { amount: Number(match[1]), estimated: match[2] !== undefined } : null;
}
