import { extractText, getDocumentProxy } from 'unpdf';
import type { Block, ReadDocument } from '#gateway/engine/document.ts';

/** A PDF as pdf.js gives its text, line by line: what most JavaScript programs embed. */
export async function readWithPdfJs(bytes: Uint8Array): Promise<ReadDocument> {
  const pdf = await getDocumentProxy(bytes);
  const { text, totalPages } = await extractText(pdf, { mergePages: false });
  const blocks = text
    .flatMap((page) => page.split('\n'))
    .map((line): Block => ({ kind: 'paragraph', text: line }));
  await pdf.loadingTask.destroy();
  return { blocks, pages: totalPages, warnings: [] };
}
