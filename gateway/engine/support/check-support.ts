import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import type { WordFeatures } from '#gateway/engine/quoting/word-features.ts';
import { inverseDocumentFrequency } from '#gateway/engine/ranking/bm25.ts';
import { readCitations, withoutCitations } from './clean-citations.ts';
import { type Comparison, compareClaim, shareOf, type WeightedWord } from './compare-claim.ts';
import { type Evidence, readEvidence, type SupportPassage, toQueryWord } from './match-words.ts';
import { type Claim, readClaim } from './read-claim.ts';
import { bestOf, isPlain, type SentenceFeatures, type SupportLevel, toLevel } from './support-level.ts';

/** The support level of a sentence. `documents`: the cited passages, by index from 0. */
export interface CheckedSentence {
  level: SupportLevel;
  documents: number[];
}

/** Checks the sentences of an answer, with their citations, against the passages of its prompt. */
interface SupportCheck {
  check(sentence: string): CheckedSentence;
  /** As `check`, with a pause after every `WORDS_PER_TURN` words, so that other requests get their turn. */
  checkYielding(sentence: string, pause: () => Promise<void>): Promise<CheckedSentence>;
}

/** Words of one sentence that are checked; a longer sentence is at most partially supported. */
const MAX_CHECKED_WORDS = 200;
/** Words checked between two pauses, some milliseconds; reading a passage costs `PASSAGE_READ_COST` words. */
const WORDS_PER_TURN = 200;
const PASSAGE_READ_COST = 100;

/** A sentence prepared for comparison with passages. */
interface PreparedSentence {
  claim: Claim;
  words: readonly WeightedWord[];
  isCut: boolean;
  script: 'ar' | 'en';
  /** Comparisons by index of the passage. */
  compared: Map<number, Comparison>;
}

/** Creates a check; the passages are read at the first sentence. */
export function createSupportCheck(question: string, passages: readonly SupportPassage[]): SupportCheck {
  const every = passages.map((_, index) => index);
  let reader: Reader | undefined;
  let worked = 0;

  /** Yields the number of words checked in each step. */
  function* checkInSteps(sentence: string): Generator<number, CheckedSentence, void> {
    const evidence: Evidence[] = [];
    for (const passage of reader ? [] : passages) {
      evidence.push(readEvidence(passage));
      yield PASSAGE_READ_COST;
    }
    reader ??= createReader(question, passages, evidence);
    const { prepareSentence, compare, readFeatures } = reader;
    const documents = readCitations(sentence).filter((index) => index < passages.length);
    const prepared = prepareSentence(withoutCitations(sentence));
    const levelAmong = (among: readonly number[]) => toLevel(readFeatures(prepared, among));
    if (isPlain(prepared.claim)) return { level: 'plain', documents };
    for (const index of documents) yield compare(prepared, index);
    const level = documents.length === 0 ? undefined : levelAmong(documents);
    if (level !== undefined && level !== 'unsupported') return { level, documents };
    for (const index of every) yield compare(prepared, index);
    const best = bestOf(every.map((index) => levelAmong([index])));
    if (level === undefined) return { level: best, documents };
    // Support by another document does not make the citation right.
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
  const questionClaim = readClaim(question, language);
  const askedStems = new Set(questionClaim.words.map(({ stem }) => stem));
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

  function readFeatures(
    { claim, words, isCut, script, compared }: PreparedSentence,
    among: readonly number[],
  ): SentenceFeatures {
    const comparisons = among.flatMap((index) => compared.get(index) ?? []);
    const sources = among.flatMap((index) => evidence[index] ?? []);
    let [sum, total] = [0, 0];
    for (const [index, { weight, own }] of words.entries()) {
      if (!own) continue;
      total += weight;
      sum += weight * Math.max(0, ...comparisons.map(({ worth }) => worth[index] ?? 0));
    }
    const closest = comparisons.reduce<Comparison | undefined>(
      (best, comparison) => (comparison.closest > (best?.closest ?? 0) ? comparison : best),
      undefined,
    );
    const { lacking, askedMissing } = countMissing(claim, sources, questionClaim);
    return {
      own: shareOf(sum, total),
      together: Math.max(0, ...comparisons.map(({ together }) => together)),
      closest: closest?.closest ?? 0,
      denies: closest?.denies ?? false,
      askedMissing,
      missing: lacking - askedMissing,
      foreign: sources.length > 0 && among.every((index) => scripts[index] !== script),
      isCut,
    };
  }

  return { prepareSentence, compare, readFeatures };
}

/** Numbers and months of a claim that no source has, and those among them that the question asked for. */
function countMissing(claim: Claim, sources: readonly Evidence[], question: Claim) {
  const numbers = [...claim.numbers].filter(
    (number) => !sources.some((source) => source.numbers.has(number)),
  );
  const months = [...claim.months].filter((month) => !sources.some((source) => source.months.has(month)));
  const askedMissing =
    numbers.filter((number) => question.numbers.has(number)).length +
    months.filter((month) => question.months.has(month)).length;
  return { lacking: numbers.length + months.length, askedMissing };
}

/** Rarity of a word among the statements of all passages; an absent word is the rarest. */
function countRarity(evidence: readonly Evidence[]): (word: WordFeatures) => number {
  const total = evidence.reduce((sum, { parts }) => sum + parts.length, 0);
  const met = new Map<string, number>();
  for (const { places } of evidence)
    for (const [stem, { parts }] of places) met.set(stem, (met.get(stem) ?? 0) + parts.length);
  return ({ stem }) => inverseDocumentFrequency(met.get(stem) ?? 0, total);
}
