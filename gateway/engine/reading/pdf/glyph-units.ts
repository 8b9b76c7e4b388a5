import { append, largest, smallest } from '#common/long-lists.ts';
import { classify, type LetterClass } from '#gateway/engine/bidi/letter-classes.ts';
import type { PageCharacter, SpanPart } from './page-text.ts';

/** What moves as one when a line is put in order: a glyph with all its letters, or a span with a declared text. */
export interface GlyphUnit extends PageCharacter {
  /** As the engine gives it, and whether its letters had to be turned round. */
  raw: string;
  turned: boolean;
  letter: LetterClass;
  /** Baselines of all parts of a span: a mark of it may be drawn raised. */
  baselines: number[];
}

const SAME = 0.01;
const LAM = 'ل';
const ALEFS = new Set(['ا', 'أ', 'إ', 'آ', 'ٱ']);

/** Joins the characters of one glyph, and the glyphs of one `ActualText` span, into units. */
export function makeUnits(
  characters: PageCharacter[],
  parts: Map<number, SpanPart[]> = new Map(),
): GlyphUnit[] {
  const units: GlyphUnit[] = [];
  const spans = new Map<number, PageCharacter[][]>();
  const slots: (GlyphUnit | number)[] = [];
  const glyphs = splitGlyphs(characters);
  const expandsForms = namesForms(glyphs);
  for (const glyph of glyphs) {
    const { span } = glyph[0]!.run;
    if (span === 0) slots.push(glyphUnit(glyph, expandsForms));
    else if (spans.has(span)) spans.get(span)!.push(glyph);
    else {
      spans.set(span, [glyph]);
      slots.push(span);
    }
  }
  for (const slot of slots) {
    if (typeof slot !== 'number') units.push(slot);
    else append(units, spanUnits(spans.get(slot)!, parts.get(slot), expandsForms));
  }
  units.forEach((unit, order) => {
    unit.order = order;
  });
  return units;
}

/** Consecutive characters of one object with the same origin and the same box are one glyph. */
function splitGlyphs(characters: PageCharacter[]): PageCharacter[][] {
  const glyphs: PageCharacter[][] = [];
  let last: PageCharacter | undefined;
  for (const next of characters) {
    const same =
      last !== undefined &&
      next.run === last.run &&
      next.order === last.order + 1 &&
      Math.abs(next.x - last.x) < SAME &&
      Math.abs(next.y - last.y) < SAME &&
      Math.abs(next.left - last.left) < SAME &&
      Math.abs(next.right - last.right) < SAME &&
      next.right - next.left > SAME;
    if (same) glyphs.at(-1)!.push(next);
    else glyphs.push([next]);
    last = next;
  }
  return glyphs;
}

function glyphUnit(glyph: PageCharacter[], expandsForms: boolean): GlyphUnit {
  const first = glyph[0]!;
  const raw = glyph.map((character) => character.text).join('');
  const text = orderCluster(
    glyph.map((character) => character.text),
    expandsForms,
  );
  return {
    text,
    raw,
    turned: raw !== text,
    letter: classify(text),
    x: first.x,
    y: first.y,
    baselines: [first.y],
    left: first.left,
    right: first.right,
    order: first.order,
    run: first.run,
    unmapped: glyph.some((character) => character.unmapped),
    afterJump: first.afterJump,
  };
}

/**
 * The letters of one glyph in logical order. The engine expands a glyph in the font's (logical) order and then turns
 * right-to-left text round letter by letter, which puts them backwards; presentation forms it expands afterwards. Of two
 * ligatures that are each other's mirror (yeh + noon, noon + yeh), `expandsForms` tells which is meant.
 */
export function orderCluster(texts: string[], expandsForms = false): string {
  const forward = texts.join('');
  if (texts.length < 2 || classify(forward) !== 'rtl') return forward;
  const letters = texts.filter((text) => classify(text) !== 'mark');
  const marks = texts.filter((text) => classify(text) === 'mark');
  if (letters.length === 2 && letters.includes(LAM)) {
    const alef = letters.find((letter) => ALEFS.has(letter));
    if (alef !== undefined) return LAM + alef + marks.join('');
  }
  if (letters.length === 1) return letters[0]! + marks.join('');
  const backward = texts.toReversed().join('');
  if (!ligatureExpansions().has(forward)) return backward;
  return !expandsForms && ligatureExpansions().has(backward) ? backward : forward;
}

/** Whether a page's font tables name ligatures as presentation forms: then most come in their own order. */
function namesForms(glyphs: PageCharacter[][]): boolean {
  let balance = 0;
  for (const glyph of glyphs) {
    if (glyph.length < 2) continue;
    const texts = glyph.map((character) => character.text);
    const forward = ligatureExpansions().has(texts.join(''));
    const backward = ligatureExpansions().has(texts.toReversed().join(''));
    if (forward !== backward) balance += forward ? 1 : -1;
  }
  return balance > 0;
}

let expansions: Set<string> | undefined;

function ligatureExpansions(): Set<string> {
  if (expansions === undefined) {
    expansions = new Set();
    for (const [from, to] of [
      [0xfb50, 0xfdff],
      [0xfe70, 0xfefc],
    ] as const) {
      for (let code = from; code <= to; code += 1) {
        const text = String.fromCodePoint(code).normalize('NFKC');
        if (text.length > 1) expansions.add(text);
      }
    }
  }
  return expansions;
}

/** One unit with the declared text, at its widest part; a declaration over several lines is not believed. */
function spanUnits(
  glyphs: PageCharacter[][],
  parts: SpanPart[] | undefined,
  expandsForms: boolean,
): GlyphUnit[] {
  const drawn = glyphs.map((glyph) => glyphUnit(glyph, expandsForms));
  const first = drawn[0]!;
  const upright = first.run.angle === 0 && parts !== undefined && parts.length > 0;
  const places: SpanPart[] = upright ? parts : drawn;
  const widest = places.reduce((best, part) =>
    part.right - part.left > best.right - best.left ? part : best,
  );
  const tall = drawn.some((unit) => Math.abs(unit.y - widest.y) > 1.5 * unit.run.size);
  if (tall) return drawn;
  const text = first.run.spanText;
  if (text === '') return [];
  return [
    {
      ...first,
      text,
      raw: text,
      turned: false,
      letter: classify(text),
      x: widest.x,
      y: widest.y,
      baselines: places.map((part) => part.y),
      left: smallest([...places, ...drawn].map(({ left }) => left)),
      right: largest([...places, ...drawn].map(({ right }) => right)),
      unmapped: false,
    },
  ];
}
