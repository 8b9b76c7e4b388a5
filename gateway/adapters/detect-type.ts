import { fileTypeFromBuffer } from 'file-type';
import type { ReadableFormat } from '#gateway/text/document.ts';
import { detectOldOffice } from './detect-old-office.ts';
import { detectTextFormat, looksLikeText } from './detect-text-format.ts';
import { ACCEPTED_TYPES } from './accepted-types.ts';

/** What a file is, by its content. `extension` has no dot; `format` is there when text can be read out of it. */
export interface DetectedType {
  mime: string;
  kind: 'Image' | 'Audio' | 'Video' | 'File';
  format?: ReadableFormat;
  extension: string;
}

/** Why a file is not taken. `old-office-format` has `{ extension, saveAs }`, `type-not-accepted` `{ extension }`. */
export interface RefusedType {
  refused: 'empty-file' | 'old-office-format' | 'type-not-accepted';
  parameters: Record<string, string>;
}

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
  if (found === 'cfb') return detectOldOffice(head, named) ?? refuse(named);
  const known = found === 'zip' ? await detectInsideZip(head, readTail) : found && ACCEPTED_TYPES[found];
  if (known)
    return known.kind === 'Video' && isRecording(known, declaredMime) ? { ...known, kind: 'Audio' } : known;
  if (!isText) return refuse(found ?? named);
  const format = detectTextFormat(head, named, declaredMime);
  return (format && ACCEPTED_TYPES[format]) ?? refuse(named);
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
function isRecording({ extension }: DetectedType, declaredMime: string): boolean {
  return (
    declaredMime.toLowerCase().startsWith('audio/') &&
    ['webm', 'mp4', 'ogv', 'mkv', '3gp'].includes(extension)
  );
}

function refuse(extension: string): RefusedType {
  return { refused: 'type-not-accepted', parameters: { extension } };
}

function extensionOf(fileName: string): string {
  return /\.([\p{L}\p{N}]{1,10})$/u.exec(fileName.trim())?.[1]?.toLowerCase() ?? '';
}

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
