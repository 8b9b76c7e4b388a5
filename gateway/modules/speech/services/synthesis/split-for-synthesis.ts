import { splitSentences } from '#gateway/engine/analysis/sentences.ts';

/** Where a voice may take breath within a sentence. */
const PAUSE_MARKS = /[،,؛;:—–]\s|\s/gu;

/**
 * A text in pieces to be spoken one after the other, none longer than `maxCharacters` (code points): whole sentences, as
 * many as fit; one that is too long is cut where a voice takes breath, or else between words. The first piece is its first
 * sentence alone, so that the first sound comes early. Nothing but white space is left out.
 */
export function splitForSynthesis(text: string, maxCharacters: number): string[] {
  const sentences = splitSentences(text).flatMap((sentence) =>
    cutSentence(sentence.text.trim(), maxCharacters),
  );
  const pieces: string[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const last = pieces.length - 1;
    const joined = `${pieces[last]} ${sentence}`;
    if (index > 1 && codePointLength(joined) <= maxCharacters) pieces[last] = joined;
    else pieces.push(sentence);
  }
  return pieces;
}

/** What is charged for speech: characters as people count letters of an alphabet, code points. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function cutSentence(sentence: string, maxCharacters: number): string[] {
  const pieces: string[] = [];
  let rest = Array.from(sentence);
  while (rest.length > maxCharacters) {
    const head = rest.slice(0, maxCharacters + 1).join('');
    const end = lastPause(head) || rest.slice(0, maxCharacters).join('').length;
    const piece = head.slice(0, end);
    if (piece.trim() !== '') pieces.push(piece.trim());
    rest = rest.slice(codePointLength(piece));
    while (rest[0] !== undefined && rest[0].trim() === '') rest.shift();
  }
  if (rest.length > 0) pieces.push(rest.join(''));
  return pieces;
}

/** The end of the last clause, or of the last word, in the second half; 0 where there is none. */
function lastPause(text: string): number {
  let clause = 0;
  let word = 0;
  for (const { 0: mark, index } of text.matchAll(PAUSE_MARKS)) {
    if (index <= text.length / 2) continue;
    if (mark.length > 1) clause = index + 1;
    else word = index;
  }
  return clause || word;
}
