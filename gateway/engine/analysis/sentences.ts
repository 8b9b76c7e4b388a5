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
/** UTF-16 units before a full stop: longer than any abbreviation with the character before it. */
const LOOK_BACK = 24;

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
  let start = 0;
  let end = 0;
  // Where the letters of the sentence begin and end, so that its length need not be looked through again and again.
  let inkStart = -1;
  let inkEnd = 0;
  for (const { segment } of segmenter.segment(line)) {
    const ink = segment.trimEnd().length;
    if (ink > 0) {
      if (inkStart < 0) inkStart = end + ink - segment.trim().length;
      inkEnd = end + ink;
    }
    end += segment.length;
    if (end < line.length && inkStart >= 0 && goesOn(line, inkStart, inkEnd)) continue;
    push(line, start, end, offset, into);
    start = end;
    inkStart = -1;
  }
  if (start < line.length) push(line, start, line.length, offset, into);
}

/** Whether what stands between the offsets ends in an abbreviation, or is no more than the number of an item. */
function goesOn(line: string, start: number, end: number): boolean {
  if (ABBREVIATION.test(line.slice(Math.max(start, end - LOOK_BACK), end))) return true;
  return end - start <= LOOK_BACK && NUMBERED.test(line.slice(start, end));
}

function push(line: string, start: number, end: number, offset: number, into: SentenceSpan[]): void {
  const piece = line.slice(start, end);
  const text = piece.trim();
  if (text === '') return;
  const from = offset + start + (piece.length - piece.trimStart().length);
  into.push({ text, start: from, end: from + text.length });
}
