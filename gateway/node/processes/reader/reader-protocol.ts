import type { BlockBatch, ReadableFormat, ReadFailureCode, ReadHint } from '#gateway/engine/document.ts';
import type { RenderedFormat } from '#gateway/engine/rendering.ts';

/** First line on the reader's standard input; `size` bytes of document follow. */
export interface ReaderJob {
  format: ReadableFormat;
  hint: ReadHint;
  size: number;
  /** Of the bytes that were stored; others are not read. */
  sha256?: string;
  /** Send the document as text in this format instead of its blocks. */
  renderAs?: RenderedFormat;
  /** Whether pictures of text may be recognised. */
  ocr: boolean;
}

/** A line on descriptor 3, before each picture that is recognised: which one, from 1, of how many. */
export interface ReaderProgress {
  picture: { at: number; of: number };
}

/** A line on descriptor 3: some blocks of the document, and how much of it has been read, 0..1. */
export interface ReaderBatch {
  batch: BlockBatch;
}

/** A line on descriptor 3: the next text of a document that is rendered. */
export interface ReaderText {
  text: string;
}

/** The last line; the facts of the document as JSON follow when there is no failure. */
export interface ReaderReply {
  failure?: { code: ReadFailureCode; parameters: Record<string, string | number> };
}

/** Standard output is left to libraries that print. */
export const REPLY_DESCRIPTOR = 3;
