import type { AnswerWord } from '#gateway/search/answer/answer-words.ts';
import { weighRarity } from '#gateway/search/ranking/bm25.ts';
import { detectLanguage } from '#gateway/text/analysis/language.ts';
import { readCitations, withoutCitations } from './clean-citations.ts';
import { compareClaim, type Comparison, shareOf, type WeighedWord } from './compare-claim.ts';
import { type Evidence, readEvidence, seekWord, type SupportPassage } from './match-claim.ts';
import { type Claim, readClaim } from './read-claim.ts';

/** How far passages support a sentence: `plain` says nothing that could be supported, such as a greeting. */
export type Standing = 'supported' | 'weak' | 'unsupported' | 'plain';

/** What a sentence has of the passages that it is held against. Shares are of the weight of its words, 0..1. */
interface SupportSigns {
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
  standing: Standing;
  documents: number[];
}

/** Checks sentences of an answer, citations and all, against the passages that it was made from. */
export interface SupportCheck {
  check(sentence: string): CheckedSentence;
  /** The same, with a pause whenever so much was compared that others should have their turn. */
  checkInTurns(sentence: string, pause: () => Promise<void>): Promise<CheckedSentence>;
}

/**
 * Own words of this share are support, of that share weak support. The figures are in
 * `docs/decisions/063-generated-answers.md`; `npm run bench -- support` prints them.
 */
const LEAST = { supported: 0.8, weak: 0.4, together: 0.35, same: 0.6 };
/** Words of one sentence that are looked for; a longer one is not supported without doubt. */
const MOST_WORDS = 200;
/** Words looked for between two pauses, some milliseconds; reading a passage counts as so many. */
const WORDS_A_TURN = 200;
const READING = 100;

/** A sentence as it is held against passages. */
interface Held {
  claim: Claim;
  words: readonly WeighedWord[];
  isCut: boolean;
  script: 'ar' | 'en';
  /** By the index of the passage. */
  compared: Map<number, Comparison>;
}

/** Reads the passages when first asked. */
export function openSupport(question: string, passages: readonly SupportPassage[]): SupportCheck {
  const every = passages.map((_, index) => index);
  let reader: Reader | undefined;
  let worked = 0;

  /** Yields how many words it looked for. */
  function* checkInSteps(sentence: string): Generator<number, CheckedSentence, void> {
    const evidence: Evidence[] = [];
    for (const passage of reader ? [] : passages) {
      evidence.push(readEvidence(passage));
      yield READING;
    }
    reader ??= createReader(question, passages, evidence);
    const { hold, compare, readSigns } = reader;
    const documents = readCitations(sentence).filter((index) => index < passages.length);
    const held = hold(withoutCitations(sentence));
    const standingAmong = (among: readonly number[]) => judge(readSigns(held, among));
    if (isPlain(held.claim)) return { standing: 'plain', documents };
    for (const index of documents) yield compare(held, index);
    const standing = documents.length === 0 ? undefined : standingAmong(documents);
    if (standing !== undefined && standing !== 'unsupported') return { standing, documents };
    for (const index of every) yield compare(held, index);
    const best = bestOf(every.map((index) => standingAmong([index])));
    if (standing === undefined) return { standing: best, documents };
    // What another document says is not what the cited one does.
    return { standing: best === 'supported' ? 'weak' : standing, documents };
  }

  return {
    check(sentence) {
      const steps = checkInSteps(sentence);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    },
    async checkInTurns(sentence, pause) {
      const steps = checkInSteps(sentence);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        worked += step.value;
        if (worked < WORDS_A_TURN) continue;
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

  const hold = (sentence: string): Held => {
    const claim = readClaim(sentence, language);
    const words = claim.words.slice(0, MOST_WORDS).map((word) => ({
      sought: seekWord(word),
      weight: rarity(word),
      own: !askedStems.has(word.stem),
    }));
    const isCut = words.length < claim.words.length;
    return { claim, words, isCut, script: detectLanguage(sentence), compared: new Map() };
  };

  const compare = ({ claim, words, compared }: Held, index: number): number => {
    const against = evidence[index];
    if (!against || compared.has(index)) return 0;
    compared.set(index, compareClaim(claim, words, against));
    return words.length;
  };

  function readSigns(
    { claim, words, isCut, script, compared }: Held,
    among: readonly number[],
  ): SupportSigns {
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

  return { hold, compare, readSigns };
}

const isPlain = ({ words, numbers, months }: Claim): boolean =>
  words.length + numbers.size + months.size === 0;

/** What the signs of a sentence come to. */
function judge(signs: SupportSigns): Standing {
  const { own, together, closest, denies, askedMissing, missing, foreign, isCut } = signs;
  if (missing > 0) return 'unsupported';
  if (foreign) return 'weak';
  if (own < LEAST.weak || (denies && closest >= LEAST.same)) return 'unsupported';
  const holds = own >= LEAST.supported && together >= LEAST.together;
  return holds && !denies && !isCut && askedMissing === 0 ? 'supported' : 'weak';
}

const ORDER: readonly Standing[] = ['supported', 'weak', 'plain', 'unsupported'];

function bestOf(standings: readonly Standing[]): Standing {
  return ORDER.find((one) => standings.includes(one)) ?? 'unsupported';
}

/** How rare a word is among the statements of all passages; what none has is rarest. */
function countRarity(evidence: readonly Evidence[]): (word: AnswerWord) => number {
  const total = evidence.reduce((sum, { parts }) => sum + parts.length, 0);
  const met = new Map<string, number>();
  for (const { places } of evidence)
    for (const [stem, { parts }] of places) met.set(stem, (met.get(stem) ?? 0) + parts.length);
  return ({ stem }) => weighRarity(met.get(stem) ?? 0, total);
}
