import { joinChunks } from '#common/join-chunks.ts';
import type { ModelCall } from './model-call.ts';
import { modelFault } from './model-faults.ts';

const NEW_LINE = 10;
/** As many times its silence a server may take to send what it has. */
const MAX_BODY_TIMEOUT_FACTOR = 10;

/** As much of a stream's reader as is used: a stream around each stream would cost more than what is read from it. */
export interface BodyReader {
  read(): Promise<ReadableStreamReadResult<Uint8Array>>;
  /** What is being read ends, as if nothing followed. */
  cancel(): Promise<void>;
}

/**
 * The bytes of a response as they are asked for, no more than `bytes` of them and none of its lines longer than `line`.
 * Fails with `model-response-too-large`, `model-truncated`, or the reason for which the call was ended.
 */
export function limitBody(
  call: ModelCall,
  response: Response,
  { bytes, line = Number.POSITIVE_INFINITY }: { bytes: number; line?: number },
): BodyReader {
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  let taken = 0;
  let inLine = 0;
  const cancel = (): Promise<void> => reader.cancel().catch(() => undefined);
  return {
    cancel,
    async read() {
      let part: ReadableStreamReadResult<Uint8Array>;
      try {
        part = await reader.read();
      } catch (error) {
        call.signal.throwIfAborted();
        throw modelFault(call.server, 'model-truncated', `cut: ${errorCodesOf(error).join(' ') || 'closed'}`);
      }
      if (part.done) return part;
      const { value } = part;
      taken += value.byteLength;
      const lastLine = value.lastIndexOf(NEW_LINE);
      inLine = lastLine === -1 ? inLine + value.byteLength : value.byteLength - lastLine - 1;
      if (taken <= bytes && inLine <= line) return part;
      await cancel();
      throw modelFault(call.server, 'model-response-too-large', `${taken} bytes, ${inLine} in a line`);
    },
  };
}

/** All of a response, as long as the server keeps sending, and not in drops for ever. */
export async function readAll(
  call: ModelCall,
  response: Response,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = limitBody(call, response, { bytes });
  const { silenceSeconds } = call.server;
  const seconds = MAX_BODY_TIMEOUT_FACTOR * silenceSeconds;
  const until = performance.now() + seconds * 1000;
  for (;;) {
    if (performance.now() > until)
      throw modelFault(call.server, 'model-timeout', `no end in ${seconds} s`, { seconds });
    call.setDeadline(silenceSeconds);
    const { done, value } = await reader.read();
    call.clearDeadline();
    if (done) return joinChunks(chunks, size);
    chunks.push(value);
    size += value.byteLength;
  }
}

/** The codes of an error of the network and of its causes, such as `ECONNREFUSED`. Never its words: they may quote. */
export function errorCodesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const { code } = error as { code?: unknown };
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...[...inner, error.cause].flatMap((cause) => errorCodesOf(cause, depth + 1)),
  ];
}
