import { GatewayFault } from '#gateway/core/errors.ts';
import { type CallOf, routesOf } from '#gateway/http/call.ts';
import type { SearchTools } from '#gateway/modules/answers/services/search-tools.ts';
import type { StoredReport } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import { keepAnswer } from '#gateway/modules/evaluation/services/keep-test.ts';
import { renderClosingBody } from '#gateway/modules/evaluation/services/render-closing-body.ts';
import { ownerIdsOf, ownerOf, reporterOf } from '#gateway/modules/evaluation/services/reporter.ts';
import { takeBackTests } from '#gateway/modules/evaluation/services/take-back-tests.ts';
import {
  citedUnit,
  reportFields,
  reportSubject,
  viewReports,
} from '#gateway/modules/evaluation/services/view-reports.ts';
import { readableRun } from '#gateway/modules/runs/services/readable-run.ts';

type Tools = Pick<SearchTools, 'segments' | 'synonyms' | 'searches'>;

/** Reports of wrong answers (extension). */
export function reportRoutes(tools: Tools) {
  return routesOf<Ports>()({
    async createReport(call) {
      const { ports, botId, key, body, audit } = call;
      const { reason, note } = body;
      const runId = body.run ?? (await keepAnswer(call, tools, { ...body, question: body.question ?? '' }));
      const stored = await readableRun(ports, botId, key, runId, 'run');
      const reporter = reporterOf(key);
      const verdicts = await ports.runs.judge(botId, runId, {
        verdict: 'wrong',
        note,
        keyName: reporter.name,
        family: key.family,
        judgedOn: ports.clock.now(),
      });
      if (!verdicts) throw new GatewayFault('run-not-found', {}, { field: 'run' });
      await takeBackTests(call, runId, verdicts);
      const unit = citedUnit(stored);
      const { report, before } = await ports.reports.file({
        botId,
        runId,
        question: stored.run.question,
        reason,
        note,
        reporter,
        owner: await ownerOf(ports, botId, unit),
        unit,
      });
      const fields = before ? reportFields(before) : null;
      audit({ subject: reportSubject(report), before: fields, after: reportFields(report) });
      return { answer: await viewOne(call, report) };
    },

    async listReports({ ports, botId, key, query: { state, of, reason, run, before, limit } }) {
      const by = { owners: ownerIdsOf(key), reporter: reporterOf(key).id };
      const reports = await ports.reports.list(botId, {
        state,
        ...(of === 'owner' ? { owners: by.owners } : of === 'reporter' ? { reporter: by.reporter } : {}),
        ...(reason === undefined ? {} : { reason }),
        ...(run === undefined ? {} : { runId: run }),
        ...(before === undefined ? {} : { before: Number(before) }),
        // One more tells whether there is a further page.
        limit: limit + 1,
      });
      const last = reports.length > limit ? reports[limit - 1] : undefined;
      return {
        answer: {
          items: await viewReports(ports, key, reports.slice(0, limit)),
          next: last ? String(last.id) : null,
          counts: await ports.reports.count(botId, by),
        },
      };
    },

    async closeReport(call) {
      const { ports, botId, key, body, params, audit } = call;
      const id = params.reportId;
      const before = await ports.reports.get(botId, id);
      if (!before) throw new GatewayFault('report-not-found', { id });
      const name = (await ports.bots.getCached(botId))?.name ?? '';
      const describe = renderClosingBody({ id: botId, name }, ports.clock.now());
      const report = await ports.reports.close(botId, id, { ...body, by: reporterOf(key) }, describe);
      if (!report) throw new GatewayFault('report-closed', { id });
      audit({ subject: reportSubject(report), before: reportFields(before), after: reportFields(report) });
      return { answer: await viewOne(call, report) };
    },

    markReportsSeen: async ({ ports, botId, key }) => ({
      answer: { seen: await ports.reports.markSeen(botId, reporterOf(key).id) },
    }),
  });
}

async function viewOne({ ports, key }: Pick<CallOf<'closeReport'>, 'ports' | 'key'>, report: StoredReport) {
  const [view] = await viewReports(ports, key, [report]);
  if (!view) throw new GatewayFault('report-not-found', { id: report.id });
  return view;
}
