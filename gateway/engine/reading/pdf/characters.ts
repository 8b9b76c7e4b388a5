import { append } from '#common/long-lists.ts';
import { findHiddenObjects } from './hidden-layers.ts';
import type { PageCharacter, PageText, TextRun } from './page-text.ts';
import type { Pdfium } from './pdfium.ts';
import { collectRuns } from './text-runs.ts';

/** The rightmost character of an object: its index in the engine's order, its right edge, whether it is white space. */
interface LastCharacter {
  object: number;
  order: number;
  right: number;
  blank: boolean;
}

/** Ems. */
const INK_ENDS_BEFORE = 0.02;
const REACHES = 0.03;

/** Keeps the rightmost character of each upright object that has no text of its own declared. */
function keepLast(last: Map<TextRun, LastCharacter>, run: TextRun, next: LastCharacter): void {
  if (run.angle !== 0 || run.span !== 0) return;
  const previous = last.get(run);
  if (previous === undefined || next.right >= previous.right) last.set(run, next);
}

/**
 * Where objects end with a space that the engine drops (it does so before a raised mark): the object's bounds then reach
 * beyond the ink of its last glyph, just to where that glyph's advance ends and the space begins.
 */
function findTrailingSpaces(
  pdfium: Pdfium,
  textPage: number,
  last: Map<TextRun, LastCharacter>,
): { x: number; y: number }[] {
  const { api, scratch } = pdfium;
  const spaces: { x: number; y: number }[] = [];
  for (const [run, { object, order, right, blank }] of last) {
    if (blank || !api.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12))
      continue;
    const end = pdfium.float(8);
    if (Math.abs(end - right) > REACHES * run.size) continue;
    if (!api.FPDFText_GetCharBox(textPage, order, scratch, scratch + 8, scratch + 16, scratch + 24)) continue;
    if (end - pdfium.double(8) < INK_ENDS_BEFORE * run.size) continue;
    if (api.FPDFPageObj_GetMatrix(object, scratch)) spaces.push({ x: end, y: pdfium.float(20) });
  }
  return spaces;
}

/** Widths below this are spaces that the engine made of a jump. */
const NO_WIDTH = 0.01;
const RIGHT_ANGLE = Math.PI / 2;
const TATWEEL = 'ـ';

/**
 * Reads every character of a loaded page with its place, run and doubts, but for layers that are switched off. `page` is
 * 1-based and only carried along; `hasLayers`: the file speaks of layers.
 */
export function collectCharacters(pdfium: Pdfium, handle: number, page: number, hasLayers = false): PageText {
  const { api, scratch } = pdfium;
  const width = api.FPDF_GetPageWidthF(handle);
  const height = api.FPDF_GetPageHeightF(handle);
  const { runs, rules, dots, spans, pictureArea, drawn, layered } = collectRuns(pdfium, handle, hasLayers);
  const hidden = layered.size === 0 ? new Set<number>() : findHiddenObjects(pdfium, handle, layered);
  const textPage = api.FPDFText_LoadPage(handle);
  const result: PageText = {
    page,
    width,
    height,
    characters: [],
    spaces: [],
    rules,
    dots,
    spans,
    pictured: 0,
    drawn: drawn - hidden.size,
    hidden: '',
    bounds: pageBounds(pdfium, handle),
  };
  result.pictured = Math.min(1, pictureArea / Math.max(1, width * height));
  if (textPage === 0) return result;
  try {
    const objectsWithText = new Set<number>();
    const last = new Map<TextRun, LastCharacter>();
    const count = api.FPDFText_CountChars(textPage);
    let afterJump = false;
    for (let order = 0; order < count; order += 1) {
      const object = api.FPDFText_GetTextObject(textPage, order);
      const run = object === 0 ? undefined : runs.get(object);
      const code = api.FPDFText_GetUnicode(textPage, order);
      if (run === undefined) {
        // Generated: line ends say nothing that geometry does not say better; a space is a hint.
        afterJump ||= code === 0x20;
        continue;
      }
      if (hidden.has(object)) {
        result.hidden += readable(code, false);
        continue;
      }
      if (run.size === 0) measure(pdfium, textPage, order, run);
      objectsWithText.add(object);
      api.FPDFText_GetCharOrigin(textPage, order, scratch, scratch + 8);
      const originX = pdfium.double();
      const originY = pdfium.double(8);
      api.FPDFText_GetLooseCharBox(textPage, order, scratch);
      const left = pdfium.float();
      const top = pdfium.float(4);
      const right = pdfium.float(8);
      const bottom = pdfium.float(12);
      const nameless = api.FPDFText_HasUnicodeMapError(textPage, order) === 1;
      const kashida = (nameless || mayMisname(code)) && isKashida(pdfium, textPage, order, originY, run);
      const text = kashida ? TATWEEL : readable(code, api.FPDFText_IsHyphen(textPage, order) === 1);
      if (text === '') continue;
      if (isSpace(text) && right - left < NO_WIDTH && top - bottom < NO_WIDTH) {
        afterJump = true;
        continue;
      }
      keepLast(last, run, { object, order, right, blank: isSpace(text) });
      const unmapped = nameless && !kashida;
      result.characters.push({
        text,
        ...turn(run.angle, originX, originY, { left, right, top, bottom }),
        order,
        run,
        unmapped,
        afterJump,
      });
      afterJump = false;
    }
    for (const [object] of runs)
      if (!objectsWithText.has(object) && !hidden.has(object))
        addSwallowedSpaces(pdfium, object, textPage, result);
    append(result.spaces, findTrailingSpaces(pdfium, textPage, last));
  } finally {
    api.FPDFText_ClosePage(textPage);
  }
  return result;
}

