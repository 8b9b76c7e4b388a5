import type { ReadableFormat } from '#gateway/engine/document.ts';
import type { FileKind } from '#gateway/modules/files/ports/files.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';

const DOCUMENTS: Record<ReadableFormat, string> = {
  pdf: 'application/pdf',
  docx: `${OFFICE}.wordprocessingml.document`,
  txt: 'text/plain',
  rtf: 'application/rtf',
  html: 'text/html',
  md: 'text/markdown',
  odt: 'application/vnd.oasis.opendocument.text',
  pptx: `${OFFICE}.presentationml.presentation`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  csv: 'text/csv',
  epub: 'application/epub+zip',
  eml: 'message/rfc822',
  mht: 'message/rfc822',
  /** Workbooks of Excel 2003; other XML is plain text. */
  xml: 'application/xml',
};

/** Templates and documents with macros hold the same parts; macros are never run. */
const VARIANTS: Record<string, ReadableFormat> = {
  docm: 'docx',
  dotx: 'docx',
  dotm: 'docx',
  pptm: 'pptx',
  potx: 'pptx',
  potm: 'pptx',
  ppsx: 'pptx',
  ppsm: 'pptx',
  xlsm: 'xlsx',
  xltx: 'xlsx',
  xltm: 'xlsx',
  ott: 'odt',
  mhtml: 'mht',
};

const MEDIA: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  apng: 'image/apng',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  mp3: 'audio/mpeg',
  mp2: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  spx: 'audio/ogg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  aac: 'audio/aac',
  amr: 'audio/amr',
  aif: 'audio/aiff',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/matroska',
  avi: 'video/vnd.avi',
  mpg: 'video/mpeg',
  ogv: 'video/ogg',
  '3gp': 'video/3gpp',
  '3g2': 'video/3gpp2',
};

const KINDS = { image: 'Image', audio: 'Audio', video: 'Video' } as const;

/** All types that can be stored, by the extension of their content. */
export const ACCEPTED_TYPES: Readonly<Record<string, DetectedType>> = {
  ...mapValues(DOCUMENTS, (mime, extension) => ({
    mime,
    kind: 'File',
    format: extension as ReadableFormat,
    extension,
  })),
  ...mapValues(VARIANTS, (format) => ({ mime: DOCUMENTS[format], kind: 'File', format, extension: format })),
  ...mapValues(MEDIA, (mime, extension) => ({
    mime,
    kind: KINDS[mime.slice(0, 5) as keyof typeof KINDS],
    extension,
  })),
};

function mapValues<T>(
  from: Record<string, T>,
  make: (value: T, key: string) => DetectedType,
): Record<string, DetectedType> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, make(value, key)]));
}

/** A detected type; the gateway can read its text when `format` is set. */
export interface DetectedType extends FileKind {
  format?: ReadableFormat;
}
