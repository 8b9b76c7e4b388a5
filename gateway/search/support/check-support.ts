import type { AnswerWord } from '#gateway/search/answer/answer-words.ts';
import { weighRarity } from '#gateway/search/ranking/bm25.ts';
import { detectLanguage } from '#gateway/text/analysis/language.ts';
import { readCitations, withoutCitations } from './clean-citations.ts';
import { type Evidence, matchWord, readEvidence, type SupportPassage } from './match-claim.ts';
import { type Claim, readClaim } from './read-claim.ts';

/** How far passages support a sentence: `plain` says nothing that could be supported, such as a greeting. */
export type Standing = 'supported' | 'weak' | 'unsupported' | 'plain';

/** What a sentence has of the passages that it is held against. Shares are of the weight of its words, 0..1. */
export interface SupportSigns {
  /** Of the words that the question does not have, what the passages have anywhere. */
  own: number;
  /** Of all its words, what three statements in a row have, with the titles. */
  together: number;
  /** Of all its words, what the statement most like it has; and whether one of the two denies what the other says. */
  closest: number;
  denies: boolean;
  /** Amounts, years and months that no passage has: those that the question has, and the others. */
  askedMissing: number;
  missing: number;
  /** It is written in another script than the passages: words cannot be compared. */
  foreign: boolean;
}

/** A sentence, checked. `documents`: those it cites, by index from 0. */
export interface CheckedSentence {
  standing: Standing;
  documents: number[];
}

/** Checks sentences of an answer, citations and all, against the passages that it was made from. */
export interface SupportCheck {
  check(sentence: string): CheckedSentence;
  /** The signs of a sentence against these passages, by index; undefined where it says nothing. */
  readSigns(sentence: string, among: readonly number[]): SupportSigns | undefined;
}

/**
 * Own words of this share are support, of that share weak support. The figures are in
 * `docs/decisions/063-generated-answers.md`; `npm run bench -- support` prints them.
 */
export const LEAST = { supported: 0.8, weak: 0.4, together: 0.35, same: 0.6 };
/** Statements beside each other that are read as one. */
const WINDOW = 3;

export function openSupport(question: string, passages: readonly SupportPassage[]): SupportCheck {
  const evidence = passages.map(readEvidence);
  const scripts = passages.map(({ text }) => detectLanguage(text));
  const language = evidence[0]?.language ?? 'en';
  const asked = readClaim(question, language);
  const askedStems = new Set(asked.words.map(({ stem }) => stem));
  const rarity = countRarity(evidence);
  const every = passages.map((_, index) => index);

  function readSigns(sentence: string, among: readonly number[]): SupportSigns | undefined {
    const claim = readClaim(sentence, language);
    if (claim.words.length + claim.numbers.size + claim.months.size === 0) return undefined;
    const held = among.flatMap((index) => evidence[index] ?? []);
    const words = claim.words.map((word) => ({
      word,
      weight: rarity(word),
      own: !askedStems.has(word.stem),
    }));
    const best = words.map(() => 0);
    let [together, closest, denies] = [0, 0, false];
    for (const one of held) {
      const worth = compareParts(one, claim.words);
      for (const [at, parts] of worth.entries()) best[at] = Math.max(best[at] ?? 0, ...parts);
      for (let part = 1; part < one.parts.length; part++) {
        const near = [0, ...Array.from({ length: WINDOW }, (_, at) => part + at)];
        const inWindow = worth.map((parts) => Math.max(...near.map((at) => parts[at] ?? 0)));
        together = Math.max(together, share(words, inWindow));
        const alone = share(
          words,
          worth.map((parts) => parts[part] ?? 0),
        );
        if (alone <= closest) continue;
        closest = alone;
        denies = contradicts(claim, one.parts[part]);
      }
    }
    const lacks = <Value>(values: (claim: Claim) => ReadonlySet<Value>) =>
      [...values(claim)].filter(
        (value) => !held.some(({ parts }) => parts.some((one) => values(one).has(value))),
      );
    const [numbers, months] = [lacks((one) => one.numbers), lacks((one) => one.months)];
    const isAsked = [
      ...numbers.map((one) => asked.numbers.has(one)),
      ...months.map((one) => asked.months.has(one)),
    ];
    const own = words.map((word, at) => ({ ...word, has: best[at] ?? 0 })).filter((word) => word.own);
    return {
      own: share(
        own,
        own.map(({ has }) => has),
      ),
      together,
      closest,
      denies,
      askedMissing: isAsked.filter(Boolean).length,
      missing: isAsked.filter((is) => !is).length,
      foreign: held.length > 0 && among.every((index) => scripts[index] !== detectLanguage(sentence)),
    };
  }

  return {
    readSigns: (sentence, among) => readSigns(withoutCitations(sentence), among),
    check(sentence) {
      const documents = readCitations(sentence).filter((index) => index < passages.length);
      const words = withoutCitations(sentence);
      const standingAmong = (among: readonly number[]) => judge(readSigns(words, among));
      if (documents.length === 0)
        return { standing: bestOf(every.map((index) => standingAmong([index]))), documents };
      const standing = standingAmong(documents);
      if (standing !== 'unsupported') return { standing, documents };
      // What another document says is not what the cited one does.
      const elsewhere = bestOf(every.map((index) => standingAmong([index])));
      return { standing: elsewhere === 'supported' ? 'weak' : standing, documents };
    },
  };
}

