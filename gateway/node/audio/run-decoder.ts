import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { spawnSealed } from '#gateway/node/reader/spawn-sealed.ts';
import { watchMemory } from '#gateway/node/reader/watch-memory.ts';
import type { AudioDecoder, DecodedSound } from '#gateway/ports.ts';
import { SoundFailure } from '#gateway/sound/sound-failure.ts';
import { type DecoderReply, REPLY_DESCRIPTOR, SOUND_DESCRIPTOR } from './decoder-protocol.ts';

export interface DecoderLimits {
  /** Wall-clock time without a sample, or from the last one to the end. */
  seconds: number;
  /** CPU time of all of it, held by the kernel. */
  cpuSeconds: number;
  /** Resident memory. */
  megabytes: number;
}

/** Two hours take about a minute of CPU; a record of MP4 lies in memory whole. */
export const DECODER_LIMITS: DecoderLimits = { seconds: 20, cpuSeconds: 240, megabytes: 490 };

const ENTRY = fileURLToPath(new URL('./decoder-process.ts', import.meta.url));
const LONGEST_REPLY = 10_000;

/** Decodes one record in a process of its own. Rejects as `AudioDecoder.decode` does; nothing is left running then. */
export async function runDecoder(
  limits: DecoderLimits,
  ...[record, order, write, signal]: Parameters<AudioDecoder['decode']>
): Promise<DecodedSound> {
  if (signal?.aborted) {
    void record.cancel().catch(() => undefined);
    throw signal.reason as Error;
  }
  const child = spawnSealed(ENTRY, limits, 2);
  let verdict: unknown;
  const kill = (reason: unknown): void => {
    verdict ??= reason;
    child.kill('SIGKILL');
  };
  const onAbort = (): void => kill(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  const tooLong = new SoundFailure('sound-took-too-long');
  const tooBig = new SoundFailure('sound-too-large-inside');
  let timer: NodeJS.Timeout | undefined;
  const restart = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => kill(tooLong), limits.seconds * 1000);
  };
  restart();
  const stopWatching = watchMemory(child.pid ?? 0, limits.megabytes, () => kill(tooBig));
  const feeding = new AbortController();
  try {
    const [ended, reply, complaint] = await Promise.all([
      waitForEnd(child).finally(() => feeding.abort()),
      collect(child.stdio[REPLY_DESCRIPTOR] as Readable, LONGEST_REPLY),
      collect(child.stderr as Readable, LONGEST_REPLY),
      takeSound(child.stdio[SOUND_DESCRIPTOR] as Readable, write, () => clearTimeout(timer), restart).catch(
        kill,
      ),
      feed(child.stdin, record, JSON.stringify(order), feeding.signal).catch(kill),
    ]);
    if (verdict !== undefined) throw verdict;
    if (/heap out of memory|allocation failed/i.test(complaint)) throw tooBig;
    if (ended.signal === 'SIGXCPU') throw tooLong;
    // Nobody here sent it: the kernel took the memory back.
    if (ended.signal === 'SIGKILL') throw tooBig;
    if (ended.code !== 0 || reply === '') throw new SoundFailure('decoder-crashed');
    const said = JSON.parse(reply) as DecoderReply;
    if ('failure' in said) throw new SoundFailure(said.failure);
    return said.decoded;
  } finally {
    clearTimeout(timer);
    stopWatching();
    signal?.removeEventListener('abort', onAbort);
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

/** What the writer takes its time for is not the decoder's: its clock stands still meanwhile. */
async function takeSound(
  from: Readable,
  write: (pcm: Uint8Array) => Promise<void>,
  pause: () => void,
  resume: () => void,
): Promise<void> {
  const chunks = (from as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  for (;;) {
    // A killed decoder's pipes may break instead of ending.
    const next = await chunks.next().catch(() => ({ done: true as const, value: undefined }));
    if (next.done) return;
    pause();
    await write(next.value);
    resume();
  }
}

/** The decoder may end before it has taken everything; how it ended says why. */
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

async function collect(from: Readable, limit: number): Promise<string> {
  let text = '';
  try {
    for await (const chunk of from as AsyncIterable<Buffer>)
      if (text.length < limit) text += chunk.toString('utf8');
  } catch {
    // A killed decoder's pipes may break instead of ending.
  }
  return text.slice(0, limit);
}
