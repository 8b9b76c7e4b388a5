import type { TestResult } from '#contract/tests.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { type CallOf, routesOf } from '#gateway/http/call.ts';
import type { SearchTools } from '#gateway/modules/answers/services/search-tools.ts';
import { NO_SET } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import { testFields, testSubject } from '#gateway/modules/evaluation/services/audit-tests.ts';
import { draftFromRun } from '#gateway/modules/evaluation/services/draft-from-run.ts';
import { addTest, viewKept } from '#gateway/modules/evaluation/services/keep-test.ts';
import { reporterOf } from '#gateway/modules/evaluation/services/reporter.ts';
import { takeBackTests } from '#gateway/modules/evaluation/services/take-back-tests.ts';
import { reportFields, reportSubject } from '#gateway/modules/evaluation/services/view-reports.ts';
import type { StoredRun } from '#gateway/modules/runs/ports/runs.ts';
import { readableRun } from '#gateway/modules/runs/services/readable-run.ts';
import { viewVerdict } from '#gateway/modules/runs/services/view-run.ts';
import { actorName } from '#gateway/modules/usage/model.ts';

type Tools = Pick<SearchTools, 'segments' | 'synonyms' | 'searches'>;
type JudgingCall = CallOf<'setVerdict'>;

/** Verdicts of runs (extension). */
export function verdictRoutes(tools: Tools) {
  return routesOf<Ports>()({
    async setVerdict(call) {
      const { ports, botId, key, body, params, audit } = call;
      const { verdict, note } = body;
      const stored = await readableRun(ports, botId, key, params.runId);
      // The test first: a verdict that keeps one is not given where there is no room for the test.
      const result = verdict === 'right' ? await keepRight(call, tools, stored) : null;
      const { family } = key;
      const given =
        verdict === null
          ? { verdict, family }
          : { verdict, note, keyName: actorName(key), family, judgedOn: ports.clock.now() };
      const verdicts = await ports.runs.judge(botId, params.runId, given);
      if (!verdicts) throw new GatewayFault('run-not-found');
      if (verdict !== 'right') await takeBackTests(call, params.runId, verdicts);
      if (verdict !== 'wrong') await withdrawReport(call);
      const before = stored.verdicts.find((other) => other.family === family);
      audit({
        subject: { kind: 'run', id: params.runId, name: stored.run.question },
        before: { verdict: before?.verdict ?? null, note: before?.note ?? '' },
        after: { verdict, note },
      });
      return { answer: { verdicts: verdicts.map((other) => viewVerdict(other, key)), result } };
    },
  });
}

/** The test that a right run makes, or has made; null of a run that cannot be tested. */
async function keepRight(call: JudgingCall, tools: Tools, stored: StoredRun): Promise<TestResult | null> {
  const { ports, botId, body, params, audit } = call;
  const [earlier] = await ports.tests.madeFrom(botId, params.runId);
  if (earlier) return viewKept(call, earlier);
  try {
    const draft = draftFromRun(stored, { verdict: 'right' });
    const { result, test } = await addTest(
      call,
      tools,
      { ...draft, setId: body.setId ?? NO_SET, tags: body.tags },
      { keep: body.keep, origin: 'right', fromRunId: params.runId, ofVerdict: true },
    );
    if (test) audit({ subject: testSubject(test), before: null, after: testFields(test) });
    return result;
  } catch (error) {
    if (error instanceof GatewayFault && error.code === 'run-not-testable') return null;
    throw error;
  }
}

/** Who no longer calls a run wrong reports nothing of it. */
async function withdrawReport({ ports, botId, key, params, audit }: JudgingCall): Promise<void> {
  const report = await ports.reports.withdraw(botId, params.runId, reporterOf(key));
  if (report)
    audit({ subject: reportSubject(report), before: { state: 'open' }, after: reportFields(report) });
}
