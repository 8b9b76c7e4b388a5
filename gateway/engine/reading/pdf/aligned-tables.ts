import { append, smallest } from '#common/long-lists.ts';
import type { LinePiece } from './page-lines.ts';
import { beginsItem, overlap } from './paragraphs.ts';
import type { Container } from './structure.ts';

interface Column {
  left: number;
  right: number;
}

interface Row {
  y: number;
  size: number;
  pieces: LinePiece[];
}

/** A line of a table: its pieces by column, and its distance from the line above. */
interface TableLine {
  step: number;
  cells: Map<Column, LinePiece[]>;
}

/** A table while lines are added; `y` is the baseline of the last one. */
interface Draft {
  columns: Column[];
  lines: TableLine[];
  y: number;
}

/** A cell that wraps is drawn whole before its neighbour: the row goes on some lines later. */
const LOOK_BACK_ROWS = 4;
const MAX_COLUMNS = 14;
/** Cells are short; what is longer is text in columns. */
const MAX_CELL_CHARACTERS = 60;
const MAX_ROW_GAP_EMS = 4.5;

/**
 * Finds tables that are neither tagged nor framed: rows of at least two pieces of which each stands under another one.
 * Gives their pieces cells; `firstTable` counts down, so that no other table has its number.
 */
export function detectAlignedTables(page: LinePiece[], firstTable: number): LinePiece[] {
  const cells = new Map<LinePiece, Container>();
  let table = firstTable;
  let draft: Draft | undefined;
  const columns: LinePiece[][] = [];
  const close = () => {
    const rows = draft === undefined ? [] : joinWrapped(draft);
    if (draft !== undefined && holdsTwoLanguages(draft)) columns.push(listByColumn(draft));
    else if (draft !== undefined && isTable(draft.columns, rows)) giveCells(rows, table--, cells);
    draft = undefined;
  };
  const rows = gatherRows(page);
  for (const row of rows) {
    if (row.pieces.some((piece) => piece.container !== undefined)) close();
    else if (draft === undefined || !addLine(draft, row)) {
      close();
      if (row.pieces.length > 1) draft = beginDraft(row);
    }
  }
  close();
  const ordered = orderColumns(page, columns);
  return cells.size === 0 ? ordered : orderCells(ordered, rows, cells);
}

/** Lines of contracts in two languages are about as long as their column; terms of a glossary are shorter. */
const MIN_PROSE_CHARACTERS = 24;

/** Whether the lines are text in two columns, one of them Arabic, the other its translation, and no rows of a table. */
function holdsTwoLanguages({ columns, lines }: Draft): boolean {
  if (columns.length !== 2) return false;
  const [first = [], second = []] = columns.map((column) =>
    lines.flatMap(({ cells }) => cells.get(column) ?? []),
  );
  const share = (pieces: LinePiece[]) =>
    pieces.filter((piece) => piece.rightToLeft).length / Math.max(1, pieces.length);
  const isProse = (pieces: LinePiece[]) =>
    pieces.reduce((sum, piece) => sum + piece.text.length, 0) >= MIN_PROSE_CHARACTERS * pieces.length;
  const [low, high] = [share(first), share(second)].toSorted((a, b) => a - b);
  return low! <= 0.2 && high! >= 0.8 && isProse(first) && isProse(second);
}

/** Pieces column by column, the column first whose text was drawn first. */
function listByColumn({ columns, lines }: Draft): LinePiece[] {
  return columns.flatMap((column) => lines.flatMap(({ cells }) => cells.get(column) ?? []));
}

/** The page with the pieces of each group together, where the first of them stood. */
function orderColumns(page: LinePiece[], groups: LinePiece[][]): LinePiece[] {
  if (groups.length === 0) return page;
  const groupOf = new Map(groups.flatMap((group) => group.map((piece) => [piece, group] as const)));
  const placed = new Set<LinePiece[]>();
  return page.flatMap((piece) => {
    const group = groupOf.get(piece);
    if (group === undefined) return [piece];
    if (placed.has(group)) return [];
    placed.add(group);
    return group;
  });
}

/** A cell that wraps comes before the rest of its row: the pieces of a table follow its rows, all else stays. */
function orderCells(page: LinePiece[], rows: Row[], cells: Map<LinePiece, Container>): LinePiece[] {
  const tables = new Map<number, LinePiece[]>();
  for (const piece of rows.flatMap((row) => row.pieces)) {
    const container = cells.get(piece);
    if (container === undefined) continue;
    const inTable = tables.get(container.table) ?? [];
    tables.set(container.table, inTable);
    inTable.push({ ...piece, container });
  }
  return page.flatMap((piece) => {
    const table = cells.get(piece)?.table;
    if (table === undefined) return [piece];
    const all = tables.get(table) ?? [];
    tables.delete(table);
    return all;
  });
}

