import { ACCIDENTS } from '#contract/reasons.ts';
import type { Block, Passage } from '#gateway/engine/document.ts';
import type { EditedBlock } from '#gateway/engine/editing/apply-edits.ts';
import { countLetters, MIN_LETTERS } from '#gateway/engine/reading/count-letters.ts';
import { READER_VERSION } from '#gateway/engine/reading/reader-version.ts';
import { createSplitter } from '#gateway/engine/splitting/split-document.ts';
import type {
  IndexStage,
  PictureAt,
  ReadingFacts,
  ReadingJob,
  ReadingOrigin,
  ReadPage,
  Source,
  StoredReading,
} from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { findCopy, findFailedFetch, hostOf, isAccepted } from './page-copy.ts';
import type { SourceEdits } from './source-edits.ts';
import { NotFetchedError, SourceError } from './source-error.ts';
import { createTextHash } from './text-hash.ts';

/** What turns sources into an index. */
export type IndexerPorts = Pick<
  Ports,
  | 'clock'
  | 'log'
  | 'recordMetric'
  | 'blobs'
  | 'createSha256'
  | 'diskSpace'
  | 'units'
  | 'jobs'
  | 'index'
  | 'readings'
  | 'versions'
  | 'edits'
  | 'reader'
  | 'types'
>;

/** The ports that reading a single source needs. */
export type ReadingPorts = Pick<
  IndexerPorts,
  'log' | 'blobs' | 'createSha256' | 'readings' | 'reader' | 'types'
>;

export interface SourceWork {
  job: ReadingJob;
  signal: AbortSignal;
  /** Share of the source that is done, 0..1. */
  report(stage: IndexStage, share: number, picture?: PictureAt): Promise<void>;
}

/** Bytes of a source and how to read them. */
interface ReadableSource {
  blob: string;
  format: string;
  name: string;
  size: number;
  sha256?: string;
  charset?: string;
  url?: string;
  /** Reasons for which the page is not refused. */
  accepted?: readonly string[];
  page?: ReadPage;
  /** See `Source`. */
  readOn: Date;
}

/** Takes passages of a source in reading order, numbered from 0, some at a time. */
type TakePassages = (passages: Passage[]) => Promise<void>;

/** What was read of a source beside its passages. */
export interface Reading extends ReadingFacts {
  passages: number;
  /** See `Source`. */
  readOn: Date;
  readingId: number;
}

/** Of the progress of a source; the rest is for its last passages. */
const READ_SHARE = 0.95;

/**
 * Reads and splits one source, of which a page was fetched before, and keeps the reading; `take` stores its passages as they
 * come, and reading waits for it. Throws what `reasonOf` understands, or something unexpected; what was taken before is then to
 * be taken back.
 */
export async function readSource(
  ports: ReadingPorts,
  source: Source,
  work: SourceWork,
  take: TakePassages,
): Promise<Reading> {
  const {
    page = null,
    size,
    readOn,
    ...located
  } = source.url === null ? await resolveFile(ports, source) : await resolvePage(ports, source, work.job);
  const shareAt = (share: number): number => READ_SHARE * share;
  await work.report('reading', shareAt(0));
  const text = createTextTaker(take, work.signal);
  const writer = ports.readings.begin(originOf(source, { ...located, size, readOn }, work.job));
  const hash = createTextHash(ports.createSha256());
  let letters = 0;
  let name: string | undefined;
  let heading: string | undefined;
  const document = await ports.reader.read(
    located,
    {
      onPicture: (picture) => void work.report('reading', shareAt((picture.at - 1) / picture.of), picture),
      async onBatch({ blocks, share, title = name }) {
        name = title;
        heading ??= blocks.find((block) => block.kind === 'heading')?.text;
        if (letters < MIN_LETTERS) letters += countLetters(blocks, name);
        hash.add(blocks);
        await text.add(blocks);
        await writer.add(blocks);
        await work.report(share < 1 ? 'reading' : 'splitting', shareAt(share));
      },
    },
    work.signal,
  );
  const passages = await text.end();
  // Before a unit has a title, the document suggests one.
  const suggested = work.job.unitId === null ? (document.title ?? heading) : undefined;
  const facts = suggested === undefined ? document : { ...document, title: suggested };
  const reading = { facts, page, letters, textHash: await hash.digest() };
  return { ...reading, passages, readOn, readingId: await writer.end(reading) };
}

