import { append } from '#common/long-lists.ts';
import { markName, readActualText, readLayerName } from './marks.ts';
import type { Rule, SpanPart, TextRun } from './page-text.ts';
import type { Pdfium } from './pdfium.ts';

const TEXT = 1;
const PATH = 2;
const IMAGE = 3;
const FORM = 5;
const MAX_FORM_DEPTH = 8;
const MAX_OBJECTS = 400_000;
const MAX_RULES = 4000;
const FORCE_BOLD = 1 << 18;
const FILL_AND_STROKE = 2;
const INVISIBLE = 3;
const BOLD_NAME = /bold|black|heavy|demi(?!light)/iu;

interface Mark {
  artifact: boolean;
  /** Identity of the layer that it names, empty without. */
  layer: string;
  span: number;
  spanText: string;
}

interface Font {
  name: string;
  bold: boolean;
}

/** The objects of one page, by handle, in the order of drawing. */
interface PageObjects {
  runs: Map<number, TextRun>;
  /** Straight lines, as borders of tables are drawn; those inside forms are left out. */
  rules: Rule[];
  /** Centres of small compact shapes. */
  dots: { x: number; y: number }[];
  /** Parts of each `ActualText` span, those inside forms left out. */
  spans: Map<number, SpanPart[]>;
  /** Sum of the areas of pictures, square points. */
  pictureArea: number;
  /** Objects of every kind. */
  drawn: number;
  /** Visible text objects that a layer may hide, by the layers and, where forms may have layers, the forms around them. */
  layered: Map<string, number[]>;
}

/**
 * Walks a page's objects and those of its forms; size and angle are filled in later, from a character. `hasLayers`: the
 * file speaks of layers, so that a form may have one.
 */
export function collectRuns(pdfium: Pdfium, page: number, hasLayers: boolean): PageObjects {
  const { api, scratch } = pdfium;
  const runs = new Map<number, TextRun>();
  const fonts = new Map<number, Font>();
  const marks = new Map<number, Mark>();
  const rules: Rule[] = [];
  const dots: { x: number; y: number }[] = [];
  const spans = new Map<number, SpanPart[]>();
  const layered = new Map<string, number[]>();
  let seen = 0;
  let pictureArea = 0;

  const readFont = (object: number): Font => {
    const handle = api.FPDFTextObj_GetFont(object);
    let font = fonts.get(handle);
    if (font === undefined) {
      const bytes =
        handle === 0 ? new Uint8Array(0) : pdfium.bytes((b, n) => api.FPDFFont_GetBaseFontName(handle, b, n));
      const name = new TextDecoder()
        .decode(bytes)
        .replace(/\0+$/u, '')
        .replace(/^[A-Z]{6}\+/u, '');
      const flags = handle === 0 ? 0 : api.FPDFFont_GetFlags(handle);
      font = { name, bold: BOLD_NAME.test(name) || (flags > 0 && (flags & FORCE_BOLD) !== 0) };
      fonts.set(handle, font);
    }
    return font;
  };

  const readMark = (handle: number): Mark => {
    let mark = marks.get(handle);
    if (mark === undefined) {
      const spanText = readActualText(pdfium, handle);
      const name = markName(pdfium, handle);
      mark = {
        artifact: name === 'Artifact',
        layer: name === 'OC' ? `${readLayerName(pdfium, handle) || handle};` : '',
        span: spanText === undefined ? 0 : handle,
        spanText: spanText ?? '',
      };
      marks.set(handle, mark);
    }
    return mark;
  };

  const readRun = (object: number, form: string): TextRun => {
    const font = readFont(object);
    const mode = api.FPDFTextObj_GetTextRenderMode(object);
    const run: TextRun = {
      rank: runs.size,
      font: font.name,
      bold: font.bold || mode === FILL_AND_STROKE,
      invisible: mode === INVISIBLE,
      size: 0,
      angle: 0,
      mcid: api.FPDFPageObj_GetMarkedContentID(object),
      span: 0,
      spanText: '',
      artifact: false,
    };
    const count = api.FPDFPageObj_CountMarks(object);
    let layer = form;
    for (let index = 0; index < count; index += 1) {
      const mark = readMark(api.FPDFPageObj_GetMark(object, index));
      layer += mark.layer;
      if (mark.artifact) run.artifact = true;
      if (mark.span !== 0) {
        run.span = mark.span;
        run.spanText = mark.spanText;
      }
    }
    if (layer !== '' && !run.invisible) {
      const group = layered.get(layer);
      if (group === undefined) layered.set(layer, [object]);
      else group.push(object);
    }
    return run;
  };

  const visit = (object: number, depth: number, form: string): void => {
    seen += 1;
    if (object === 0 || seen > MAX_OBJECTS) return;
    const type = api.FPDFPageObj_GetType(object);
    if (type === TEXT) {
      const run = readRun(object, form);
      runs.set(object, run);
      if (run.span !== 0 && depth === 0) {
        const parts = spans.get(run.span) ?? [];
        parts.push(readPart(pdfium, object));
        spans.set(run.span, parts);
      }
    } else if (type === IMAGE) {
      if (api.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) {
        pictureArea += Math.abs((pdfium.float(8) - pdfium.float()) * (pdfium.float(12) - pdfium.float(4)));
      }
    } else if (type === PATH && depth === 0 && rules.length < MAX_RULES) {
      const dot = readDot(pdfium, object);
      if (dot !== undefined) dots.push(dot);
      else append(rules, readRules(pdfium, object));
    } else if (type === FORM && depth < MAX_FORM_DEPTH) {
      const count = api.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index += 1)
        visit(api.FPDFFormObj_GetObject(object, index), depth + 1, hasLayers ? `form ${object};` : '');
    }
  };

  const count = api.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index += 1) visit(api.FPDFPage_GetObject(page, index), 0, '');
  return { runs, rules, dots, spans, pictureArea, drawn: seen, layered };
}

