import type { Block } from '#gateway/text/document.ts';
import { joinLines } from './join-lines.ts';
import type { LinePiece } from './page-lines.ts';
import type { Container } from './structure.ts';

/** A table while its pieces come in: cells by container, in rows, each in the order of first sight. */
export interface TableDraft {
  kind: 'table';
  page: number;
  id: number;
  rows: Map<number, Map<Container, LinePiece[]>>;
}

export function beginTable(piece: LinePiece, container: Container): TableDraft {
  return { kind: 'table', page: piece.page, id: container.table, rows: new Map() };
}

export function addToTable(table: TableDraft, piece: LinePiece, container: Container): void {
  const row = table.rows.get(container.row) ?? new Map<Container, LinePiece[]>();
  table.rows.set(container.row, row);
  const cell = row.get(container) ?? [];
  row.set(container, cell);
  cell.push(piece);
}

/** The finished table; its first row is a header when it is tagged so or set in bold above rows that are not. */
export function finishTable(draft: TableDraft, rightToLeft: boolean): Block {
  const drawn = [...draft.rows.values()].map((cells) => orderCells(cells, rightToLeft));
  const rows = fillGaps(drawn, rightToLeft).map((row) =>
    row.map((cell) => joinLines((cell ?? []).map((piece) => piece.text))),
  );
  const first = [...(draft.rows.values().next().value ?? [])];
  const rest = [...draft.rows.values()].slice(1).flatMap((row) => [...row.values()].flat());
  const tagged = first.length > 0 && first.every(([container]) => container.header);
  const bold =
    first.flatMap(([, pieces]) => pieces).every((piece) => piece.bold) && !rest.every((piece) => piece.bold);
  const header = rows.length > 1 && (tagged || bold) ? rows[0] : undefined;
  return {
    kind: 'table',
    ...(header === undefined ? {} : { header }),
    rows: header === undefined ? rows : rows.slice(1),
    page: draft.page,
  };
}

function orderCells(cells: Map<Container, LinePiece[]>, rightToLeft: boolean): LinePiece[][] {
  return [...cells.values()].toSorted((a, b) =>
    rightToLeft ? rightOf(b) - rightOf(a) : leftOf(a) - leftOf(b),
  );
}

function leftOf(pieces: LinePiece[]): number {
  return Math.min(...pieces.map((piece) => piece.left));
}

function rightOf(pieces: LinePiece[]): number {
  return Math.max(...pieces.map((piece) => piece.right));
}

/** An empty cell draws nothing: rows that are too short are laid under the columns of the fullest row. */
function fillGaps(rows: LinePiece[][][], rightToLeft: boolean): (LinePiece[] | undefined)[][] {
  const fullest = rows.reduce((best, row) => (row.length > best.length ? row : best), rows[0] ?? []);
  const columns = fullest.map((cell) => ({ left: leftOf(cell), right: rightOf(cell) }));
  return rows.map((row) => {
    if (row.length === columns.length) return row;
    const laid: (LinePiece[] | undefined)[] = columns.map(() => undefined);
    let from = 0;
    row.forEach((cell, index) => {
      const last = columns.length - (row.length - index);
      let best = from;
      for (let column = from; column <= last; column += 1) {
        if (distance(cell, columns[column]!, rightToLeft) < distance(cell, columns[best]!, rightToLeft))
          best = column;
      }
      laid[best] = cell;
      from = best + 1;
    });
    return laid;
  });
}

function distance(cell: LinePiece[], column: { left: number; right: number }, rightToLeft: boolean): number {
  const start = rightToLeft ? Math.abs(rightOf(cell) - column.right) : Math.abs(leftOf(cell) - column.left);
  return Math.min(start, Math.abs((leftOf(cell) + rightOf(cell) - column.left - column.right) / 2));
}
