import { append } from '#common/long-lists.ts';
import { isCounted, readVisualLine, type VisualItem } from '#gateway/engine/bidi/inverse-bidi.ts';
import { type GlyphUnit, makeUnits } from './glyph-units.ts';
import { gatherLines, type RawLine } from './lines.ts';
import { countLine, noHealth, type PageHealth } from './page-health.ts';
import type { PageText, TextRun } from './page-text.ts';
import { makeRuledCells } from './ruled-cells.ts';
import type { Container } from './structure.ts';
import {
  drawnLeftToRight,
  isTatweel,
  orderLine,
  type Placed,
  type SpacingContext,
  type VisualCell,
} from './visual-order.ts';

/** How many units drawn before may be the one that is drawn over. */
const LOOK_BACK_UNITS = 6;
/** Share of the narrower one's width. */
const MIN_OVERLAP_SHARE = 0.6;
/** Ems: dots and marks stand above or below their letter. */
const MAX_DISTANCE_EMS = 1;
const SAME_LINE = 0.01;
const SAME_PLACE = 0.08;

/**
 * Leaves out what only says again what it lies on: dots and marks that are glyphs of their own and that the font's table
 * names by their whole letter (Typst), letters drawn twice to look bold.
 */
function dropOverprints(units: GlyphUnit[]): GlyphUnit[] {
  const drawn = units.toSorted((a, b) => a.run.rank - b.run.rank || a.order - b.order);
  const dropped = new Set<GlyphUnit>();
  const recent: GlyphUnit[] = [];
  for (const unit of drawn) {
    // Strokes that stretch a word overlap and are all needed to fill their room.
    if (unit.letter !== 'rtl' || unit.text === 'ـ') continue;
    const under = recent.find((other) => !dropped.has(other) && saysTheSame(other, unit));
    if (under !== undefined) dropped.add(widthOf(under) < widthOf(unit) ? under : unit);
    recent.push(unit);
    if (recent.length > LOOK_BACK_UNITS) recent.shift();
  }
  return dropped.size === 0 ? units : units.filter((unit) => !dropped.has(unit));
}

/** Stacked letters of one word, as in some fonts' doubled meem, overlap too: they share their line and not their edges. */
function saysTheSame(a: GlyphUnit, b: GlyphUnit): boolean {
  if (a.text !== b.text || Math.abs(a.run.angle - b.run.angle) > 0.02) return false;
  const size = Math.max(a.run.size, b.run.size);
  const apart = Math.abs(a.y - b.y);
  if (apart > MAX_DISTANCE_EMS * size) return false;
  if (apart < SAME_LINE * size) return nearby(a.left, b.left, size) && nearby(a.right, b.right, size);
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return shared > MIN_OVERLAP_SHARE * Math.min(widthOf(a), widthOf(b));
}

function nearby(a: number, b: number, size: number): boolean {
  return Math.abs(a - b) < SAME_PLACE * size;
}

function widthOf(unit: GlyphUnit): number {
  return unit.right - unit.left;
}

/** A stretch of one line that reads without a break: usually the whole line, else a cell or a column of it. */
export interface LinePiece {
  page: number;
  /** Logical order. */
  text: string;
  y: number;
  left: number;
  right: number;
  size: number;
  /** Whether `left`, `right` and `y` are in the page's own space: not of turned text, nor of text read from a picture. */
  isUpright: boolean;
  bold: boolean;
  rightToLeft: boolean;
  container: Container | undefined;
  artifact: boolean;
  /** A bullet is drawn before it as a shape, not as a character. */
  bulleted: boolean;
  /** Glyphs in all, and those whose letter the font does not tell. */
  glyphs: number;
  unmapped: number;
  /** Number of the line within the document; pieces of one line share it. */
  line: number;
}

/** Lines of a page in logical order. `firstLine` numbers the lines on through the document. */
export function makePageLines(
  text: PageText,
  containers: Map<number, Container>,
  rightToLeftDocument: boolean,
  firstLine: number,
): { pieces: LinePiece[]; glyphs: number; outside: number; health: PageHealth } {
  const units = dropOverprints(makeUnits(text.characters, text.spans));
  const ruled = makeRuledCells(text.rules, units);
  const held = countHeld(units);
  const shared = [...held.values()].filter((count) => count > 1).reduce((sum, count) => sum + count, 0);
  const context: SpacingContext = {
    swallowed: text.spaces,
    longObjects: units.length > 3 * held.size,
    placesWords: shared > 0.25 * units.length,
    kashidaRuns: findKashidaRuns(units),
    containerOf: (unit) => containers.get(unit.run.mcid) ?? ruled.get(unit),
  };
  const glyphs = units.length;
  let outside = 0;
  const health = noHealth();
  const pieces: LinePiece[] = [];
  let line = firstLine;
  for (const raw of gatherLines(units)) {
    if (isOutside(raw, text)) {
      outside += raw.units.length;
      continue;
    }
    const cells = orderLine(raw, context).map((cell) =>
      makePiece(text, raw, cell, { rightToLeftDocument, context, line, health }),
    );
    const rightToLeft = rightToLeftDocument && cells.some((cell) => cell.rightToLeft);
    append(
      pieces,
      (rightToLeft ? cells.toReversed() : cells).filter((piece) => piece.text !== ''),
    );
    line += 1;
  }
  return { pieces, glyphs, outside, health };
}

