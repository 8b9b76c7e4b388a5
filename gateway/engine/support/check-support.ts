import type { WordFeatures } from '#gateway/engine/quoting/word-features.ts';
import { inverseDocumentFrequency } from '#gateway/engine/ranking/bm25.ts';
import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import { readCitations, withoutCitations } from './clean-citations.ts';
import {
  type Evidence,
  matchWord,
  type QueryWord,
  readEvidence,
  type SupportPassage,
  toQueryWord,
} from './match-words.ts';
import { type Claim, readClaim } from './read-claim.ts';

/** A word of a claim and how much it counts. */
interface WeightedWord {
  word: QueryWord;
  weight: number;
  /** The question does not have it. */
  own: boolean;
}

/** What a passage has of a claim. */
interface Comparison {
  /** Of each word, 0..1. */
  worth: readonly number[];
  /** Shares of the weight of all words: what statements in a row have, with the titles; what the one most like it has. */
  together: number;
  closest: number;
  /** One of the two denies what the other says. */
  denies: boolean;
}

/** Statements beside each other that are read as one. */
const WINDOW_STATEMENTS = 3;

/** Looks for each word once, and counts it for the statements that have it alone. */
function compareClaim(claim: Claim, words: readonly WeightedWord[], evidence: Evidence): Comparison {
  const count = evidence.parts.length;
  const alone = new Float64Array(count);
  const near = new Float64Array(count);
  let [titles, total] = [0, 0];
  const worth = words.map(({ word, weight }) => {
    total += weight;
    const match = matchWord(evidence, word);
    if (!match) return 0;
    const adds = weight * match.worth;
    if (match.parts[0] === 0) titles += adds;
    let next = 1;
    for (const part of match.parts) {
      if (part === 0) continue;
      alone[part] = (alone[part] ?? 0) + adds;
      if (match.parts[0] === 0) continue;
      // In each window that has it, once.
      for (next = Math.max(next, part - WINDOW_STATEMENTS + 1); next <= part; next++)
        near[next] = (near[next] ?? 0) + adds;
    }
    return match.worth;
  });
  let [together, closest, like] = [0, 0, 0];
  for (let part = 1; part < count; part++) {
    together = Math.max(together, shareOf(titles + (near[part] ?? 0), total));
    const share = shareOf(alone[part] ?? 0, total);
    if (share > closest) [closest, like] = [share, part];
  }
  return { worth, together, closest, denies: like > 0 && contradicts(claim, evidence.parts[like]) };
}

/** Of a weight; figures alone are judged as figures. */
const shareOf = (sum: number, total: number): number => (total === 0 ? 1 : sum / total);

/** Whether one of the two denies what the other says. */
function contradicts(claim: Claim, statement: Claim | undefined): boolean {
  if (!statement) return false;
  const said = new Set(statement.words.map(({ stem }) => stem));
  return claim.words.some(
    ({ stem }) => said.has(stem) && claim.negated.has(stem) !== statement.negated.has(stem),
  );
}

/** How far passages support a sentence: `plain` says nothing that could be supported, such as a greeting. */
export type SupportLevel = 'supported' | 'partial' | 'unsupported' | 'plain';

/** What a sentence has of the passages that it is held against. Shares are of the weight of its words, 0..1. */
interface SentenceFeatures {
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
  /** It has more words than were looked for. */
  isCut: boolean;
}

/** A sentence, checked. `documents`: those it cites, by index from 0. */
export interface CheckedSentence {
  level: SupportLevel;
  documents: number[];
}

/** Checks sentences of an answer, citations and all, against the passages that it was made from. */
interface SupportCheck {
  check(sentence: string): CheckedSentence;
  /** The same, with a pause whenever so much was compared that others should have their turn. */
  checkYielding(sentence: string, pause: () => Promise<void>): Promise<CheckedSentence>;
}

/**
 * Own words of this share are support, of that share partial support. The figures are in
 * `docs/decisions/063-generated-answers.md`; `npm run bench -- support` prints them.
 */
const THRESHOLDS = { supported: 0.8, partial: 0.4, together: 0.35, same: 0.6 };
/** Words of one sentence that are looked for; a longer one is not supported without doubt. */
const MAX_CHECKED_WORDS = 200;
/** Words looked for between two pauses, some milliseconds; reading a passage counts as so many. */
const WORDS_PER_TURN = 200;
const PASSAGE_READ_COST = 100;

/** A sentence as it is held against passages. */
interface PreparedSentence {
  claim: Claim;
  words: readonly WeightedWord[];
  isCut: boolean;
  script: 'ar' | 'en';
  /** By the index of the passage. */
  compared: Map<number, Comparison>;
}

