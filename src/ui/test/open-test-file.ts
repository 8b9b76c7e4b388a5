/** As the attribute of an input. */
export const TEST_FILE_TYPES = '.xlsx,.csv,.tsv,.txt,.jsonl,.json';
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const MAX_FILE_BYTES = 20_000_000;

/** What a chosen file holds, to be read as tests: its bytes, or the rows of a spreadsheet. Undefined: neither. */
export async function openTestFile(file: File): Promise<Uint8Array | string[][] | undefined> {
  if (file.size > MAX_FILE_BYTES) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A table may begin with a column PK.
  if (!ZIP.every((byte, place) => bytes[place] === byte)) return bytes;
  // The reader of spreadsheets is loaded with the first of them.
  const { readSheetRows } = await import('./read-sheet-rows.ts');
  return readSheetRows(bytes).catch(() => undefined);
}
