import type { TextRun } from './page-text.ts';
import type { Pdfium } from './pdfium.ts';

/** The rightmost character of an object: its index in the engine's order, its right edge, whether it is white space. */
export interface LastCharacter {
  object: number;
  order: number;
  right: number;
  blank: boolean;
}

/** Ems. */
const INK_ENDS_BEFORE = 0.02;
const REACHES = 0.03;

/** Keeps the rightmost character of each upright object that has no text of its own declared. */
export function keepLast(last: Map<TextRun, LastCharacter>, run: TextRun, next: LastCharacter): void {
  if (run.angle !== 0 || run.span !== 0) return;
  const known = last.get(run);
  if (known === undefined || next.right >= known.right) last.set(run, next);
}

/**
 * Where objects end with a space that the engine drops (it does so before a raised mark): the object's bounds then reach
 * beyond the ink of its last glyph, just to where that glyph's advance ends and the space begins.
 */
export function findTrailingSpaces(
  pdfium: Pdfium,
  textPage: number,
  last: Map<TextRun, LastCharacter>,
): { x: number; y: number }[] {
  const { api, scratch } = pdfium;
  const found: { x: number; y: number }[] = [];
  for (const [run, { object, order, right, blank }] of last) {
    if (blank || !api.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12))
      continue;
    const end = pdfium.float(8);
    if (Math.abs(end - right) > REACHES * run.size) continue;
    if (!api.FPDFText_GetCharBox(textPage, order, scratch, scratch + 8, scratch + 16, scratch + 24)) continue;
    if (end - pdfium.double(8) < INK_ENDS_BEFORE * run.size) continue;
    if (api.FPDFPageObj_GetMatrix(object, scratch)) found.push({ x: end, y: pdfium.float(20) });
  }
  return found;
}
