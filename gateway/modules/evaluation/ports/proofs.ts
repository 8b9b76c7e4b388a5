import type { DraftKey } from '#contract/versions.ts';
import type { Evaluation, EvaluationChange, ProvenQuestions } from '#gateway/modules/evaluation/model.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';
import type { DescribeLoss } from './evaluations.ts';

/** A proof with its drafts. `isCurrent`: the knowledge is still what it was made over. */
export interface ListedProof {
  proof: Evaluation;
  drafts: DraftKey[];
  isCurrent: boolean;
}

/** What asking further tests has found, and all kept questions so far. */
export interface ProofProgress {
  tests: number;
  changes: readonly EvaluationChange[];
  questions: ProvenQuestions;
}

/** Evaluations over drafts. The lease fences: who lost it changes nothing, and is told by `false` or undefined. */
export interface ProofStore {
  /** Queues proofs of the drafts of a bot that have none: 2 s after the last draft came, 30 s after the first at the latest. */
  schedule(botId: number, since: { firstOn: Date; lastOn: Date }): Promise<void>;
  /** Queues a proof of these drafts together, in place of a chosen set that still waits. */
  request(botId: number, drafts: readonly DraftKey[]): Promise<void>;
  /** Queues what is due to go live once its tests were asked. */
  requestDue(botId: number): Promise<void>;
  /** The drafts that a job was queued for: those of a person, `due`, or `new` ones, which have no proof. */
  draftsOf(lease: JobLease): readonly DraftKey[] | 'due' | 'new';
  /** Whether proofs of the bot can lose tests. */
  hasTests(botId: number): Promise<boolean>;
  /** Begins a proof of so many tests and kept questions. */
  begin(
    lease: JobLease,
    drafts: readonly DraftKey[],
    asking: Pick<ProofProgress, 'tests' | 'questions'>,
  ): Promise<Evaluation | undefined>;
  /** Stores what asking further questions has found. */
  record(lease: JobLease, proofId: number, progress: ProofProgress): Promise<boolean>;
  end(lease: JobLease, proofId: number): Promise<Evaluation | undefined>;
  /** Queues one message to webhooks about drafts that are held, with the tests that a proof lost. */
  reportHeld(lease: JobLease, proof: Evaluation, describeLoss: DescribeLoss): Promise<void>;
  /** Whether the tests of a bot were asked over its knowledge as it is now. */
  isAskedAsIs(botId: number): Promise<boolean>;
  /** Proofs with the drafts that they were made over, and whether the knowledge is still that. */
  list(botId: number, ids: readonly number[]): Promise<Map<number, ListedProof>>;
  /** Proofs under way, newest first. */
  running(botId: number): Promise<ListedProof[]>;
  /** Numbers of the tests that were lost in one or more of the given proofs. */
  lostTests(botId: number, ids: readonly number[]): Promise<Set<number>>;
}
