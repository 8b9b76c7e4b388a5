import type { AnswerBand } from '#contract/headers.ts';
import type { Closing, ReportReason, ReportState } from '#contract/reports.ts';
import type { TestOutcome } from '#contract/tests.ts';
import type { EvaluationReason, EvaluationState } from './model.ts';

/** Rows of tests and evaluations. Lists and objects are JSON. */
export interface EvaluationTables {
  test_set: {
    bot_id: number;
    id: number;
    name: string;
    /** The name as it is compared. */
    name_key: string;
    tags: string;
    key_name: string;
    created_on: number;
    modified_on: number;
  };
  test: TestRow;
  report: ReportRow;
  evaluation: {
    bot_id: number;
    id: number;
    reason: EvaluationReason;
    state: EvaluationState;
    started_on: number;
    ended_on: number | null;
    from_state: number | null;
    to_state: number;
    tests: number;
    asked: number;
    lost: number;
    gained: number;
    changed: number;
    /** Of a proof: `ProvenQuestions`. */
    questions: string | null;
    /** 1 where `lost`, or any of the three, is more than 0: what lists filter by. */
    has_losses: number;
    has_changes: number;
    units: string;
    more: number;
    /** Of a proof: the drafts in place, as `DraftKey`; null of an evaluation of what is live. */
    drafts: string | null;
  };
  evaluation_change: {
    bot_id: number;
    evaluation_id: number;
    test_id: number;
    /** Of the kind of change in `TEST_CHANGES`. */
    place: number;
    question: string;
    before_outcome: TestOutcome;
    after_outcome: TestOutcome;
    before_band: AnswerBand | null;
    after_band: AnswerBand | null;
    before_run_id: string | null;
    after_run_id: string | null;
    because: string;
  };
  /** What the last complete evaluation of a bot asked. */
  evaluation_state: {
    bot_id: number;
    number: number;
    /** Version of the gateway; '' before the first evaluation. */
    engine: string;
    /** As `AskedUnit`; null in JSON until an evaluation was complete. */
    units: string;
    /** Of the evaluation under way, which takes their place. */
    next_units: string | null;
  };
}

export interface ReportRow {
  bot_id: number;
  id: number;
  run_id: string;
  question: string;
  /** The question as questions of tests are compared. */
  folded: string;
  reason: ReportReason;
  note: string;
  reporter_id: string;
  reporter_name: string;
  /** '' for the owners of the bot. */
  owner_id: string;
  owner_name: string;
  unit_id: number | null;
  unit_title: string;
  section_title: string;
  reported_on: number;
  /** Of the last opening, with the number of the knowledge then. */
  opened_on: number;
  knowledge: number;
  state: ReportState;
  test_id: number | null;
  closed_as: Closing | null;
  closed_by: string;
  closed_note: string;
  closed_on: number | null;
  /** The evaluation that closed it. */
  closed_in: number | null;
  /** 1 until the reporter has looked since it was closed. */
  is_unseen: number;
}

export interface TestRow {
  bot_id: number;
  id: number;
  set_id: number;
  question: string;
  /** The question as the search of the list sees it. */
  folded: string;
  request: string;
  expectation: string;
  /** Not selected by lists. */
  history: string;
  tags: string;
  /** Each tag as it is compared, between line ends. */
  folded_tags: string;
  key_name: string;
  family: string;
  created_on: number;
  modified_on: number;
  revision: number;
  outcome: TestOutcome;
  since_on: number;
  because: string | null;
  band: AnswerBand | null;
  fingerprint: string | null;
  run_id: string | null;
  from_run_id: string | null;
  passages: string;
  quote_units: string;
  asked_on: number | null;
  asked_in: number | null;
}
