import { LRUCache } from 'lru-cache';
import { GAP_DAYS } from '#contract/gaps.ts';
import { KEPT_QUESTIONS_PER_PROOF } from '#contract/limits.ts';
import { before, DAY_MS } from '#gateway/core/clock.ts';
import type { QuestionChangeKind, TestAnswer } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import { type Asker, NOTHING_EXPECTED, type Question } from './ask-test.ts';

/** The newest runs of the days, among which questions are counted. */
const MAX_COUNTED_RUNS = 20_000;
/** Follow-ups that may be among the most frequent ones. */
const SPARE_QUESTIONS = 50;
/** Bots with remembered answers, least recently used first to go. A bot takes about 100 kB. */
const MAX_REMEMBERED_BOTS = 50;

/** A question that people or programs ask often, as its newest run asked. `units`: of the passages of that run. */
export interface KeptQuestion extends Question, Asker {
  runId: string;
  times: number;
  units: number[];
}

/** The questions asked most, without follow-ups: their conversation is not asked again. */
export async function frequentQuestions(
  { runs, clock }: Pick<Ports, 'runs' | 'clock'>,
  botId: number,
): Promise<KeptQuestion[]> {
  const most = await runs.frequent(botId, {
    since: before(clock.now(), GAP_DAYS * DAY_MS),
    among: MAX_COUNTED_RUNS,
    limit: KEPT_QUESTIONS_PER_PROOF + SPARE_QUESTIONS,
  });
  const questions: KeptQuestion[] = [];
  for (const { id, times } of most) {
    if (questions.length === KEPT_QUESTIONS_PER_PROOF) break;
    const stored = await runs.get(botId, id);
    if (!stored || stored.run.details.history.length > 0) continue;
    const { question, origin, keyName, family, details } = stored.run;
    const { Limit, MaxLimit, MaxOutputTokens } = details.request;
    const IndexNames = stored.names && [...stored.names];
    questions.push({
      botId,
      question,
      request: { IndexNames, Limit, MaxLimit, MaxOutputTokens },
      expectation: NOTHING_EXPECTED,
      origin,
      keyName,
      family,
      runId: id,
      times,
      units: details.passages.map(({ unitId }) => unitId),
    });
  }
  return questions;
}

/** What a question is answered with by live knowledge. `runId`: null until the answer is compared with another. */
export interface LiveAnswer {
  answer: TestAnswer;
  runId: string | null;
}

/** Answers of live knowledge by question, as long as the knowledge has this number. */
export function createAnswerMemory() {
  const bots = new LRUCache<number, { number: number; answers: Map<string, LiveAnswer> }>({
    max: MAX_REMEMBERED_BOTS,
  });
  return (botId: number, number: number): Map<string, LiveAnswer> => {
    const remembered = bots.get(botId);
    if (remembered?.number === number) return remembered.answers;
    const answers = new Map<string, LiveAnswer>();
    bots.set(botId, { number, answers });
    return answers;
  };
}

/**
 * How drafts change the answer of a kept question; undefined where they do not, and where neither side answers, whatever
 * passages are nearest. `showsWeak`: a weak answer is one.
 */
export function kindOfQuestionChange(
  live: Pick<TestAnswer, 'band' | 'fingerprint'>,
  drafted: Pick<TestAnswer, 'band' | 'fingerprint'>,
  showsWeak: boolean,
): QuestionChangeKind | undefined {
  if (live.fingerprint === drafted.fingerprint) return undefined;
  const isAnswered = ({ band }: Pick<TestAnswer, 'band'>): boolean =>
    band === 'answered' || band === 'reply' || (band === 'weak' && showsWeak);
  if (!isAnswered(live)) return isAnswered(drafted) ? 'answered' : undefined;
  return isAnswered(drafted) ? 'changed' : 'unanswered';
}
