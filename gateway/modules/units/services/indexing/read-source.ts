import { ACCIDENTS } from '#contract/reasons.ts';
import type { DocumentFacts, Passage } from '#gateway/engine/document.ts';
import { countLetters, MIN_LETTERS } from '#gateway/engine/reading/count-letters.ts';
import { createSplitter } from '#gateway/engine/splitting/split-document.ts';
import type { IndexJob, IndexStage, PictureAt, ReadPage, Source } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { findCopy, findFailedFetch, hostOf, isAccepted } from './page-copy.ts';
import { NotFetchedError, SourceError } from './source-error.ts';

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
  | 'reader'
  | 'types'
>;

interface SourceWork {
  job: IndexJob;
  signal: AbortSignal;
  /** Share of the source that is done, 0..1. */
  report(stage: IndexStage, share: number, picture?: PictureAt): Promise<void>;
}

/** Bytes of a source and how to read them. */
interface ReadableSource {
  blob: string;
  format: string;
  name: string;
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
export interface Reading {
  facts: DocumentFacts;
  passages: number;
  page: ReadPage | null;
  /** See `Source`. */
  readOn: Date;
  /** Letters and digits beside title and headings, as far as `MIN_LETTERS` needs them. */
  letters: number;
}

/** Of the progress of a source; the rest is for its last passages. */
const READ_SHARE = 0.95;

/**
 * Reads and splits one source, of which a page was fetched before; `take` stores its passages as they come, and reading
 * waits for it. Throws what `reasonOf` understands, or something unexpected; what was taken before is then to be taken back.
 */
export async function readSource(
  ports: IndexerPorts,
  source: Source,
  work: SourceWork,
  take: TakePassages,
): Promise<Reading> {
  const {
    page = null,
    readOn,
    ...located
  } = source.url === null ? await resolveFile(ports, source) : await resolvePage(ports, source, work.job);
  const shareAt = (share: number): number => READ_SHARE * share;
  await work.report('reading', shareAt(0));
  let split: Passage[] = [];
  let passages = 0;
  let letters = 0;
  let name: string | undefined;
  const splitter = createSplitter((passage) => void split.push(passage));
  const flush = async (): Promise<void> => {
    const taken = split;
    split = [];
    passages += taken.length;
    if (taken.length > 0) await take(taken);
    work.signal.throwIfAborted();
  };
  const facts = await ports.reader.read(
    located,
    {
      onPicture: (picture) => void work.report('reading', shareAt((picture.at - 1) / picture.of), picture),
      async onBatch({ blocks, share, title = name }) {
        name = title;
        if (letters < MIN_LETTERS) letters += countLetters(blocks, name);
        for (const block of blocks) splitter.add(block);
        await flush();
        await work.report(share < 1 ? 'reading' : 'splitting', shareAt(share));
      },
    },
    work.signal,
  );
  splitter.end();
  await flush();
  if (passages === 0) throw new SourceError('no-text');
  return { facts, passages, page, readOn, letters };
}

async function resolveFile(ports: IndexerPorts, { file }: Source): Promise<ReadableSource> {
  const size = file && (await sizeOf(ports, file.blob));
  if (!file || size === undefined) throw new SourceError('file-lost');
  const { blob, format, name, sha256, createdOn: readOn } = file;
  if (size !== file.size) throw new SourceError('file-changed');
  if (format === null) throw new SourceError('not-readable-type');
  return { blob, format, name, sha256, readOn };
}

async function resolvePage(ports: IndexerPorts, source: Source, job: IndexJob): Promise<ReadableSource> {
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
  const facts = { page: readPage, readOn: page.on, ...(accepted.length > 0 ? { accepted } : {}) };
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
async function sizeOf(ports: IndexerPorts, blob: string): Promise<number | undefined> {
  const opened = await ports.blobs.open(blob, { start: 0, end: 0 });
  await opened?.stream.cancel();
  return opened?.size;
}

async function readRange(ports: IndexerPorts, blob: string, start: number, end: number): Promise<Uint8Array> {
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
