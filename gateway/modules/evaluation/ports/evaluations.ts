import type {
  AskedUnit,
  ChangeKind,
  Evaluation,
  EvaluationChange,
  StoredTest,
  TestState,
  UnitName,
} from '#gateway/modules/evaluation/model.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';
import type { DescribeClosing } from './reports.ts';

/** An evaluation under way. `before`: units as the last complete one asked them, null before the first. */
export interface BegunEvaluation {
  evaluation: Evaluation;
  before: AskedUnit[] | null;
  /** Tests that it has not asked, in the order of their ids. */
  tests: Pick<StoredTest, 'id' | 'passages' | 'quoteUnits'>[];
}

/** State of one test after asking, and the change, if any. */
export interface AskedTest {
  test: StoredTest;
  state: TestState;
  change?: EvaluationChange;
}

/** The body that webhooks get of an evaluation that lost tests, of which it names the first. */
export type DescribeLoss = (
  evaluation: Evaluation,
  lost: readonly Pick<EvaluationChange, 'testId' | 'question' | 'after'>[],
) => string;

/** Evaluations of each bot. The lease fences: who lost it changes nothing, and is told by `false` or undefined. */
export interface EvaluationStore {
  /**
   * Queues evaluations of bots with tests whose knowledge is not as the last one asked it, or was asked by an older
   * version: 2 s after the last change, 30 s after the first at the latest.
   */
  schedule(engine: string): Promise<void>;
  /** Queues an evaluation that begins at once, where the bot has tests. */
  request(botId: number): Promise<void>;
  /** Begins the evaluation of a lease, or goes on with the one that was under way. */
  begin(lease: JobLease, units: readonly AskedUnit[]): Promise<BegunEvaluation | undefined>;
  /** Stores what asking some tests has made. Tests that a person asked otherwise meanwhile stay as they are. */
  record(lease: JobLease, evaluationId: number, tests: readonly AskedTest[]): Promise<boolean>;
  /** Ends the evaluation and its job, settles reports by their tests, and queues one message to webhooks where it lost tests. Returns it as it is; undefined where the lease was lost. */
  finish(
    lease: JobLease,
    evaluationId: number,
    outcome: {
      engine: string;
      units: readonly UnitName[];
      describeLoss: DescribeLoss;
      describeClosing: DescribeClosing;
    },
  ): Promise<Evaluation | undefined>;

  get(botId: number, id: number): Promise<Evaluation | undefined>;
  /** Newest first. */
  list(
    botId: number,
    query: { isChanged?: boolean; hasLosses?: boolean; before?: number; limit: number },
  ): Promise<Evaluation[]>;
  /** Lost ones first. `before`: place and test of the last change of the page before. */
  changes(
    botId: number,
    id: number,
    query: { change?: ChangeKind; before?: { place: number; testId: number }; limit: number },
  ): Promise<EvaluationChange[]>;
  /** Removes some evaluations that began before the moment, with their changes; how many rows. */
  expire(before: Date, limit: number): Promise<number>;
}