function gatherRows(page: LinePiece[]): Row[] {
  const rows: Row[] = [];
  let line = -1;
  let last: Row | undefined;
  for (const piece of page) {
    if (piece.line !== line)
      last = rows
        .slice(-LOOK_BACK_ROWS)
        .find((row) => row.pieces.every((other) => standsBeside(piece, other)));
    line = piece.line;
    if (last === undefined) rows.push((last = { y: piece.y, size: piece.size, pieces: [piece] }));
    else last.pieces.push(piece);
  }
  return rows;
}

function standsBeside(a: LinePiece, b: LinePiece): boolean {
  return Math.abs(a.y - b.y) < 0.3 * a.size && (a.right < b.left || b.right < a.left);
}

function beginDraft(row: Row): Draft {
  const columns = row.pieces.map(({ left, right }) => ({ left, right }));
  const cells = new Map(columns.map((column, index) => [column, [row.pieces[index]!]]));
  return { columns, lines: [{ step: Infinity, cells }], y: row.y };
}

/** Takes a line in; false when it belongs to no table. */
function addLine(draft: Draft, row: Row): boolean {
  const step = draft.y - row.y;
  if (step <= 0 || step > MAX_ROW_GAP_EMS * row.size) return false;
  const cells = new Map<Column, LinePiece[]>();
  const fresh: Column[] = [];
  for (const piece of row.pieces) {
    const under = draft.columns.filter((column) => overlap(piece, column) > 0);
    const column = under.length === 0 ? { left: piece.left, right: piece.right } : under[0]!;
    if (under.length > 1 || cells.has(column)) return false;
    if (under.length === 0) fresh.push(column);
    cells.set(column, [piece]);
  }
  const isAlone = row.pieces.length === 1;
  if (isAlone && (fresh.length > 0 || beginsItem(row.pieces[0]!.text))) return false;
  if (cells.size - fresh.length < fresh.length || draft.columns.length + fresh.length > MAX_COLUMNS)
    return false;
  append(draft.columns, fresh);
  for (const [column, [piece]] of cells) widen(column, piece!);
  draft.lines.push({ step, cells });
  draft.y = row.y;
  return true;
}

/** Rows of cells: a line with gaps that follows closer than whole rows do goes on the cells above it. */
function joinWrapped({ columns, lines }: Draft): Map<Column, LinePiece[]>[] {
  const whole = lines.filter(({ cells, step }) => cells.size === columns.length && step < Infinity);
  const pitch = smallest(whole.map(({ step }) => step));
  const leading = smallest(lines.map(({ step }) => step));
  const goesOn = ({ cells, step }: TableLine) =>
    cells.size < columns.length && step < 1.08 * leading && step < 0.97 * pitch;
  const tableLines = lines.slice(0, 1 + lines.findLastIndex((line) => line.cells.size > 1 || goesOn(line)));
  const rows: Map<Column, LinePiece[]>[] = [];
  for (const line of tableLines) {
    const above = rows.at(-1);
    if (above === undefined || !goesOn(line)) rows.push(new Map(line.cells));
    else
      for (const [column, pieces] of line.cells) above.set(column, [...(above.get(column) ?? []), ...pieces]);
  }
  return rows;
}

function widen(column: Column, piece: LinePiece): void {
  column.left = Math.min(column.left, piece.left);
  column.right = Math.max(column.right, piece.right);
}

function isTable(columns: Column[], rows: Map<Column, LinePiece[]>[]): boolean {
  const pieces = rows.flatMap((row) => [...row.values()].flat());
  const long = pieces.filter((piece) => piece.text.length > MAX_CELL_CHARACTERS).length;
  // Numbers and bullets before the items of a list stand in a column too.
  const marked = columns.some((column) =>
    rows.every((row) => /^(?:[^\p{L}]{1,4}|\(?\p{L}[.)])$/u.test(row.get(column)?.[0]?.text ?? '•')),
  );
  if (columns.length === 2 && marked) return false;
  return rows.length >= (columns.length > 2 ? 2 : 3) && long < 0.3 * pieces.length;
}

function giveCells(rows: Map<Column, LinePiece[]>[], table: number, cells: Map<LinePiece, Container>): void {
  const shared = {
    kind: 'cell',
    level: 0,
    table,
    header: false,
    continued: false,
    continues: false,
  } as const;
  rows.forEach((row, index) => {
    for (const pieces of row.values()) {
      const container: Container = { ...shared, row: index };
      for (const piece of pieces) cells.set(piece, container);
    }
  });
}
