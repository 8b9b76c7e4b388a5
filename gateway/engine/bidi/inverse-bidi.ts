import { isArabicNumber, type LetterClass, mirror } from './letter-classes.ts';

/** A piece of logical text; `loose` marks what stands at a right-to-left level, where its direction is uncertain. */
interface BracketPiece {
  text: string;
  loose: boolean;
}

const OPENING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['«', '»'],
  ['‹', '›'],
  ['“', '”'],
]);
const CLOSING = new Map([...OPENING].map(([open, close]) => [close, open]));
const ENDS = /^[\s.,،؛;:!?؟…]$/u;
const STARTS = /^\s$/u;

/**
 * Joins the pieces and turns each loose bracket or quotation mark the way its surroundings ask for:
 * after a space it opens, before a space or an end mark it closes, else it balances what is open.
 */
export function turnBrackets(pieces: BracketPiece[]): string {
  const texts = pieces.map((piece) => piece.text);
  const depth = new Map<string, number>();
  pieces.forEach((piece, index) => {
    const open = OPENING.has(piece.text) ? piece.text : CLOSING.get(piece.text);
    if (open === undefined) return;
    const before = texts[index - 1]?.at(-1);
    const after = texts[index + 1]?.at(0);
    const level = depth.get(open) ?? 0;
    const opens = piece.loose ? decide(before, after, level) : piece.text === open;
    texts[index] = opens ? open : OPENING.get(open)!;
    depth.set(open, Math.max(0, level + (opens ? 1 : -1)));
  });
  // What looks like a space inside a bracket is the room that another font's bracket leaves.
  return texts.join('').replaceAll(/(?<=[([{«‹“])\s+|\s+(?=[)\]}»›”])/gu, '');
}

function decide(before: string | undefined, after: string | undefined, level: number): boolean {
  const canOpen = before === undefined || STARTS.test(before) || OPENING.has(before);
  const canClose = after === undefined || ENDS.test(after) || CLOSING.has(after);
  if (canOpen !== canClose) return canOpen;
  return level === 0;
}

/** One place of a visual line, from left to right; white space is a place of its own. */
export interface VisualItem {
  text: string;
  letter: LetterClass;
  /** Order of drawing, and the font, which tell apart what was laid out as separate runs. */
  rank: number;
  font: string;
}

/** What decides how a visual line becomes logical text. */
export interface DirectionContext {
  rightToLeft: boolean;
  /** The producer draws each line from left to right, so that an earlier rank further right is a separate run. */
  drawnLeftToRight: boolean;
}

const UNITS = new Set(
  'B KB MB GB TB kB Kb Mb Gb KiB MiB GiB bit kg g mg km m cm mm nm ml L l s ms min h Hz kHz MHz GHz W kW MW V A K C F px pt dpi USD EUR SAR GBP'.split(
    ' ',
  ),
);
const NUMBER_SEPARATORS = new Set(['.', ',', ':', '/', '٫', '٬', '،']);

/** Turns a visual line into logical text. */
export function readVisualLine(items: VisualItem[], context: DirectionContext): string {
  if (context.rightToLeft) return readRightToLeft(items, context);
  return readLeftToRight(items, context);
}

/** The engine mirrors brackets by its own segments, so that even at this level a pair can face one way. */
function joinLeftToRight(pieces: BracketPiece[]): string {
  const count = (text: string) => pieces.filter((piece) => piece.text === text).length;
  const uneven = count('(') !== count(')') && count('(') + count(')') > 1;
  return turnBrackets(pieces.map((piece) => ({ text: piece.text, loose: uneven && piece.loose })));
}

interface Run {
  from: number;
  /** Inclusive. */
  to: number;
}

/**
 * Brackets as they are seen: the left one of a pair opens to the right, whatever its direction. The engine mirrors them by
 * segments of its own, so that one beside a Latin word can face the wrong way.
 */
