import type { IndexJob, IndexStage, PictureAt, Source } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/ports.ts';
import type { DocumentFacts, Passage } from '#gateway/engine/document.ts';
import { createSplitter } from '#gateway/engine/splitting/split-document.ts';
import { hashStream, isChanged } from '#gateway/modules/files/services/verify-bytes.ts';
import { SourceError } from './source-error.ts';

/** What turns sources into an index. */
export type IndexerPorts = Pick<
  Ports,
  | 'clock'
  | 'log'
  | 'recordMetric'
  | 'blobs'
  | 'createSha256'
  | 'diskSpace'
  | 'bots'
  | 'units'
  | 'jobs'
  | 'index'
  | 'reader'
  | 'pages'
  | 'types'
>;

interface SourceWork {
  job: IndexJob;
  owner: string;
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
}

/** Takes passages of a source in reading order, numbered from 0, some at a time. */
type TakePassages = (passages: Passage[]) => Promise<void>;

/** Shares of the progress of a source: a page is fetched first, and its passages are written while it is read. */
const FETCHED_SHARE = 0.3;
const READ_SHARE = 0.95;

/**
 * Fetches, reads and splits one source; `take` stores its passages as they come, and reading waits for it. Throws what
 * `reasonOf` understands, or something unexpected; what was taken before is then to be taken back.
 */
export async function readSource(
  ports: IndexerPorts,
  source: Source,
  work: SourceWork,
  take: TakePassages,
): Promise<{ facts: DocumentFacts; passages: number }> {
  const isFile = source.url === null;
  const located = isFile ? await resolveFile(ports, source) : await resolvePage(ports, source, work);
  const from = isFile ? 0 : FETCHED_SHARE;
  const shareAt = (read: number): number => from + (READ_SHARE - from) * read;
  await work.report('reading', shareAt(0));
  let split: Passage[] = [];
  let passages = 0;
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
      async onBatch({ blocks, share }) {
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
  return { facts, passages };
}

async function resolveFile(ports: IndexerPorts, { file }: Source): Promise<ReadableSource> {
  const size = file && (await sizeOf(ports, file.blob));
  if (!file || size === undefined) throw new SourceError('file-lost');
  const { blob, format, name, sha256 } = file;
  if (size !== file.size) throw new SourceError('file-changed');
  if (format === null) throw new SourceError('not-readable-type');
  return { blob, format, name, sha256 };
}

async function resolvePage(ports: IndexerPorts, source: Source, work: SourceWork): Promise<ReadableSource> {
  const page = await fetchOnce(ports, source, work);
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
  return { blob: page.blob, format: kind.format, name, ...hash, ...charset, url: page.finalUrl };
}

/** The copy that is kept when it is intact and new enough for this job, else a fresh one, which is kept from now on. */
async function fetchOnce(
  ports: IndexerPorts,
  { id, url, fetched }: Source,
  work: SourceWork,
): Promise<Omit<NonNullable<Source['fetched']>, 'on'>> {
  const { job, owner, signal } = work;
  const isNewEnough = fetched && (job.fetchedSince === null || fetched.on >= job.fetchedSince);
  if (isNewEnough && (await isIntact(ports, fetched))) return fetched;
  await work.report('fetching', 0);
  const allowedHosts = (await ports.bots.get(job.botId))?.settings.allowedHosts ?? [];
  const { bytes, mime, charset, finalUrl } = await ports.pages.fetch(url ?? '', signal, allowedHosts);
  const writer = await ports.blobs.create();
  try {
    await writer.write(bytes);
    const { key: blob, size, sha256 } = await writer.commit();
    const page = { blob, mime, charset, size, sha256, finalUrl };
    if (!(await ports.jobs.saveFetched(job, owner, id, page))) throw new Error('the lease was lost');
    return page;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** Bytes of a blob; undefined when it is not there. */
async function sizeOf(ports: IndexerPorts, blob: string): Promise<number | undefined> {
  const opened = await ports.blobs.open(blob, { start: 0, end: 0 });
  await opened?.stream.cancel();
  return opened?.size;
}

/** Whether the copy of a page is there as it was fetched. Pages are small, and another one can be fetched. */
async function isIntact(
  ports: IndexerPorts,
  { blob, size, sha256 }: NonNullable<Source['fetched']>,
): Promise<boolean> {
  const opened = await ports.blobs.open(blob);
  if (!opened) return false;
  const found = await hashStream(opened.stream, ports.createSha256);
  const isSame = !isChanged({ size, sha256 }, found);
  if (!isSame) ports.log.error('stored-file-changed', { blob });
  return isSame;
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
