import type { ChildProcess } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadHint } from '#gateway/engine/document.ts';
import {
  type BlockBatch,
  type DocumentFacts,
  type ReadableFormat,
  ReadFailure,
} from '#gateway/engine/document.ts';
import { MAX_OCR_PAGES } from '#gateway/engine/reading/ocr/recogniser.ts';
import type { RenderedFormat } from '#gateway/engine/rendering.ts';
import { findProgram } from '#gateway/node/processes/bundles/find-bundle.ts';
import {
  REPLY_DESCRIPTOR,
  type ReaderBatch,
  type ReaderJob,
  type ReaderProgress,
  type ReaderReply,
  type ReaderText,
} from './reader-protocol.ts';
import { spawnSandboxed, superviseSandboxed } from './spawn-sandboxed.ts';

/**
 * Whatever a small document does, it is over within 20 s and 512 MB where a processor is free: a watcher that looks now
 * and then needs some room.
 */
const DEFAULT_LIMITS: ReadLimits = { seconds: 18, megabytes: 490, pictureSeconds: 60 };
/** A batch, or what comes after the last one. */
const MAX_LINE_BYTES = 128 * 1024 * 1024;

/** Formats that are read bit by bit, however long the document is: their time grows with it. */
const STREAMED: readonly ReadableFormat[] = ['txt', 'csv', 'md', 'html', 'xlsx'];
const SECONDS_PER_MEGABYTE = 10;
/** What a reader holds beside its heap and the bytes of the document, with the young generation. */
const MEGABYTES_BESIDE_HEAP = 160;
const MIN_HEAP_MEGABYTES = 120;
/**
 * Half of what the engine takes by itself. It makes a document of 83 MB 63 MB cheaper, for a tenth more processor
 * time.
 */
const YOUNG_MEGABYTES = 8;
const MAX_SECONDS = 600;

/**
 * The time that a document may take: 18 s, for long ones of formats that are read bit by bit 10 s a megabyte, 10 min
 * at most.
 */
function secondsToRead(format: ReadableFormat, bytes: number): number {
  const { seconds } = DEFAULT_LIMITS;
  if (!STREAMED.includes(format)) return seconds;
  return Math.min(MAX_SECONDS, Math.max(seconds, Math.ceil((bytes / 1_000_000) * SECONDS_PER_MEGABYTE)));
}

export interface ReadRequest {
  /** File to read; opened here, its bytes go to the reader over a pipe. */
  path: string;
  format: ReadableFormat;
  hint?: ReadHint;
  /** Of the bytes that were stored; the reader compares it before it reads. */
  sha256?: string;
  limits?: Partial<ReadLimits>;
  /** Whether pictures of text may be recognised, at seconds a page. */
  ocr?: boolean;
  /** Called when the recognition of a picture begins: which one, from 1, and of how many. */
  onPicture?: (picture: { at: number; of: number }) => void;
  /** Takes the document batch by batch; the reader waits meanwhile. What it throws ends the reading. */
  onBatch?: (batch: BlockBatch) => Promise<void> | void;
  /** The same with the text of a document that is rendered. */
  onText?: (text: string) => Promise<void> | void;
  /** Aborting kills the reader; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called once, however reading ended. `megabytes` is the peak seen, 0 where the system does not tell. */
  observe?: (spent: { milliseconds: number; megabytes: number }) => void;
}

/**
 * Runs one reader process over one file and answers what is known of the document. Throws `ReadFailure`: what the
 * reader found, or `timeout`, `out-of-memory`, `too-large-inside`, `reader-crashed`, `indexing-interrupted`; or the
 * error of opening the file.
 */
