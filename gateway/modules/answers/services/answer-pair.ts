import { splitPair } from '#gateway/engine/question/split-pair.ts';
import { type Language, notFoundFor } from '#gateway/engine/quoting/answer-words.ts';
import type { ExtractedAnswer } from '#gateway/engine/quoting/extract-answer.ts';
import type { RetrievedPassage } from './retrieve.ts';

/** What was found for one of two questions. */
export interface AnsweredPart {
  extraction: ExtractedAnswer;
  /** Those that `extraction` counts. */
  passages: readonly RetrievedPassage[];
}

/** The answer to two questions, and the passages of the whole question with those that it quotes. */
export interface PairAnswer {
  extraction: ExtractedAnswer;
  passages: RetrievedPassage[];
}

/**
 * Answers a question for two facts from two searches: both answers, or the one with words for what was not found.
 * Undefined where the question is one, where neither part is answered, or where the limits have no room for what is quoted.
 */
export async function answerPair(
  question: string,
  whole: readonly RetrievedPassage[],
  { language, ...limits }: { limit: number; maxDocuments: number; language: Language },
  answer: (part: string) => Promise<AnsweredPart>,
): Promise<PairAnswer | undefined> {
  const pair = splitPair(question);
  if (!pair) return undefined;
  const { questions, leans } = pair;
  const parts = [await answer(questions[0]), await answer(questions[1])];
  const quoted = parts.flatMap(({ extraction, passages }) =>
    extraction.band === 'answered' ? extraction.from.flatMap((index) => passages[index] ?? []) : [],
  );
  const passages = mergePassages(quoted, whole, limits);
  const answered = parts.filter(({ extraction }) => extraction.band === 'answered');
  // A dependent question has no answer where the first question has none.
  if (answered.length < (leans ? 2 : 1) || !passages) return undefined;
  const [first, second] = parts.map((part, index) =>
    countBy(passages, part, notFoundFor(questions[index] ?? '', language)),
  );
  if (!first || !second || !saysTwoThings(parts)) return undefined;
  return { extraction: joinAnswers(first, second), passages };
}

/** One row often answers both. */
function saysTwoThings([first, second]: readonly AnsweredPart[]): boolean {
  return !(
    first?.extraction.band === 'answered' &&
    second?.extraction.band === 'answered' &&
    first.extraction.text === second.extraction.text
  );
}

const keyOf = ({ unitId, ordinal }: RetrievedPassage): string => `${unitId}:${ordinal}`;

/** What is quoted and as much of the rest as the limits allow, best first; undefined where they do not hold what is quoted. */
function mergePassages(
  quoted: readonly RetrievedPassage[],
  others: readonly RetrievedPassage[],
  { limit, maxDocuments }: { limit: number; maxDocuments: number },
): RetrievedPassage[] | undefined {
  const merged = new Map(quoted.map((passage) => [keyOf(passage), passage]));
  const documents = new Set(quoted.map(({ fileId }) => fileId));
  if (merged.size > limit || documents.size > maxDocuments) return undefined;
  for (const passage of others) {
    const isKnown = documents.has(passage.fileId) || documents.size < maxDocuments;
    if (!isKnown || (merged.size >= limit && !merged.has(keyOf(passage)))) continue;
    documents.add(passage.fileId);
    merged.set(keyOf(passage), passage);
  }
  return [...merged.values()].sort((a, b) => b.score - a.score);
}

/** The extraction of a part counted by the merged passages; words for a part without an answer. */
function countBy(
  merged: readonly RetrievedPassage[],
  { extraction, passages }: AnsweredPart,
  words: string,
): ExtractedAnswer {
  if (extraction.band !== 'answered') {
    const { certainty } = extraction;
    return { band: 'answered', certainty, text: words, from: [], spans: [], missing: [] };
  }
  const placeOf = (index: number): number => {
    const passage = passages[index];
    return passage ? merged.findIndex((other) => keyOf(other) === keyOf(passage)) : -1;
  };
  return {
    ...extraction,
    from: extraction.from.map(placeOf),
    spans: extraction.spans.map((span) => ({ ...span, passage: placeOf(span.passage) })),
  };
}

/** Both answers, one below the other; as certain as the surer one, since what was not found is said. */
function joinAnswers(first: ExtractedAnswer, second: ExtractedAnswer): ExtractedAnswer {
  if (first.band !== 'answered' || second.band !== 'answered') return first;
  const by = first.text.length + 1;
  const both = first.from.length > 0 && second.from.length > 0;
  return {
    band: 'answered',
    certainty: (both ? Math.min : Math.max)(first.certainty, second.certainty),
    text: `${first.text}\n${second.text}`,
    from: [...new Set([...first.from, ...second.from])],
    spans: [
      ...first.spans,
      ...second.spans.map((span) => ({
        ...span,
        inAnswer: { start: span.inAnswer.start + by, end: span.inAnswer.end + by },
      })),
    ],
    missing: [...first.missing, ...second.missing],
  };
}
