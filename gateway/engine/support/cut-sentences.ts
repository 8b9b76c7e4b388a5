import { type SentenceSpan, splitSentences } from '#gateway/engine/analysis/sentences.ts';

/** Cuts a growing text into complete sentences. Offsets count UTF-16 units from the start of the text. */
interface SentenceCutter {
  push(text: string): SentenceSpan[];
  finish(): SentenceSpan[];
}

/** Characters of the next sentence that complete the one before: enough to recognise an abbreviation or a citation. */
const LOOK_AHEAD_CHARACTERS = 12;
/** Characters that may end a sentence. */
const END = /[.!?؟。\n]/;
const GROWTH = 0.1;
const LEADING_CITATIONS = /^(?:\s*\[\d{1,3}\])+[.،,]?/;

/** A citation behind a full stop belongs to the sentence before it. */
export function createSentenceCutter(): SentenceCutter {
  let rest = '';
  let offset = 0;
  let mayEnd = false;
  /** Length of `rest` for the next search; grows with a text without sentence ends, so that searches become rarer. */
  let enough = 0;

  const cut = (all: boolean): SentenceSpan[] => {
    const sentences = splitCited(rest);
    const open = all ? undefined : sentences.at(-1);
    const complete = open
      ? sentences.slice(0, open.text.length < LOOK_AHEAD_CHARACTERS ? -2 : -1)
      : sentences;
    const end = complete.at(-1)?.end ?? 0;
    const cut = complete.map(({ text, start, end }) => ({ text, start: offset + start, end: offset + end }));
    rest = rest.slice(end);
    offset += end;
    mayEnd = END.test(rest);
    enough = end > 0 ? 0 : rest.length * (1 + GROWTH);
    return cut;
  };

  return {
    push(text) {
      rest += text;
      mayEnd ||= END.test(text);
      return mayEnd && rest.length >= enough ? cut(false) : [];
    },
    finish: () => cut(true),
  };
}

/** The sentences of a text, each with the citations behind it. */
export function splitCited(text: string): SentenceSpan[] {
  const sentences: SentenceSpan[] = [];
  for (const { start, end } of splitSentences(text)) {
    const before = sentences.at(-1);
    const citations = LEADING_CITATIONS.exec(text.slice(start, end))?.[0] ?? '';
    if (before && citations !== '') {
      before.end = start + citations.length;
      before.text = text.slice(before.start, before.end);
    }
    const own = before ? start + citations.length : start;
    const sentence = text.slice(own, end);
    if (sentence.trim() === '') continue;
    const from = own + (sentence.length - sentence.trimStart().length);
    sentences.push({ text: text.slice(from, end), start: from, end });
  }
  return sentences;
}
