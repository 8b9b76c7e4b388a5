import { type EvaluationChange as ChangeView, TEST_CHANGES } from '#contract/tests.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { routesOf } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import { viewEvaluation, viewOverview } from '#gateway/modules/evaluation/services/view-tests.ts';

/** Evaluations of a bot (extension). */
export const evaluationRoutes = routesOf<Ports>()({
  async evaluate({ ports, botId, audit }) {
    await ports.evaluations.request(botId);
    const overview = await viewOverview(ports, botId);
    const subject = { kind: 'test', id: '', name: '' } as const;
    audit({ subject, before: null, after: { tests: overview.counts.total } });
    return { answer: overview };
  },

  async listEvaluations({ ports, botId, query: { changed, before, limit } }) {
    const evaluations = await ports.evaluations.list(botId, {
      isChanged: changed !== undefined,
      ...(before === undefined ? {} : { before: Number(before) }),
      limit: limit + 1,
    });
    const last = evaluations.length > limit ? evaluations[limit - 1] : undefined;
    const items = evaluations.slice(0, limit).map(viewEvaluation);
    return { answer: { items, next: last ? String(last.id) : null } };
  },

  async getEvaluation({ ports, botId, params: { evaluationId: id }, query: { change, before, limit } }) {
    const evaluation = await ports.evaluations.get(botId, id);
    if (!evaluation) throw new GatewayFault('evaluation-not-found', { id });
    const [place, testId] = (before?.split('-') ?? []).map(Number);
    const changes = await ports.evaluations.changes(botId, id, {
      ...(change === undefined ? {} : { change }),
      ...(place === undefined || testId === undefined ? {} : { before: { place, testId } }),
      limit: limit + 1,
    });
    const page = changes.slice(0, limit);
    const last = changes.length > limit ? page.at(-1) : undefined;
    const runIds = page.flatMap((item) => [item.before.runId ?? [], item.after.runId ?? []].flat());
    const keptRuns = new Set(await ports.runs.keptAmong(botId, runIds));
    const existing = await ports.tests.outcomes(
      botId,
      page.map((item) => item.testId),
    );
    const keptSide = ({ runId, ...side }: ChangeView['before']) => ({
      ...side,
      runId: runId !== null && keptRuns.has(runId) ? runId : null,
    });
    return {
      answer: {
        evaluation: viewEvaluation(evaluation),
        changes: page.map((item) => ({
          ...item,
          exists: existing.has(item.testId),
          before: keptSide(item.before),
          after: keptSide(item.after),
        })),
        next: last ? `${TEST_CHANGES.indexOf(last.change)}-${last.testId}` : null,
      },
    };
  },
});
