/** As the attribute of an input. */
export const TEST_FILE_TYPES = '.xlsx,.csv,.tsv,.txt,.jsonl,.json';
const MAX_FILE_BYTES = 20_000_000;

/** What a chosen file holds, to be read as tests: its bytes, or the rows of a spreadsheet. Undefined: neither. */
export async function openTestFile(file: File): Promise<Uint8Array | string[][] | undefined> {
  if (file.size > MAX_FILE_BYTES) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isZip) return bytes;
  // The reader of spreadsheets is loaded with the first of them.
  const { readSheetRows } = await import('./read-sheet-rows.ts');
  return readSheetRows(bytes).catch(() => undefined);
}
