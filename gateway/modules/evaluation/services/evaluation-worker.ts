import type { OnDamage } from '#gateway/core/data-damage.ts';
import { createJobWorker, type JobWorker } from '#gateway/modules/jobs/services/job-worker.ts';
import type { AskTools } from './ask-test.ts';
import type { EvaluationPorts } from './evaluate-tests.ts';

const LEASE_MS = 60_000;
/** Between looks for knowledge that changed. */
const POLL_INTERVAL_MS = 1_000;
const RETRY_MS = [5_000, 30_000, 300_000];

/** Asks tests where the knowledge of their bot changed. `engine`: version of this program, whose change is one as well. */
export function createEvaluationWorker(
  ports: EvaluationPorts,
  { engine }: { engine: string },
  onDamage?: OnDamage,
): JobWorker {
  let tools: AskTools | undefined;
  return createJobWorker(
    ports,
    {
      kind: 'evaluate',
      concurrency: 1,
      leaseMs: LEASE_MS,
      pollMs: POLL_INTERVAL_MS,
      retryMs: RETRY_MS,
      failure: 'evaluation-failed',
      async prepare() {
        await ports.evaluations.schedule(engine);
        return true;
      },
      choose: () => ({ onlyActiveBots: true }),
      async work(lease, signal, report) {
        // Loaded with the first evaluation: many gateways have no tests.
        const { createEvaluationTools, evaluateTests } = await import('./evaluate-tests.ts');
        tools ??= createEvaluationTools(ports);
        const evaluation = await evaluateTests(ports, tools, { lease, signal, report, engine });
        if (evaluation) {
          const { botId, id, tests, lost, gained, changed } = evaluation;
          ports.log.info('tests-evaluated', { botId, evaluation: id, tests, lost, gained, changed });
        }
        return 'settled';
      },
    },
    onDamage,
  );
}
