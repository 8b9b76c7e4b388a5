import type { AnswerBand } from '#contract/headers.ts';
import type { Run, RunHead, RunText } from '#gateway/modules/runs/model.ts';

/** `before`: moment and id of the last run of the page before. `family`: asked with its keys alone. */
export interface RunQuery {
  search?: string;
  band?: AnswerBand;
  family?: string;
  before?: { askedOn: number; id: string };
  limit: number;
}

/** A run with its texts; those of units that were deleted for good are absent. */
export interface StoredRun {
  run: Run;
  /** `IndexNames`; null where every ready unit was searched. */
  names: readonly string[] | null;
  texts: readonly RunText[];
}

/** Runs of each bot. */
export interface RunStore {
  /** Adds runs and the texts that they name, in one transaction. */
  add(botId: number, runs: readonly Run[], texts: readonly RunText[]): Promise<void>;
  /** Newest first; `search` is folded by the store, and every word must occur in the question. */
  list(botId: number, query: RunQuery): Promise<RunHead[]>;
  get(botId: number, id: string): Promise<StoredRun | undefined>;
  /** False for a run that does not exist. */
  remove(botId: number, id: string): Promise<boolean>;
  /** Removes some of the runs asked before the moment; how many. */
  expire(before: Date, limit: number): Promise<number>;
  /** Removes some texts that no run named since the moment; how many. */
  expireTexts(before: Date, limit: number): Promise<number>;
}
