import { type SentenceSpan, splitSentences } from '#gateway/engine/analysis/sentences.ts';

/**
 * Cuts a text that is longer than `maxCharacters` characters into pieces of whole sentences, about equally long and none longer
 * than `maxCharacters`; each begins with the last sentence of the one before, unless that takes more than a third of it.
 * A single sentence that is too long is cut between words.
 */
export function splitLongText(text: string, maxCharacters: number): string[] {
  const sentences = splitSentences(text).flatMap((sentence) => cutSentence(sentence, maxCharacters));
  const target = Math.min(
    maxCharacters,
    Math.ceil(text.length / Math.ceil(text.length / maxCharacters)) + maxCharacters / 10,
  );
  const pieces: string[] = [];
  let start = 0;
  let first = 0;
  sentences.forEach((sentence, index) => {
    const previous = sentences[index - 1];
    if (!previous || index === first || sentence.end - start <= target) {
      if (index === first) start = Math.min(start, sentence.start);
      return;
    }
    pieces.push(text.slice(start, previous.end));
    const overlaps =
      previous.end - previous.start <= maxCharacters / 3 && sentence.end - previous.start <= maxCharacters;
    start = overlaps ? previous.start : sentence.start;
    first = index;
  });
  const last = sentences.at(-1);
  if (last) pieces.push(text.slice(start, last.end));
  return pieces.map((piece) => piece.trim());
}

function cutSentence(sentence: SentenceSpan, maxCharacters: number): SentenceSpan[] {
  const cut: SentenceSpan[] = [];
  let start = 0;
  const { text } = sentence;
  while (text.length - start > maxCharacters) {
    let end = start + maxCharacters;
    // Only there: in a text without spaces it would be looked for back to the beginning, for every piece.
    const space = text.slice(start, end + 1).lastIndexOf(' ');
    if (space > maxCharacters / 2) end = start + space;
    // Half of a surrogate pair is no character.
    else if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    cut.push(locate(sentence, start, end));
    start = end;
    while (text[start] === ' ') start++;
  }
  if (start < text.length) cut.push(locate(sentence, start, text.length));
  return cut;
}

function locate(sentence: SentenceSpan, start: number, end: number): SentenceSpan {
  return { text: sentence.text.slice(start, end), start: sentence.start + start, end: sentence.start + end };
}
