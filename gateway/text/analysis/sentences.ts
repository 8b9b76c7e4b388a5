/** A sentence of a text. `start` and `end` are UTF-16 offsets into it, surrounding white space left out. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

// The segmenter ends a sentence after every one of these; a person would not.
const ABBREVIATION =
  /(?:^|[\s("«،,])(?:[أادمصهـقجطعرس]ـ?|أ\.د|د\.م|م\.م|ق\.م|ب\.م|هـ|إلخ|الخ|ت|ط|ج|mr|mrs|ms|dr|prof|st|no|vs|etc|fig|eq|sec|vol|pp?|art|e\.g|i\.e|u\.s|u\.k|a\.m|p\.m|inc|ltd|co|corp|jr|sr|[a-z])\.\s*$/iu;
const NUMBERED = /^\s*[\p{Nd}]{1,3}[.)]\s*$/u;

const segmenter = new Intl.Segmenter('ar', { granularity: 'sentence' });

/**
 * The sentences of a text in order. A line break always ends one; abbreviations (د. أ. هـ. Dr. e.g.) and list numbers
 * do not.
 */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    splitLine(line, lineStart, sentences);
    lineStart += line.length + 1;
  }
  return sentences;
}

function splitLine(line: string, offset: number, into: Sentence[]): void {
  if (line.trim() === '') return;
  let start = 0;
  let end = 0;
  for (const { segment } of segmenter.segment(line)) {
    end += segment.length;
    const piece = line.slice(start, end);
    if (end < line.length && (ABBREVIATION.test(piece) || NUMBERED.test(piece))) continue;
    push(line, start, end, offset, into);
    start = end;
  }
  if (start < line.length) push(line, start, line.length, offset, into);
}

function push(line: string, start: number, end: number, offset: number, into: Sentence[]): void {
  const piece = line.slice(start, end);
  const text = piece.trim();
  if (text === '') return;
  const from = offset + start + (piece.length - piece.trimStart().length);
  into.push({ text, start: from, end: from + text.length });
}
