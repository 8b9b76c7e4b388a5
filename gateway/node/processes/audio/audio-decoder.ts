import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { createSlots } from '#gateway/core/slots.ts';
import { AudioDecodeError } from '#gateway/engine/sound/audio-decode-error.ts';
import type { AudioDecoder, DecodedAudio } from '#gateway/modules/speech/ports/audio.ts';
import { findProgram } from '#gateway/node/processes/bundles/find-bundle.ts';
import {
  collectText,
  spawnSandboxed,
  superviseSandboxed,
} from '#gateway/node/processes/reader/spawn-sandboxed.ts';
import { AUDIO_DESCRIPTOR, type DecoderReply, REPLY_DESCRIPTOR } from './decoder-protocol.ts';

export interface DecoderLimits {
  /** Time without a sample, or from the last one to the end, less what the process waits for a processor. */
  seconds: number;
  /** CPU time of all of it, held by the kernel. */
  cpuSeconds: number;
  /** Resident memory. */
  megabytes: number;
}

/** Two hours take about a minute of CPU; a record of MP4, WebM or AAC lies in memory whole. */
const DECODER_LIMITS: DecoderLimits = { seconds: 20, cpuSeconds: 240, megabytes: 490 };

/** Two hours of packed sound are up to 240 files, which the reply lists. */
const MAX_REPLY_LENGTH = 100_000;

/** Decodes one record in a process of its own. Rejects as `AudioDecoder.decode` does; nothing is left running then. */
async function runDecoder(
  limits: DecoderLimits,
  ...[record, order, write, signal]: Parameters<AudioDecoder['decode']>
): Promise<DecodedAudio> {
  const child = spawnSandboxed(findProgram('decoder'), limits, 2);
  const crashed = new AudioDecodeError('decoder-crashed');
  const failures = {
    tooLong: new AudioDecodeError('sound-timeout'),
    tooBig: new AudioDecodeError('sound-too-large-inside'),
    crashed,
    interrupted: crashed,
  };
  const supervised = superviseSandboxed(child, limits, failures, signal);
  const feeding = new AbortController();
  try {
    const [reply] = await Promise.all([
      collectText(child.stdio[REPLY_DESCRIPTOR] as Readable, MAX_REPLY_LENGTH),
      readAudio(child.stdio[AUDIO_DESCRIPTOR] as Readable, write, supervised).catch(supervised.kill),
      feed(child.stdin, record, JSON.stringify(order), feeding.signal).catch(supervised.kill),
      supervised.exit.finally(() => feeding.abort()),
    ]);
    await supervised.checkExit();
    if (reply === '') throw crashed;
    const said = JSON.parse(reply) as DecoderReply;
    if ('failure' in said) throw new AudioDecodeError(said.failure);
    return said.decoded;
  } finally {
    supervised.stop();
  }
}

/** The time limit of the decoder is paused while the writer works. */
async function readAudio(
  from: Readable,
  write: (bytes: Uint8Array) => Promise<void>,
  { pauseTimer, restartTimer }: Pick<ReturnType<typeof superviseSandboxed>, 'pauseTimer' | 'restartTimer'>,
): Promise<void> {
  const chunks = (from as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      // A killed decoder's pipes may break instead of ending.
      const next = await chunks.next().catch(() => ({ done: true as const, value: undefined }));
      if (next.done) return;
      pauseTimer();
      await write(next.value);
      restartTimer();
    }
  } finally {
    // A process ends only when its pipes have ended; unread samples would keep this pipe open.
    from.destroy();
  }
}

/** The decoder may end before it has read everything; its exit says why. */
async function feed(
  stdin: Writable | null,
  record: ReadableStream<Uint8Array>,
  head: string,
  ended: AbortSignal,
): Promise<void> {
  if (!stdin) return;
  stdin.on('error', () => undefined);
  const reader = record.getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  ended.addEventListener('abort', stop, { once: true });
  try {
    stdin.write(`${head}\n`);
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (ended.aborted || stdin.destroyed) return;
      if (!stdin.write(next.value)) await once(stdin, 'drain', { signal: ended }).catch(() => undefined);
    }
  } finally {
    ended.removeEventListener('abort', stop);
    stdin.end();
    stop();
  }
}

/** Decodes records in processes of their own, two at a time; the rest wait in the order of asking. */
export function createAudioDecoder(
  options: { atOnce?: number; limits?: Partial<DecoderLimits> } = {},
): AudioDecoder & { close(): void } {
  const limits = { ...DECODER_LIMITS, ...options.limits };
  const closing = new AbortController();
  const slots = createSlots(options.atOnce);
  return {
    async decode(record, order, write, signal) {
      const ending = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      const release = await slots.acquire(ending).catch((error: unknown) => {
        // Nobody will read it.
        void record.cancel().catch(() => undefined);
        throw error;
      });
      try {
        return await runDecoder(limits, record, order, write, ending);
      } finally {
        release();
      }
    },
    close: () => closing.abort(),
  };
}
