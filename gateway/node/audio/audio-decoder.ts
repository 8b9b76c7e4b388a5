import type { AudioDecoder } from '#gateway/ports.ts';
import { DECODER_LIMITS, type DecoderLimits, runDecoder } from './run-decoder.ts';

/** Decodes records in processes of their own, two at a time; the rest wait in the order of asking. */
export function createAudioDecoder(
  options: { atOnce?: number; limits?: Partial<DecoderLimits> } = {},
): AudioDecoder & { close(): void } {
  const limits = { ...DECODER_LIMITS, ...options.limits };
  const closing = new AbortController();
  const waiting: (() => void)[] = [];
  let free = options.atOnce ?? 2;

  return {
    async decode(record, order, write, signal) {
      const ending = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      try {
        ending.throwIfAborted();
        if (free > 0) free--;
        else await waitForTurn(waiting, ending);
      } catch (error) {
        // Nobody will read it.
        void record.cancel().catch(() => undefined);
        throw error;
      }
      try {
        return await runDecoder(limits, record, order, write, ending);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free++;
      }
    },
    close: () => closing.abort(),
  };
}

function waitForTurn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(signal.reason as Error);
    };
    const turn = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.push(turn);
  });
}
