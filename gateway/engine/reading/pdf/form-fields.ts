import type { LinePiece } from './page-lines.ts';
import type { Box, Pdfium } from './pdfium.ts';

const WIDGET = 20;
/** Flags of an annotation that no viewer shows: hidden, no view. */
const NOT_SHOWN = 0x02 | 0x20;
const CHECK_BOX = 2;
const RADIO_BUTTON = 3;
const COMBO_BOX = 4;
const LIST_BOX = 5;
const TEXT_FIELD = 6;
const PASSWORD = 1 << 13;
const MAX_FIELDS = 2_000;
/** Ems between a field and its label. */
const LABEL_REACH_EMS = 20;
const LABEL_ABOVE_EMS = 2.5;
const CHECKED = '☑';
const UNCHECKED = '☐';

/** A filled field of a form as its page shows it. */
interface FormField {
  box: Box;
  /** Its text, the labels of its chosen options, or a ticked or empty box. */
  value: string;
  isBox: boolean;
  /** What programs read out for the field; empty without. */
  description: string;
}

interface FormAccess {
  handle: number;
  close(): void;
}

/** Access to the fields of a document's form; undefined where it has none. Close it before the document. */
export function openForm(pdfium: Pdfium, document: number): FormAccess | undefined {
  const { api } = pdfium;
  if (api.FPDF_GetFormType(document) === 0) return undefined;
  const info = api.PDFiumExt_OpenFormFillInfo();
  const handle = api.PDFiumExt_InitFormFillEnvironment(document, info);
  if (handle === 0) {
    api.PDFiumExt_CloseFormFillInfo(info);
    return undefined;
  }
  const close = () => {
    api.PDFiumExt_ExitFormFillEnvironment(handle);
    api.PDFiumExt_CloseFormFillInfo(info);
  };
  return { handle, close };
}

/** The filled fields of a loaded page, and its boxes to tick; empty fields and passwords are left out. */
export function readFormFields(pdfium: Pdfium, form: number, page: number): FormField[] {
  const { api } = pdfium;
  const fields: FormField[] = [];
  const count = Math.min(MAX_FIELDS, api.FPDFPage_GetAnnotCount(page));
  for (let index = 0; index < count; index += 1) {
    const annotation = api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const shown = (api.FPDFAnnot_GetFlags(annotation) & NOT_SHOWN) === 0;
    if (shown && api.FPDFAnnot_GetSubtype(annotation) === WIDGET) {
      const field = readField(pdfium, form, annotation);
      if (field !== undefined) fields.push(field);
    }
    api.FPDFPage_CloseAnnot(annotation);
  }
  return fields;
}

function readField(pdfium: Pdfium, form: number, annotation: number): FormField | undefined {
  const { api, scratch } = pdfium;
  const value = readValue(pdfium, form, annotation).replaceAll(/\s+/gu, ' ').trim();
  if (value === '' || !api.FPDFAnnot_GetRect(annotation, scratch)) return undefined;
  const [left, top, right, bottom] = [pdfium.float(), pdfium.float(4), pdfium.float(8), pdfium.float(12)];
  const description = pdfium.utf16((buffer, length) =>
    api.FPDFAnnot_GetFormFieldAlternateName(form, annotation, buffer, length),
  );
  const box = {
    left: Math.min(left, right),
    right: Math.max(left, right),
    bottom: Math.min(bottom, top),
    top: Math.max(bottom, top),
  };
  return { box, value, isBox: value === CHECKED || value === UNCHECKED, description: description.trim() };
}

function readValue(pdfium: Pdfium, form: number, annotation: number): string {
  const { api } = pdfium;
  const type = api.FPDFAnnot_GetFormFieldType(form, annotation);
  if (type === CHECK_BOX || type === RADIO_BUTTON) return isTicked(pdfium, annotation) ? CHECKED : UNCHECKED;
  const isSecret = (api.FPDFAnnot_GetFormFieldFlags(form, annotation) & PASSWORD) !== 0;
  if (type === TEXT_FIELD && isSecret) return '';
  const chosen = type === COMBO_BOX || type === LIST_BOX ? readChosen(pdfium, form, annotation) : '';
  if (chosen !== '' || (type !== TEXT_FIELD && type !== COMBO_BOX)) return chosen;
  return pdfium.utf16((buffer, length) => api.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, length));
}

