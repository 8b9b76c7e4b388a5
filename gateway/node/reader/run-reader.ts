import type { ChildProcess } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ReadableFormat, ReadFailure } from '#gateway/engine/document.ts';
import type { ReadHint } from '#gateway/engine/document.ts';
import type { RenderedFormat } from '#gateway/engine/rendering.ts';
import {
  type ReaderJob,
  type ReaderProgress,
  type ReaderReply,
  REPLY_DESCRIPTOR,
} from './reader-protocol.ts';
import { fileURLToPath } from 'node:url';
import { MAX_OCR_PAGES } from '#gateway/engine/reading/ocr/recogniser.ts';
import { spawnSandboxed, superviseSandboxed } from './spawn-sandboxed.ts';

/** Whatever a document does, it is over within 20 s and 512 MB: a watcher that looks now and then needs some room. */
const DEFAULT_LIMITS: ReadLimits = { seconds: 18, megabytes: 490, pictureSeconds: 60 };
const MAX_REPLY_BYTES = 128 * 1024 * 1024;

export interface ReadRequest {
  /** File to read; opened here, its bytes go to the reader over a pipe. */
  path: string;
  format: ReadableFormat;
  hint?: ReadHint;
  limits?: Partial<ReadLimits>;
  /** Whether pictures of text may be recognised, at seconds a page. */
  ocr?: boolean;
  /** Called when the recognition of a picture begins: which one, from 1, and of how many. */
  onPicture?: (picture: { at: number; of: number }) => void;
  /** Aborting kills the reader; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called once, however reading ended. `megabytes` is the peak seen, 0 where the system does not tell. */
  observe?: (spent: { milliseconds: number; megabytes: number }) => void;
}

/**
 * Runs one reader process over one file and answers what it wrote. Throws `ReadFailure`: what the reader found, or
 * `timeout`, `out-of-memory`, `too-large-inside`, `reader-crashed`; or the error of opening the file.
 */
export async function runReader(request: ReadRequest, renderAs?: RenderedFormat): Promise<Buffer> {
  request.signal?.throwIfAborted();
  const limits = { ...DEFAULT_LIMITS, ...request.limits };
  const file = await open(request.path);
  const started = performance.now();
  let megabytes = 0;
  try {
    const { size } = await file.stat();
    if (size === 0) throw new ReadFailure('empty-file');
    const job: ReaderJob = {
      format: request.format,
      hint: request.hint ?? {},
      size,
      // Only PDFs are read by their pictures, and only they get the time for it.
      ocr: request.ocr === true && request.format === 'pdf',
      ...(renderAs ? { renderAs } : {}),
    };
    const child = spawnReader(limits, job.ocr);
    return await supervise(child, file, job, limits, request, (peak) => (megabytes = peak));
  } finally {
    await file.close().catch(() => undefined);
    request.observe?.({ milliseconds: performance.now() - started, megabytes });
  }
}

async function supervise(
  child: ChildProcess,
  file: FileHandle,
  job: ReaderJob,
  limits: ReadLimits,
  { signal, onPicture }: Pick<ReadRequest, 'signal' | 'onPicture'>,
  reportPeak: (megabytes: number) => void,
): Promise<Buffer> {
  const { megabytes, seconds, pictureSeconds } = limits;
  const failures = {
    tooBig: new ReadFailure('out-of-memory', { megabytes }),
    tooLong: new ReadFailure('timeout', { seconds }),
    crashed: new ReadFailure('reader-crashed'),
  };
  const supervised = superviseSandboxed(child, limits, failures, signal);
  const beginPicture = (picture: { at: number; of: number }): void => {
    failures.tooLong.parameters['seconds'] = pictureSeconds;
    supervised.restartTimer(pictureSeconds);
    onPicture?.(picture);
  };
  try {
    const [reply] = await Promise.all([
      collectReply(child.stdio[REPLY_DESCRIPTOR] as Readable, MAX_REPLY_BYTES, {
        picture: beginPicture,
        excess: () => supervised.kill(new ReadFailure('too-large-inside')),
      }),
      send(child, file, job),
    ]);
    await supervised.checkExit();
    return takeDocument(reply);
  } finally {
    reportPeak(supervised.stop());
  }
}

/** The reader may end before it has read everything; its exit says why. */
async function send(child: ChildProcess, file: FileHandle, job: ReaderJob): Promise<void> {
  const { stdin } = child;
  if (!stdin) return;
  stdin.on('error', () => undefined);
  stdin.write(`${JSON.stringify(job)}\n`);
  await pipeline(
    file.createReadStream({ start: 0, highWaterMark: 256 * 1024, autoClose: false }),
    stdin,
  ).catch(() => undefined);
}

function takeDocument({ reply, payload }: CollectedReply): Buffer {
  if (!reply) throw new ReadFailure('reader-crashed');
  const { failure } = reply;
  if (failure) throw new ReadFailure(failure.code, failure.parameters);
  return payload;
}

const ENTRY = fileURLToPath(new URL('./reader-process.ts', import.meta.url));

/** Starts a reader within its limits; pictures get the time that they take. */
export function spawnReader({ seconds, megabytes, pictureSeconds }: ReadLimits, ocr = false): ChildProcess {
  const cpuSeconds = Math.ceil(seconds * 3 + 10 + (ocr ? pictureSeconds * MAX_OCR_PAGES : 0));
  return spawnSandboxed(ENTRY, { megabytes, cpuSeconds });
}

/** What reading one document may take. */
export interface ReadLimits {
  /** Wall-clock time from start to answer. */
  seconds: number;
  /** Resident memory of the reader process. */
  megabytes: number;
  /** Wall-clock time of each picture that is recognised, counted from its beginning; `seconds` ends with the first. */
  pictureSeconds: number;
}

/** What a reader wrote: its reply, absent when it died before, and the document after it. */
interface CollectedReply {
  reply: ReaderReply | undefined;
  payload: Buffer;
}

const NEWLINE = 10;

/** Collects what a reader writes: reports each picture that is begun, keeps reply and document up to `limit` bytes. */
async function collectReply(
  from: Readable,
  limit: number,
  on: { picture: (picture: ReaderProgress['picture']) => void; excess: () => void },
): Promise<CollectedReply> {
  const chunks: Buffer[] = [];
  let length = 0;
  let reply: ReaderReply | undefined;
  let line: Buffer = Buffer.alloc(0);

  const take = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > limit) on.excess();
    else if (reply !== undefined) chunks.push(chunk);
    else takeLines(chunk);
  };
  const takeLines = (chunk: Buffer): void => {
    line = Buffer.concat([line, chunk]);
    for (let end = line.indexOf(NEWLINE); end >= 0; end = line.indexOf(NEWLINE)) {
      const said = JSON.parse(line.toString('utf8', 0, end)) as ReaderReply | ReaderProgress;
      line = line.subarray(end + 1);
      if (!('picture' in said)) {
        reply = said;
        chunks.push(line);
        return;
      }
      on.picture(said.picture);
    }
  };

  try {
    for await (const chunk of from as AsyncIterable<Buffer>) take(chunk);
  } catch {
    // A killed reader's pipes may break instead of ending.
  }
  return { reply, payload: Buffer.concat(chunks) };
}
