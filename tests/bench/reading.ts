/** How well documents of known text are read, every format, beside what others make of the PDFs. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { READABLE_FORMATS, type ReadableFormat, type ReadDocument } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { type KnownBlock, type ReadingScore, scoreReading } from '#tests/support/score-reading.ts';
import { round, say } from './figures.ts';
import { dataFolder } from './question-sets.ts';
import { readWithPdfJs } from './read-with-pdf-js.ts';
import { BenchFailure, type QualityOptions, type Report, type Row, type Table } from './report.ts';
import { startClock } from './run-ranker.ts';

interface KnownDocument {
  name: string;
  format: ReadableFormat;
  /** The known text's own name. */
  text: string;
}

interface Reader {
  name: string;
  formats: readonly ReadableFormat[];
  read(bytes: Uint8Array, format: ReadableFormat): Promise<ReadDocument>;
}

interface ReaderRun extends KnownDocument {
  reader: string;
  score?: ReadingScore;
  /** Seconds of one reading, libraries loaded. */
  wall: number;
  cpu: number;
  pages: number | undefined;
  remarks: string;
}

const READERS: readonly Reader[] = [
  { name: 'fihrist', formats: READABLE_FORMATS, read: (bytes, format) => readDocument(bytes, format) },
  { name: 'pdf.js (unpdf)', formats: ['pdf'], read: readWithPdfJs },
];
const KNOWN = '.expected.txt';

export async function measureReading({ data, sets }: QualityOptions): Promise<Report> {
  const folder = dataFolder('documents', data);
  const documents = findDocuments(folder, sets);
  const runs: ReaderRun[] = [];
  for (const document of documents)
    for (const reader of READERS.filter(({ formats }) => formats.includes(document.format)))
      runs.push(await runReader(folder, document, reader));
  return {
    tables: [describeRuns(runs)],
    rows: runs.map(asRow),
    notes: [
      'Shares are of the known text; titles are headings found alone on a line. Seconds are one reading.',
    ],
  };
}

/** Documents whose name begins with that of a known text. */
export function findDocuments(folder: string, wanted: readonly string[]): KnownDocument[] {
  const names = readdirSync(folder).sort();
  const texts = names.filter((name) => name.endsWith(KNOWN)).map((name) => name.slice(0, -KNOWN.length));
  const unknown = wanted.filter((text) => !texts.includes(text));
  if (texts.length === 0) throw new BenchFailure(`No known text (*${KNOWN}) is in ${folder}.`);
  if (unknown.length > 0)
    throw new BenchFailure(
      `No known text ${unknown.join(', ')} in ${folder}. There are: ${texts.join(', ')}.`,
    );
  return names.flatMap((name) => {
    // The longest name wins: craft.v2.pdf belongs to craft.v2.expected.txt before craft.expected.txt.
    const [text] = texts.filter((text) => name.startsWith(`${text}.`)).sort((a, b) => b.length - a.length);
    const format = formatOf(name);
    const wantedToo = text !== undefined && (wanted.length === 0 || wanted.includes(text));
    return wantedToo && format && !name.endsWith(KNOWN) ? [{ name, format, text }] : [];
  });
}

function formatOf(name: string): ReadableFormat | undefined {
  const extension = extname(name).slice(1).toLowerCase();
  const plain = extension === 'htm' ? 'html' : extension === 'markdown' ? 'md' : extension;
  return READABLE_FORMATS.find((format) => format === plain);
}

async function runReader(folder: string, document: KnownDocument, reader: Reader): Promise<ReaderRun> {
  say(`${document.name}: ${reader.name}`);
  const bytes = readFileSync(join(folder, document.name));
  // A first reading loads libraries; what is timed is the second.
  const copy = () => new Uint8Array(bytes);
  try {
    await reader.read(copy(), document.format);
    const clock = startClock();
    const printed = await reader.read(copy(), document.format);
    const { wall, cpu } = clock();
    const expected = readFileSync(join(folder, document.text + KNOWN), 'utf8');
    return {
      ...document,
      reader: reader.name,
      score: scoreReading(printed, expected, readBlocks(join(folder, `${document.text}.blocks.json`))),
      wall: wall / 1000,
      cpu: cpu / 1000,
      pages: printed.pages,
      remarks: printed.warnings.map(({ code }) => code).join(' '),
    };
  } catch (error) {
    const remarks = `not read: ${error instanceof Error ? error.message : String(error)}`;
    return { ...document, reader: reader.name, wall: Number.NaN, cpu: Number.NaN, pages: undefined, remarks };
  }
}

/** The known headings come from the blocks; without them no titles are scored. */
function readBlocks(file: string): KnownBlock[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KnownBlock[];
  } catch {
    return [];
  }
}

function asRow({ name, format, text, reader, score, wall, cpu, pages, remarks }: ReaderRun): Row {
  return {
    bench: 'reading',
    set: text,
    document: name,
    format,
    reader,
    characters: score?.characters ?? null,
    words: score?.words ?? null,
    bigrams: score?.bigrams ?? null,
    titles: score?.titles ?? null,
    titlesKnown: score?.titlesKnown ?? null,
    seconds: score ? wall : null,
    cpuSeconds: score ? cpu : null,
    pages: pages ?? null,
    remarks,
  };
}

function describeRuns(runs: readonly ReaderRun[]): Table {
  const percent = (share: number | undefined) => (share === undefined ? '' : (100 * share).toFixed(2));
  const seconds = (value: number) => (Number.isNaN(value) ? '' : String(round(value, 2)));
  return {
    title: 'Documents of known text',
    rows: runs.map(({ name, reader, score, wall, cpu, remarks }) => ({
      document: name,
      reader,
      'characters %': percent(score?.characters),
      'words %': percent(score?.words),
      'bigrams %': percent(score?.bigrams),
      titles: score && score.titlesKnown > 0 ? `${score.titles} of ${score.titlesKnown}` : '',
      seconds: seconds(wall),
      'CPU s': seconds(cpu),
      remarks,
    })),
  };
}
