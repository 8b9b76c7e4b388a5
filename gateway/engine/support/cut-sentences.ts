import { type SentenceSpan, splitSentences } from '#gateway/engine/analysis/sentences.ts';

/** Cuts a text that grows into sentences as they are complete. Offsets count UTF-16 units of all that was pushed. */
interface SentenceCutter {
  push(text: string): SentenceSpan[];
  finish(): SentenceSpan[];
}

/** A sentence is complete once so many characters of the next one are there: abbreviations and citations show by then. */
const LOOK_AHEAD_CHARACTERS = 12;
/** What may end one. */
const END = /[.!?؟。\n]/;
const GROWTH = 0.1;
const LEADING_CITATIONS = /^(?:\s*\[\d{1,3}\])+[.،,]?/;

/** A citation behind a full stop belongs to the sentence before it. */
export function createSentenceCutter(): SentenceCutter {
  let rest = '';
  let offset = 0;
  let mayEnd = false;
  /** Characters that there must be before it is looked for ends again: the longer it has none, the less often. */
  let enough = 0;

  const cut = (all: boolean): SentenceSpan[] => {
    const sentences = splitCited(rest);
    const open = all ? undefined : sentences.at(-1);
    const complete = open
      ? sentences.slice(0, open.text.length < LOOK_AHEAD_CHARACTERS ? -2 : -1)
      : sentences;
    const end = complete.at(-1)?.end ?? 0;
    const cut = complete.map(({ text, start, end }) => ({
      text,
      start: offset + start,
      end: offset + end,
    }));
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
