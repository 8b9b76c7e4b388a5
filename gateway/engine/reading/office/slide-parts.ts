import { strFromU8, strToU8, unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { type HiddenText, recordHidden } from '#gateway/engine/reading/hidden-text.ts';
import { repack } from './blank-hidden.ts';
import { type ChartTable, readChart } from './chart-tables.ts';
import { applyEdits, type DroppedText } from './edits.ts';
import { findSlideEdits, mayEditSlide } from './slide-edits.ts';
import { areasOf } from './unread-parts.ts';

const SLIDE = /^ppt\/slides\/[^/]+\.xml$/;
const NOTES = /^ppt\/notesSlides\/[^/]+\.xml$/;
const CHART = /^ppt\/charts\/chart[^/]*\.xml$/;
const PRESENTATION = /^ppt\/presentation\.xml$/;
const RELATIONS = /^ppt\/slides\/_rels\/[^/]+\.rels$/;
const MAX_PART_BYTES = 40_000_000;

/** A presentation for the office library, which knows neither of hiding nor of charts. */
export interface SlideParts {
  /** Without hidden slides and shapes, struck-out text, footers, dates and numbers, with spans of cells marked. */
  bytes: Uint8Array;
  /** By the name of the part (`chart1.xml`). */
  charts: Map<string, ChartTable>;
  /** Texts of footers, dates and slide numbers. */
  furniture: string[];
  /** Charts of which no figures, or too many to read, are stored. */
  unreadCharts: number;
  /** Slides that are a picture with next to no text. */
  pictures: number;
  /** Objects of other programs. */
  objects: number;
}

/** Takes out of a presentation what a person does not see on its slides or struck out, and reads its charts. */
export function prepareSlides(bytes: Uint8Array, dropped: DroppedText): SlideParts {
  const slides: SlideParts = {
    bytes,
    charts: new Map(),
    furniture: [],
    unreadCharts: 0,
    pictures: 0,
    objects: 0,
  };
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) =>
        originalSize <= MAX_PART_BYTES &&
        [SLIDE, NOTES, CHART, RELATIONS, PRESENTATION].some((kind) => kind.test(name)),
    });
    readCharts(parts, slides);
    const size = sizeOfSlides(parts['ppt/presentation.xml']);
    const changed: Record<string, Uint8Array> = {};
    const hiddenNotes = new Set<string>();
    // Slides before notes: those of a hidden slide are hidden with it.
    for (const kind of [SLIDE, NOTES])
      for (const [name, part] of Object.entries(parts)) {
        if (!kind.test(name)) continue;
        const xml = strFromU8(part);
        const isHidden = hiddenNotes.has(name) || (kind === SLIDE && HIDDEN_SLIDE.test(xml));
        if (isHidden && kind === SLIDE) hiddenNotes.add(notesOf(name, parts));
        const shapes = isHidden || HINT.test(xml) ? findUnseen(xml, isHidden) : [];
        const seen = cutShapes(xml, shapes, { hidden: dropped.hidden, ...slides });
        const shown = mayEditSlide(seen) ? applyEdits(seen, findSlideEdits(seen), dropped) : seen;
        if (shown !== xml) changed[name] = strToU8(shown);
        if (kind !== SLIDE || isHidden) continue;
        if (isPicture(shown, size)) slides.pictures++;
        slides.objects += shown.split('<p:oleObj ').length - 1;
      }
    if (Object.keys(changed).length > 0) slides.bytes = repack(bytes, changed);
  } catch {
    // An archive that is not as expected is the office library's to judge.
  }
  return slides;
}

/** Square EMU of a slide; those of four to three where nothing is stated. */
function sizeOfSlides(presentation: Uint8Array | undefined): number {
  const [tag = ''] = /<p:sldSz\b[^>]{0,300}/.exec(presentation ? strFromU8(presentation) : '') ?? [];
  const side = (name: string, usual: number): number =>
    Number(new RegExp(`\\s${name}="(\\d{1,9})"`).exec(tag)?.[1] ?? usual);
  return side('cx', 9_144_000) * side('cy', 6_858_000) || 1;
}

/** The part of a slide that its pictures cover, and the characters beside them, from which on it is a picture. */
const MIN_PICTURED = 0.5;
const MAX_CHARACTERS = 60;

function isPicture(xml: string, size: number): boolean {
  if (!xml.includes('<p:pic>')) return false;
  const area = areasOf(xml, 'p:pic').reduce((sum, each) => sum + each, 0);
  if (area / size < MIN_PICTURED) return false;
  const texts = xml.match(/<a:t>[^<]*/g) ?? [];
  return texts.reduce((sum, text) => sum + text.length - '<a:t>'.length, 0) < MAX_CHARACTERS;
}

