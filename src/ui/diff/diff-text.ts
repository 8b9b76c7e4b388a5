import { diffArrays } from 'diff';
import { alignSequences } from '#common/align-sequences.ts';

/** Words of a line that are on both sides, or on one. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Longest computation at a time: a page that waits longer is felt. Texts that take longer have little in common. */
const MAX_TIME_MS = 40;

interface Token {
  /** What is compared: the word without the space behind it. */
  key: string;
  text: string;
}

const LINE_END: Token = { key: '\n', text: '\n' };
const CELL_END = /(\s*\|\s*)/u;
/** What joins digits to one number, date or range: 1,250.50, 2026-11-29, 08:00. */
const NUMBER = /[\p{Nd}]+(?:[.,:/٫٬\u00a0\u202f-]\p{Nd}+)*\s*[%٪]?/gu;
const words = new Intl.Segmenter('ar', { granularity: 'word' });

/**
 * Lines of two texts in one, with the words that only one of them has. Words and numbers are whole, and so are cells of a
 * row (`Service: renewal | Fee: 300`). Undefined where the texts have too little in common for that.
 */
export function diffText(before: string, after: string): DiffPart[][] | undefined {
  const [lines, afterLines] = [before.split('\n'), after.split('\n')];
  const partners = alignSequences(lines, afterLines);
  const deadline = performance.now() + MAX_TIME_MS;
  const parts: DiffPart[] = [];
  let [from, afterFrom] = [0, 0];
  for (let index = 0; index <= afterLines.length; index++) {
    const to = index === afterLines.length ? lines.length : (partners[index] ?? -1);
    if (to < 0) continue;
    const tokens = lines.slice(from, to).flatMap(tokensOf);
    const afterTokens = afterLines.slice(afterFrom, index).flatMap(tokensOf);
    const changes = diffArrays(tokens, afterTokens, {
      comparator: (left, right) => left.key === right.key,
      timeout: Math.max(1, deadline - performance.now()),
    });
    if (changes === undefined) return undefined;
    for (const { added, removed, value } of changes)
      parts.push({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value.map(({ text }) => text).join(''),
      });
    if (index < afterLines.length) parts.push({ kind: 'same', text: `${afterLines[index] ?? ''}\n` });
    from = to + 1;
    afterFrom = index + 1;
  }
  return toLines(parts);
}

function tokensOf(line: string): Token[] {
  const tokens = line.includes('|') ? cellsOf(line) : wordsOf(line);
  return [...tokens, LINE_END];
}

/** A cell with the sign behind it. */
const cellsOf = (line: string): Token[] => line.split(CELL_END).map((text) => ({ key: text.trim(), text }));

function wordsOf(line: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  const addWords = (text: string) => {
    for (const { segment } of words.segment(text)) {
      const last = tokens.at(-1);
      if (segment.trim() === '' && last) last.text += segment;
      else tokens.push({ key: segment, text: segment });
    }
  };
  for (const { 0: number, index } of line.matchAll(NUMBER)) {
    addWords(line.slice(position, index));
    tokens.push({ key: number.trim(), text: number });
    position = index + number.length;
  }
  addWords(line.slice(position));
  return tokens;
}

/** A line ends where one of either text does; lines without words are left out. */
function toLines(parts: readonly DiffPart[]): DiffPart[][] {
  const lines: DiffPart[][] = [[]];
  for (const { kind, text } of parts)
    text.split('\n').forEach((piece, index) => {
      if (index > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ kind, text: piece });
    });
  return lines.filter((line) => line.length > 0);
}
