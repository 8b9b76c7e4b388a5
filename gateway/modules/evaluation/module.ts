import { before, DAY_MS } from '#gateway/core/clock.ts';
import type { ModuleDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { reportGauges } from './services/report-gauges.ts';
import { evaluationExtension } from './sql/evaluation-jobs.ts';
import { createEvaluationStore } from './sql/evaluations.ts';
import { createProofStore } from './sql/proofs.ts';
import { createReportStore } from './sql/reports.ts';
import { createTestStore } from './sql/tests.ts';
import type { EvaluationTables } from './tables.ts';

const RETENTION_MS = 400 * DAY_MS;
const EVALUATIONS_PER_BATCH = 20;
const REPORTS_PER_BATCH = 500;

/** Tests of what a bot answers, and the evaluations that ask them when its knowledge changed. */
export const evaluation = {
  name: 'evaluation',
  tables: {
    test_set: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    test: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    evaluation: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    evaluation_change: {
      key: ['bot_id', 'evaluation_id', 'test_id'],
      ofBot: 'removed',
      carriedOver: true,
    },
    report: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    evaluation_state: { key: ['bot_id'], ofBot: 'removed', carriedOver: true },
  },
  store: ({ db, clock, extensions }) => ({
    tests: createTestStore(db, clock),
    evaluations: createEvaluationStore(db, clock, extensions),
    reports: createReportStore(db, clock, extensions),
    proofs: createProofStore(db, clock, extensions),
  }),
  extension: evaluationExtension,
  gauges: [reportGauges],
  chores: {
    evaluations:
      ({ evaluations }: Pick<Ports, 'evaluations'>) =>
      async (now) => {
        const count = await evaluations.expire(before(now, RETENTION_MS), EVALUATIONS_PER_BATCH);
        return { count, isMore: count === EVALUATIONS_PER_BATCH };
      },
    reports:
      ({ reports }: Pick<Ports, 'reports'>) =>
      async (now) => {
        const count = await reports.expire(before(now, RETENTION_MS), REPORTS_PER_BATCH);
        return { count, isMore: count === REPORTS_PER_BATCH };
      },
  },
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<EvaluationTables>;
