import { recordHidden } from '#gateway/engine/reading/hidden-text.ts';
import type { DroppedText } from './edits.ts';
import { markLabel } from './list-labels.ts';
import { PAGE_BREAK } from './page-counter.ts';

const [BACKSLASH, OPEN, CLOSE] = [0x5c, 0x7b, 0x7d];
const CONTROL = /\\(?:([a-z]{1,32})(-?\d{1,10})? ?|'[0-9a-fA-F]{2}|[^a-z])/y;

/** Groups that hold no text of the document. */
const DESTINATIONS = new Set([
  'stylesheet',
  'fonttbl',
  'colortbl',
  'info',
  'listtable',
  'listoverridetable',
  'revtbl',
  'bkmkstart',
  'bkmkend',
  'fldinst',
  'annotation',
  'atnauthor',
  'atnid',
  'pgdsctbl',
  'pict',
  'objdata',
  'themedata',
  'datastore',
]);
/** Controls that stand for a character of the text. */
const SIGNS = new Set([
  'tab',
  'line',
  'emdash',
  'endash',
  'bullet',
  'lquote',
  'rquote',
  'ldblquote',
  'rdblquote',
]);
const STRIKES = new Set(['strike', 'striked', 'deleted']);
const LABELS = new Set(['listtext', 'pntext']);

/** What is said of the text of a group. */
interface Group {
  hidden: boolean;
  struck: boolean;
  /** Characters after `\u` for programs without Unicode. */
  fallback: number;
  outside: boolean;
  /** Text of the label of a list item, in a group of it. */
  label?: { text: string };
}

/**
 * An RTF file as its program shows it, for the office library: without text that is hidden (`\v`), struck out or
 * deleted by a tracked change, with `\_` as a hyphen and with the labels of list items. The same bytes when there is
 * nothing of it. Text left out is recorded as far as it is written in one byte a letter or in Unicode.
 */
export function blankHiddenRtf(bytes: Uint8Array, dropped: DroppedText): Uint8Array {
  const text = LATIN.decode(bytes);
  return CHANGES.test(text) ? new RtfEditor(bytes, text, dropped).run() : bytes;
}

class RtfEditor {
  readonly #bytes: Uint8Array;
  /** One character a byte. */
  readonly #text: string;
  readonly #dropped: DroppedText;
  readonly #visible: Uint8Array[] = [];
  /** The stretch of bytes that is kept and not yet in `#visible`. */
  #start = 0;
  #end = 0;
  readonly #groups: Group[] = [];
  #group: Group = { hidden: false, struck: false, fallback: 1, outside: false };
  /** Text left out since text was last shown, and why. */
  #lost = '';
  #loss: keyof DroppedText = 'hidden';
  /** Characters still to come that only repeat the last `\u`. */
  #skip = 0;

  constructor(bytes: Uint8Array, text: string, dropped: DroppedText) {
    this.#bytes = bytes;
    this.#text = text;
    this.#dropped = dropped;
  }

  run(): Uint8Array {
    for (let offset = 0; offset < this.#bytes.length; ) {
      const byte = this.#bytes[offset];
      if (byte === OPEN || byte === CLOSE) this.#brace(byte, offset++);
      else if (byte === BACKSLASH) offset = this.#control(offset);
      else offset = this.#plain(offset);
    }
    this.#report();
    this.#flush();
    return concatenate(this.#visible);
  }

  #keep(start: number, end: number): void {
    if (start !== this.#end) {
      this.#flush();
      this.#start = start;
    }
    this.#end = end;
  }

  #flush(): void {
    if (this.#end > this.#start) this.#visible.push(this.#bytes.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }

  /** Bytes of our own, after all that was kept. */
  #insert(bytes: Uint8Array): void {
    this.#flush();
    this.#visible.push(bytes);
  }

  #brace(byte: number, offset: number): void {
    this.#skip = 0;
    this.#keep(offset, offset + 1);
    if (byte === OPEN) {
      this.#groups.push(this.#group);
      this.#group = { ...this.#group };
      return;
    }
    const { label } = this.#group;
    this.#group = this.#groups.pop() ?? this.#group;
    if (label && !this.#group.label && !this.#isLost()) this.#writeLabel(label.text);
  }

  /** Bullets, and letters of fonts of symbols that draw bullets, become an empty label: no number. */
  #writeLabel(text: string): void {
    const shown = text.replace(/\s+/g, ' ').trim();
    const isLabel = /[\p{L}\p{N}]/u.test(shown) && !/^\P{N}$/u.test(shown);
    const label = markLabel(isLabel ? shown : '');
    const codes = Array.from({ length: label.length }, (_, index) => unicode(label.charCodeAt(index)));
    this.#insert(new TextEncoder().encode(`{\\plain\\uc1 ${codes.join('')}}`));
  }

  #control(offset: number): number {
    CONTROL.lastIndex = offset;
    const [whole = '\\', word, value] = CONTROL.exec(this.#text) ?? [];
    const data = word === 'bin' ? Math.max(0, Number(value ?? 0)) : 0;
    const end = Math.min(offset + whole.length + data, this.#bytes.length);
    this.#format(word, value);
    if (word === 'page' && !this.#group.outside) this.#insert(PAGE);
    const letter = letterOf(whole, word, value);
    if (letter === undefined || this.#group.outside) this.#keep(offset, end);
    else if (this.#skip > 0 && word !== 'u') {
      this.#skip--;
      if (!this.#isLost()) this.#keep(offset, end);
    } else {
      this.#show(letter, offset, end, whole === '\\_' ? HYPHEN : undefined);
      this.#skip = word === 'u' ? this.#group.fallback : 0;
    }
    return end;
  }

  #format(word: string | undefined, value: string | undefined): void {
    const group = this.#group;
    if (word === undefined) return;
    if (DESTINATIONS.has(word)) group.outside = true;
    else if (LABELS.has(word)) group.label ??= { text: '' };
    else if (word === 'v') group.hidden = value !== '0';
    else if (STRIKES.has(word)) group.struck = value !== '0';
    else if (word === 'plain') group.hidden = group.struck = false;
    else if (word === 'uc') group.fallback = Math.min(Number(value ?? 1), 9);
  }

  #plain(offset: number): number {
    let end = offset + 1;
    while (end < this.#bytes.length && !isSyntax(this.#bytes[end])) end++;
    let start = offset;
    while (this.#skip > 0 && start < end) {
      const byte = this.#text.charCodeAt(start++);
      if (byte !== 0x0a && byte !== 0x0d) this.#skip--;
    }
    if (start > offset && !this.#isLost()) this.#keep(offset, start);
    if (this.#group.outside || (!this.#isLost() && !this.#group.label && this.#lost === ''))
      this.#keep(start, end);
    else if (start < end) this.#show(this.#text.slice(start, end).replace(/[\r\n]/g, ''), start, end);
    return end;
  }

  #isLost(): boolean {
    return !this.#group.outside && (this.#group.hidden || this.#group.struck);
  }

  /** Keeps the bytes of shown text, or `instead` of them; records text that is not shown. */
  #show(text: string, start: number, end: number, instead?: Uint8Array): void {
    const { hidden, label } = this.#group;
    if (label) label.text += text;
    if (this.#isLost()) {
      const loss = hidden ? 'hidden' : 'struck';
      if (loss !== this.#loss) this.#report();
      this.#loss = loss;
      this.#lost += text;
      return;
    }
    if (text !== '') this.#report();
    if (instead) this.#insert(instead);
    else this.#keep(start, end);
  }

  #report(): void {
    recordHidden(this.#dropped[this.#loss], this.#lost);
    this.#lost = '';
  }
}

const HYPHEN = Uint8Array.of(0x2d);

const isSyntax = (byte: number | undefined): boolean => byte === BACKSLASH || byte === OPEN || byte === CLOSE;

const unicode = (code: number): string => `\\u${code > 0x7fff ? code - 0x1_0000 : code}?`;

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Controls of text that this module changes. */
const CHANGES = /\\(?:(?:v|striked?|deleted|listtext|pntext|page)(?![a-z])|_)/;

/** The end of a page, as a sign in the text. */
const PAGE = new TextEncoder().encode(`{\\plain\\uc1 ${unicode(PAGE_BREAK.charCodeAt(0))}}`);

/** One character a byte. */
const LATIN = new TextDecoder('latin1');
const ARABIC = new TextDecoder('windows-1256');

/** Control symbols of text. */
const SYMBOLS = new Map([
  ['\\_', '-'],
  ['\\-', ''],
  ['\\~', ' '],
  ['\\\\', '\\'],
  ['\\{', '{'],
  ['\\}', '}'],
]);

/** The text that a control stands for; undefined for a formatting control. */
function letterOf(whole: string, word: string | undefined, value: string | undefined): string | undefined {
  if (whole.startsWith("\\'")) return ARABIC.decode(Uint8Array.of(Number.parseInt(whole.slice(2), 16)));
  if (word === 'u') return String.fromCharCode(Number(value ?? 0) & 0xffff);
  if (word !== undefined) return SIGNS.has(word) ? ' ' : undefined;
  return SYMBOLS.get(whole);
}
