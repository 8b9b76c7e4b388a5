import { fileTypeFromBuffer } from 'file-type';
import type { ReadableFormat } from '#gateway/engine/document.ts';
import { decodeText } from '#gateway/engine/reading/decode-text.ts';
import { chooseDelimiter } from '#gateway/engine/reading/read-csv.ts';
import type { RefusedType } from '#gateway/modules/files/ports/files.ts';
import { ACCEPTED_TYPES, type DetectedType } from './accepted-types.ts';

/** Bytes at the start that decide almost every type. */
export const HEAD_BYTES = 64 * 1024;
/** A ZIP archive lists its entries at its end. */
const TAIL_BYTES = 256 * 1024;

/**
 * Decides a type by content; the name and the declared type only tell text formats apart (a table from prose, a
 * recording from a film in one container).
 * @param head the first `HEAD_BYTES` of the file, or all of a shorter one
 * @param readTail gives the last `count` bytes; asked only for ZIP archives that the head does not explain
 */
export async function detectType(
  head: Uint8Array,
  fileName: string,
  declaredMime: string,
  readTail?: (count: number) => Promise<Uint8Array>,
): Promise<DetectedType | RefusedType> {
  if (head.length === 0) return { refused: 'empty-file', parameters: {} };
  const named = extensionOf(fileName);
  const isText = looksLikeText(head);
  const found = await detectMagic(head, isText);
  if (found === 'cfb') return detectLegacyOffice(head, named) ?? refuse(named, undefined);
  const known = found === 'zip' ? await detectInsideZip(head, readTail) : found && ACCEPTED_TYPES[found];
  if (known)
    return known.kind === 'Video' && isAudioOnly(known, declaredMime) ? { ...known, kind: 'Audio' } : known;
  if (!isText) return refuse(named, found);
  return ACCEPTED_TYPES[detectTextFormat(head, named, declaredMime)] ?? refuse(named, undefined);
}

async function detectMagic(head: Uint8Array, isText: boolean): Promise<string | undefined> {
  const start = latin1(head.subarray(0, 1024));
  if (/^\s*\{\\rtf/.test(start)) return 'rtf';
  // Two letters make a bitmap or a program for the magic numbers, and a sentence may begin with any two.
  if (isText) return /(?:^|\n)%PDF-\d/.test(start) ? 'pdf' : undefined;
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.ext ?? (start.includes('%PDF-') ? 'pdf' : undefined);
}

const INSIDE_ZIP: readonly (readonly [mark: RegExp, type: string])[] = [
  [/word\/document\d*\.xml/, 'docx'],
  [/xl\/workbook\.xml/, 'xlsx'],
  [/ppt\/presentation\.xml/, 'pptx'],
  [/mimetypeapplication\/vnd\.oasis\.opendocument\.text(?!-)/, 'odt'],
  [/mimetypeapplication\/epub\+zip|META-INF\/container\.xml/, 'epub'],
];

async function detectInsideZip(
  head: Uint8Array,
  readTail?: (count: number) => Promise<Uint8Array>,
): Promise<DetectedType | undefined> {
  const look = (bytes: Uint8Array) => {
    const names = latin1(bytes);
    return INSIDE_ZIP.find(([mark]) => mark.test(names))?.[1];
  };
  const found = look(head) ?? (readTail ? look(await readTail(TAIL_BYTES)) : undefined);
  return found ? ACCEPTED_TYPES[found] : undefined;
}

/** MediaRecorder's sound comes in the containers of films. */
function isAudioOnly({ extension }: DetectedType, declaredMime: string): boolean {
  return (
    declaredMime.toLowerCase().startsWith('audio/') &&
    ['webm', 'mp4', 'ogv', 'mkv', '3gp'].includes(extension)
  );
}

/** A name of an accepted type makes another content a mistake or damage; under any other name it is just that type. */
function refuse(named: string, found: string | undefined): RefusedType {
  if (Object.hasOwn(ACCEPTED_TYPES, named) || Object.hasOwn(BY_EXTENSION, named))
    return { refused: 'content-mismatch', parameters: { extension: named.toUpperCase() } };
  const type = (found ?? named).toUpperCase();
  return type === ''
    ? { refused: 'type-unknown', parameters: {} }
    : { refused: 'type-not-accepted', parameters: { type } };
}

function extensionOf(fileName: string): string {
  return /\.([\p{L}\p{N}]{1,10})$/u.exec(fileName.trim())?.[1]?.toLowerCase() ?? '';
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

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
function looksLikeText(head: Uint8Array): boolean {
  const { text } = decodeText(cutBetweenCharacters(head, 16 * 1024));
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 32 && code !== 27) || (code > 126 && code < 160 && code !== 133))
      controls++;
  }
  return controls <= 2 + text.length * 0.002;
}

