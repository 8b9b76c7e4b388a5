/** What both ways to read a CSV file forgive. */
export const FORGIVING = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_error: true,
} as const;

/** A cell such as `="0501234567"`, as programs write text for Excel, which shows the text alone. */
export const showText = (cell: string): string =>
  cell.startsWith('="') ? (TEXT_FORMULA.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell) : cell;
const TEXT_FORMULA = /^="((?:[^"]|"")*)"\s*$/;

/** Bytes that a row with line ends in it may have: a row of full cells of a spreadsheet has fewer. */
const MAX_QUOTED_BYTES = 256 * 1024;
/** Bytes of a row of one line; longer ones are left out. */
const MAX_ROW_BYTES = 2_000_000;
/** The parser may hold back the end of the last row until it sees what follows. */
const LOOKAHEAD_BYTES = 16;
const NEWLINE = 10;

const loadStream = async () =>
  'Buffer' in globalThis ? await import('csv-parse') : await import('csv-parse/browser/esm');

/** Hands on the rows of text that comes bit by bit. */
interface RowReader {
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

/**
 * Rows of delimited text of any length. A quotation mark that nothing closes within 256 KB, or until the end, is a sign:
 * what it took in is read again without quotation marks, line by line, and what follows as before. Rows of one line that
 * are longer than 2 MB are left out, each with a call of `onSkip`.
 */
export async function createRowReader(
  delimiter: string,
  { onRow, onSkip }: { onRow: (cells: string[]) => void; onSkip: () => void },
): Promise<RowReader> {
  const { parse } = await loadStream();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** Where the last row ended, in bytes that the parser was given. */
  let rowEnd = 0;
  let isUnclosed = false;
  /** What the parser was given since, and from which byte on. */
  let held = new Uint8Array(0);
  let heldFrom = 0;

  const start = (quotes: { quote?: false }) =>
    parse({
      ...FORGIVING,
      ...quotes,
      delimiter,
      max_record_size: MAX_ROW_BYTES,
      on_record: (cells: string[], { bytes }) => {
        rowEnd = bytes;
        onRow(cells.map(showText));
        return null;
      },
      on_skip: (error) => {
        if (error?.code === 'CSV_QUOTE_NOT_CLOSED') isUnclosed = true;
        else onSkip();
        return undefined;
      },
    });
  let parser = start({});

  const readWithoutQuotes = async (lines: Uint8Array): Promise<void> => {
    const literal = start({ quote: false });
    await write(literal, decoder.decode(lines));
    await end(literal);
  };
  const take = async (text: string): Promise<void> => {
    await write(parser, text);
    const given = join(held, encoder.encode(text));
    const bytesRead = Math.max(0, rowEnd - heldFrom);
    held = given.slice(bytesRead);
    heldFrom += bytesRead;
  };
  return {
    async write(text) {
      await take(text);
      if (held.length <= MAX_QUOTED_BYTES) return;
      if (held.subarray(0, -LOOKAHEAD_BYTES).includes(NEWLINE)) {
        const lines = held.lastIndexOf(NEWLINE) + 1;
        const rest = decoder.decode(held.subarray(lines));
        await readWithoutQuotes(held.subarray(0, lines));
        [parser, rowEnd, held, heldFrom] = [start({}), 0, new Uint8Array(0), 0];
        await take(rest);
      } else if (held.length > MAX_ROW_BYTES) {
        // A single line, which the parser leaves out.
        [held, heldFrom] = [new Uint8Array(0), heldFrom + held.length];
      }
    },
    async end() {
      await end(parser);
      if (isUnclosed) await readWithoutQuotes(held);
    },
  };
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

interface Parser {
  write(text: string, done: (error?: Error | null) => void): unknown;
  end(): unknown;
  resume(): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'end', listener: () => void): unknown;
}

const write = (parser: Parser, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    parser.write(text, (error) => (error ? reject(error) : resolve()));
  });

const end = (parser: Parser): Promise<void> =>
  new Promise((resolve, reject) => {
    parser.once('error', reject);
    parser.once('end', resolve);
    parser.resume();
    parser.end();
  });
