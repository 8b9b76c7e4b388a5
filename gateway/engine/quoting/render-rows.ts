import type { Quote, QuoteSpan } from './compose-quote.ts';

/** A row of two columns as passages have it: "Service: Transfer abroad | Fee: 50.75 SAR". */
const ROW = /^[^:|\n]{1,60}: ([^|\n]+?) \| [^:|\n]{1,60}: ([^|\n]+)$/u;

/**
 * A quote with its whole rows of two columns as a person would say them: "Transfer abroad: 50.75 SAR". What is left
 * stays letter for letter.
 */
export function renderRows({ text, from, spans }: Quote): Quote {
  let rendered = '';
  let before = 0;
  const kept: QuoteSpan[] = [];
  for (const { passage, inPassage, inAnswer } of spans) {
    rendered += text.slice(before, inAnswer.start);
    before = inAnswer.end;
    const keep = (start: number, end: number) => {
      const at = rendered.length;
      rendered += text.slice(start, end);
      if (text.slice(start, end).trim() === '') return;
      const moved = inPassage.start - inAnswer.start;
      kept.push({
        passage,
        inPassage: { start: start + moved, end: end + moved },
        inAnswer: { start: at, end: rendered.length },
      });
    };
    let unread = inAnswer.start;
    for (let start = inAnswer.start; start < inAnswer.end; ) {
      const lineEnd = text.indexOf('\n', start);
      const end = lineEnd === -1 || lineEnd > inAnswer.end ? inAnswer.end : lineEnd;
      const cells = findCells(text.slice(start, end));
      if (cells) {
        if (start > unread) keep(unread, start);
        const [[left, leftEnd], [right, rightEnd]] = cells;
        keep(start + left, start + leftEnd);
        rendered += ': ';
        keep(start + right, start + rightEnd);
        unread = end;
      }
      start = end + 1;
    }
    if (unread < inAnswer.end) keep(unread, inAnswer.end);
  }
  return { text: rendered + text.slice(before), from, spans: kept };
}

type Cell = [start: number, end: number];

function findCells(line: string): [Cell, Cell] | undefined {
  const match = ROW.exec(line);
  const [, one = '', other = ''] = match ?? [];
  if (!match || one === '' || other === '') return undefined;
  const start = line.indexOf(': ') + 2;
  return [
    [start, start + one.length],
    [line.length - other.length, line.length],
  ];
}
