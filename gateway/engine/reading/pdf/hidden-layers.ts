import { markName } from './marks.ts';
import type { Pdfium } from './pdfium.ts';

const FORM = 5;
const GREY = 1;
const IN_GREY = 0x08;
/** Neither the black nor the white of text, and another for text of just that grey. */
const BACKGROUNDS = [0x7f, 0xff];
/** Longest side of the pictures in which ink is looked for. */
const PICTURE_PIXELS = 500;
const MAX_FORM_DEPTH = 8;
/** Layers and forms of one page that are looked at; those after them count as shown. */
const MAX_GROUPS = 200;

/**
 * Text objects of a loaded page that no viewer shows because their layer (optional content) is switched off. The engine
 * does not tell the state of a layer, but its renderer obeys it: each group is drawn alone, and one without ink is hidden.
 * `groups`: text objects by their layers.
 */
export function findHiddenObjects(
  pdfium: Pdfium,
  page: number,
  groups: ReadonlyMap<string, readonly number[]>,
): Set<number> {
  const { api } = pdfium;
  const hidden = new Set<number>();
  const objects = collectLeaves(pdfium, page);
  for (const object of objects) api.FPDFPageObj_SetIsActive(object, false);
  for (const group of [...groups.values()].slice(0, MAX_GROUPS)) {
    for (const object of group) api.FPDFPageObj_SetIsActive(object, true);
    if (!hasInk(pdfium, page) && wouldHaveInk(pdfium, page, group))
      for (const object of group) hidden.add(object);
    for (const object of group) api.FPDFPageObj_SetIsActive(object, false);
  }
  for (const object of objects) api.FPDFPageObj_SetIsActive(object, true);
  return hidden;
}

/**
 * Whether the layer is what leaves a group without ink, and not a font that the engine has not: without its marks it is
 * drawn. A form's own layer cannot be taken away, so that there the font has to be in the file.
 */
function wouldHaveInk(pdfium: Pdfium, page: number, group: readonly number[]): boolean {
  const { api } = pdfium;
  let marks = 0;
  for (const object of group) {
    for (let index = api.FPDFPageObj_CountMarks(object) - 1; index >= 0; index -= 1) {
      const mark = api.FPDFPageObj_GetMark(object, index);
      if (markName(pdfium, mark) === 'OC' && api.FPDFPageObj_RemoveMark(object, mark)) marks += 1;
    }
  }
  if (marks > 0 && hasInk(pdfium, page)) return true;
  return group.some((object) => hasGlyphs(pdfium, api.FPDFTextObj_GetFont(object)));
}

/** Whether the engine can draw a font: one that is in the file, or a standard one. */
function hasGlyphs(pdfium: Pdfium, font: number): boolean {
  const { api } = pdfium;
  if (api.FPDFFont_GetIsEmbedded(font) === 1) return true;
  const name = pdfium.bytes((buffer, length) => api.FPDFFont_GetBaseFontName(font, buffer, length));
  return /^(?:Helvetica|Times|Courier|Arial)/u.test(new TextDecoder().decode(name));
}

/** Text, path, picture and shading objects of a page, with the objects within its forms. */
export function collectLeaves(pdfium: Pdfium, page: number): number[] {
  const { api } = pdfium;
  const leaves: number[] = [];
  const visit = (object: number, depth: number): void => {
    if (object === 0) return;
    if (api.FPDFPageObj_GetType(object) !== FORM) leaves.push(object);
    else if (depth < MAX_FORM_DEPTH) {
      const count = api.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index += 1)
        visit(api.FPDFFormObj_GetObject(object, index), depth + 1);
    }
  };
  const count = api.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index += 1) visit(api.FPDFPage_GetObject(page, index), 0);
  return leaves;
}

function hasInk(pdfium: Pdfium, page: number): boolean {
  return BACKGROUNDS.some((background) =>
    drawActive(pdfium, page, PICTURE_PIXELS, background).pixels.some((pixel) => pixel !== background),
  );
}

/** A small grey picture of the active objects of a page, without annotations. */
export function drawActive(
  pdfium: Pdfium,
  page: number,
  longestSide: number,
  background: number,
): { pixels: Uint8Array; width: number; height: number } {
  const { api } = pdfium;
  const points = { width: api.FPDF_GetPageWidthF(page), height: api.FPDF_GetPageHeightF(page) };
  const scale = longestSide / Math.max(1, points.width, points.height);
  const width = Math.max(1, Math.round(points.width * scale));
  const height = Math.max(1, Math.round(points.height * scale));
  const buffer = pdfium.allocate(new Uint8Array(width * height).fill(background));
  const bitmap = api.FPDFBitmap_CreateEx(width, height, GREY, buffer, width);
  try {
    if (bitmap !== 0) api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, IN_GREY);
    return { pixels: pdfium.copy(buffer, width * height), width, height };
  } finally {
    if (bitmap !== 0) api.FPDFBitmap_Destroy(bitmap);
    pdfium.free(buffer);
  }
}