/** Reads the passages when first asked. */
export function createSupportCheck(question: string, passages: readonly SupportPassage[]): SupportCheck {
  const every = passages.map((_, index) => index);
  let reader: Reader | undefined;
  let worked = 0;

  /** Yields how many words it looked for. */
  function* checkInSteps(sentence: string): Generator<number, CheckedSentence, void> {
    const evidence: Evidence[] = [];
    for (const passage of reader ? [] : passages) {
      evidence.push(readEvidence(passage));
      yield PASSAGE_READ_COST;
    }
    reader ??= createReader(question, passages, evidence);
    const { hold, compare, readSigns } = reader;
    const documents = readCitations(sentence).filter((index) => index < passages.length);
    const held = hold(withoutCitations(sentence));
    const levelAmong = (among: readonly number[]) => toLevel(readSigns(held, among));
    if (isPlain(held.claim)) return { level: 'plain', documents };
    for (const index of documents) yield compare(held, index);
    const level = documents.length === 0 ? undefined : levelAmong(documents);
    if (level !== undefined && level !== 'unsupported') return { level, documents };
    for (const index of every) yield compare(held, index);
    const best = bestOf(every.map((index) => levelAmong([index])));
    if (level === undefined) return { level: best, documents };
    // What another document says is not what the cited one does.
    return { level: best === 'supported' ? 'partial' : level, documents };
  }

  return {
    check(sentence) {
      const steps = checkInSteps(sentence);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    },
    async checkYielding(sentence, pause) {
      const steps = checkInSteps(sentence);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        worked += step.value;
        if (worked < WORDS_PER_TURN) continue;
        worked = 0;
        await pause();
      }
    },
  };
}

type Reader = ReturnType<typeof createReader>;

function createReader(question: string, passages: readonly SupportPassage[], evidence: readonly Evidence[]) {
  const scripts = passages.map(({ text }) => detectLanguage(text));
  const language = evidence[0]?.language ?? 'en';
  const asked = readClaim(question, language);
  const askedStems = new Set(asked.words.map(({ stem }) => stem));
  const rarity = countRarity(evidence);

  const prepareSentence = (sentence: string): PreparedSentence => {
    const claim = readClaim(sentence, language);
    const words = claim.words.slice(0, MAX_CHECKED_WORDS).map((word) => ({
      word: toQueryWord(word),
      weight: rarity(word),
      own: !askedStems.has(word.stem),
    }));
    const isCut = words.length < claim.words.length;
    return { claim, words, isCut, script: detectLanguage(sentence), compared: new Map() };
  };

  const compare = ({ claim, words, compared }: PreparedSentence, index: number): number => {
    const against = evidence[index];
    if (!against || compared.has(index)) return 0;
    compared.set(index, compareClaim(claim, words, against));
    return words.length;
  };

  function readSigns(
    { claim, words, isCut, script, compared }: PreparedSentence,
    among: readonly number[],
  ): SentenceFeatures {
    const found = among.flatMap((index) => compared.get(index) ?? []);
    const held = among.flatMap((index) => evidence[index] ?? []);
    let [sum, total] = [0, 0];
    for (const [at, { weight, own }] of words.entries()) {
      if (!own) continue;
      total += weight;
      sum += weight * Math.max(0, ...found.map(({ worth }) => worth[at] ?? 0));
    }
    const like = found.reduce<Comparison | undefined>(
      (best, one) => (one.closest > (best?.closest ?? 0) ? one : best),
      undefined,
    );
    const numbers = [...claim.numbers].filter((one) => !held.some((by) => by.numbers.has(one)));
    const months = [...claim.months].filter((one) => !held.some((by) => by.months.has(one)));
    const lacking = numbers.length + months.length;
    const askedMissing =
      numbers.filter((one) => asked.numbers.has(one)).length +
      months.filter((one) => asked.months.has(one)).length;
    return {
      own: shareOf(sum, total),
      together: Math.max(0, ...found.map(({ together }) => together)),
      closest: like?.closest ?? 0,
      denies: like?.denies ?? false,
      askedMissing,
      missing: lacking - askedMissing,
      foreign: held.length > 0 && among.every((index) => scripts[index] !== script),
      isCut,
    };
  }

  return { hold: prepareSentence, compare, readSigns };
}

const isPlain = ({ words, numbers, months }: Claim): boolean =>
  words.length + numbers.size + months.size === 0;

/** What the signs of a sentence come to. */
function toLevel(signs: SentenceFeatures): SupportLevel {
  const { own, together, closest, denies, askedMissing, missing, foreign, isCut } = signs;
  if (missing > 0) return 'unsupported';
  if (foreign) return 'partial';
  if (own < THRESHOLDS.partial || (denies && closest >= THRESHOLDS.same)) return 'unsupported';
  const holds = own >= THRESHOLDS.supported && together >= THRESHOLDS.together;
  return holds && !denies && !isCut && askedMissing === 0 ? 'supported' : 'partial';
}

const ORDER: readonly SupportLevel[] = ['supported', 'partial', 'plain', 'unsupported'];

function bestOf(levels: readonly SupportLevel[]): SupportLevel {
  return ORDER.find((one) => levels.includes(one)) ?? 'unsupported';
}

/** How rare a word is among the statements of all passages; what none has is rarest. */
function countRarity(evidence: readonly Evidence[]): (word: WordFeatures) => number {
  const total = evidence.reduce((sum, { parts }) => sum + parts.length, 0);
  const met = new Map<string, number>();
  for (const { places } of evidence)
    for (const [stem, { parts }] of places) met.set(stem, (met.get(stem) ?? 0) + parts.length);
  return ({ stem }) => inverseDocumentFrequency(met.get(stem) ?? 0, total);
}
