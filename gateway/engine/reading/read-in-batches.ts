import {
  type BlockBatch,
  type DocumentFacts,
  type DocumentStream,
  type HealthItem,
  type ReadableFormat,
  ReadFailure,
  type ReadHealth,
  type ReadHint,
} from '#gateway/engine/document.ts';
import { mergeItems } from '#gateway/engine/health/health-items.ts';
import { repairBlocks, reportHealth } from '#gateway/engine/health/repair-document.ts';
import type { ReadTools } from './ocr/recogniser.ts';
import { hasText, readDocument, saysSomething, withReadFailures } from './read-document.ts';

type IsLong = (bytes: Uint8Array) => boolean | Promise<boolean>;
type LongReader = (bytes: Uint8Array, hint: ReadHint) => DocumentStream;

/** Formats of which long documents are read bit by bit, from how many megabytes on. */
const LONG_READERS: Partial<Record<ReadableFormat, { from: IsLong; load: () => Promise<LongReader> }>> = {
  txt: { from: longerThan(2), load: async () => (await import('./read-txt.ts')).readLongTxt },
  csv: { from: longerThan(2), load: async () => (await import('./read-csv.ts')).readLongCsv },
  md: { from: longerThan(1), load: async () => (await import('./read-md.ts')).readLongMd },
  html: { from: longerThan(4), load: async () => (await import('./read-html.ts')).readLongHtml },
  xlsx: {
    from: async (bytes) => (await import('./office/read-long-xlsx.ts')).isLongXlsx(bytes),
    load: async () => (await import('./office/read-long-xlsx.ts')).readLongXlsx,
  },
};

/** Blocks of a document that is read whole, handed on at a time. */
const BLOCKS_PER_BATCH = 2_000;
/** Characters of each batch by which languages are told. */
const SAMPLE_CHARACTERS = 4_000;

/**
 * `readDocument` batch by batch. A long text, table or page is never held whole: what is wrong with its text is told and
 * put right batch by batch, and a page is read without choosing its content by Readability. Throws as `readDocument`.
 */
export async function* readInBatches(
  bytes: Uint8Array,
  format: ReadableFormat,
  hint: ReadHint = {},
  tools: ReadTools = {},
): AsyncGenerator<BlockBatch, DocumentFacts & { health: ReadHealth }> {
  if (bytes.length === 0) throw new ReadFailure('empty-file');
  const long = LONG_READERS[format];
  if (long && (await long.from(bytes))) return yield* readLong((await long.load())(bytes, hint));
  const { blocks, ...facts } = await readDocument(bytes, format, hint, tools);
  for (let start = 0; start < blocks.length; start += BLOCKS_PER_BATCH) {
    const share = Math.min(1, (start + BLOCKS_PER_BATCH) / blocks.length);
    const title = start === 0 && facts.title ? { title: facts.title } : {};
    yield { blocks: blocks.slice(start, start + BLOCKS_PER_BATCH), share, ...title };
  }
  return facts;
}

/** Hands each batch on, waiting until it is taken; the facts of the document. */
export async function eachBatch<Facts>(
  batches: AsyncGenerator<BlockBatch, Facts>,
  take: (batch: BlockBatch) => Promise<void> | void,
): Promise<Facts> {
  for (;;) {
    const step = await batches.next();
    if (step.done) return step.value;
    await take(step.value);
  }
}

async function* readLong(
  stream: DocumentStream,
): AsyncGenerator<BlockBatch, DocumentFacts & { health: ReadHealth }> {
  let items: HealthItem[] = [];
  let sample = '';
  let isText = false;
  for (;;) {
    const step = await withReadFailures(async () => stream.next());
    if (step.done) {
      if (!isText) throw new ReadFailure('no-text');
      return { ...step.value, health: reportHealth(step.value, items, sample) };
    }
    const repaired = repairBlocks(step.value.blocks.filter(hasText));
    items = mergeItems([...items, ...repaired.items]);
    sample += `${copyOf(repaired.text.slice(0, SAMPLE_CHARACTERS))}\n`;
    isText ||= repaired.blocks.some(saysSomething);
    yield { ...step.value, blocks: repaired.blocks };
  }
}

/** Engines keep the whole of a text for a slice of it: of each batch, its text for as long as the document is read. */
function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function longerThan(megabytes: number): IsLong {
  return (bytes) => bytes.length > megabytes * 1024 * 1024;
}