function straightenBrackets(items: VisualItem[]): VisualItem[] {
  return items.map((item, index) => {
    const close = OPENING.get(item.text);
    const open = close === undefined ? CLOSING.get(item.text) : item.text;
    if (open === undefined || !/^[([]$/u.test(open)) return item;
    const isLeft = isBlank(items[index - 1]) && isWord(items[index + 1]);
    const isRight = isWord(items[index - 1]) && isBlank(items[index + 1]);
    if (isLeft === isRight) return item;
    const text = isLeft ? open : OPENING.get(open)!;
    return text === item.text ? item : { ...item, text };
  });
}

function isBlank(item: VisualItem | undefined): boolean {
  return item === undefined || item.letter === 'space';
}

function isWord(item: VisualItem | undefined): boolean {
  return item?.letter === 'ltr' || item?.letter === 'number';
}

function readRightToLeft(line: VisualItem[], context: DirectionContext): string {
  const items = straightenBrackets(line);
  const pieces: BracketPiece[] = [];
  let index = items.length - 1;
  const runs = findLeftToRightRuns(items, context);
  let run = runs.pop();
  while (index >= 0) {
    if (run !== undefined && index === run.to) {
      for (let place = run.from; place <= run.to; place += 1)
        pieces.push({ text: items[place]!.text, loose: false });
      index = run.from - 1;
      run = runs.pop();
    } else {
      const item = items[index]!;
      const neutral = item.letter === 'neutral';
      pieces.push({ text: neutral ? mirror(item.text) : item.text, loose: neutral });
      index -= 1;
    }
  }
  return turnBrackets(pieces);
}

/** Right-to-left stretches inside a left-to-right line: turned one by one, the rest stays. */
function readLeftToRight(items: VisualItem[], context: DirectionContext): string {
  const pieces: BracketPiece[] = [];
  let index = 0;
  while (index < items.length) {
    const item = items[index]!;
    if (item.letter !== 'rtl') {
      pieces.push({ text: item.text, loose: item.letter === 'neutral' });
      index += 1;
      continue;
    }
    let end = index;
    for (let place = index; place < items.length && items[place]!.letter !== 'ltr'; place += 1) {
      if (items[place]!.letter === 'rtl') end = place;
    }
    pieces.push({ text: readRightToLeft(items.slice(index, end + 1), context), loose: false });
    index = end + 1;
  }
  return joinLeftToRight(pieces);
}

/** Stretches that stand at a left-to-right level in a right-to-left line, from left to right. */
function findLeftToRightRuns(items: VisualItem[], context: DirectionContext): Run[] {
  const enclosing = bracketsAroundRtl(items);
  const runs: Run[] = [];
  let index = 0;
  while (index < items.length) {
    const { letter } = items[index]!;
    if (letter !== 'ltr' && letter !== 'number') {
      index += 1;
      continue;
    }
    const run: Run = { from: index, to: index };
    let latin = letter === 'ltr';
    for (;;) {
      const next = nextStrong(items, run.to);
      if (next === undefined || !joins(items, run, next, latin, enclosing, context)) break;
      run.to = next;
      latin ||= items[next]!.letter === 'ltr';
    }
    closeBracket(items, run);
    takeHyphen(items, run);
    runs.push(run);
    index = run.to + 1;
  }
  return runs;
}

function nextStrong(items: VisualItem[], from: number): number | undefined {
  for (let index = from + 1; index < items.length; index += 1) {
    const { letter } = items[index]!;
    if (letter === 'rtl') return undefined;
    if (letter === 'ltr' || letter === 'number') return index;
  }
  return undefined;
}

function joins(
  items: VisualItem[],
  run: Run,
  next: number,
  latin: boolean,
  enclosing: Set<number>,
  context: DirectionContext,
): boolean {
  const a = items[run.to]!;
  const b = items[next]!;
  const between = items.slice(run.to + 1, next);
  if (between.length === 0) return true;
  for (let index = run.to + 1; index < next; index += 1) if (enclosing.has(index)) return false;
  const spaced = between.some((item) => item.letter === 'space');
  if (b.letter === 'number') {
    if (closesAround(items, run, between)) return false;
    const foreign = isArabicNumber(b.text) || isArabicNumber(a.text);
    if (!latin || foreign) return between.length === 1 && NUMBER_SEPARATORS.has(between[0]!.text);
    if (a.letter === 'number') return true;
    return joinsNumberAfterWord(items, run, b, between, spaced, context);
  }
  if (a.letter === 'ltr' || latin) return true;
  if (!spaced || a.rank === b.rank) return true;
  // At the beginning of a line, a number before a word goes on a left-to-right stretch of the line above.
  return (
    between.length === 1 &&
    !isArabicNumber(a.text) &&
    run.from > 0 &&
    !items.slice(next).some((item) => item.letter === 'rtl')
  );
}

/** `Error 404` and `5 MB` look alike in a right-to-left line; drawing order, units and list numbers tell. */
function joinsNumberAfterWord(
  items: VisualItem[],
  run: Run,
  number: VisualItem,
  between: VisualItem[],
  spaced: boolean,
  context: DirectionContext,
): boolean {
  const word = items[run.to]!;
  if (!spaced) return true;
  if (context.drawnLeftToRight && number.rank < word.rank && number.font === word.font) return false;
  const beside = between.at(-1)!.text;
  if (beside === '.' || beside === ')') return false;
  let from = run.to;
  while (from > run.from && items[from - 1]!.letter === 'ltr') from -= 1;
  const letters = items
    .slice(from, run.to + 1)
    .map((item) => item.text)
    .join('');
  return !(between.length === 1 && isCounted(letters));
}

/** Units, and things in the plural (`4 cores`), follow their number; names and single things (`step 4`) go before it. */
export function isCounted(word: string): boolean {
  return UNITS.has(word) || /^[a-z]{3,}[a-rt-z]s$/u.test(word);
}

/** Brackets around the whole run, whichever way the engine turned them, close before a number: `8080 (TCP)` is two runs. */
function closesAround(items: VisualItem[], run: Run, between: VisualItem[]): boolean {
  const isBracket = (item: VisualItem | undefined) => /^[()[\]]$/u.test(item?.text ?? '');
  if (!isBracket(between[0]) || !isBracket(items[run.from - 1])) return false;
  return !items.slice(run.from, run.to + 1).some(isBracket);
}

/** A bracket opened inside a left-to-right run closes in it, whatever follows. */
function closeBracket(items: VisualItem[], run: Run): void {
  let depth = 0;
  for (let index = run.from; index <= run.to; index += 1) {
    const { text } = items[index]!;
    if (text === '(' || text === '[') depth += 1;
    else if (text === ')' || text === ']') depth = Math.max(0, depth - 1);
  }
  while (depth > 0) {
    const next = items[run.to + 1];
    if (next === undefined || (next.text !== ')' && next.text !== ']')) return;
    run.to += 1;
    depth -= 1;
  }
}

/** A word cut at the end of its line keeps its hyphen on its own side: the line's last word stands on its left end. */
function takeHyphen(items: VisualItem[], run: Run): void {
  const cut = run.from === 0 && items[run.to]!.letter === 'ltr' && items[run.to + 1]?.text === '-';
  if (cut && items[run.to + 2]?.letter === 'space') run.to += 1;
}

/** Places of brackets whose inside holds right-to-left letters: such a pair stands at the line's own level. */
function bracketsAroundRtl(items: VisualItem[]): Set<number> {
  const brackets = new Set<number>();
  const open: number[] = [];
  items.forEach((item, index) => {
    if (item.text === '(' || item.text === '[') open.push(index);
    else if (item.text === ')' || item.text === ']') {
      const start = open.pop();
      if (start === undefined) return;
      const inside = items.slice(start + 1, index);
      if (inside.some((inner) => inner.letter === 'rtl')) {
        brackets.add(start);
        brackets.add(index);
      }
    }
  });
  return brackets;
}
