import { relatedStems } from '#gateway/engine/analysis/related-stems.ts';
import { stemWord } from '#gateway/engine/analysis/stem.ts';
import type { StemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { readStatements } from '#gateway/engine/quoting/statements.ts';
import { gramsOf, type WordFeatures } from '#gateway/engine/quoting/word-features.ts';
import { type Claim, readClaim } from './read-claim.ts';

/** A passage that an answer may rest on. */
export interface SupportPassage {
  text: string;
  /** Titles of the section and of the unit; their words count as words of the passage. */
  titles: readonly string[];
  language?: StemLanguage;
}

/** A passage prepared for comparison with sentences. */
export interface Evidence {
  language: StemLanguage;
  /** The titles first, then the statements of the text, in order. */
  parts: readonly Claim[];
  /** Each word with the parts that have it, in order. */
  places: ReadonlyMap<string, Place>;
  list: readonly Place[];
  /** Numbers and months of all parts. */
  numbers: ReadonlySet<number>;
  months: ReadonlySet<string>;
  /** Cached results of `matchWord`, by spelling. */
  matched: Map<string, Match | undefined>;
  /** Indexes into `list` by letter gram; built on first use. */
  grams: Map<string, number[]> | undefined;
}

interface Place {
  word: WordFeatures;
  parts: readonly number[];
}

/** A word of a sentence, analysed once for the search in all passages. */
export interface QueryWord extends Pick<WordFeatures, 'word' | 'stem'> {
  /** Other spellings of the word. */
  forms: readonly string[];
  /** Stems of other words with the same root. */
  related: readonly string[];
  /** Letter grams; empty for a word longer than `MAX_WORD_LENGTH`. */
  grams: readonly string[];
}

/** Worth of the best match for a word in a passage, 0..1, and the parts with the match, in order. */
interface Match {
  worth: number;
  parts: readonly number[];
}

/** Worth of another word with the same root. */
const RELATED_WEIGHT = 0.6;
/** Least similarity of letters (Dice coefficient of grams) for a match. */
const MIN_SIMILARITY = 0.6;
/** Largest difference in length for a match. */
const MAX_LENGTH_DIFFERENCE = 4;
/** Length limit for the comparison by letters. */
const MAX_WORD_LENGTH = 40;

/** Prepares a passage for comparison: its titles and statements, and the parts in which each word occurs. */
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

/** A word of a sentence with the forms, related stems and grams for its search. */
export function toQueryWord({ word, stem }: WordFeatures): QueryWord {
  const grams = word.length > MAX_WORD_LENGTH ? [] : gramsOf(word);
  return { word, stem, forms: otherForms(word), related: relatedStems(word), grams };
}

/**
 * The match for a word in a passage: the word itself in some form, else another word with the same root, else the word
 * with the most similar letters. Each spelling is searched once.
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

/** The word with the most similar letters (Dice coefficient of grams); of equals, the last. */
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
    // A padded word has as many grams as letters.
    const worth = (2 * count) / (grams.length + place.word.word.length);
    if (worth < (best?.worth ?? MIN_SIMILARITY) || (worth === best?.worth && index < best.index)) continue;
    best = { worth, index, parts: place.parts };
  }
  return best;
}

/** Indexes of the words with each gram, repeated as often as the gram occurs. */
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

/** Forms of a normalised Arabic word with another stem: "مدة" for "مدته", "يدفع" for "تدفع" and back. */
function otherForms(word: string): string[] {
  const bare = word.replace(/^[وف](?=\p{sc=Arabic}{3})/u, '');
  const owned = /^(\p{sc=Arabic}{2,})ت(?:ه|ها|هم|هن|هما|ي|ك|كم|نا)$/u.exec(bare)?.[1];
  const verb = /^[يت](\p{sc=Arabic}{2,})$/u.exec(bare)?.[1];
  return [
    ...(owned === undefined ? [] : [`${owned}ه`]),
    ...(verb === undefined ? [] : [`${bare.startsWith('ي') ? 'ت' : 'ي'}${verb}`]),
  ];
}
