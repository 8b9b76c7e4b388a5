import type { DraftKey } from '#contract/versions.ts';
import type { Evaluation, EvaluationChange } from '#gateway/modules/evaluation/model.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';
import type { DescribeLoss } from './evaluations.ts';

/** Evaluations over drafts. The lease fences: who lost it changes nothing, and is told by `false` or undefined. */
export interface ProofStore {
  /** Queues proofs of the drafts of a bot that have none: 2 s after the last draft came, 30 s after the first at the latest. */
  schedule(botId: number, since: { firstOn: Date; lastOn: Date }): Promise<void>;
  /** Queues a proof of these drafts together, in place of a chosen set that still waits. */
  request(botId: number, drafts: readonly DraftKey[]): Promise<void>;
  /** The drafts that a job was queued for; undefined for those that have no proof. */
  draftsOf(lease: JobLease): readonly DraftKey[] | undefined;
  /** Begins a proof of so many tests. */
  begin(lease: JobLease, drafts: readonly DraftKey[], tests: number): Promise<Evaluation | undefined>;
  /** Notes that further tests were asked, and what is different over the drafts. */
  record(
    lease: JobLease,
    proofId: number,
    count: number,
    changes: readonly EvaluationChange[],
  ): Promise<boolean>;
  end(lease: JobLease, proofId: number): Promise<Evaluation | undefined>;
  /** Queues one message to webhooks about drafts that are held, with the tests that a proof lost. */
  reportHeld(lease: JobLease, proof: Evaluation, describeLoss: DescribeLoss): Promise<void>;
  /** Whether the tests of a bot were asked over its knowledge as it is now. */
  isAskedAsIs(botId: number): Promise<boolean>;
  /** Proofs with the drafts that they were made over, and whether the knowledge is still that. */
  list(
    botId: number,
    ids: readonly number[],
  ): Promise<Map<number, { proof: Evaluation; drafts: DraftKey[]; isCurrent: boolean }>>;
}
