import { ReadFailure } from '#gateway/engine/document.ts';
import type { Pdfium } from './pdfium.ts';

const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
/** More pages than any document has; a file that claims more is built to exhaust its reader. */
const MAX_PAGES = 20_000;

interface OpenDocument {
  handle: number;
  pages: number;
  close(): void;
}

/** Opens a document from memory. Fails with `empty-file`, `password-protected`, `damaged` or `too-large-inside`. */
export function openDocument(pdfium: Pdfium, bytes: Uint8Array): OpenDocument {
  const { api } = pdfium;
  if (bytes.byteLength === 0) throw new ReadFailure('empty-file');
  const pointer = pdfium.allocate(bytes);
  const handle = api.FPDF_LoadMemDocument(pointer, bytes.byteLength, '');
  if (handle === 0) {
    const error = api.FPDF_GetLastError();
    pdfium.free(pointer);
    throw new ReadFailure(
      error === ERROR_PASSWORD || error === ERROR_SECURITY ? 'password-protected' : 'damaged',
    );
  }
  const close = () => {
    api.FPDF_CloseDocument(handle);
    pdfium.free(pointer);
  };
  const pages = api.FPDF_GetPageCount(handle);
  if (pages < 1 || pages > MAX_PAGES) {
    close();
    throw new ReadFailure(pages < 1 ? 'damaged' : 'too-large-inside', { pages });
  }
  return { handle, pages, close };
}

/** The document's own title from its metadata, unless it is only the name of a file or a program. */
export function readTitle(pdfium: Pdfium, handle: number): string | undefined {
  const raw = pdfium.utf16((buffer, length) => pdfium.api.FPDF_GetMetaText(handle, 'Title', buffer, length));
  const title = raw
    .replaceAll(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .normalize('NFC');
  if (
    title === '' ||
    /^(?:untitled|about:blank|microsoft word|بدون عنوان)|\.(?:docx?|html?|pdf|odt|indd|rtf|tmp)$/iu.test(
      title,
    )
  ) {
    return undefined;
  }
  return title;
}

/** Whether Qt made it, as wkhtmltopdf does: its fonts leave out the letters of glyphs that stand for several. */
export function isMadeByQt(pdfium: Pdfium, handle: number): boolean {
  return ['Producer', 'Creator'].some((key) => {
    const maker = pdfium.utf16((buffer, length) => pdfium.api.FPDF_GetMetaText(handle, key, buffer, length));
    return /^(?:qt\b|wkhtmltopdf)/iu.test(maker.trim());
  });
}
