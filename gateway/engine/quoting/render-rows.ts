import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import type { Quote, QuoteSpan } from './compose-quote.ts';
import { isMoney, isUnit } from './number-words.ts';
import { type Cell, type Row, readRows } from './table-rows.ts';
import type { TextSpan } from './truncate-statement.ts';

/**
 * A quote with its whole rows of two columns and more as a person would say them: "Transfer abroad: 50.75 SAR", "Single:
 * Low season 89 EUR, High season 124 EUR", "Weight (kg): 5, Fee (SAR): 20". A column's name is left out only where the value says the same without it.
 * The remaining words stay letter for letter. `passages`: the quoted texts, by index.
 */
export function renderRows({ text, from, spans }: Quote, passages: readonly string[]): Quote {
  let rendered = '';
  let before = 0;
  const remaining: QuoteSpan[] = [];
  for (const { passage, inPassage, inAnswer } of spans) {
    rendered += text.slice(before, inAnswer.start);
    before = inAnswer.end;
    const source = passages[passage] ?? '';
    const keep = ({ start, end }: TextSpan) => {
      const words = source.slice(start, end);
      const offset = rendered.length;
      rendered += words;
      if (words.trim() !== '')
        remaining.push({
          passage,
          inPassage: { start, end },
          inAnswer: { start: offset, end: rendered.length },
        });
    };
    const rows = readRows(source);
    let unread = inPassage.start;
    for (const row of rows) {
      if (row.start < inPassage.start || row.end > inPassage.end) continue;
      if (row.start > unread) keep({ start: unread, end: row.start });
      for (const part of sayRow(row.cells, rows, source))
        if (typeof part === 'string') rendered += part;
        else keep(part);
      unread = row.end;
    }
    if (unread < inPassage.end) keep({ start: unread, end: inPassage.end });
  }
  return { text: rendered + text.slice(before), from, spans: remaining };
}

/** The printed parts of a row, in order: words of the passage, and joints. */
function sayRow(cells: readonly Cell[], rows: readonly Row[], text: string): (TextSpan | string)[] {
  const [subject, ...others] = cells;
  if (!subject) return [];
  const nameOf = ({ header }: Cell) => read(text, header);
  const names = new Set(cells.map(nameOf));
  const table = rows.map((row) => row.cells).filter((row) => row.some((cell) => names.has(nameOf(cell))));
  // All rows of a table begin alike.
  const isClear = table.flat().every((cell) => nameOf(cell) !== nameOf(subject) || isClearAlone(cell, text));
  // A row without a first cell begins with another column.
  const isFirst = table.every((row) => row.slice(1).every((cell) => nameOf(cell) !== nameOf(subject)));
  const comma = /\p{sc=Arabic}/u.test(nameOf(subject)) ? '، ' : ', ';
  if (!isFirst || !isClear)
    return cells.flatMap(({ header, value }, index) => [
      ...(index > 0 ? [comma] : []),
      { start: header.start, end: value.end },
    ]);
  // A row with an empty cell has fewer columns than its table.
  const isOfTwo = names.size === 2 && table.flat().every((cell) => names.has(nameOf(cell)));
  const isPlain = isOfTwo && others.every((cell) => isClearAlone(cell, text));
  return [
    subject.value,
    ...others.flatMap(({ header, value }, index) => [
      index > 0 ? comma : ': ',
      ...(isPlain ? [value] : [header, ' ', value]),
    ]),
  ];
}

/** Whether the name of a column is redundant: the value is no bare number, and the name has no remark in brackets and no unit missing from the value. */
function isClearAlone({ header, value }: Cell, text: string): boolean {
  const [name, said] = [read(text, header), read(text, value)];
  if (/[()[\]（）%٪°\p{Sc}]/u.test(name) || !/[\p{L}\p{Sc}%٪°]/u.test(said)) return false;
  const words = new Set(tokenise(said).map(({ word }) => word));
  const lacks = (word: string) => (isMoney(word) || isUnit(word)) && !words.has(word);
  return !/\p{Nd}/u.test(said) || !tokenise(name).some(({ word }) => lacks(word));
}

const read = (text: string, { start, end }: TextSpan): string => text.slice(start, end);