const FLAT = new Set(Array.from('-_.,:~·…،‐‑‒–—―¯¸', (text) => text.codePointAt(0) ?? 0));

/** Whether a code may be one that the engine made up for a glyph without a name: no Arabic, no space, nothing flat. */
function mayMisname(code: number): boolean {
  return code > 0x02 && code < 0x590 && code !== 0x09 && code !== 0x20 && code !== 0xa0 && !FLAT.has(code);
}

/** A flat stroke on the line, which fonts' tables do not name: what stretches a word to justify its line. */
function isKashida(pdfium: Pdfium, textPage: number, order: number, y: number, run: TextRun): boolean {
  const { api, scratch } = pdfium;
  if (run.angle !== 0) return false;
  if (!api.FPDFText_GetCharBox(textPage, order, scratch, scratch + 8, scratch + 16, scratch + 24))
    return false;
  const [left, right] = [pdfium.double(), pdfium.double(8)];
  const [bottom, top] = [pdfium.double(16) - y, pdfium.double(24) - y];
  const flat = top - bottom < 0.22 * run.size && right - left > top - bottom;
  return flat && bottom > -0.3 * run.size && top < 0.3 * run.size;
}

function isSpace(text: string): boolean {
  return /^\s$/u.test(text);
}

/** Hyphens at a line's end come as control codes in this engine; other controls are no text. */
function readable(code: number, hyphen: boolean): string {
  if (hyphen || code === 0x02 || code === 0xfffe) return '-';
  if (code === 0x09 || code === 0xa0) return ' ';
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '';
  return String.fromCodePoint(code);
}

function measure(pdfium: Pdfium, textPage: number, order: number, run: TextRun): void {
  const { api, scratch } = pdfium;
  const size = api.FPDFText_GetFontSize(textPage, order);
  if (api.FPDFText_GetMatrix(textPage, order, scratch)) {
    const scale = Math.hypot(pdfium.float(8), pdfium.float(12));
    run.angle = Math.atan2(pdfium.float(4), pdfium.float());
    run.size = Math.abs(size) * (scale > 0 ? scale : 1);
  } else run.size = Math.abs(size);
  if (Math.abs(run.angle) < 0.02) run.angle = 0;
  if (!(run.size > 0)) run.size = 1;
}

function pageBounds(pdfium: Pdfium, handle: number) {
  const { api, scratch } = pdfium;
  if (!api.FPDF_GetPageBoundingBox(handle, scratch)) {
    return { left: -Infinity, right: Infinity, bottom: -Infinity, top: Infinity };
  }
  const [left, top, right, bottom] = [pdfium.float(), pdfium.float(4), pdfium.float(8), pdfium.float(12)];
  return { left: left - 2, right: right + 2, bottom: bottom - 2, top: top + 2 };
}

/** Turns a place so that text written at `angle` runs along x; exact for quarter turns, near for others. */
function turn(
  angle: number,
  x: number,
  y: number,
  box: { left: number; right: number; top: number; bottom: number },
): Pick<PageCharacter, 'x' | 'y' | 'left' | 'right'> {
  if (angle === 0) return { x, y, left: box.left, right: box.right };
  const quarter = Math.round(angle / RIGHT_ANGLE) * RIGHT_ANGLE;
  const exact = Math.abs(angle - quarter) < 0.02 ? quarter : angle;
  const cos = Math.cos(exact);
  const sin = Math.sin(exact);
  const along = (px: number, py: number) => px * cos + py * sin;
  const a = along(box.left, box.bottom);
  const b = along(box.right, box.top);
  return { x: along(x, y), y: y * cos - x * sin, left: Math.min(a, b), right: Math.max(a, b) };
}

/** Spaces drawn by themselves are dropped by the engine; where they stood is where a word ends. */
function addSwallowedSpaces(pdfium: Pdfium, object: number, textPage: number, result: PageText): void {
  const { api, scratch } = pdfium;
  const text = pdfium.utf16((buffer, length) => api.FPDFTextObj_GetText(object, textPage, buffer, length));
  const blank = text !== '' && text.trim() === '';
  const hasBounds = api.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  const empty = !hasBounds || Math.abs(pdfium.float(8) - pdfium.float()) < NO_WIDTH;
  if (!blank && !empty) return;
  if (api.FPDFPageObj_GetMatrix(object, scratch))
    result.spaces.push({ x: pdfium.float(16), y: pdfium.float(20) });
}
