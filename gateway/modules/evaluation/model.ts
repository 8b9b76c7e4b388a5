import type { AnswerBand } from '#contract/headers.ts';
import type { Closing, ReportReason, ReportState } from '#contract/reports.ts';
import type {
  EVALUATION_REASONS,
  EVALUATION_STATES,
  EXPECTATION_ORIGINS,
  Expectation,
  QUESTION_CHANGES,
  QuestionCounts,
  TEST_CHANGES,
  TestOutcome,
  TestRequest,
} from '#contract/tests.ts';

export type EvaluationReason = (typeof EVALUATION_REASONS)[number];
export type EvaluationState = (typeof EVALUATION_STATES)[number];
export type ExpectationOrigin = (typeof EXPECTATION_ORIGINS)[number];
export type ChangeKind = (typeof TEST_CHANGES)[number];
export type QuestionChangeKind = (typeof QUESTION_CHANGES)[number];

export interface TestSet {
  botId: number;
  id: number;
  name: string;
  tags: string[];
  keyName: string;
  createdOn: Date;
  modifiedOn: Date;
}

/** A unit by its title, which stays said after the unit is gone. */
export interface UnitName {
  id: number;
  title: string;
}

/** Because of what an answer changed; see `causeSchema` of the contract. */
export interface Cause {
  evaluationId: number | null;
  direct: boolean;
  units: UnitName[];
  more: number;
}

/** What came of asking a test. */
export interface TestAnswer {
  outcome: TestOutcome;
  band: AnswerBand | null;
  /** Hash of answer, band and texts; null where the test could not be asked. */
  fingerprint: string | null;
  /** Unit and hash of each passage, in their order. */
  passages: [unitId: number, hash: string][];
  /** Units that own a passage with a quote. */
  quoteUnits: number[];
}

/** How a test stands. `since`: of the outcome. `askedIn`: the evaluation that asked last. */
export interface TestState extends TestAnswer {
  since: Date;
  because: Cause | null;
  runId: string | null;
  askedOn: Date | null;
  askedIn: number | null;
}

/** What a test asks, and what is right. */
export interface TestDraft {
  question: string;
  request: TestRequest;
  expectation: Expectation;
  /** 0: in no set. */
  setId: number;
  tags: string[];
}

export interface StoredTest extends TestDraft, TestState {
  botId: number;
  id: number;
  keyName: string;
  family: string;
  createdOn: Date;
  modifiedOn: Date;
  /** Grows with every change by a person that may change the outcome; set and tags do not. */
  revision: number;
  fromRunId: string | null;
}

/** An expectation that a test has, or had. */
export interface HistoryEntry {
  on: number;
  by: string;
  origin: ExpectationOrigin;
  runId: string | null;
  expectation: Expectation;
  /** Of a test that a verdict made, and takes back; not shown. */
  ofVerdict?: true;
}

/** The set of tests that are in none. */
export const NO_SET = 0;

export interface Evaluation {
  botId: number;
  id: number;
  reason: EvaluationReason;
  state: EvaluationState;
  startedOn: Date;
  endedOn: Date | null;
  from: number | null;
  to: number;
  tests: number;
  asked: number;
  lost: number;
  gained: number;
  changed: number;
  /** Of a proof, else null. */
  questions: ProvenQuestions | null;
  units: UnitName[];
  more: number;
}

interface Side {
  outcome: TestOutcome;
  band: AnswerBand | null;
  runId: string | null;
}

/** What an evaluation changed for one test. */
export interface EvaluationChange {
  testId: number;
  question: string;
  change: ChangeKind;
  before: Side;
  after: Side;
  because: Cause;
}

/** What drafts change for a kept question. `runId`: the newest run that asked it, which has its words. */
export interface QuestionChange {
  runId: string;
  times: number;
  change: QuestionChangeKind;
  before: Omit<Side, 'outcome'>;
  after: Omit<Side, 'outcome'>;
  because: Cause;
}

/** Kept questions of a proof; at most a hundred, so that their changes need no rows. */
export interface ProvenQuestions extends QuestionCounts {
  changes: QuestionChange[];
}

/** A unit as an evaluation has asked it. */
export type AskedUnit = [id: number, generation: number, title: string];

/** Who files or owns reports. */
export interface Reporter {
  id: string;
  name: string;
}

/** The owners of the bot, where the cited unit has no owner of its own. */
export const BOT_OWNERS: Reporter = { id: '', name: '' };

/** A report as it is filed. `unit`: the first that the answer cites. */
export interface ReportDraft {
  botId: number;
  runId: string;
  question: string;
  reason: ReportReason;
  note: string;
  reporter: Reporter;
  owner: Reporter;
  unit: { id: number; title: string; sectionTitle: string } | null;
}

export interface StoredReport extends ReportDraft {
  id: number;
  reportedOn: Date;
  openedOn: Date;
  state: ReportState;
  testId: number | null;
  closing: { as: Closing; by: string; note: string; on: Date; evaluationId: number | null } | null;
  isUnseen: boolean;
}
