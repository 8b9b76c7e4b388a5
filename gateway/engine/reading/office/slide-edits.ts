import { Parser } from 'htmlparser2';
import type { Edit } from './edits.ts';

/** Noncharacters of Unicode around the columns and rows that a cell covers, which the office library does not read. */
const SPAN = /\ufdd4(\d+),(\d+)\ufdd5/;
const markSpan = (columns: number, rows: number): string =>
  `<a:p><a:r><a:t>\ufdd4${columns},${rows}\ufdd5</a:t></a:r></a:p>`;

/** Whether a slide may strike text out or merge cells. */
export const mayEditSlide = (xml: string): boolean =>
  /\sstrike="(?:sngStrike|dblStrike)"|\s(?:gridSpan|rowSpan|hMerge|vMerge)="/.test(xml);

/** Edits that take struck-out text out of a slide, and that write into merged cells what they cover. */
export function findSlideEdits(xml: string): Edit[] {
  const edits: Edit[] = [];
  let isStruck = false;
  let isText = false;
  /** The mark of the cell whose first paragraph is to come. */
  let mark: string | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'a:r') isStruck = false;
        else if (name === 'a:rPr') isStruck = /^(?:sng|dbl)Strike$/.test(attributes['strike'] ?? '');
        else if (name === 'a:t') isText = true;
        else if (name === 'a:tc') mark = spanOf(attributes);
        else if (name === 'a:p' && mark !== undefined) {
          edits.push({ start: parser.startIndex, end: parser.startIndex, text: mark });
          mark = undefined;
        }
      },
      ontext() {
        if (isText && isStruck)
          edits.push({ start: parser.startIndex, end: parser.endIndex + 1, loss: 'struck' });
      },
      onclosetag(name) {
        if (name === 'a:t') isText = false;
        else if (name === 'a:r') isStruck = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return edits;
}

/** The mark of a cell that covers more than its place, or that is covered. */
function spanOf({ gridSpan, rowSpan, hMerge, vMerge }: Record<string, string>): string | undefined {
  if (isOn(hMerge) || isOn(vMerge)) return markSpan(0, 0);
  const [columns, rows] = [countOf(gridSpan), countOf(rowSpan)];
  return columns > 1 || rows > 1 ? markSpan(columns, rows) : undefined;
}

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';
const countOf = (value: string | undefined): number => Math.min(Math.max(Number(value) || 1, 1), 1_000);

/** Text, columns and rows of a cell, without the mark; undefined for a covered cell. */
export function takeSpan(text: string): { text: string; columns?: number; rows?: number } | undefined {
  const [mark, columns, rows] = SPAN.exec(text) ?? [];
  if (mark === undefined) return { text };
  if (Number(columns) === 0) return undefined;
  return { text: text.replace(mark, ''), columns: Number(columns), rows: Number(rows) };
}
