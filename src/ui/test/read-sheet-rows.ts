import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';

/** Bytes of all parts unpacked: what says more than it holds must not fill the memory of a tab. */
const MAX_BYTES = 200_000_000;

/** The cells of the first sheet of an XLSX file as text, empty ones as empty text. */
export async function readSheetRows(bytes: Uint8Array): Promise<string[][]> {
  let size = 0;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => /\.(?:xml|rels)$/u.test(name) && (size += originalSize) <= MAX_BYTES,
  });
  // Parts that are only stored are read without a worker, which the policy of the page would refuse.
  const stored = zipSync(parts, { level: 0 });
  const rows = await readSheet(stored.buffer, 1, { trim: false });
  return rows.map((row) => row.map(textOf));
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace(/T00:00.*$/u, '');
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}
