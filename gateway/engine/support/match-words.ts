import { relatedStems } from '#gateway/engine/analysis/related-stems.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { readStatements } from '#gateway/engine/quoting/statements.ts';
import { gramsOf, type WordFeatures } from '#gateway/engine/quoting/word-features.ts';
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
  /** Each word with the parts that have it, in order. */
  places: ReadonlyMap<string, Place>;
  list: readonly Place[];
  /** Of all parts. */
  numbers: ReadonlySet<number>;
  months: ReadonlySet<string>;
  /** What was found of the words that were looked for, by their spelling. */
  matched: Map<string, Match | undefined>;
  /** The places by the letter grams of their words; made when first wanted. */
  grams: Map<string, number[]> | undefined;
}

interface Place {
  word: WordFeatures;
  parts: readonly number[];
}

/** A word as passages are looked through for it: read once for all of them. */
export interface QueryWord extends Pick<WordFeatures, 'word' | 'stem'> {
  /** Other spellings of it. */
  forms: readonly string[];
  /** Stems of others of its root. */
  related: readonly string[];
  /** None where it is too long to be like another. */
  grams: readonly string[];
}

/** How far a passage has a word, 0..1, and in which parts, in order. */
interface Match {
  worth: number;
  parts: readonly number[];
}

/** What another word of the same root is worth. */
const RELATED_WEIGHT = 0.6;
/** How alike the letters of two words must be to count as one. */
const MIN_SIMILARITY = 0.6;
/** Words that differ more in length are two. */
const MAX_LENGTH_DIFFERENCE = 4;
/** Nothing longer is like another word by its letters. */
const MAX_WORD_LENGTH = 40;

/** A passage as sentences are compared with it: its titles and statements, and where each of its words occurs. */
export function readEvidence({ text, titles, language }: SupportPassage): Evidence {
  const passage = readStatements(text, language);
  const parts = [
    readClaim(titles.join('\n'), passage.language),
    ...passage.statements.map((statement) => readClaim(statement.text, passage.language)),
  ];
  const places = new Map<string, { word: WordFeatures; parts: number[] }>();
  for (const [part, { words }] of parts.entries())
    for (const word of words) {
      const entry = places.get(word.stem);
      if (entry) entry.parts.push(part);
      else places.set(word.stem, { word, parts: [part] });
    }
  return {
    language: passage.language,
    parts,
    places,
    list: [...places.values()],
    numbers: new Set(parts.flatMap(({ numbers }) => [...numbers])),
    months: new Set(parts.flatMap(({ months }) => [...months])),
    matched: new Map(),
    grams: undefined,
  };
}

/** A word of a sentence with all that it may be found by. */
export function toQueryWord({ word, stem }: WordFeatures): QueryWord {
  const grams = word.length > MAX_WORD_LENGTH ? [] : gramsOf(word);
  return { word, stem, forms: otherForms(word), related: relatedStems(word), grams };
}

/**
 * How far a passage has a word: the word itself in some form, else another of its root, else the one whose letters are
 * most like it. Each spelling is looked for once.
 */
export function matchWord(evidence: Evidence, word: QueryWord): Match | undefined {
  if (evidence.matched.has(word.word)) return evidence.matched.get(word.word);
  const match = findWord(evidence, word) ?? findAlike(evidence, word);
  evidence.matched.set(word.word, match);
  return match;
}

function findWord({ places, language }: Evidence, { stem, forms, related }: QueryWord): Match | undefined {
  const same = places.get(stem);
  if (same) return { worth: 1, parts: same.parts };
  for (const form of forms) {
    const other = places.get(stemWord(form, language));
    if (other) return { worth: 1, parts: other.parts };
  }
  for (const other of related) {
    const place = places.get(other);
    if (place) return { worth: RELATED_WEIGHT, parts: place.parts };
  }
  return undefined;
}

/** The last of the words whose letters are most like these: grams that both have, of those of both. */
function findAlike(evidence: Evidence, { word, grams }: QueryWord): Match | undefined {
  const places = evidence.list;
  evidence.grams ??= collectGrams(places);
  const shared = new Map<number, number>();
  for (const gram of new Set(grams))
    for (const index of evidence.grams.get(gram) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
  let best: (Match & { index: number }) | undefined;
  for (const [index, count] of shared) {
    const place = places[index];
    if (!place || Math.abs(word.length - place.word.word.length) > MAX_LENGTH_DIFFERENCE) continue;
    // A word between its two spaces has as many grams as letters.
    const worth = (2 * count) / (grams.length + place.word.word.length);
    if (worth < (best?.worth ?? MIN_SIMILARITY) || (worth === best?.worth && index < best.index)) continue;
    best = { worth, index, parts: place.parts };
  }
  return best;
}

/** Which words have a gram, as often as they have it. */
function collectGrams(places: readonly Place[]): Map<string, number[]> {
  const placesByGram = new Map<string, number[]>();
  for (const [index, { word }] of places.entries()) {
    if (word.word.length > MAX_WORD_LENGTH) continue;
    for (const gram of gramsOf(word.word)) {
      const indexes = placesByGram.get(gram);
      if (indexes) indexes.push(index);
      else placesByGram.set(gram, [index]);
    }
  }
  return placesByGram;
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
