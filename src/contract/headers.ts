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
  idempotencyKey: 'Idempotency-Key',
} as const;

/** Titles in `X-Skipped-Indexes`: percent-encoded, joined by commas. */
export function printTitles(titles: readonly string[]): string {
  return titles.map(encodeURIComponent).join(',');
}

/** Reads `X-Skipped-Indexes`. */
export function parseTitles(header: string | null): string[] {
  return header ? header.split(',').map((title) => decodeURIComponent(title.trim())) : [];
}
