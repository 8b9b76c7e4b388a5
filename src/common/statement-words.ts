import { latinDigits, normaliseWord, plainNumbers, withoutMarks } from './fold-text.ts';
import { NEGATIONS } from './negations.ts';

/** A word as statements are compared. */
export interface StatementWord {
  /** Folded; of a number its value with the sign of percent or currency. */
  word: string;
  isNumber: boolean;
  isNegation: boolean;
  /** Part of a column's name in a row, as "Fee" in "Service: renewal | Fee: 50". */
  isHeading: boolean;
  /** A sentence, a part of one between commas, a line or a cell begins with the word. */
  startsClause: boolean;
}

/** Among words that a statement gains, these deny too. */
const OTHER_NEGATIONS = 'ما وما عدم وعدم لست لستم لسنا ليسا وليسوا فلم فلن فليس وغير وبدون وبلا ودون';
const DENYING: ReadonlySet<string> = new Set(
  `${NEGATIONS} ${OTHER_NEGATIONS}`.trim().split(/\s+/).map(normaliseWord),
);

/** A bullet, or the number or letter of an item, before its first word. */
const LIST_SIGN = /^(?:[^\p{L}\p{N}\p{Sc}%٪(\s]+\s+)*\(?(?:\d{1,3}|\p{L})[.)-](?=\s+\p{L})/u;
const CELL_BAR = /[|\t]/;
const HEADING = /^\s*([^:：]{1,60})[:：]\s/u;
const CONTRACTION = /(?<=\p{L})n['’]t\b/giu;
const SPELLED_OUT = /\bcannot\b/giu;

const NUMBER = String.raw`\d{1,3}(?:[,٬'’\u00a0\u202f]\d{3})+(?!\d)(?:[.٫]\d+)?|\d+(?:[.٫]\d+)?`;
const SIGN = String.raw`[%٪\p{Sc}]`;
const WORD = new RegExp(
  String.raw`(?<before>${SIGN})\s?(?<signed>${NUMBER})|(?<number>${NUMBER})(?:\s?(?<behind>${SIGN})(?!\s?\d))?|[\p{L}\p{Nl}\p{No}]+`,
  'gu',
);
const CLAUSE_END = /[.!?؟:;؛،,()[\]{}"«»“”–—\n]/;

/** The words of a text without punctuation, list signs, bars of tables and tashkeel. */
export function statementWords(text: string): StatementWord[] {
  const words: StatementWord[] = [];
  for (const line of withoutMarks(text).split('\n')) {
    const item = spellOut(latinDigits(line.trimStart())).replace(LIST_SIGN, ' ');
    const cells = item.split(CELL_BAR).filter((cell) => cell.trim() !== '');
    for (const cell of cells) {
      const heading = cells.length > 1 ? (HEADING.exec(cell)?.[0].length ?? 0) : 0;
      addWords(words, cell, heading);
    }
  }
  return words;
}

function addWords(words: StatementWord[], cell: string, headingLength: number): void {
  let end = 0;
  for (const match of cell.matchAll(WORD)) {
    const { index } = match;
    const { before, signed, number, behind } = match.groups ?? {};
    const digits = signed ?? number;
    const word = digits === undefined ? normaliseWord(match[0]) : valueOf(digits) + signOf(before ?? behind);
    const startsClause = end === 0 || CLAUSE_END.test(cell.slice(end, index));
    end = index + match[0].length;
    if (word === '') continue;
    words.push({
      word,
      isNumber: digits !== undefined,
      isNegation: DENYING.has(word),
      isHeading: index < headingLength,
      startsClause,
    });
  }
}

/** "don't" and "cannot" say "not" as a word of its own. */
const spellOut = (text: string): string => text.replace(SPELLED_OUT, 'can not').replace(CONTRACTION, ' not');

/** ٥٠, 50 and 50.00 are one number, 08 is 8. Longer numbers keep their zeros: they may be of a telephone. */
function valueOf(digits: string): string {
  const plain = plainNumbers(digits);
  const [whole = '', decimals = ''] = plain.split('.');
  const short = whole.length === 2 ? String(Number(whole)) : whole;
  const rest = decimals.replace(/0+$/, '');
  return rest === '' ? short : `${short}.${rest}`;
}

const signOf = (sign: string | undefined): string => (sign === '٪' ? '%' : (sign ?? ''));