function readCharts(parts: Record<string, Uint8Array>, slides: SlideParts): void {
  for (const [name, part] of Object.entries(parts)) {
    if (!CHART.test(name)) continue;
    const chart = readChart(strFromU8(part));
    if (chart.rows.length === 0) slides.unreadCharts++;
    slides.charts.set(name.slice(name.lastIndexOf('/') + 1), chart);
  }
}

function notesOf(slide: string, parts: Record<string, Uint8Array>): string {
  const relations = parts[slide.replace(/([^/]+)$/, '_rels/$1.rels')];
  const [, name = ''] =
    /Target="[^"]*notesSlides\/([^"/]+)"/.exec(relations ? strFromU8(relations) : '') ?? [];
  return `ppt/notesSlides/${name}`;
}

const HIDDEN_SLIDE = /<p:sld\b[^>]*\sshow="(?:0|false)"/;
/** Whether a part may hold a shape that is no text; looking closer costs a second reading. */
const HINT = /\stype="(?:ftr|dt|sldNum|hdr)"|\shidden="(?:1|true)"|<a:fld\b/;
const SHAPES = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'p:grpSp', 'p:cxnSp']);
const FURNITURE = new Set(['ftr', 'dt', 'sldNum', 'hdr']);

/** A span of a part's XML with the text in it: UTF-16 offsets, the end exclusive. */
interface Shape {
  start: number;
  end: number;
  text: string;
  kind: 'hidden' | 'furniture';
}

/** A shape that the parser is in. */
interface OpenShape {
  start: number;
  /** Lengths of the text before, and of the text outside of fields. */
  textBefore: number;
  ownBefore: number;
  kind?: Shape['kind'];
  hasName?: boolean;
}

/** Shapes that are hidden or furniture, in order, none inside of another; with `all`, the whole tree of shapes. */
function findUnseen(xml: string, all: boolean): Shape[] {
  const unseen: Shape[] = [];
  const open: OpenShape[] = [];
  let text = '';
  /** Text outside of fields that the program fills with the date or the number of the slide. */
  let ownText = '';
  let inText = false;
  let inField = false;
  const isShape = (name: string): boolean => (all ? name === 'p:cSld' : SHAPES.has(name));
  const close = (shape: OpenShape, end: number): void => {
    const inside = text.slice(shape.textBefore);
    if (inside.trim() !== '' && ownText.slice(shape.ownBefore).trim() === '') shape.kind ??= 'furniture';
    if (!shape.kind) return;
    while ((unseen.at(-1)?.start ?? -1) > shape.start) unseen.pop();
    unseen.push({ start: shape.start, end, text: inside, kind: shape.kind });
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const shape = open.at(-1);
        if (isShape(name)) {
          const kind = all ? { kind: 'hidden' as const } : {};
          open.push({
            start: parser.startIndex,
            textBefore: text.length,
            ownBefore: ownText.length,
            ...kind,
          });
        } else if (name === 'a:t') inText = true;
        else if (name === 'a:fld') inField = /^(?:slidenum|datetime)/.test(attributes['type'] ?? '');
        else if (name === 'p:cNvPr' && shape && !shape.hasName) {
          shape.hasName = true;
          if (/^(?:1|true)$/.test(attributes['hidden'] ?? '')) shape.kind = 'hidden';
        } else if (name === 'p:ph' && shape && FURNITURE.has(attributes['type'] ?? ''))
          shape.kind ??= 'furniture';
      },
      ontext(more) {
        if (!inText) return;
        text += more;
        if (!inField) ownText += more;
      },
      onclosetag(name) {
        if (name === 'a:t') inText = false;
        else if (name === 'a:fld') inField = false;
        else if (name === 'a:p') text += '\n';
        else if (isShape(name)) {
          const shape = open.pop();
          if (shape) close(shape, parser.endIndex + 1);
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return unseen;
}

function cutShapes(
  xml: string,
  shapes: readonly Shape[],
  { hidden, furniture }: { hidden: HiddenText; furniture: string[] },
): string {
  let visible = '';
  let offset = 0;
  for (const { start, end, text, kind } of shapes) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    for (const line of lines) {
      if (kind === 'furniture') furniture.push(line);
      else recordHidden(hidden, line);
    }
    visible += xml.slice(offset, start);
    offset = end;
  }
  return visible + xml.slice(offset);
}
