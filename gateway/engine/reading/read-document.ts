import { isVisible } from '#common/title-key.ts';
import {
  type Block,
  type ReadableFormat,
  type ReadDocument,
  ReadFailure,
  type ReadHealth,
  type ReadHint,
} from '#gateway/engine/document.ts';
import { repairDocument } from '#gateway/engine/health/repair-document.ts';
import { classifyPage } from './html/classify-page.ts';
import type { ReadTools } from './ocr/recogniser.ts';

type Reader = (bytes: Uint8Array, hint: ReadHint, tools: ReadTools) => Promise<ReadDocument>;

/** Loaded when first needed: most of them bring a library along, and a document needs one. */
const READERS: Record<ReadableFormat, () => Promise<Reader>> = {
  txt: async () => (await import('./read-txt.ts')).readTxt,
  md: async () => (await import('./read-md.ts')).readMd,
  html: async () => (await import('./read-html.ts')).readHtml,
  csv: async () => (await import('./read-csv.ts')).readCsv,
  pdf: async () => (await import('./pdf/read-pdf.ts')).readPdf,
  docx: loadOffice('docx'),
  odt: loadOffice('odt'),
  rtf: loadOffice('rtf'),
  pptx: loadOffice('pptx'),
  xlsx: loadOffice('xlsx'),
  epub: async () => (await import('./epub/read-epub.ts')).readEpub,
  eml: async () => (await import('./read-mail.ts')).readEml,
  mht: async () => (await import('./read-mail.ts')).readMht,
  xml: async () => (await import('./office/read-spreadsheet-xml.ts')).readSpreadsheetXml,
};

/**
 * Reads a document of a known format. Throws `ReadFailure`: `empty-file`, `no-text` when nothing but pictures or
 * white space is in it (`page-without-text` where scripts or frames would show more), else what the reader of the format found wrong. What is certainly wrong with the text is put
 * right; `health` says what that was. It bounds neither time nor memory: run it in
 * the reader process for documents from outside.
 */
export async function readDocument(
  bytes: Uint8Array,
  format: ReadableFormat,
  hint: ReadHint = {},
  tools: ReadTools = {},
): Promise<ReadDocument & { health: ReadHealth }> {
  if (bytes.length === 0) throw new ReadFailure('empty-file');
  const reader = await READERS[format]();
  return withReadFailures(async () => {
    const document = await reader(bytes, hint, tools);
    const blocks = document.blocks.filter(hasText);
    if (format === 'html' && hint.pageUrl !== undefined) {
      const problem = classifyPage(bytes, hint.pageUrl, { ...document, blocks }, hint.accepted);
      if (problem) throw new ReadFailure(problem);
    }
    if (!blocks.some(saysSomething))
      throw new ReadFailure(document.isFilledLater ? 'page-without-text' : 'no-text');
    return repairDocument({ ...document, blocks });
  });
}

/** Throws `ReadFailure` for whatever a parser throws: `too-deep`, `too-large-inside` or `damaged`. */
export async function withReadFailures<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ReadFailure) throw error;
    // The engine says so when a parser recursed too far, or when a string or array cannot get longer.
    const isTooLarge = error instanceof RangeError;
    const tooDeep = isTooLarge && /call stack/i.test(error.message);
    throw new ReadFailure(tooDeep ? 'too-deep' : isTooLarge ? 'too-large-inside' : 'damaged');
  }
}

/** Fillers and tatweel are letters to Unicode, and alone show nothing or no more than a line. */
export function saysSomething(block: Block): boolean {
  const rows = block.kind === 'table' ? [block.header ?? [], ...block.rows] : [[block.text]];
  return rows.some((row) => row.some(isVisible));
}

/** Whether a block holds a letter, a digit or a cell that is not empty. */
export function hasText(block: Block): boolean {
  if (block.kind !== 'table') return /[\p{L}\p{N}]/u.test(block.text);
  return [block.header ?? [], ...block.rows].some((row) => row.some((cell) => cell !== ''));
}

function loadOffice(format: 'docx' | 'odt' | 'rtf' | 'pptx' | 'xlsx'): () => Promise<Reader> {
  return async () => {
    const { readOffice } = await import('./read-office.ts');
    return (bytes) => readOffice(bytes, format);
  };
}
