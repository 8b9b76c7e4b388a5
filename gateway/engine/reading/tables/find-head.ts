import { filledColumns, type GridRow, isDescribed, startOfCell, textOver } from './grid.ts';

const MAX_LABEL_CHARACTERS = 80;
const MAX_HEAD_ROWS = 4;
/** Rows by which a table is judged. */
const JUDGED_ROWS = 200;

/** Kinds of values, by which a column's heading differs from what stands below. */
type Shape = 'empty' | 'text' | 'amount' | 'identifier' | 'date';

const DATE = /^\p{Nd}{1,4}[/.-]\p{Nd}{1,2}[/.-]\p{Nd}{1,4}(?:\s|$)|^\p{Nd}{1,2}\s+\p{L}+\s+\p{Nd}{4}/u;
const YEAR = /^(?:1[3-9]|20)\d\d(?:\s?[هم])?$/;

/** The kind of a value. */
export function shapeOf(text: string): Shape {
  if (text === '') return 'empty';
  if (!/\p{Nd}/u.test(text)) return 'text';
  if (DATE.test(text)) return 'date';
  if (/\p{L}/u.test(text)) return /^[^\p{L}]*\p{Nd}/u.test(text) ? 'amount' : 'text';
  const digits = text.match(/\p{Nd}/gu) ?? [];
  return digits.length >= 8 && !/[.,٫٬]/.test(text) ? 'identifier' : 'amount';
}

const isLabel = (text: string): boolean =>
  text !== '' && text.length <= MAX_LABEL_CHARACTERS && /\p{L}/u.test(text);

/** Names of attributes, as the first column of a table of names and values holds them. */
const ATTRIBUTE =
  /^(?:ال)?(?:اسم|رقم|تاريخ|عنوان|هاتف|جوال|فاكس|بريد|موقع|مدينة|سعر|رسوم|مبلغ|قيمة|مدة|نوع|حالة|وصف|رأس المال|نشاط|سنة|مدير|صندوق)(?=\s|$|:)|^(?:name|title|number|no|date|phone|tel|telephone|mobile|fax|e-?mail|address|website|city|country|price|fee|amount|duration|type|status|description|capital|manager|id)\b/iu;

/** Leading rows of a table that name its columns; 0 where none does. Rows have texts for the same columns. */
export function countHeadRows(rows: readonly GridRow[], width: number): number {
  if (rows.length < 2) return 0;
  const marked = countMarked(rows);
  if (marked > 0) return Math.max(marked, extendHead(rows, width, marked));
  const judged = rows.slice(0, JUDGED_ROWS);
  const depth = extendHead(judged, width, 1);
  if (depth > 1) return depth;
  return isHeadRow(judged, width) ? 1 : 0;
}

/** Rows in which each cell with text is marked; of a table whose rows all are, the first. */
function countMarked(rows: readonly GridRow[]): number {
  const isMarked = (row: GridRow): boolean => {
    const filled = filledColumns(row);
    return filled.length > 0 && filled.every((column) => row.cells?.[column]?.isHead === true);
  };
  const end = rows.findIndex((row) => !isMarked(row));
  return end < 0 ? 1 : end;
}

/** How many rows a head of `depth` rows takes with the labels below the cells of it that span columns. */
function extendHead(rows: readonly GridRow[], width: number, depth: number): number {
  let head = depth;
  while (head < Math.min(rows.length - 1, MAX_HEAD_ROWS)) {
    const [above, below] = [rows[head - 1]!, rows[head]!];
    if (!isSubdivided(above, below, width) && !(head === 1 && isSplitHead(above, below, rows[2], width)))
      break;
    head++;
  }
  return head;
}

/** Whether the row below parts the cells over several columns by labels, and adds nothing elsewhere. */
function isSubdivided(above: GridRow, below: GridRow, width: number): boolean {
  const spans = new Set<number>();
  for (let column = 1; column < width; column++) {
    const start = startOfCell(above, column);
    if (start < column && above.texts[start] !== '') spans.add(start);
  }
  if (spans.size === 0) return false;
  for (let column = 0; column < width; column++) {
    const start = startOfCell(above, column);
    const text = below.texts[column] ?? '';
    const isSame = above.cells?.[column] !== undefined && below.cells?.[column] === above.cells[column];
    if (isSame) continue;
    if (spans.has(start)) {
      if (!isName(textOver(below, column)) || startOfCell(below, column) < start) return false;
    } else if (text !== '' && above.texts[column] !== '') return false;
  }
  return true;
}

const isName = (text: string): boolean => YEAR.test(text) || (isLabel(text) && shapeOf(text) === 'text');

