import { classifyBeginning, introducesOnly, MAX_REFUSAL_LENGTH, NO_ANSWER } from './detect-refusal.ts';

/** Filter for the output of a model: keeps valid citations only, and detects `NO_ANSWER`. */
interface CitationCleaner {
  /** Returns the text that is safe to show; '' while the beginning may still become a refusal or a citation. */
  push(text: string): string;
  /** Returns the text held back until now. */
  finish(): string;
  /**
   * Whether the answer is a refusal. `NO_ANSWER` at the beginning shows at once, and no text is emitted; behind an
   * introduction the refusal is known only after `finish`.
   */
  readonly refused: boolean;
}

/** Longest text between the brackets of a citation: a few numbers with separators. */
const MAX_CITATION_LENGTH = 40;
/** Blanks before a citation, removed with it. Bounded, since a long run of blanks would be scanned again from each blank. */
const BLANKS = `[ \\t]{0,8}`;
const INSIDE = String.raw`[\p{Nd}\s,،;؛^–-]`;
const CITATION = new RegExp(
  String.raw`(${BLANKS})[\[【](?=[^\]】]{1,${MAX_CITATION_LENGTH}}[\]】])\^?(\p{Nd}${INSIDE}{0,${MAX_CITATION_LENGTH}})[\]】]`,
  'gu',
);
/** An unfinished citation at the end of a text, with the blanks before it; and its greatest length. */
const BEGUN = new RegExp(String.raw`${BLANKS}(?:[\[【]${INSIDE}{0,${MAX_CITATION_LENGTH}})?$`, 'u');
const MAX_OPEN_CITATION_LENGTH = MAX_CITATION_LENGTH + 9;

/**
 * Cleans an answer that arrives in pieces, cut at any character. `[1, ٢]` becomes `[1][2]`. Valid numbers are 1 to
 * `passages`, in any digits; other numbers are removed, and so are brackets without a valid number.
 */
export function createCitationCleaner(passages: number): CitationCleaner {
  let held = '';
  let begun = false;
  let refused = false;
  /** The beginning of the emitted text, and whether `NO_ANSWER` was removed from the text. */
  let shownFirst = '';
  let signed = false;

  const clean = (text: string) => {
    signed ||= text.includes(NO_ANSWER);
    return text
      .replace(CITATION, (_, blanks: string, numbers: string) => {
        const valid = readNumbers(numbers).filter((number) => number >= 1 && number <= passages);
        return valid.length === 0 ? '' : blanks + valid.map((number) => `[${number}]`).join('');
      })
      .replaceAll(NO_ANSWER, '');
  };
  /** Holds back a beginning that may still become a refusal. */
  const begin = (last: boolean): boolean => {
    if (begun) return true;
    held = held.trimStart();
    const beginning = classifyBeginning(held);
    if (!last && beginning === 'open') return false;
    begun = true;
    refused = beginning === 'refusal';
    return true;
  };
  const takeUpTo = (end: number): string => {
    const shown = refused ? '' : clean(held.slice(0, end));
    held = held.slice(end);
    if (shownFirst.length <= MAX_REFUSAL_LENGTH) shownFirst += shown.slice(0, MAX_REFUSAL_LENGTH + 1);
    return shown;
  };

  return {
    push(text) {
      held += text;
      if (!begin(false)) return '';
      return takeUpTo(heldFrom(held));
    },
    finish() {
      begin(true);
      const rest = takeUpTo(held.length).trimEnd();
      refused ||= signed && introducesOnly(shownFirst);
      return refused ? '' : rest;
    },
    get refused() {
      return refused;
    },
  };
}

/** Offset of the text to hold back: blanks before a bracket, an open bracket, or the first letters of `NO_ANSWER`. */
function heldFrom(text: string): number {
  const before = Math.max(0, text.length - MAX_OPEN_CITATION_LENGTH);
  let end = before + (BEGUN.exec(text.slice(before))?.index ?? 0);
  for (let length = Math.min(NO_ANSWER.length - 1, text.length); length > 0; length--)
    if (text.endsWith(NO_ANSWER.slice(0, length))) {
      end = Math.min(end, text.length - length);
      break;
    }
  return end;
}

/** The passages that a text cites as `[1]`, by index from 0, each once, in its order. */
export function readCitations(text: string): number[] {
  const passages = [...text.matchAll(/\[(\d{1,3})\]/g)].map((match) => Number(match[1]) - 1);
  return [...new Set(passages)];
}

/** A text without its citations. */
export function withoutCitations(text: string): string {
  return text.replace(/[ \t]{0,8}(?:\[\d{1,3}\])+/g, '');
}

function readNumbers(text: string): number[] {
  const digits = text.replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)));
  return digits.split(/[^\d–-]+/u).flatMap((part) => {
    const range = /^(\d{1,3})[–-](\d{1,3})$/.exec(part);
    if (!range)
      return part
        .split(/[–-]/)
        .filter((number) => /^\d{1,3}$/.test(number))
        .map(Number);
    const [from, to] = [Number(range[1]), Number(range[2])];
    return Array.from({ length: Math.max(0, Math.min(to - from, 50)) + 1 }, (_, index) => from + index);
  });
}

/** The value of a decimal digit of any script: each script has its ten in a row, from a multiple of 10 or 16 on. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}
