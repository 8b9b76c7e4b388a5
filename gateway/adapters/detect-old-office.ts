import type { ReadableFormat } from '#gateway/text/document.ts';
import { ACCEPTED_TYPES } from './accepted-types.ts';
import type { DetectedType, RefusedType } from './detect-type.ts';

const OLD: readonly { stream: string; extensions: readonly string[]; saveAs: 'DOCX' | 'XLSX' | 'PPTX' }[] = [
  { stream: 'WordDocument', extensions: ['doc', 'dot'], saveAs: 'DOCX' },
  { stream: 'PowerPoint Document', extensions: ['ppt', 'pps', 'pot'], saveAs: 'PPTX' },
  { stream: 'Workbook', extensions: ['xls', 'xlt', 'xla'], saveAs: 'XLSX' },
  { stream: 'Book', extensions: [], saveAs: 'XLSX' },
];

/**
 * A compound file: an Office document from before 2007 by the streams in it, else by its name; or a newer one under a
 * password, which is taken so that reading it can say so. Undefined for any other compound file.
 */
export function detectOldOffice(head: Uint8Array, extension: string): DetectedType | RefusedType | undefined {
  const names = new TextDecoder('utf-16le').decode(head.subarray(0, head.length & ~1));
  const modern = ACCEPTED_TYPES[extension];
  if (modern && isOoxml(modern.format) && (names.includes('EncryptedPackage') || !OLD.some(isIn(names))))
    return modern;
  const found = OLD.find(isIn(names)) ?? OLD.find(({ extensions }) => extensions.includes(extension));
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
