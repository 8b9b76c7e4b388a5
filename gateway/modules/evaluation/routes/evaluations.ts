import {
  type EvaluationChange as ChangeView,
  QUESTION_CHANGES,
  type QuestionChange as QuestionView,
  TEST_CHANGES,
} from '#contract/tests.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { routesOf } from '#gateway/http/call.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { Evaluation, QuestionChange } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import { viewEvaluation, viewOverview } from '#gateway/modules/evaluation/services/view-tests.ts';
import { readableOrigin } from '#gateway/modules/runs/services/readable-run.ts';

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

  async getEvaluation({ ports, botId, key, params: { evaluationId: id }, query: { change, before, limit } }) {
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
        questions: before === undefined ? await viewQuestions(ports, evaluation, key) : [],
        next: last ? `${TEST_CHANGES.indexOf(last.change)}-${last.testId}` : null,
      },
    };
  },
});

/** Kept questions with other answers, of runs that the key may read and that are still there. */
async function viewQuestions(
  { runs }: Pick<Ports, 'runs'>,
  { botId, questions: proven }: Evaluation,
  key: StoredKey,
): Promise<QuestionView[]> {
  const placeOf = ({ change }: QuestionChange) => QUESTION_CHANGES.indexOf(change);
  const changes = (proven?.changes ?? []).toSorted((a, b) => placeOf(a) - placeOf(b) || b.times - a.times);
  const ids = changes.flatMap(({ runId, before, after }) =>
    [runId, before.runId ?? [], after.runId ?? []].flat(),
  );
  const questions = await runs.questionsAmong(botId, ids, readableOrigin(key));
  const viewSide = ({ band, runId }: QuestionChange['before']) => ({
    band,
    runId: runId !== null && questions.has(runId) ? runId : null,
  });
  return changes.flatMap(({ runId, before, after, ...change }) => {
    const question = questions.get(runId);
    if (question === undefined) return [];
    return [{ ...change, question, before: viewSide(before), after: viewSide(after) }];
  });
}
