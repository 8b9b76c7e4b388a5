import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { HiddenText } from '../html/outline.ts';
import { noteHidden } from '../html/note-hidden.ts';
import { findHiddenOdtText } from './hidden-odt.ts';
import { findHiddenWordText } from './hidden-word.ts';

/** A stretch of a part's XML that holds hidden text: UTF-16 offsets, the end exclusive. */
export type Stretch = readonly [start: number, end: number];

interface Format {
  /** Parts that hold text. */
  text: RegExp;
  styles: string;
  /** Whether a part may hide text at all; looking closer costs a second reading. */
  hint: RegExp;
  find: (xml: string, styles: string) => Stretch[];
}

const FORMATS: Record<'docx' | 'odt', Format> = {
  docx: {
    text: /^word\/(?:document|footnotes|endnotes)\d*\.xml$/,
    styles: 'word/styles.xml',
    hint: /<w:vanish\b/,
    find: findHiddenWordText,
  },
  odt: {
    text: /^content\.xml$/,
    styles: 'styles.xml',
    hint: /text:display="(?:none|true)"|text:(?:hidden-text|hidden-paragraph)\b/,
    find: findHiddenOdtText,
  },
};

/** Larger parts are read as they are. */
const LARGEST_PART = 40_000_000;
const LARGEST_TOTAL = 100_000_000;
const PICTURES = /\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svm|svg|bin|ttf|odttf)$/i;

/**
 * The document without the text that its styles hide, for the office library, which does not know of hiding. The same
 * bytes when it hides nothing or is not as expected.
 */
export function blankHidden(bytes: Uint8Array, format: 'docx' | 'odt', hidden: HiddenText): Uint8Array {
  const { text, styles, hint, find } = FORMATS[format];
  try {
    const isWanted = (name: string): boolean => text.test(name) || name === styles;
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => isWanted(name) && originalSize <= LARGEST_PART,
    });
    const sheet = strFromU8(parts[styles] ?? new Uint8Array());
    const blanked: Record<string, Uint8Array> = {};
    for (const [name, part] of Object.entries(parts)) {
      if (name === styles) continue;
      const xml = strFromU8(part);
      if (!hint.test(xml) && !hint.test(sheet)) continue;
      const stretches = find(xml, sheet).filter(([start, end]) => xml.slice(start, end).trim() !== '');
      if (stretches.length === 0) continue;
      blanked[name] = strToU8(cutOut(xml, stretches, hidden));
    }
    return Object.keys(blanked).length === 0 ? bytes : repack(bytes, blanked);
  } catch {
    return bytes;
  }
}

function cutOut(xml: string, stretches: readonly Stretch[], hidden: HiddenText): string {
  let kept = '';
  let at = 0;
  for (const [start, end] of stretches) {
    noteHidden(hidden, xml.slice(start, end));
    kept += xml.slice(at, start);
    at = end;
  }
  return kept + xml.slice(at);
}

/** Pictures are not read and would only take memory. */
function repack(bytes: Uint8Array, changed: Record<string, Uint8Array>): Uint8Array {
  let total = 0;
  const rest = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (name in changed || PICTURES.test(name)) return false;
      total += originalSize;
      if (total > LARGEST_TOTAL) throw new RangeError('more than is read');
      return true;
    },
  });
  return zipSync({ ...rest, ...changed }, { level: 0 });
}
