import { append } from '#common/long-lists.ts';
import { createSlots } from '#gateway/core/slots.ts';
import type { Block, BlockBatch, DocumentFacts, ReadDocument } from '#gateway/engine/document.ts';
import type { RenderedFormat } from '#gateway/engine/rendering.ts';
import { type ReadLimits, type ReadRequest, runReader } from './run-reader.ts';

/** Reads documents from outside, each in a process of its own, a few at a time. */
export interface ReaderPool {
  /** The document goes to `onBatch`; its facts come last. Throws `ReadFailure`, what `onBatch` throws, or the signal's reason when aborted. */
  read(request: ReadRequest): Promise<DocumentFacts>;
  /** The document as text of another format (`ConvertAttachmentTo`), which goes to `onText`. Throws as `read` does. */
  render(request: ReadRequest, format: RenderedFormat): Promise<DocumentFacts>;
  /** Kills what is being read; those calls and later ones reject with an AbortError. */
  close(): void;
}

/** `atOnce` documents are read at a time (2 by default), the rest wait in the order of asking. */
export function createReaderPool(
  options: { atOnce?: number; limits?: Partial<ReadLimits>; ocr?: boolean } = {},
): ReaderPool {
  const closing = new AbortController();
  const slots = createSlots(options.atOnce);

  async function run(request: ReadRequest, format?: RenderedFormat): Promise<DocumentFacts> {
    const signal = request.signal ? AbortSignal.any([request.signal, closing.signal]) : closing.signal;
    const release = await slots.acquire(signal);
    try {
      return await runReader(
        { ocr: options.ocr ?? false, ...request, limits: { ...options.limits, ...request.limits }, signal },
        format,
      );
    } finally {
      release();
    }
  }

  return {
    read: (request) => run(request),
    render: (request, format) => run(request, format),
    close: () => closing.abort(),
  };
}

/** Reads one whole document in a process of its own. Throws as `ReaderPool.read`. */
export async function readInChild(request: ReadRequest): Promise<ReadDocument> {
  const blocks: Block[] = [];
  const onBatch = (batch: BlockBatch): void => append(blocks, batch.blocks);
  return { ...(await runReader({ ...request, onBatch })), blocks };
}