/** What the signs of a sentence come to; none: it says nothing. */
export function judge(signs: SupportSigns | undefined): Standing {
  if (!signs) return 'plain';
  const { own, together, closest, denies, askedMissing, missing, foreign } = signs;
  if (missing > 0) return 'unsupported';
  if (foreign) return 'weak';
  if (own < LEAST.weak || (denies && closest >= LEAST.same)) return 'unsupported';
  const holds = own >= LEAST.supported && together >= LEAST.together;
  return holds && !denies && askedMissing === 0 ? 'supported' : 'weak';
}

const ORDER: readonly Standing[] = ['supported', 'weak', 'plain', 'unsupported'];

function bestOf(standings: readonly Standing[]): Standing {
  return ORDER.find((one) => standings.includes(one)) ?? 'unsupported';
}

/** Whether one of the two denies what the other says. */
function contradicts(claim: Claim, statement: Claim | undefined): boolean {
  if (!statement) return false;
  const said = new Set(statement.words.map(({ stem }) => stem));
  return claim.words.some(
    ({ stem }) => said.has(stem) && claim.denied.has(stem) !== statement.denied.has(stem),
  );
}

/** How far each part of a passage has each of the words. */
function compareParts(evidence: Evidence, words: readonly AnswerWord[]): number[][] {
  return words.map((word) => {
    const worth = evidence.parts.map(() => 0);
    const match = matchWord(evidence, word);
    for (const part of match?.parts ?? []) worth[part] = match?.worth ?? 0;
    return worth;
  });
}

function share(words: readonly { weight: number }[], has: readonly number[]): number {
  let [sum, total] = [0, 0];
  for (const [at, { weight }] of words.entries()) {
    total += weight;
    sum += weight * (has[at] ?? 0);
  }
  // Figures alone are judged as figures.
  return total === 0 ? 1 : sum / total;
}

/** How rare a word is among the statements of all passages; what none has is rarest. */
function countRarity(evidence: readonly Evidence[]): (word: AnswerWord) => number {
  const total = evidence.reduce((sum, { parts }) => sum + parts.length, 0);
  const met = new Map<string, number>();
  for (const { places } of evidence)
    for (const [stem, { parts }] of places) met.set(stem, (met.get(stem) ?? 0) + parts.length);
  return ({ stem }) => weighRarity(met.get(stem) ?? 0, total);
}
