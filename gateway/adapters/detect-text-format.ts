import type { ReadableFormat } from '#gateway/text/document.ts';
import { decodeText } from '#gateway/text/reading/decode-text.ts';
import { chooseDelimiter } from '#gateway/text/reading/choose-delimiter.ts';
import { beginsAsPage } from './begins-as-page.ts';

type TextFormat = Extract<ReadableFormat, 'txt' | 'md' | 'html' | 'csv'>;

const BY_EXTENSION: Record<string, TextFormat> = {
  txt: 'txt',
  text: 'txt',
  log: 'txt',
  md: 'md',
  markdown: 'md',
  mkd: 'md',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
};

const BY_MIME: Record<string, TextFormat> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
};

/** Names of documents that are not text: text under one of them was named wrongly. */
const BINARY = new Set(['', 'pdf', 'doc', 'docx', 'rtf', 'odt', 'ppt', 'pptx', 'xls', 'xlsx', 'epub']);
const MARKDOWN = /^(?:#{1,6} \S|```|\|(?: *:?-{3,}:? *\|)+\s*$)/m;

/** Whether bytes are characters: text in any encoding has next to no control codes. */
export function looksLikeText(head: Uint8Array): boolean {
  const { text } = decodeText(cutBetweenCharacters(head, 16 * 1024));
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 32 && code !== 27) || (code > 126 && code < 160 && code !== 133))
      controls++;
  }
  return controls <= 2 + text.length * 0.002;
}

/** Which text format, or undefined for text of a kind that is no document (source code, JSON, XML). */
export function detectTextFormat(
  head: Uint8Array,
  extension: string,
  declaredMime: string,
): TextFormat | undefined {
  const { text } = decodeText(cutBetweenCharacters(head, head.length));
  if (beginsAsPage(text)) return 'html';
  const named = BY_EXTENSION[extension];
  if (named === 'html') return /<(?:[a-z][a-z\d]*[\s/>]|!--|!doctype)/i.test(text) ? 'html' : 'txt';
  if (named) return named;
  if (!BINARY.has(extension) || /^\s*<(?:\?xml|svg)\b/i.test(text)) return undefined;
  const declared = BY_MIME[declaredMime.split(';')[0]?.trim().toLowerCase() ?? ''];
  if (declared) return declared;
  if (MARKDOWN.test(text)) return 'md';
  return isTable(text) ? 'csv' : 'txt';
}

function isTable(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const delimiter = chooseDelimiter(text);
  const counts = lines.slice(0, 20).map((line) => line.split(delimiter).length);
  return counts.length >= 3 && counts.every((count) => count === counts[0] && count >= 3);
}

/** A cut inside of a UTF-8 character would make all of the text look like another encoding. */
function cutBetweenCharacters(bytes: Uint8Array, length: number): Uint8Array {
  let end = Math.min(bytes.length, length);
  for (let back = 0; back < 4 && (bytes[end - 1] ?? 0) >= 0x80; back++) end--;
  return bytes.subarray(0, end || bytes.length);
}
