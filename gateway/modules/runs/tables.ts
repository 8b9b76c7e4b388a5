import type { AnswerBand } from '#contract/headers.ts';
import type { RunAction, RunOutcome } from '#contract/runs.ts';

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
    /** See `pack-details.ts`. */
    details: string;
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