interface EditedReading {
  reading: StoredReading;
  source: Pick<Source, 'id'> & Partial<Pick<Source, 'file' | 'fetched'>>;
  edits: SourceEdits;
}

/**
 * Splits what was read of a source before, with its edits. It may have been fetched again since with the same bytes. Throws
 * `ReadingDamagedError`, and as `readSource`.
 */
export async function splitReading(
  { reading, source, edits }: EditedReading,
  work: SourceWork,
  take: TakePassages,
): Promise<Reading> {
  const text = createTextTaker(take, work.signal);
  for await (const { edited, count } of edits.blocks(source.id, reading)) {
    await text.addEdited(edited);
    await work.report('splitting', READ_SHARE * (count / reading.blocks));
  }
  const { facts, letters, textHash, id: readingId } = reading;
  const { file = null, fetched = null } = source;
  // The same bytes may have come from another host by now.
  const page = reading.page && fetched ? { ...reading.page, host: hostOf(fetched.finalUrl) } : reading.page;
  const readOn = file?.createdOn ?? fetched?.on ?? reading.readOn;
  return { facts, letters, textHash, page, readOn, readingId, passages: await text.end() };
}

/** Whether a reading is of the bytes that a source has now. */
export function isOfPresentBytes({ blob, sha256 }: StoredReading, { file, fetched }: Source): boolean {
  const present = file ?? fetched;
  return present !== null && (present.blob === blob || (sha256 !== null && present.sha256 === sha256));
}

function originOf(
  { id, fileId, url, ...source }: Source,
  { blob, size, sha256, format, readOn }: ReadableSource,
  { botId, unitId }: ReadingJob,
): ReadingOrigin {
  const sourceId = unitId === null ? null : id;
  const bytes = { blob, size, sha256: sha256 ?? null, format, readOn };
  const choices =
    unitId === null ? dryChoices(source) : isAccepted(source) ? { isAccepted: true as const } : {};
  return { botId, unitId, sourceId, fileId, url, ...bytes, readerVersion: READER_VERSION, choices };
}

function dryChoices({ fetched }: Pick<Source, 'fetched'>): ReadingOrigin['choices'] {
  if (!fetched) return { isDry: true };
  const { mime, charset, finalUrl } = fetched;
  return { isDry: true, copy: { mime, charset, finalUrl } };
}

/** Splits blocks and hands the passages on, some at a time, each with the numbers of its blocks. */
function createTextTaker(take: TakePassages, signal: AbortSignal) {
  let split: Passage[] = [];
  let passages = 0;
  const splitter = createSplitter((passage, blocks) => void split.push({ ...passage, ...blocks }));
  const flush = async (): Promise<void> => {
    const taken = split;
    split = [];
    passages += taken.length;
    if (taken.length > 0) await take(taken);
    signal.throwIfAborted();
  };
  return {
    async add(blocks: readonly Block[]): Promise<void> {
      for (const block of blocks) splitter.add(block);
      await flush();
    },
    async addEdited(blocks: readonly EditedBlock[]): Promise<void> {
      for (const { block, number } of blocks) splitter.add(block, number);
      await flush();
    },
    /** After the last block; how many passages there are. */
    async end(): Promise<number> {
      splitter.end();
      await flush();
      if (passages === 0) throw new SourceError('no-text');
      return passages;
    },
  };
}