function readPart(pdfium: Pdfium, object: number): SpanPart {
  const { api, scratch } = pdfium;
  api.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  const left = pdfium.float();
  const right = pdfium.float(8);
  api.FPDFPageObj_GetMatrix(object, scratch);
  return { x: pdfium.float(16), y: pdfium.float(20), left, right };
}

/** A shape of 2 to 9 points that is about as wide as it is high. */
function readDot(pdfium: Pdfium, object: number): { x: number; y: number } | undefined {
  const { api, scratch } = pdfium;
  if (!api.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return undefined;
  const [left, bottom, right, top] = [pdfium.float(), pdfium.float(4), pdfium.float(8), pdfium.float(12)];
  const width = right - left;
  const height = top - bottom;
  if (width < 2 || width > 9 || height < 0.7 * width || height > 1.4 * width) return undefined;
  return { x: (left + right) / 2, y: (bottom + top) / 2 };
}

const MAX_RULE_THICKNESS_POINTS = 2;
const MIN_RULE_LENGTH_POINTS = 6;

/** A thin path is one rule, a stroked rectangle is four. */
function readRules(pdfium: Pdfium, object: number): Rule[] {
  const { api, scratch } = pdfium;
  const segments = api.FPDFPath_CountSegments(object);
  if (segments < 2 || segments > 6) return [];
  if (!api.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return [];
  const [left, bottom, right, top] = [pdfium.float(), pdfium.float(4), pdfium.float(8), pdfium.float(12)];
  const width = right - left;
  const height = top - bottom;
  if (width < MAX_RULE_THICKNESS_POINTS && height > MIN_RULE_LENGTH_POINTS)
    return [{ upright: true, at: (left + right) / 2, from: bottom, to: top }];
  if (height < MAX_RULE_THICKNESS_POINTS && width > MIN_RULE_LENGTH_POINTS)
    return [{ upright: false, at: (bottom + top) / 2, from: left, to: right }];
  const stroked = api.FPDFPath_GetDrawMode(object, scratch, scratch + 4) && pdfium.int(4) !== 0;
  if (!stroked || segments < 4 || width < MIN_RULE_LENGTH_POINTS || height < MIN_RULE_LENGTH_POINTS)
    return [];
  return [
    { upright: true, at: left, from: bottom, to: top },
    { upright: true, at: right, from: bottom, to: top },
    { upright: false, at: bottom, from: left, to: right },
    { upright: false, at: top, from: left, to: right },
  ];
}
