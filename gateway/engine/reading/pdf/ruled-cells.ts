import type { GlyphUnit } from './glyph-units.ts';
import type { Rule } from './page-text.ts';
import type { Container } from './structure.ts';

const MIN_VERTICAL_RULES = 3;
const MAX_RULES = 2000;
/** Two rules nearer than this are one border drawn twice. */
const MERGE_DISTANCE_POINTS = 3;

interface Cell {
  key: string;
  row: string;
  top: number;
  bottom: number;
}

/** Cells of tables whose borders are drawn: each unit that stands between four rules, with its cell. */
export function makeRuledCells(rules: Rule[], units: GlyphUnit[]): Map<GlyphUnit, Container> {
  const cells = new Map<GlyphUnit, Container>();
  const upright = rules.filter((rule) => rule.upright);
  if (upright.length < MIN_VERTICAL_RULES || rules.length > MAX_RULES) return cells;
  const flat = rules.filter((rule) => !rule.upright);
  const placed = new Map<GlyphUnit, Cell>();
  for (const unit of units) {
    if (unit.run.angle !== 0) continue;
    const cell = findCell(upright, flat, unit);
    if (cell !== undefined) placed.set(unit, cell);
  }
  const tables = groupTables([...placed.values()]);
  const containers = new Map<string, Container>();
  for (const [unit, cell] of placed) {
    const table = tables.get(cell.key);
    if (table === undefined) continue;
    let container = containers.get(cell.key);
    if (container === undefined) {
      const row = -Math.round(cell.top / MERGE_DISTANCE_POINTS);
      container = { kind: 'cell', level: 0, table, row, header: false, continued: false, continues: false };
      containers.set(cell.key, container);
    }
    cells.set(unit, container);
  }
  return cells;
}

function findCell(upright: Rule[], flat: Rule[], unit: GlyphUnit): Cell | undefined {
  const x = (unit.left + unit.right) / 2;
  const y = unit.y + 0.25 * unit.run.size;
  let left = -Infinity;
  let right = Infinity;
  for (const rule of upright) {
    if (y < rule.from || y > rule.to) continue;
    if (rule.at <= x) left = Math.max(left, rule.at);
    else right = Math.min(right, rule.at);
  }
  if (left === -Infinity || right === Infinity) return undefined;
  let bottom = -Infinity;
  let top = Infinity;
  for (const rule of flat) {
    if (x < rule.from || x > rule.to) continue;
    if (rule.at <= y) bottom = Math.max(bottom, rule.at);
    else top = Math.min(top, rule.at);
  }
  if (bottom === -Infinity || top === Infinity) return undefined;
  const row = `${Math.round(top / MERGE_DISTANCE_POINTS)}`;
  return {
    key: `${Math.round(left / MERGE_DISTANCE_POINTS)} ${Math.round(right / MERGE_DISTANCE_POINTS)} ${row}`,
    row,
    top,
    bottom,
  };
}

/** Cells whose rows follow each other are one table; one without a row of two cells is only a frame. */
function groupTables(cells: Cell[]): Map<string, number> {
  const rows = new Map<string, { top: number; bottom: number; keys: Set<string> }>();
  for (const cell of cells) {
    const row = rows.get(cell.row) ?? { top: cell.top, bottom: cell.bottom, keys: new Set<string>() };
    row.bottom = Math.min(row.bottom, cell.bottom);
    row.keys.add(cell.key);
    rows.set(cell.row, row);
  }
  const tables = new Map<string, number>();
  const ordered = [...rows.values()].toSorted((a, b) => b.top - a.top);
  let group: typeof ordered = [];
  let number = 0;
  const close = () => {
    number += 1;
    if (!group.some((row) => row.keys.size > 1)) return;
    for (const row of group) for (const key of row.keys) tables.set(key, -number);
  };
  for (const row of ordered) {
    const above = group.at(-1);
    if (above !== undefined && above.bottom - row.top > 3 * MERGE_DISTANCE_POINTS) {
      close();
      group = [];
    }
    group.push(row);
  }
  close();
  return tables;
}
