import { fileTypeFromBuffer } from 'file-type';
import type { ReadableFormat } from '#gateway/engine/document.ts';
import { peekText } from '#gateway/engine/reading/find-encoding.ts';
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
  const extension = extensionOf(fileName);
  const isText = looksLikeText(head);
  const magic = await detectMagic(head, isText);
  if (magic === 'cfb') return detectLegacyOffice(head, extension) ?? refuse(extension, undefined);
  const type = magic === 'zip' ? await detectInsideZip(head, readTail) : magic && ACCEPTED_TYPES[magic];
  if (type)
    return type.kind === 'Video' && isAudioOnly(type, declaredMime) ? { ...type, kind: 'Audio' } : type;
  if (!isText) return refuse(extension, magic);
  return ACCEPTED_TYPES[detectTextFormat(head, extension, declaredMime)] ?? refuse(extension, undefined);
}

async function detectMagic(head: Uint8Array, isText: boolean): Promise<string | undefined> {
  const start = latin1(head.subarray(0, 1024));
  if (/^\s*\{\\rtf/.test(start)) return 'rtf';
  // To the magic numbers two letters make a bitmap or a program, and a sentence may begin with any two.
  if (isText) return /(?:^|\n)%PDF-\d/.test(start) ? 'pdf' : undefined;
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  return type?.ext ?? (start.includes('%PDF-') ? 'pdf' : undefined);
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
  const findFormat = (bytes: Uint8Array) => {
    const names = latin1(bytes);
    return INSIDE_ZIP.find(([mark]) => mark.test(names))?.[1];
  };
  const format = findFormat(head) ?? (readTail ? findFormat(await readTail(TAIL_BYTES)) : undefined);
  return format ? ACCEPTED_TYPES[format] : undefined;
}

/** MediaRecorder stores sound in the containers of films. */
function isAudioOnly({ extension }: DetectedType, declaredMime: string): boolean {
  return (
    declaredMime.toLowerCase().startsWith('audio/') &&
    ['webm', 'mp4', 'ogv', 'mkv', '3gp'].includes(extension)
  );
}

/** The fault of a refused type: a mismatch when the name promises an accepted type. */
function refuse(extension: string, detected: string | undefined): RefusedType {
  if (Object.hasOwn(ACCEPTED_TYPES, extension) || Object.hasOwn(BY_EXTENSION, extension))
    return { refused: 'content-mismatch', parameters: { extension: extension.toUpperCase() } };
  const type = (detected ?? extension).toUpperCase();
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

type TextFormat = Extract<ReadableFormat, 'txt' | 'md' | 'html' | 'csv' | 'eml' | 'mht' | 'xml'>;

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
  'text/x-csv': 'csv',
  'text/comma-separated-values': 'csv',
  'application/csv': 'csv',
  'application/x-csv': 'csv',
  'text/tab-separated-values': 'csv',
};

/** Extensions of binary documents: text under such a name was named wrongly. */
const BINARY = new Set(['', 'pdf', 'doc', 'docx', 'rtf', 'odt', 'ppt', 'pptx', 'xls', 'xlsx', 'epub']);
const MARKDOWN = /^(?:#{1,6} \S|```|\|(?: *:?-{3,}:? *\|)+\s*$)/m;

/** Whether bytes are characters: text in any encoding has next to no control codes. */
function looksLikeText(head: Uint8Array): boolean {
  const text = peekText(cutBetweenCharacters(head, 16 * 1024));
  let controls = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 9 || (code > 13 && code < 32 && code !== 27) || (code > 126 && code < 160 && code !== 133))
      controls++;
  }
  return controls <= 2 + text.length * 0.002;
}

/** The format of a text. Source code, JSON and XML are plain text, even with lines that look like headings. */
function detectTextFormat(head: Uint8Array, extension: string, declaredMime: string): TextFormat {
  const text = peekText(cutBetweenCharacters(head, head.length));
  if (looksLikeHtml(text)) return 'html';
  const container = detectContainer(text, extension);
  if (container) return container;
  // Programs that export tables and pages to Office write no more of a page than they need.
  if (/^(?:doc|xls)x?$/.test(extension) && FRAGMENT.test(text)) return 'html';
  const format = BY_EXTENSION[extension];
  if (format === 'html') return /<(?:[a-z][a-z\d]*[\s/>]|!--|!doctype)/i.test(text) ? 'html' : 'txt';
  if (format) return format;
  if (/^\s*<(?:\?xml|svg)\b/i.test(text)) return 'txt';
  const declared = BY_MIME[declaredMime.split(';')[0]?.trim().toLowerCase() ?? ''];
  if (declared && (BINARY.has(extension) || PROGRAMS.has(extension))) return declared;
  if (!BINARY.has(extension)) return 'txt';
  if (MARKDOWN.test(text)) return 'md';
  return isTable(text, extension) ? 'csv' : 'txt';
}

