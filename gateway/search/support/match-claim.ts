import type { AnswerWord } from '#gateway/search/answer/answer-words.ts';
import { gramsOf } from '#gateway/search/answer/letter-grams.ts';
import { readStatements } from '#gateway/search/answer/statements.ts';
import { relatedStems } from '#gateway/text/analysis/related-stems.ts';
import type { StemLanguage } from '#gateway/text/analysis/stem-language.ts';
import { stemWord } from '#gateway/text/analysis/stem.ts';
import { type Claim, readClaim } from './read-claim.ts';

/** What may support an answer. */
export interface SupportPassage {
  text: string;
  /** Of its section and its unit: what they say counts as said. */
  titles: readonly string[];
  language?: StemLanguage;
}

/** A passage as sentences are held against it. */
export interface Evidence {
  language: StemLanguage;
  /** The titles first, then the statements of the text, in order. */
  parts: readonly Claim[];
  /** Each word with the parts that have it. */
  places: ReadonlyMap<string, { word: AnswerWord; parts: readonly number[] }>;
}

/** What another word of the same root is worth. */
const RELATED = 0.6;
/** How alike the letters of two words must be to count as one. */
const ALIKE = 0.6;
/** Words that differ more in length are two. */
const MOST_LONGER = 4;

export function readEvidence({ text, titles, language }: SupportPassage): Evidence {
  const read = readStatements(text, language);
  const parts = [
    readClaim(titles.join('\n'), read.language),
    ...read.statements.map((statement) => readClaim(statement.text, read.language)),
  ];
  const places = new Map<string, { word: AnswerWord; parts: number[] }>();
  for (const [part, { words }] of parts.entries())
    for (const word of words) {
      const known = places.get(word.stem);
      if (known) known.parts.push(part);
      else places.set(word.stem, { word, parts: [part] });
    }
  return { language: read.language, parts, places };
}

/**
 * How far a passage has a word, 0..1, and in which parts: the word itself in some form, else another of its root, else the one whose
 * letters are most like it.
 */
export function matchWord(
  { places, language }: Evidence,
  word: AnswerWord,
): { worth: number; parts: readonly number[] } | undefined {
  const same = places.get(word.stem);
  if (same) return { worth: 1, parts: same.parts };
  for (const form of otherForms(word.word)) {
    const other = places.get(stemWord(form, language));
    if (other) return { worth: 1, parts: other.parts };
  }
  for (const stem of relatedStems(word.word)) {
    const related = places.get(stem);
    if (related) return { worth: RELATED, parts: related.parts };
  }
  let best: { worth: number; parts: readonly number[] } | undefined;
  for (const other of places.values()) {
    const worth = likeness(word.word, other.word.word);
    if (worth >= (best?.worth ?? ALIKE)) best = { worth, parts: other.parts };
  }
  return best;
}

/** Forms of a normalised Arabic word that its stem does not meet: "مدته" for "مدة", "تدفع" for "يدفع" and back. */
function otherForms(word: string): string[] {
  const bare = word.replace(/^[وف](?=\p{sc=Arabic}{3})/u, '');
  const owned = /^(\p{sc=Arabic}{2,})ت(?:ه|ها|هم|هن|هما|ي|ك|كم|نا)$/u.exec(bare)?.[1];
  const verb = /^[يت](\p{sc=Arabic}{2,})$/u.exec(bare)?.[1];
  return [
    ...(owned === undefined ? [] : [`${owned}ه`]),
    ...(verb === undefined ? [] : [`${bare.startsWith('ي') ? 'ت' : 'ي'}${verb}`]),
  ];
}

/** Letter grams that two words share, of those of both: 0..1. */
function likeness(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_LONGER) return 0;
  const grams = gramsOf(one);
  const others = gramsOf(other);
  let shared = 0;
  for (const gram of others) if (grams.includes(gram)) shared++;
  return (2 * shared) / (grams.length + others.length);
}
