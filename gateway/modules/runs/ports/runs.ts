import type { AnswerBand } from '#contract/headers.ts';
import type { RunOrigin, RunVerdict } from '#contract/runs.ts';
import type {
  AskedQuestion,
  GivenVerdict,
  Run,
  RunDetails,
  RunHead,
  RunText,
} from '#gateway/modules/runs/model.ts';

/** `before`: moment and id of the last run of the page before. `family`: asked with its keys alone. */
export interface RunQuery {
  search?: string;
  band?: AnswerBand;
  family?: string;
  origin?: RunOrigin;
  /** The newest verdict, or none. */
  verdict?: RunVerdict | 'none';
  before?: { askedOn: number; id: string };
  limit: number;
}

/** A run with its texts; those of units that were deleted for good are absent. */
export interface StoredRun {
  run: Run;
  /** `IndexNames`; null where every ready unit was searched. */
  names: readonly string[] | null;
  texts: readonly RunText[];
  /** Newest first. */
  verdicts: readonly GivenVerdict[];
}

/** Runs of each bot. */
export interface RunStore {
  /** Adds runs and the texts that they name, in one transaction. */
  add(botId: number, runs: readonly Run[], texts: readonly RunText[]): Promise<void>;
  /** Newest first; `search` is folded by the store, and every word must occur in the question. */
  list(botId: number, query: RunQuery): Promise<RunHead[]>;
  get(botId: number, id: string): Promise<StoredRun | undefined>;
  /**
   * Gives the verdict of a key's family, in place of its earlier one, or withdraws it. All verdicts of the run, newest
   * first; undefined for a run that does not exist.
   */
  judge(
    botId: number,
    id: string,
    verdict: GivenVerdict | { verdict: null; family: string },
  ): Promise<readonly GivenVerdict[] | undefined>;
  /** How often a question was asked, in any spelling that folds to the same, among kept runs; counted to `max`. */
  countAsked(botId: number, question: string, max: number): Promise<number>;
  /** The newest questions without an answer, or with a weak one, newest first. */
  unanswered(
    botId: number,
    query: { since: Date; limit: number; origin?: RunOrigin },
  ): Promise<AskedQuestion[]>;
  /**
   * The questions asked most among the newest runs that did not fail: each with its newest run, in any spelling that folds
   * to the same.
   */
  frequent(
    botId: number,
    query: { since: Date; among: number; limit: number },
  ): Promise<{ id: string; times: number }[]>;
  /** What came back for the newest questions. */
  newestDetails(botId: number, query: { since: Date; limit: number }): Promise<RunDetails[]>;
  /** Questions by band and quarter of an hour. */
  countBands(botId: number, since: Date): Promise<{ band: AnswerBand | null; from: Date; runs: number }[]>;
  /** Ids of stored runs among the given ids, of one origin or of both. */
  keptAmong(botId: number, ids: readonly string[], origin?: RunOrigin): Promise<string[]>;
  /** Questions of stored runs among the given ids, by id, of one origin or of both. */
  questionsAmong(botId: number, ids: readonly string[], origin?: RunOrigin): Promise<Map<string, string>>;
  /** With its verdicts. False for a run that does not exist. */
  remove(botId: number, id: string): Promise<boolean>;
  /** Removes some of the runs of this origin that were asked before the moment; how many. */
  expire(botId: number, origin: RunOrigin, before: Date, limit: number): Promise<number>;
  /** Removes some texts that no run named since the moment; how many. */
  expireTexts(before: Date, limit: number): Promise<number>;
}
