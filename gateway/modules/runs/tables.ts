import type { AnswerBand } from '#contract/headers.ts';
import type { RunAction, RunOrigin, RunOutcome, RunVerdict } from '#contract/runs.ts';

/** Rows of runs. */
export interface RunsTables {
  run: {
    bot_id: number;
    id: string;
    asked_on: number;
    action: RunAction;
    outcome: RunOutcome;
    band: AnswerBand | null;
    certainty: number | null;
    key_name: string;
    family: string;
    question: string;
    /** The question as the search of the list sees it. */
    folded: string;
    origin: RunOrigin;
    /** See `pack-details.ts`. */
    details: string;
  };
  run_verdict: {
    bot_id: number;
    run_id: string;
    /** Of the key and its successors: each has one verdict of a run. */
    family: string;
    key_name: string;
    verdict: RunVerdict;
    note: string;
    judged_on: number;
    /** Of the run, for lists. */
    asked_on: number;
    /** 1 for the verdict of the run that was given last. */
    is_newest: number;
  };
  run_text: {
    bot_id: number;
    unit_id: number;
    hash: string;
    text: string;
    /** Of the last run that names it. */
    used_on: number;
  };
}