/** The appearance that is shown says so: the engine's own call knows only boxes that a viewer has loaded. */
function isTicked(pdfium: Pdfium, annotation: number): boolean {
  const state = pdfium.utf16((buffer, length) =>
    pdfium.api.FPDFAnnot_GetStringValue(annotation, 'AS', buffer, length),
  );
  return state !== '' && state !== 'Off';
}

/** Labels of the chosen options: the value itself is often a code. */
function readChosen(pdfium: Pdfium, form: number, annotation: number): string {
  const { api } = pdfium;
  const count = Math.max(0, api.FPDFAnnot_GetOptionCount(form, annotation));
  const chosen = Array.from({ length: Math.min(count, MAX_FIELDS) }, (_, index) => index).filter((index) =>
    api.FPDFAnnot_IsOptionSelected(form, annotation, index),
  );
  return chosen
    .map((index) =>
      pdfium.utf16((buffer, length) => api.FPDFAnnot_GetOptionLabel(form, annotation, index, buffer, length)),
    )
    .join(' / ');
}

/**
 * Lines of a page with the values of its fields: behind their label on the same line or above, a tick before the words
 * beside its box. A value without a label is a line of its own, numbered from `firstLine`.
 */
export function addFormValues(
  pieces: LinePiece[],
  fields: FormField[],
  about: { page: number; rightToLeft: boolean; firstLine: number },
): LinePiece[] {
  const labelled = [...pieces];
  const loose: LinePiece[] = [];
  for (const field of fields) {
    const index = findLabel(pieces, field, about.rightToLeft);
    const label = labelled[index];
    if (label !== undefined) labelled[index] = { ...label, text: joinValue(label.text, field) };
    else if (!field.isBox || field.value === CHECKED)
      loose.push(makeLine(field, about, about.firstLine + loose.length));
  }
  for (const line of loose) labelled.splice(findPlace(labelled, line.y), 0, line);
  return labelled;
}

function joinValue(label: string, { value, isBox }: FormField): string {
  if (isBox) return `${value} ${label}`;
  // Dots and strokes show where to write.
  const words = label.replace(/(?:[\s:：]*[._…‥]{3,})+\s*$/u, '');
  if (words === '') return value;
  return /[:：؛،,\-–—)/]$/u.test(words) || words.includes(': ') ? `${words} ${value}` : `${words}: ${value}`;
}

/** Index of the label of a field: nearest on its line, else just above; -1 without. */
function findLabel(lines: LinePiece[], { box, isBox }: FormField, rightToLeft: boolean): number {
  // Words follow their box and come before their field.
  const isOnRight = rightToLeft !== isBox;
  let best = -1;
  let bestDistance = Infinity;
  lines.forEach((piece, index) => {
    const reach = LABEL_REACH_EMS * piece.size;
    const isBeside = piece.y > box.bottom - 0.4 * piece.size && piece.y < box.top;
    const gap = isOnRight ? piece.left - box.right : box.left - piece.right;
    const otherGap = isOnRight ? box.left - piece.right : piece.left - box.right;
    const above = piece.y - box.top;
    const isAbove = above >= 0 && above < LABEL_ABOVE_EMS * piece.size;
    const overlaps = Math.min(piece.right, box.right) - Math.max(piece.left, box.left) > 0;
    let distance = Infinity;
    if (isBeside && gap > -piece.size && gap < reach) distance = Math.max(0, gap);
    else if (isBeside && overlaps && !isBox) distance = 1;
    else if (isBeside && isBox && otherGap > -piece.size && otherGap < 3 * piece.size) distance = reach;
    else if (!isBox && isAbove && overlaps) distance = reach + above;
    if (distance < bestDistance) {
      best = index;
      bestDistance = distance;
    }
  });
  return best;
}

/** Index before which a line at that height comes. */
function findPlace(lines: LinePiece[], y: number): number {
  let nearest = -1;
  lines.forEach((piece, index) => {
    if (piece.y >= y && (nearest < 0 || piece.y <= lines[nearest]!.y)) nearest = index;
  });
  return nearest + 1;
}

function makeLine(
  field: FormField,
  { page, rightToLeft }: { page: number; rightToLeft: boolean },
  line: number,
): LinePiece {
  const { box, value, description } = field;
  return {
    page,
    text: description === '' ? value : joinValue(description, field),
    y: box.bottom + 0.25 * (box.top - box.bottom),
    left: box.left,
    right: box.right,
    size: Math.min(12, box.top - box.bottom),
    isUpright: true,
    bold: false,
    rightToLeft,
    container: undefined,
    artifact: false,
    bulleted: false,
    glyphs: value.length,
    unmapped: 0,
    line,
  };
}