/** Which text format. Source code, JSON, XML and the like are plain text, whatever in them looks like a heading. */
function detectTextFormat(head: Uint8Array, extension: string, declaredMime: string): TextFormat {
  const { text } = decodeText(cutBetweenCharacters(head, head.length));
  if (looksLikeHtml(text)) return 'html';
  const named = BY_EXTENSION[extension];
  if (named === 'html') return /<(?:[a-z][a-z\d]*[\s/>]|!--|!doctype)/i.test(text) ? 'html' : 'txt';
  if (named) return named;
  if (!BINARY.has(extension) || /^\s*<(?:\?xml|svg)\b/i.test(text)) return 'txt';
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

// One piece at a time: a repetition of alternatives that overlap takes exponential time on many comments.
const SPACE_OR_DECLARATION = /\s+|<\?xml[^>]*>/iy;
const PAGE_TAG = /<(?:!doctype\s+html|html|head|body)[\s>]/iy;
const MAX_COMMENT_LENGTH = 5_000;

/** Whether a text begins as an HTML page does, behind white space, an XML declaration and comments. Linear in its length. */
function looksLikeHtml(text: string): boolean {
  let at = 0;
  for (let next = skipOne(text, at); next > at; next = skipOne(text, at)) at = next;
  PAGE_TAG.lastIndex = at;
  return PAGE_TAG.test(text);
}

/** Behind the space, declaration or comment that begins at `at`; `at` itself when none does. */
function skipOne(text: string, at: number): number {
  if (text.startsWith('<!--', at)) {
    const end = text.slice(at + 4, at + 4 + MAX_COMMENT_LENGTH + 3).indexOf('-->');
    return end < 0 ? at : at + 4 + end + 3;
  }
  SPACE_OR_DECLARATION.lastIndex = at;
  return SPACE_OR_DECLARATION.test(text) ? SPACE_OR_DECLARATION.lastIndex : at;
}

const LEGACY_FORMATS: readonly {
  stream: string;
  extensions: readonly string[];
  saveAs: 'DOCX' | 'XLSX' | 'PPTX';
}[] = [
  { stream: 'WordDocument', extensions: ['doc', 'dot'], saveAs: 'DOCX' },
  { stream: 'PowerPoint Document', extensions: ['ppt', 'pps', 'pot'], saveAs: 'PPTX' },
  { stream: 'Workbook', extensions: ['xls', 'xlt', 'xla'], saveAs: 'XLSX' },
  { stream: 'Book', extensions: [], saveAs: 'XLSX' },
];

/**
 * A compound file: an Office document from before 2007 by the streams in it, else by its name; or a newer one under a
 * password, which is taken so that reading it can say so. Undefined for any other compound file.
 */
function detectLegacyOffice(head: Uint8Array, extension: string): DetectedType | RefusedType | undefined {
  const names = new TextDecoder('utf-16le').decode(head.subarray(0, head.length & ~1));
  const modern = ACCEPTED_TYPES[extension];
  if (
    modern &&
    isOoxml(modern.format) &&
    (names.includes('EncryptedPackage') || !LEGACY_FORMATS.some(isIn(names)))
  )
    return modern;
  const found =
    LEGACY_FORMATS.find(isIn(names)) ??
    LEGACY_FORMATS.find(({ extensions }) => extensions.includes(extension));
  if (!found) return undefined;
  const named = found.extensions.includes(extension) ? extension : (found.extensions[0] ?? 'xls');
  return {
    refused: 'old-office-format',
    parameters: { extension: named.toUpperCase(), saveAs: found.saveAs },
  };
}

const isIn =
  (names: string) =>
  (old: { stream: string }): boolean =>
    names.includes(old.stream);
const isOoxml = (format: ReadableFormat | undefined): boolean =>
  format === 'docx' || format === 'xlsx' || format === 'pptx';
