import type { OnDamage } from '#gateway/core/data-damage.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { createJobWorker, type JobWorker } from '#gateway/modules/jobs/services/job-worker.ts';
import type { ProofPorts, ProofTools } from './ask-over-drafts.ts';

const LEASE_MS = 60_000;
/** Between looks for drafts that have no proof, and for those whose moment has come. */
const POLL_INTERVAL_MS = 1_000;
const RETRY_MS = [5_000, 30_000, 300_000];

/** Proves drafts, and makes those live whose moment has come. */
export function createProofWorker(ports: ProofPorts, onDamage?: OnDamage): JobWorker {
  let tools: ProofTools | undefined;
  return createJobWorker(
    ports,
    {
      kind: 'prove',
      concurrency: 1,
      leaseMs: LEASE_MS,
      pollMs: POLL_INTERVAL_MS,
      retryMs: RETRY_MS,
      failure: 'proof-failed',
      async prepare() {
        await publishDue(ports);
        for (const { botId, ...since } of await ports.drafts.botsToProve(INDEX_VERSION))
          await ports.proofs.schedule(botId, since);
        return true;
      },
      choose: () => ({ onlyActiveBots: true }),
      async work(lease, signal, report) {
        // Loaded with the first proof: many gateways have no tests.
        const [{ createEvaluationTools }, { proveDrafts }, { createAnswerMemory }] = await Promise.all([
          import('./evaluate-tests.ts'),
          import('./prove-drafts.ts'),
          import('./kept-questions.ts'),
        ]);
        const createTools = () => createEvaluationTools(ports);
        tools ??= { live: createTools(), drafts: createTools(), answers: createAnswerMemory() };
        const result = await proveDrafts(ports, tools, { lease, signal, report });
        if (result) ports.log.info('drafts-proven', { botId: lease.botId, ...result });
        return result ? 'finished' : 'settled';
      },
    },
    onDamage,
  );
}

/** Where a bot has tests, a job asks them first. A draft that moved or was discarded meanwhile is no longer due. */
async function publishDue({ drafts: store, proofs, log }: ProofPorts): Promise<void> {
  for (const { botId, drafts } of await store.due(INDEX_VERSION)) {
    if (await proofs.hasTests(botId)) {
      await proofs.requestDue(botId);
      continue;
    }
    const result = await store.publish(botId, drafts, { by: null, indexVersion: INDEX_VERSION });
    if (!('conflict' in result)) log.info('drafts-published', { botId, drafts: drafts.length });
  }
}