export async function runReader(request: ReadRequest, renderAs?: RenderedFormat): Promise<DocumentFacts> {
  request.signal?.throwIfAborted();
  const file = await open(request.path);
  const started = performance.now();
  let megabytes = 0;
  try {
    const { size } = await file.stat();
    if (size === 0) throw new ReadFailure('empty-file');
    const seconds = secondsToRead(request.format, size);
    const limits = { ...DEFAULT_LIMITS, seconds, ...request.limits };
    const job: ReaderJob = {
      format: request.format,
      hint: request.hint ?? {},
      size,
      // Only PDFs are read by their pictures, and only they get the time for it.
      ocr: request.ocr === true && request.format === 'pdf',
      ...(request.sha256 === undefined ? {} : { sha256: request.sha256 }),
      ...(renderAs ? { renderAs } : {}),
    };
    const child = spawnReader(limits, job);
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
  { signal, onPicture, onBatch, onText }: Pick<ReadRequest, 'signal' | 'onPicture' | 'onBatch' | 'onText'>,
  reportPeak: (megabytes: number) => void,
): Promise<DocumentFacts> {
  const { megabytes, seconds, pictureSeconds } = limits;
  const failures = {
    tooBig: new ReadFailure('out-of-memory', { megabytes }),
    tooLong: new ReadFailure('timeout', { seconds }),
    crashed: new ReadFailure('reader-crashed'),
    interrupted: new ReadFailure('indexing-interrupted'),
  };
  const supervised = superviseSandboxed(child, limits, failures, signal);
  const beginPicture = (picture: { at: number; of: number }): void => {
    failures.tooLong.parameters['seconds'] = pictureSeconds;
    supervised.restartTimer(pictureSeconds);
    onPicture?.(picture);
  };
  const store = async (work: () => Promise<void> | void): Promise<void> => {
    // Time counts while the reader works, not while what it read is being stored.
    supervised.pauseTimer();
    try {
      await work();
    } catch (error) {
      supervised.kill(error);
    }
    supervised.resumeTimer();
  };
  try {
    const [reply] = await Promise.all([
      collectReply(child.stdio[REPLY_DESCRIPTOR] as Readable, MAX_LINE_BYTES, {
        picture: beginPicture,
        batch: (batch) => store(() => onBatch?.(batch)),
        text: (text) => store(() => onText?.(text)),
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

function takeDocument({ reply, payload }: CollectedReply): DocumentFacts {
  if (!reply) throw new ReadFailure('reader-crashed');
  const { failure } = reply;
  if (failure) throw new ReadFailure(failure.code, failure.parameters);
  return JSON.parse(payload.toString()) as DocumentFacts;
}

/** Starts a reader within its limits; pictures get the time that they take. */
export function spawnReader(
  { seconds, megabytes, pictureSeconds }: ReadLimits,
  { format = 'pdf', size = 0, ocr = false }: Partial<ReaderJob> = {},
): ChildProcess {
  const cpuSeconds = Math.ceil(seconds * 3 + 10 + (ocr ? pictureSeconds * MAX_OCR_PAGES : 0));
  // What is read bit by bit needs little heap, and its bytes lie beside it: garbage must not fill the rest.
  const heap = megabytes - size / 1_000_000 - MEGABYTES_BESIDE_HEAP;
  const heapMegabytes = STREAMED.includes(format)
    ? { heapMegabytes: Math.max(heap, MIN_HEAP_MEGABYTES), youngMegabytes: YOUNG_MEGABYTES }
    : {};
  return spawnSandboxed(findProgram('reader'), { megabytes, cpuSeconds, ...heapMegabytes });
}

/** Limits of the reading of one document. */
export interface ReadLimits {
  /** Time from start to answer, less what the process waits for a processor. */
  seconds: number;
  /** Resident memory of the reader process. */
  megabytes: number;
  /** Time for the recognition of each picture, less waits for a processor; `seconds` ends with the first picture. */
  pictureSeconds: number;
}

/** Output of a reader: its reply, undefined where the process died first, and the facts after the reply. */
interface CollectedReply {
  reply: ReaderReply | undefined;
  payload: Buffer;
}

const NEWLINE = 10;

/**
 * Collects what a reader writes: hands pictures, batches and text on, keeps the reply and what follows it up to
 * `limit` bytes.
 */
async function collectReply(
  from: Readable,
  limit: number,
  on: {
    picture: (picture: ReaderProgress['picture']) => void;
    batch: (batch: BlockBatch) => Promise<void>;
    text: (text: string) => Promise<void>;
    excess: () => void;
  },
): Promise<CollectedReply> {
  let reply: ReaderReply | undefined;
  /** Of the line that is coming, or of what follows the reply. */
  let chunks: Buffer[] = [];
  let length = 0;

  const hold = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > limit) on.excess();
    else chunks.push(chunk);
  };
  const takeLines = async (chunk: Buffer): Promise<void> => {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0 && !reply; end = rest.indexOf(NEWLINE)) {
      const line = Buffer.concat([...chunks, rest.subarray(0, end)]).toString();
      rest = rest.subarray(end + 1);
      [chunks, length] = [[], 0];
      const said = JSON.parse(line) as ReaderReply | ReaderProgress | ReaderBatch | ReaderText;
      if ('picture' in said) on.picture(said.picture);
      else if ('batch' in said) await on.batch(said.batch);
      else if ('text' in said) await on.text(said.text);
      else reply = said;
    }
    hold(rest);
  };

  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (reply) hold(chunk);
      else await takeLines(chunk);
    }
  } catch {
    // A killed reader's pipes may break instead of ending.
  }
  return { reply, payload: Buffer.concat(chunks) };
}
