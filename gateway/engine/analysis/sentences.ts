/** A sentence of a text. `start` and `end` are UTF-16 offsets into it, surrounding white space left out. */
export interface SentenceSpan {
  text: string;
  start: number;
  end: number;
}

// The segmenter ends a sentence after every one of these; a person would not.
const ABBREVIATION =
  /(?:^|[\s("«،,])(?:[أادمصهـقجطعرس]ـ?|أ\.د|د\.م|م\.م|ق\.م|ب\.م|هـ|إلخ|الخ|ت|ط|ج|mr|mrs|ms|dr|prof|st|no|vs|etc|fig|eq|sec|vol|pp?|art|e\.g|i\.e|u\.s|u\.k|a\.m|p\.m|inc|ltd|co|corp|jr|sr|[a-z])\.$/iu;
const NUMBERED = /^[\p{Nd}]{1,3}[.)]$/u;
/** UTF-16 units: more than an abbreviation has with the character before it and its full stop, or the number of an item. */
const LOOK_BACK = 8;
/** Letters of the longest abbreviation. */
const MAX_ABBREVIATION = 4;
const WHITE = /\s/;
const [SPACE, BRACKET, POINT] = [32, 41, 46];

const segmenter = new Intl.Segmenter('ar', { granularity: 'sentence' });

/**
 * The sentences of a text in order. A line break always ends one; abbreviations (د. أ. هـ. Dr. e.g.) and list numbers
 * do not.
 */
export function splitSentences(text: string): SentenceSpan[] {
  const sentences: SentenceSpan[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    splitLine(line, lineStart, sentences);
    lineStart += line.length + 1;
  }
  return sentences;
}

function splitLine(line: string, offset: number, into: SentenceSpan[]): void {
  if (line.trim() === '') return;
  let end = 0;
  // Where the letters of the sentence begin and end, so that its length need not be looked through again and again.
  let inkStart = -1;
  let inkEnd = 0;
  for (const { segment } of segmenter.segment(line)) {
    const start = end;
    end += segment.length;
    let ink = end;
    while (ink > start && isWhite(line.charCodeAt(ink - 1))) ink--;
    if (ink > start) {
      if (inkStart < 0) for (inkStart = start; isWhite(line.charCodeAt(inkStart)); ) inkStart++;
      inkEnd = ink;
    }
    if (inkStart < 0 || (end < line.length && goesOn(line, inkStart, inkEnd))) continue;
    into.push({ text: line.slice(inkStart, inkEnd), start: offset + inkStart, end: offset + inkEnd });
    inkStart = -1;
  }
}

const isWhite = (code: number): boolean =>
  code === SPACE ||
  ((code < SPACE || code > 127) && !isLetter(code) && WHITE.test(String.fromCharCode(code)));

/** Whether a UTF-16 unit is a letter of ASCII or of standard Arabic. */
const isLetter = (code: number): boolean =>
  (code >= 0x621 && code <= 0x64a) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

/** Whether what stands between the offsets ends in an abbreviation, or is no more than the number of an item. */
function goesOn(line: string, start: number, end: number): boolean {
  const last = line.charCodeAt(end - 1);
  if (last !== POINT && last !== BRACKET) return false;
  let letters = 0;
  while (letters <= MAX_ABBREVIATION && isLetter(line.charCodeAt(end - 2 - letters))) letters++;
  // The rest of a long word.
  if (letters > MAX_ABBREVIATION && end - 1 - letters >= start) return false;
  if (ABBREVIATION.test(line.slice(Math.max(start, end - LOOK_BACK), end))) return true;
  return end - start <= LOOK_BACK && NUMBERED.test(line.slice(start, end));
}
