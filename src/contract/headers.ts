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
  quotedDocuments: 'X-Quoted-Documents',
  idempotencyKey: 'Idempotency-Key',
  charge: 'X-Charge',
} as const;

/** Ours: bytes of a header that names titles. */
const TITLES_BYTES = 2000;

/** Titles in `X-Skipped-Indexes`: percent-encoded, joined by commas; the first ones, then `;more=` and how many are left. */
export function printTitles(titles: readonly string[]): string {
  let printed = '';
  for (const [index, title] of titles.entries()) {
    const longer = printed + (index > 0 ? ',' : '') + encodeURIComponent(title);
    if (index > 0 && longer.length > TITLES_BYTES) return `${printed};more=${titles.length - index}`;
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

/** `X-Answer-Kind`, ours: the answer quotes the documents, or says that they hold none. Absent where none was made. */
export const ANSWER_KINDS = ['quoted', 'not-found'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** Reads `X-Answer-Kind`; null where the gateway does not say, as foreign ones do not. */
export function parseAnswerKind(header: string | null): AnswerKind | null {
  return ANSWER_KINDS.find((kind) => kind === header?.trim()) ?? null;
}

/** `X-Quoted-Documents`: which of `retrieved_documents` the answer quotes, by index from 0, in the order of its text. */
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

/** `X-Charge`, ours: what this call cost, in units of its ledger; `estimated` when no model server reported it. */
export interface ChargeFigure {
  amount: number;
  estimated: boolean;
}

/** Prints `X-Charge`: `42` or `42;estimated`. */
export function printCharge({ amount, estimated }: ChargeFigure): string {
  return estimated ? `${amount};estimated` : String(amount);
}

/** Reads `X-Charge`; null where the gateway does not say, as foreign ones do not. */
export function parseCharge(header: string | null): ChargeFigure | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(;\s*estimated\s*)?$/.exec(header ?? '');
  return match ? { amount: Number(match[1]), estimated: match[2] !== undefined } : null;
}