/** A mail, a web archive or a workbook of Excel 2003: text by its bytes, and no text to people. */
function detectContainer(text: string, extension: string): TextFormat | undefined {
  if (/^\s*<(?:\?xml|[\w:]*Workbook\b)/.test(text) && text.includes(SPREADSHEET_NAMESPACE)) return 'xml';
  const head = MAIL_HEAD.exec(text)?.[0] ?? '';
  const has = (line: string): boolean => new RegExp(`^(?:${line})`, 'im').test(head);
  const isArchive = has('content-type:\\s*multipart/related');
  const isNamed = /^(?:eml|mht|mhtml)$/.test(extension) && has('(?:From|Subject|Content-Type):');
  const isMessage = has('(?:MIME-Version|Received|Message-ID):') && has('(?:From|Content-Type):');
  if (!isArchive && !isNamed && !isMessage) return undefined;
  if (extension === 'eml' || has('(?:To|Received|Message-ID|Delivered-To):')) return 'eml';
  const isPage = isArchive || extension.startsWith('mht') || !has('From:') || has('From:\\s*<Saved by');
  return isPage ? 'mht' : 'eml';
}

const FRAGMENT = /^\s*<(?:table|meta|style|title|div|p|h[1-6])[\s>]/i;
const SPREADSHEET_NAMESPACE = 'urn:schemas-microsoft-com:office:spreadsheet';
/** Header lines, each with what continues it, up to the empty line. */
const MAIL_HEAD = /^\s*(?:[\w-]{2,60}:[^\n]*\n(?:[ \t]+[^\s][^\n]*\n)*){2,}(?=\r?\n|$)/;
/** Names of programs that make a page, by which a server does not tell what it sends. */
const PROGRAMS = new Set(['php', 'asp', 'aspx', 'ashx', 'jsp', 'do', 'cgi']);

/** Whether lines are rows of a table; tabs in a file that is called a workbook are enough. */
function isTable(text: string, extension: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const isSheet = /^xlsx?$/.test(extension) && lines.every((line) => line.includes('\t'));
  const delimiter = isSheet ? '\t' : chooseDelimiter(text);
  const counts = lines.slice(0, 20).map((line) => line.split(delimiter).length);
  const [rows, columns] = isSheet ? [2, 2] : [3, 3];
  return counts.length >= rows && counts.every((count) => count === counts[0] && count >= columns);
}

/** Drops bytes of an incomplete UTF-8 character at the end, which would make the text look like another encoding. */
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
  let offset = 0;
  for (let next = skipPrologue(text, offset); next > offset; next = skipPrologue(text, offset)) offset = next;
  PAGE_TAG.lastIndex = offset;
  return PAGE_TAG.test(text);
}

/** The offset behind the space, declaration or comment at `offset`; `offset` itself without any. */
function skipPrologue(text: string, offset: number): number {
  if (text.startsWith('<!--', offset)) {
    const end = text.slice(offset + 4, offset + 4 + MAX_COMMENT_LENGTH + 3).indexOf('-->');
    return end < 0 ? offset : offset + 4 + end + 3;
  }
  SPACE_OR_DECLARATION.lastIndex = offset;
  return SPACE_OR_DECLARATION.test(text) ? SPACE_OR_DECLARATION.lastIndex : offset;
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
 * A compound file: an Office document from before 2007, by its streams or else by its name; or a newer, encrypted
 * document, which is accepted so that reading can report the password. Undefined for any other compound file.
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
  const format =
    LEGACY_FORMATS.find(isIn(names)) ??
    LEGACY_FORMATS.find(({ extensions }) => extensions.includes(extension));
  if (!format) return undefined;
  const named = format.extensions.includes(extension) ? extension : (format.extensions[0] ?? 'xls');
  return {
    refused: 'old-office-format',
    parameters: { extension: named.toUpperCase(), saveAs: format.saveAs },
  };
}

const isIn =
  (names: string) =>
  (old: { stream: string }): boolean =>
    names.includes(old.stream);
const isOoxml = (format: ReadableFormat | undefined): boolean =>
  format === 'docx' || format === 'xlsx' || format === 'pptx';