/** A head of two rows whose merged cells the format does not keep: each row fills the gaps of the other one. */
function isSplitHead(above: GridRow, below: GridRow, first: GridRow | undefined, width: number): boolean {
  if (!first || isDescribed(above) || isDescribed(below) || filledColumns(above).length < 2) return false;
  let isUncovered = false;
  let isParted = false;
  for (let column = 0; column < width; column++) {
    const [upper = '', lower = ''] = [above.texts[column], below.texts[column]];
    if ((upper !== '' && !isName(upper)) || (lower !== '' && !isName(lower))) return false;
    if (upper === '' && lower === '' && column > 0) return false;
    if (upper !== '' && lower === '') isUncovered = true;
    if (upper === '' && column > 0 && above.texts[column - 1] !== undefined) isParted = true;
  }
  return (
    isParted &&
    isUncovered &&
    filledColumns(below).some((column) => shapeOf(first.texts[column] ?? '') !== 'text')
  );
}

/** Whether the first row, which nothing marks, names the columns. */
function isHeadRow(rows: readonly GridRow[], width: number): boolean {
  const [first, ...body] = rows;
  if (!first || width < 2) return false;
  const texts = Array.from({ length: width }, (_, column) => textOver(first, column));
  const [corner = '', ...names] = texts;
  const isCross = corner === '' && body.every((row) => shapeOf(row.texts[0] ?? '') === 'text');
  if (corner === '' && !isCross) return false;
  if (isCross && names.every((name) => name !== '' && name.length <= MAX_LABEL_CHARACTERS)) return true;
  if (!texts.every((text, column) => (column === 0 && text === '') || isLabel(text) || YEAR.test(text)))
    return false;
  if (texts.some((text, column) => isOfColumn(text, column, body))) return false;
  if (isTwoLanguages([first, ...body], width) || hasNamedPairs(first, body, width)) return false;
  return width > 2 || isHeadOfTwo(texts, body);
}

/** Whether a text is a value like those below: an amount above amounts, or a year above years. */
function isOfColumn(text: string, column: number, body: readonly GridRow[]): boolean {
  const shape = shapeOf(text);
  if (shape === 'text') return false;
  const shapes = body.map((row) => shapeOf(row.texts[column] ?? '')).filter((other) => other !== 'empty');
  const same = YEAR.test(text)
    ? body.filter((row) => YEAR.test(row.texts[column] ?? '')).length
    : shapes.filter((other) => other === shape).length;
  return shapes.length > 0 && same * 2 > shapes.length;
}

/** Whether names end in a colon, and the value beside each does not. */
function hasNamedPairs(first: GridRow, body: readonly GridRow[], width: number): boolean {
  const rows = [first, ...body];
  for (let column = 0; column + 1 < width; column += 2) {
    const ending = rows.filter((row) => /[:：]$/u.test(row.texts[column] ?? '')).length;
    const beside = rows.filter((row) => /[:：]$/u.test(row.texts[column + 1] ?? '')).length;
    if (ending * 2 > rows.length && beside === 0) return true;
  }
  return false;
}

/** Whether the outer columns say the same in Arabic and in Latin letters, the first row too. */
function isTwoLanguages(rows: readonly GridRow[], width: number): boolean {
  if (rows.length < 2) return false;
  const scriptsOf = (column: number): Set<string> =>
    new Set(rows.map((row) => scriptOf(row.texts[column] ?? '')).filter((script) => script !== ''));
  const [start, end] = [scriptsOf(0), scriptsOf(width - 1)];
  return (
    start.size === 1 &&
    end.size === 1 &&
    !start.has('mixed') &&
    [...start][0] !== [...end][0] &&
    !end.has('mixed')
  );
}

function scriptOf(text: string): string {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return '';
  return arabic > 0.8 * letters ? 'arabic' : arabic < 0.2 * letters ? 'other' : 'mixed';
}

/**
 * Whether the first of rows with two cells is a head and not a pair of name and value: the values below are of one kind
 * that the text above them is not, or all much longer, and what stands below the first name are no names of attributes.
 */
function isHeadOfTwo([, name = '']: readonly string[], body: readonly GridRow[]): boolean {
  // An attribute's name where a value would stand: `item | amount`.
  if (ATTRIBUTE.test(name) && name.split(' ').length <= 2) return true;
  const attributes = body.filter((row) => ATTRIBUTE.test(row.texts[0] ?? '')).length;
  if (attributes * 2 >= body.length) return false;
  const values = body.map((row) => row.texts[1] ?? '').filter((value) => value !== '');
  const shapes = new Set(values.map(shapeOf));
  if (values.length === 0 || shapes.size > 1) return false;
  if (!shapes.has('text')) return shapeOf(name) === 'text';
  return values.length > 1 && values.every((value) => value.length >= Math.max(25, 3 * name.length));
}

/** Names of columns from the rows of a head: distinct texts above each other joined. */
export function joinHead(head: readonly GridRow[], width: number): string[] {
  return Array.from({ length: width }, (_, column) => {
    const names: string[] = [];
    head.forEach((row, index) => {
      let text = textOver(row, column);
      // A name whose span the format does not keep covers the gaps after it.
      if (
        text === '' &&
        !isDescribed(row) &&
        index < head.length - 1 &&
        head[index + 1]?.texts[column] !== ''
      )
        text = row.texts.slice(0, column).findLast((before) => before !== '') ?? '';
      if (text !== '' && names.at(-1) !== text) names.push(text);
    });
    return names.join(' › ');
  });
}
