import { type HiddenText, recordHidden } from '#gateway/engine/reading/hidden-text.ts';

/** A change of a part's XML: UTF-16 offsets, the end exclusive. */
export interface Edit {
  start: number;
  end: number;
  /** XML in its place; absent: the span is cut out. */
  text?: string;
  /** Why shown text is cut out; absent where nothing is lost. */
  loss?: keyof DroppedText;
}

/** Text of a document that its reader leaves out, by reason. */
export interface DroppedText {
  hidden: HiddenText;
  struck: HiddenText;
}

/** Nothing was left out yet. */
export const emptyDropped = (): DroppedText => ({
  hidden: { characters: 0, samples: [] },
  struck: { characters: 0, samples: [] },
});

/** The XML with all edits, which do not overlap; text that is cut out is recorded. */
export function applyEdits(xml: string, edits: readonly Edit[], dropped: DroppedText): string {
  const parts: string[] = [];
  let offset = 0;
  for (const { start, end, text = '', loss } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < offset) continue;
    if (loss) recordHidden(dropped[loss], xml.slice(start, end));
    parts.push(xml.slice(offset, start), text);
    offset = end;
  }
  parts.push(xml.slice(offset));
  return parts.join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text as the content of an XML element. */
export const escapeXml = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