async function resolveFile(ports: Pick<ReadingPorts, 'blobs'>, { file }: Source): Promise<ReadableSource> {
  const size = file && (await sizeOf(ports, file.blob));
  if (!file || size === undefined) throw new SourceError('file-lost');
  const { blob, format, name, sha256, createdOn: readOn } = file;
  if (size !== file.size) throw new SourceError('file-changed');
  if (format === null) throw new SourceError('not-readable-type');
  return { blob, format, name, size, sha256, readOn };
}

async function resolvePage(ports: ReadingPorts, source: Source, job: ReadingJob): Promise<ReadableSource> {
  const page = await findCopy(ports, source, job);
  const failed = findFailedFetch(job, source);
  if (!page && failed) throw new SourceError(failed.reason.code, failed.reason.parameters);
  if (!page) throw new NotFetchedError();
  const name = decodeURIComponentSafely(new URL(page.finalUrl).pathname.split('/').pop() ?? '');
  const head = await readRange(ports, page.blob, 0, ports.types.headBytes);
  if (head.byteLength === 0) throw new SourceError('empty-file');
  const kind = await ports.types.detect(head, name, page.mime, (count) =>
    readRange(ports, page.blob, Math.max(0, page.size - count), page.size),
  );
  if ('refused' in kind || !kind.format)
    throw new SourceError('page-type-not-readable', { mime: 'refused' in kind ? page.mime : kind.mime });
  const charset = page.charset === null ? {} : { charset: page.charset };
  const hash = page.sha256 === null ? {} : { sha256: page.sha256 };
  const beginning = new TextDecoder('latin1').decode(
    await readRange(ports, page.blob, 0, PASSWORD_FIELD_WITHIN),
  );
  const asksPassword = kind.format === 'html' && PASSWORD_FIELD.test(beginning);
  const isHome = leadsHome(source.url ?? '', page.finalUrl);
  const readPage = { host: hostOf(page.finalUrl), asksPassword, isHome, sha256: page.sha256 };
  // Without its address a page is not judged: a person accepted this copy.
  const url = isAccepted(source) ? {} : { url: page.finalUrl };
  const accepted = source.acceptedAlways.flatMap((code) => ACCIDENTS[code]);
  const facts = {
    size: page.size,
    page: readPage,
    readOn: page.on,
    ...(accepted.length > 0 ? { accepted } : {}),
  };
  return { blob: page.blob, format: kind.format, name, ...hash, ...charset, ...url, ...facts };
}

/** Bytes of a page in which a field for a password is looked for. */
const PASSWORD_FIELD_WITHIN = 1_000_000;
const PASSWORD_FIELD = /<input\b[^>]{0,500}\btype\s*=\s*["']?password\b/i;

/** Home pages of a site and of its languages, also by the name of their file. */
const HOME_PATH = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?(?:\/|$))?(?:(?:index|default|home)(?:\.\w{2,5})?\/?)?$/i;

/** Whether an address ends at a home page, though a deeper one was asked for. What is asked for may stand in the query. */
function leadsHome(address: string, finalUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const [from, to] = [new URL(address), new URL(finalUrl)];
  if (!HOME_PATH.test(to.pathname)) return false;
  return !HOME_PATH.test(from.pathname) || (from.search !== '' && from.search !== to.search);
}

/** Bytes of a blob; undefined when it is not there. */
async function sizeOf(ports: Pick<ReadingPorts, 'blobs'>, blob: string): Promise<number | undefined> {
  const opened = await ports.blobs.open(blob, { start: 0, end: 0 });
  await opened?.stream.cancel();
  return opened?.size;
}

async function readRange(
  ports: Pick<ReadingPorts, 'blobs'>,
  blob: string,
  start: number,
  end: number,
): Promise<Uint8Array> {
  const opened = await ports.blobs.open(blob, { start, end });
  return opened
    ? new Uint8Array(await new Response(opened.stream as BodyInit).arrayBuffer())
    : new Uint8Array();
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
