import type { ChildProcess } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableFormat } from '#gateway/text/document.ts';
import { ReadFailure } from '#gateway/text/document.ts';
import type { ReadHint } from '#gateway/text/reading/hint.ts';
import type { RenderedFormat } from '#gateway/text/rendering.ts';
import { collectReply } from './collect-reply.ts';
import type { CollectedReply } from './collect-reply.ts';
import type { ReaderJob } from './reader-protocol.ts';
import { REPLY_DESCRIPTOR } from './reader-protocol.ts';
import { spawnReader } from './spawn-reader.ts';
import { watchMemory } from './watch-memory.ts';

export interface ReadLimits {
  /** Wall-clock time from start to answer. */
  seconds: number;
  /** Resident memory of the reader process. */
  megabytes: number;
  /** Wall-clock time of each picture that is recognised, counted from its beginning; `seconds` ends with the first. */
  pictureSeconds: number;
}

/** Whatever a document does, it is over within 20 s and 512 MB: a watcher that looks now and then needs some room. */
export const DEFAULT_LIMITS: ReadLimits = { seconds: 18, megabytes: 490, pictureSeconds: 60 };
const LONGEST_REPLY = 128 * 1024 * 1024;

export interface ReadRequest {
  /** File to read; opened here, its bytes go to the reader over a pipe. */
  path: string;
  format: ReadableFormat;
  hint?: ReadHint;
  limits?: Partial<ReadLimits>;
  /** Whether pictures of text may be recognised, at seconds a page. */
  ocr?: boolean;
  /** Told when a picture is begun: which one, from 1, and how many there are. */
  onPicture?: (picture: { at: number; of: number }) => void;
  /** Aborting kills the reader; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Told once, however it ended. `megabytes` is the peak seen, 0 where the system does not tell. */
  observe?: (spent: { milliseconds: number; megabytes: number }) => void;
}

/**
 * Runs one reader process over one file and answers what it wrote. Throws `ReadFailure`: what the reader found, or
 * `took-too-long`, `out-of-memory`, `too-large-inside`, `reader-crashed`; or the error of opening the file.
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
  tellPeak: (megabytes: number) => void,
): Promise<Buffer> {
  let verdict: unknown;
  const kill = (reason: unknown): void => {
    verdict ??= reason;
    child.kill('SIGKILL');
  };
  const onAbort = (): void => kill(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  // It may have been aborted while the file was opened.
  if (signal?.aborted) onAbort();
  const tooBig = new ReadFailure('out-of-memory', { megabytes: limits.megabytes });
  const tooLong = new ReadFailure('took-too-long', { seconds: limits.seconds });
  let timer = setTimeout(() => kill(tooLong), limits.seconds * 1000);
  const beginPicture = (picture: { at: number; of: number }): void => {
    clearTimeout(timer);
    tooLong.parameters['seconds'] = limits.pictureSeconds;
    timer = setTimeout(() => kill(tooLong), limits.pictureSeconds * 1000);
    onPicture?.(picture);
  };
  const stopWatching = watchMemory(child.pid ?? 0, limits.megabytes, () => kill(tooBig));
  try {
    const [ended, reply, complaint] = await Promise.all([
      waitForEnd(child),
      collectReply(child.stdio[REPLY_DESCRIPTOR] as Readable, LONGEST_REPLY, {
        picture: beginPicture,
        excess: () => kill(new ReadFailure('too-large-inside')),
      }),
      collect(child.stderr as Readable, 64 * 1024),
      send(child, file, job),
    ]);
    if (verdict !== undefined) throw verdict;
    if (ended.code === 0) return takeDocument(reply);
    throw explain(ended, complaint.toString(), tooBig, tooLong);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    tellPeak(stopWatching());
  }
}

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

function waitForEnd(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/** The reader may end before it has taken everything; how it ended says why. */
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

async function collect(from: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
    }
  } catch {
    // A killed reader's pipes may break instead of ending.
  }
  return Buffer.concat(chunks);
}

function takeDocument({ reply, payload }: CollectedReply): Buffer {
  if (!reply) throw new ReadFailure('reader-crashed');
  const { failure } = reply;
  if (failure) throw new ReadFailure(failure.code, failure.parameters);
  return payload;
}

function explain(ended: Ending, complaint: string, tooBig: ReadFailure, tooLong: ReadFailure): ReadFailure {
  if (/heap out of memory|allocation failed/i.test(complaint)) return tooBig;
  if (ended.signal === 'SIGXCPU') return tooLong;
  // Nobody here sent it: the kernel took the memory back.
  if (ended.signal === 'SIGKILL') return tooBig;
  return new ReadFailure('reader-crashed');
}
