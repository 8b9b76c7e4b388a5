import { stemWord } from '#gateway/engine/analysis/stem.ts';
import { detectStemLanguage } from '#gateway/engine/analysis/stem-language.ts';
import { isStopWordOfQuestion } from '#gateway/engine/analysis/stop-words.ts';
import { tokenise } from '#gateway/engine/analysis/tokenise.ts';
import type { AskedQuestion } from '#gateway/modules/runs/model.ts';

/** Questions are alike that share more than this part of the stems that either has. */
const LIKENESS = 0.5;
/** Stems of a question that are compared; long questions are rare. */
const MAX_STEMS = 40;

/** Questions in like words, newest first. */
export interface QuestionGroup {
  /** The wording that was asked most. */
  question: string;
  runs: AskedQuestion[];
}

interface Wording {
  stems: readonly string[];
  runs: AskedQuestion[];
}

/**
 * Groups questions that share most of their stems, stop words apart, most asked first. Wordings that were asked more often
 * lead the groups; the same questions in the same order always make the same groups.
 */
export function groupQuestions(questions: readonly AskedQuestion[]): QuestionGroup[] {
  const wordings = [...Map.groupBy(questions, ({ folded }) => folded).values()]
    .map((runs): Wording => ({ stems: stemsOf(runs[0]?.question ?? ''), runs }))
    .toSorted((a, b) => b.runs.length - a.runs.length);
  const leaders: Wording[] = [];
  /** Places of leaders by the stems of their questions. */
  const byStem = new Map<string, number[]>();
  for (const wording of wordings) {
    const leader = leaders[mostLike(wording, leaders, byStem)];
    if (leader) {
      leader.runs = [...leader.runs, ...wording.runs];
      continue;
    }
    for (const stem of wording.stems) byStem.set(stem, [...(byStem.get(stem) ?? []), leaders.length]);
    leaders.push({ ...wording });
  }
  return leaders
    .map(({ runs }) => ({
      question: runs[0]?.question ?? '',
      runs: runs.toSorted((a, b) => b.askedOn.getTime() - a.askedOn.getTime()),
    }))
    .toSorted((a, b) => b.runs.length - a.runs.length || newest(b) - newest(a));
}

const newest = ({ runs }: QuestionGroup): number => runs[0]?.askedOn.getTime() ?? 0;

/** Place of the leader that is most like a wording; -1 where none is alike. */
function mostLike(
  { stems }: Wording,
  leaders: readonly Wording[],
  byStem: ReadonlyMap<string, readonly number[]>,
): number {
  const shared = new Map<number, number>();
  for (const stem of stems)
    for (const place of byStem.get(stem) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1);
  let best = -1;
  let highest = LIKENESS;
  for (const [place, count] of shared) {
    const likeness = count / (stems.length + (leaders[place]?.stems.length ?? 0) - count);
    if (likeness > highest) [best, highest] = [place, likeness];
  }
  return best;
}

/** The stems of a question, each once; of a question of stop words alone these. */
function stemsOf(question: string): string[] {
  const language = detectStemLanguage([question]);
  const words = tokenise(question).map(({ word }) => word);
  const subjects = words.filter((word) => !isStopWordOfQuestion(word, language));
  const stems = (subjects.length > 0 ? subjects : words).map((word) => stemWord(word, language));
  return [...new Set(stems)].slice(0, MAX_STEMS);
}
