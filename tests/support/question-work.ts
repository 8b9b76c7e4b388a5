/** Questions that made a gateway work without end, and what answering each of them over a hundred units does. */

import { toSearchedQuestion } from '#gateway/engine/explain/describe-alternative.ts';
import { explainPassages } from '#gateway/engine/explain/explain-passages.ts';
import { explainQuestion } from '#gateway/engine/explain/explain-question.ts';
import { conceptIndex } from '#gateway/engine/lexicon/lexicon.ts';
import { isFollowUp, resolveFollowUp } from '#gateway/engine/question/follow-up.ts';
import { blankCourtesies, detectSmallTalk } from '#gateway/engine/question/small-talk.ts';
import { extractAnswer } from '#gateway/engine/quoting/extract-answer.ts';
import { createCorpus } from '#gateway/engine/ranking/corpus.ts';
import { matchCandidates, rerankCandidates } from '#gateway/engine/ranking/rank.ts';
import { buildSegment } from '#gateway/engine/segments/build-segment.ts';
import { openSegment } from '#gateway/engine/segments/open-segment.ts';
import { MAX_LOOKUPS } from '#gateway/engine/work-budget.ts';
import { countSteps, createCounter } from './count-work.ts';
import { createRandom } from './fleet/random.ts';

const UNITS = 100;
const PASSAGES = 4;
const WORDS = 40;
/** Characters of a question, as the contract has it. */
const LENGTH = 2_000;
/** Steps of one question. The most that any took were 1.7 million: those of random words over all units. */
const MAX_STEPS = 4_000_000;
const ARABIC = Array.from('ابتثجحخدذرزسشصضطظعغفقكلمنهوي');
const LATIN = Array.from('abcdefghijklmnopqrstuvwxyz');
const RANDOM_QUESTIONS = 100;

const SAMPLE = `رسوم الاشتراك فتح الحساب البطاقة الفاتورة الشهرية استرداد المبلغ خلال العمل من إلى على المستشفى والمواعيد
  the invoice is paid within days card account refund hours open museum buses library address transfer limit`;

/** All pairs of letters a thousand times, each letter two thousand times, and random words, long ones and short ones. */
export function longQuestions(seed: number): string[] {
  const random = createRandom(seed);
  const letters = [...ARABIC, ...LATIN];
  const spell = (alphabet: readonly string[], length: number) =>
    Array.from({ length }, () => random.pick(alphabet)).join('');
  const randomQuestions = Array.from({ length: RANDOM_QUESTIONS }, (_, index) => {
    const alphabet = [ARABIC, LATIN, letters][index % 3] ?? letters;
    if (index % 2 === 0) return spell(alphabet, LENGTH);
    const length = 1 + random.below(20);
    return Array.from({ length: LENGTH / (length + 1) }, () => spell(alphabet, length)).join(' ');
  });
  return [
    ...letters.flatMap((first) => letters.map((second) => (first + second).repeat(LENGTH / 2))),
    ...letters.map((letter) => letter.repeat(LENGTH)),
    ...randomQuestions,
  ];
}

/** A hundred units, and `ask`, which throws for a question that takes more look-ups or steps than it may. */
export function createQuestionWork(seed: number) {
  const random = createRandom(seed);
  const words = SAMPLE.split(/\s+/);
  const lookups = createCounter('look-ups in segments', MAX_LOOKUPS);
  const texts = Array.from({ length: UNITS }, () =>
    Array.from(
      { length: PASSAGES },
      () => `${Array.from({ length: WORDS }, () => random.pick(words)).join(' ')}.`,
    ),
  );
  const units = texts.map((passages, unitId) => {
    const segment = openSegment(
      buildSegment(
        passages.map((text) => ({ sectionTitle: random.pick(words), text })),
        random.pick(words),
      ),
    );
    const count = (find: (text: string) => number) => (text: string) => {
      lookups.add(1);
      return find(text);
    };
    return {
      unitId,
      segment: {
        ...segment,
        findStem: count((stem) => segment.findStem(stem)),
        findSkeleton: count((skeleton) => segment.findSkeleton(skeleton)),
      },
    };
  });
  const segments = units.map(({ segment }) => segment);
  const synonyms = [[random.pick(words), random.pick(words)]];
  conceptIndex();
  return {
    ask(question: string): { steps: number; lookups: number } {
      lookups.reset();
      let most = 0;
      const steps = countSteps(MAX_STEPS, () => {
        detectSmallTalk(question);
        blankCourtesies(question);
        isFollowUp(question);
        resolveFollowUp(question, [question]);
        const matched = matchCandidates(question, createCorpus(segments), { synonyms });
        const ranking = rerankCandidates(matched, { limit: 10, unitAt: (place) => units[place] });
        most = lookups.count();
        lookups.reset();
        const shown = ranking.passages.map(({ unitId, ordinal, score, lexicalScore, parts }) => {
          const text = texts[unitId]?.[ordinal] ?? '';
          return { segment: unitId, ordinal, text, titles: '', sectionTitle: '', score, lexicalScore, parts };
        });
        extractAnswer(question, shown, { maxCharacters: 1_000, question: ranking.question });
        const searched = toSearchedQuestion(ranking.question, segments);
        explainQuestion(question, searched, segments);
        explainPassages(searched, segments, shown);
      });
      return { steps, lookups: Math.max(most, lookups.count()) };
    },
  };
}
