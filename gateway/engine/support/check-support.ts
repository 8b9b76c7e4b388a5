import { detectLanguage } from '#gateway/engine/analysis/language.ts';
import type { WordFeatures } from '#gateway/engine/quoting/word-features.ts';
import { inverseDocumentFrequency } from '#gateway/engine/ranking/bm25.ts';
import { readCitations, withoutCitations } from './clean-citations.ts';
import { type Comparison, compareClaim, shareOf, type WeightedWord } from './compare-claim.ts';
import { type Evidence, readEvidence, type SupportPassage, toQueryWord } from './match-words.ts';
import { type Claim, readClaim } from './read-claim.ts';
import { bestOf, isPlain, type SentenceFeatures, type SupportLevel, toLevel } from './support-level.ts';

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

  function readSigns(
    { claim, words, isCut, script, compared }: PreparedSentence,
    among: readonly number[],
  ): SentenceFeatures {
    const comparisons = among.flatMap((index) => compared.get(index) ?? []);
    const held = among.flatMap((index) => evidence[index] ?? []);
    let [sum, total] = [0, 0];
    for (const [index, { weight, own }] of words.entries()) {
      if (!own) continue;
      total += weight;
      sum += weight * Math.max(0, ...comparisons.map(({ worth }) => worth[index] ?? 0));
    }
    const like = comparisons.reduce<Comparison | undefined>(
      (best, comparison) => (comparison.closest > (best?.closest ?? 0) ? comparison : best),
      undefined,
    );
    const numbers = [...claim.numbers].filter((number) => !held.some((by) => by.numbers.has(number)));
    const months = [...claim.months].filter((month) => !held.some((by) => by.months.has(month)));
    const lacking = numbers.length + months.length;
    const askedMissing =
      numbers.filter((number) => questionClaim.numbers.has(number)).length +
      months.filter((month) => questionClaim.months.has(month)).length;
    return {
      own: shareOf(sum, total),
      together: Math.max(0, ...comparisons.map(({ together }) => together)),
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

/** How rare a word is among the statements of all passages; what none has is rarest. */
function countRarity(evidence: readonly Evidence[]): (word: WordFeatures) => number {
  const total = evidence.reduce((sum, { parts }) => sum + parts.length, 0);
  const met = new Map<string, number>();
  for (const { places } of evidence)
    for (const [stem, { parts }] of places) met.set(stem, (met.get(stem) ?? 0) + parts.length);
  return ({ stem }) => inverseDocumentFrequency(met.get(stem) ?? 0, total);
}
