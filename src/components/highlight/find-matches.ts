import { foldWord } from './fold-word.ts';
import { UNMARKED_WORDS } from './unmarked-words.ts';

/** A stretch of a text in UTF-16 units, `end` excluded. */
export interface TextRange {
  start: number;
  end: number;
}

const INSIDE = String.raw`\p{M}\u00ad\u0640\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff`;
const ARABIC = String.raw`[\p{sc=Arabic}&&\p{L}]`;
const OTHER = String.raw`[\p{L}--${ARABIC}--\u0640]`;
const WORDS = new RegExp(
  String.raw`\p{Nd}+(?:[.,٫٬]\p{Nd}+)*|${ARABIC}[${ARABIC}${INSIDE}]*|${OTHER}[${OTHER}\p{Nd}${INSIDE}]*`,
  'gv',
);

/**
 * Where a text has words of the question, on the original spelling and in order: by stem, with words that only ask or
 * join left out. Empty when nothing matches.
 */
export function findMatches(question: string, text: string): TextRange[] {
  const wanted = new Set<string>();
  for (const [word] of question.matchAll(WORDS)) if (isTelling(word)) wanted.add(foldWord(word));
  if (wanted.size === 0) return [];
  const ranges: TextRange[] = [];
  for (const { 0: word, index } of text.matchAll(WORDS))
    if (isTelling(word) && wanted.has(foldWord(word)))
      ranges.push({ start: index, end: index + word.length });
  return ranges;
}

const PLAIN = /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e]/g;

function isTelling(word: string): boolean {
  const plain = word
    .toLowerCase()
    .replace(PLAIN, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي');
  return plain !== '' && !UNMARKED_WORDS.has(plain);
}