/** Objects of tatweel alone, which the typesetter added to justify a line. */
function findKashidaRuns(units: GlyphUnit[]): Set<TextRun> {
  const textRuns = new Set(units.filter((unit) => !isTatweel(unit)).map((unit) => unit.run));
  return new Set(units.map((unit) => unit.run).filter((run) => !textRuns.has(run)));
}

function isInsideWord(placed: Placed[], index: number): boolean {
  const [left, own, right] = [placed[index - 1], placed[index], placed[index + 1]];
  if (left === undefined || own === undefined || right === undefined) return false;
  const letters = left.unit.letter === 'rtl' && right.unit.letter === 'rtl';
  return letters && !own.spaceBefore && !right.spaceBefore;
}

/** How many units each object holds. */
function countHeld(units: GlyphUnit[]): Map<TextRun, number> {
  const held = new Map<TextRun, number>();
  for (const { run } of units) held.set(run, (held.get(run) ?? 0) + 1);
  return held;
}

/** A line that is cut by the edge is kept whole; one that nobody can see is not the text of the page. */
function isOutside(line: RawLine, { bounds }: PageText): boolean {
  if (line.angle !== 0) return false;
  const beside = line.right < bounds.left || line.left > bounds.right;
  return beside || line.y < bounds.bottom || line.y > bounds.top;
}

function isBulleted(page: PageText, line: RawLine, cell: VisualCell, rightToLeft: boolean): boolean {
  if (line.angle !== 0) return false;
  return page.dots.some((dot) => {
    const before = rightToLeft ? dot.x - cell.right : cell.left - dot.x;
    const rise = dot.y - line.y;
    return before > 0 && before < 2.2 * line.size && rise > 0 && rise < 0.7 * line.size;
  });
}

function makePiece(
  page: PageText,
  raw: RawLine,
  cell: VisualCell,
  about: { rightToLeftDocument: boolean; context: SpacingContext; line: number; health: PageHealth },
): LinePiece {
  const items: VisualItem[] = [];
  let rtl = 0;
  let ltr = 0;
  let bold = 0;
  const units = cell.placed.map((placed) => placed.unit);
  for (const [index, { unit, spaceBefore }] of cell.placed.entries()) {
    const { rank, font } = unit.run;
    if (about.context.kashidaRuns.has(unit.run) && isInsideWord(cell.placed, index)) continue;
    if (spaceBefore) items.push({ text: ' ', letter: 'space', rank, font });
    items.push({ text: unit.text, letter: unit.letter, rank, font });
    if (unit.letter === 'rtl') rtl += 1;
    if (unit.letter === 'ltr') ltr += 1;
    if (unit.run.bold) bold += 1;
  }
  if (rtl === 0 && about.rightToLeftDocument && endsOnTheLeft(items)) items.push(items.shift()!);
  const rightToLeft = rtl > 0 && (about.rightToLeftDocument || rtl > ltr);
  const direction = { rightToLeft, drawnLeftToRight: drawnLeftToRight(units, about.context.longObjects) };
  const drawn = tidy(readVisualLine(items, direction));
  const text = rtl === 0 && about.rightToLeftDocument ? putNumberFirst(drawn) : drawn;
  if (rightToLeft) {
    countLine(about.health, cell.placed, text, () => {
      const raw = new Map(units.map((unit) => [unit.text, unit.raw]));
      return tidy(
        readVisualLine(
          items.map((item) => ({ ...item, text: raw.get(item.text) ?? item.text })),
          direction,
        ),
      );
    });
  }
  const containers = units.map((unit) => about.context.containerOf(unit));
  return {
    page: page.page,
    text,
    y: raw.y,
    left: cell.left,
    right: cell.right,
    size: raw.size,
    isUpright: raw.angle === 0,
    bold: bold > 0.8 * units.length,
    rightToLeft,
    container: containers.find((container) => container !== undefined),
    artifact: units.every((unit) => unit.run.artifact),
    bulleted: isBulleted(page, raw, cell, rightToLeft),
    glyphs: units.length,
    unmapped: units.filter((unit) => unit.unmapped).length,
    line: about.line,
  };
}

/** A line without Arabic letters that goes on a right-to-left paragraph: what ends the sentence stands on its left. */
function endsOnTheLeft(items: VisualItem[]): boolean {
  const [first, second] = items;
  const last = items.at(-1);
  return (
    first !== undefined &&
    /^[.,:;!?،؛؟]$/u.test(first.text) &&
    (second?.letter === 'ltr' || second?.letter === 'number') &&
    !/^[.,:;!?،؛؟]$/u.test(last?.text ?? '')
  );
}

/** A line that is only a number and its unit stands the other way round in a right-to-left paragraph. */
function putNumberFirst(text: string): string {
  const [, word, number] = /^([A-Za-z]+) (\d[\d.,]*)$/u.exec(text) ?? [];
  return word !== undefined && isCounted(word) ? `${number} ${word}` : text;
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().normalize('NFC');
}
