import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { applyEdits, type DroppedText, type Edit } from './edits.ts';
import { findOdtEdits, mayEditOdt } from './odt-edits.ts';
import { findWordEdits, mayEditWord } from './word-edits.ts';

interface Format {
  /** Parts that hold text. */
  text: RegExp;
  styles: string;
  numbering?: string;
  /** Whether a part may need edits at all; looking closer costs a second reading. */
  mayEdit: (xml: string, styles: string) => boolean;
  find: (xml: string, sheets: { styles: string; numbering: string }) => Edit[];
}

const FORMATS: Record<'docx' | 'odt', Format> = {
  docx: {
    text: /^word\/(?:document|footnotes|endnotes)\d*\.xml$/,
    styles: 'word/styles.xml',
    numbering: 'word/numbering.xml',
    mayEdit: mayEditWord,
    find: findWordEdits,
  },
  odt: {
    text: /^content\.xml$/,
    styles: 'styles.xml',
    mayEdit: mayEditOdt,
    find: findOdtEdits,
  },
};

/** Larger parts are read as they are. */
const MAX_PART_BYTES = 40_000_000;
const MAX_TOTAL_BYTES = 100_000_000;
const PICTURES = /\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svm|svg|bin|ttf|odttf)$/i;

/**
 * The document as its program shows it, for the office library, which knows neither of hiding nor of automatic numbers:
 * without text that its styles hide or strike out, with signs and labels as text. The same bytes when that changes
 * nothing or the document is not as expected.
 */
export function blankHidden(bytes: Uint8Array, format: 'docx' | 'odt', dropped: DroppedText): Uint8Array {
  const { text, styles, numbering = '', mayEdit, find } = FORMATS[format];
  try {
    const isWanted = (name: string): boolean => text.test(name) || name === styles || name === numbering;
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => isWanted(name) && originalSize <= MAX_PART_BYTES,
    });
    const sheet = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
    const sheets = { styles: sheet(styles), numbering: sheet(numbering) };
    const edited: Record<string, Uint8Array> = {};
    for (const [name, part] of Object.entries(parts)) {
      if (!text.test(name)) continue;
      const xml = strFromU8(part);
      if (!mayEdit(xml, sheets.styles)) continue;
      const edits = find(xml, sheets);
      if (edits.length > 0) edited[name] = strToU8(applyEdits(xml, edits, dropped));
    }
    return Object.keys(edited).length === 0 ? bytes : repack(bytes, edited);
  } catch {
    return bytes;
  }
}

/** Pictures are not read and would only take memory. */
export function repack(bytes: Uint8Array, changed: Record<string, Uint8Array>): Uint8Array {
  let total = 0;
  const rest = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (name in changed || PICTURES.test(name)) return false;
      total += originalSize;
      if (total > MAX_TOTAL_BYTES) throw new RangeError('more than is read');
      return true;
    },
  });
  return zipSync({ ...rest, ...changed }, { level: 0 });
}
