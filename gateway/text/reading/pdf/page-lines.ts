import { makeUnits } from './glyph-units.ts';
import type { GlyphUnit } from './glyph-units.ts';
import { readVisualLine } from './inverse-bidi.ts';
import type { VisualItem } from './inverse-bidi.ts';
import { makeRuledCells } from './ruled-cells.ts';
import { gatherLines } from './lines.ts';
import type { RawLine } from './lines.ts';
import type { PageText } from './page-text.ts';
import type { Container } from './structure.ts';
import { drawnLeftToRight, orderLine } from './visual-order.ts';
import type { VisualCell } from './visual-order.ts';

/** A stretch of one line that reads without a break: usually the whole line, else a cell or a column of it. */
export interface LinePiece {
  page: number;
  /** Logical order. */
  text: string;
  y: number;
  left: number;
  right: number;
  size: number;
  bold: boolean;
  rightToLeft: boolean;
  container: Container | undefined;
  artifact: boolean;
  /** Glyphs in all, and those whose letter the font does not tell. */
  glyphs: number;
  unmapped: number;
  /** Number of the line within the document; pieces of one line share it. */
  line: number;
}

/** A page's units with what its lines need; kept between the two passes over a document. */
export interface PageUnits {
  text: PageText;
  units: GlyphUnit[];
  containerOf: (unit: GlyphUnit) => Container | undefined;
  rtl: number;
  ltr: number;
  /** Glyphs left out because their whole line lies outside the page; counted by the second pass. */
  outside: number;
}

/** First pass: units and the count of letters of either direction. */
export function preparePage(text: PageText, containers: Map<number, Container>): PageUnits {
  const units = makeUnits(text.characters, text.spans);
  let rtl = 0;
  let ltr = 0;
  for (const unit of units) {
    if (unit.letter === 'rtl') rtl += 1;
    else if (unit.letter === 'ltr') ltr += 1;
  }
  const ruled = makeRuledCells(text.rules, units);
  const containerOf = (unit: GlyphUnit) => containers.get(unit.run.mcid) ?? ruled.get(unit);
  return { text, units, containerOf, rtl, ltr, outside: 0 };
}

/** Second pass: lines in logical order. `firstLine` numbers the lines on through the document. */
export function makePageLines(page: PageUnits, rightToLeftDocument: boolean, firstLine: number): LinePiece[] {
  const objects = new Set(page.units.map((unit) => unit.run)).size;
  const context = {
    swallowed: page.text.spaces,
    longObjects: page.units.length > 3 * objects,
    containerOf: page.containerOf,
  };
  const pieces: LinePiece[] = [];
  let line = firstLine;
  for (const raw of gatherLines(page.units)) {
    if (isOutside(raw, page.text)) {
      page.outside += raw.units.length;
      continue;
    }
    const cells = orderLine(raw, context).map((cell) =>
      makePiece(page, raw, cell, { rightToLeftDocument, longObjects: context.longObjects, line }),
    );
    const rightToLeft = rightToLeftDocument && cells.some((cell) => cell.rightToLeft);
    pieces.push(...(rightToLeft ? cells.toReversed() : cells).filter((piece) => piece.text !== ''));
    line += 1;
  }
  return pieces;
}

/** A line that is cut by the edge is kept whole; one that nobody can see is not the text of the page. */
function isOutside(line: RawLine, { bounds }: PageText): boolean {
  if (line.angle !== 0) return false;
  const beside = line.right < bounds.left || line.left > bounds.right;
  return beside || line.y < bounds.bottom || line.y > bounds.top;
}

function makePiece(
  page: PageUnits,
  raw: RawLine,
  cell: VisualCell,
  about: { rightToLeftDocument: boolean; longObjects: boolean; line: number },
): LinePiece {
  const items: VisualItem[] = [];
  let rtl = 0;
  let ltr = 0;
  let bold = 0;
  const units = cell.placed.map((placed) => placed.unit);
  for (const { unit, spaceBefore } of cell.placed) {
    const { rank, font } = unit.run;
    if (spaceBefore) items.push({ text: ' ', letter: 'space', rank, font });
    items.push({ text: unit.text, letter: unit.letter, rank, font });
    if (unit.letter === 'rtl') rtl += 1;
    if (unit.letter === 'ltr') ltr += 1;
    if (unit.run.bold) bold += 1;
  }
  const rightToLeft = rtl > 0 && (about.rightToLeftDocument || rtl > ltr);
  const text = readVisualLine(items, {
    rightToLeft,
    drawnLeftToRight: drawnLeftToRight(units, about.longObjects),
  });
  const containers = units.map((unit) => page.containerOf(unit));
  return {
    page: page.text.page,
    text: text.replaceAll(/\s+/gu, ' ').trim().normalize('NFC'),
    y: raw.y,
    left: cell.left,
    right: cell.right,
    size: raw.size,
    bold: bold > 0.8 * units.length,
    rightToLeft,
    container: containers.find((one) => one !== undefined),
    artifact: units.every((unit) => unit.run.artifact),
    glyphs: units.length,
    unmapped: units.filter((unit) => unit.unmapped).length,
    line: about.line,
  };
}
