import type { Ports as PortsBelow } from '#gateway/modules/alerts/ports/ports.ts';
import type { EvaluationStore } from './evaluations.ts';
import type { ProofStore } from './proofs.ts';
import type { ReportStore } from './reports.ts';
import type { TestStore } from './tests.ts';

/** The ports of `evaluation` and of what lies below. */
export interface Ports extends PortsBelow {
  tests: TestStore;
  evaluations: EvaluationStore;
  reports: ReportStore;
  proofs: ProofStore;
}
