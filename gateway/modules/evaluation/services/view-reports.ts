import type { Report as ReportView } from '#contract/reports.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { AuditSubject } from '#gateway/modules/audit/model.ts';
import type { Reporter, StoredReport } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';
import type { StoredRun } from '#gateway/modules/runs/ports/runs.ts';
import { readableOrigin } from '#gateway/modules/runs/services/readable-run.ts';
import { ownerIdsOf, reporterOf } from './reporter.ts';

type ViewPorts = Pick<Ports, 'runs' | 'tests' | 'units'>;

/** Runs of one question are counted so far. */
const MAX_TIMES_ASKED = 100;

/** The first unit that the answer of a run cites; null where the answer cites nothing. */
export function citedUnit({ run: { details } }: StoredRun) {
  const { quoted, sentences, passages } = details;
  const [place] = [...quoted, ...sentences.flatMap(({ documents }) => documents)];
  const passage = place === undefined ? undefined : passages[place];
  return passage
    ? { id: passage.unitId, title: passage.unitTitle, sectionTitle: passage.sectionTitle }
    : null;
}

/** Reports of one bot as the owner of the key sees them. */
export async function viewReports(
  { runs, tests, units }: ViewPorts,
  key: StoredKey,
  reports: readonly StoredReport[],
): Promise<ReportView[]> {
  const botId = reports[0]?.botId ?? 0;
  const keptRuns = new Set(
    await runs.keptAmong(
      botId,
      reports.map(({ runId }) => runId),
      readableOrigin(key),
    ),
  );
  const outcomes = await tests.outcomes(
    botId,
    reports.flatMap(({ testId }) => testId ?? []),
  );
  const unitIds = new Set(reports.flatMap(({ unit }) => unit?.id ?? []));
  const existingUnits = new Set<number>();
  for (const id of unitIds) if (await units.get(botId, id)) existingUnits.add(id);
  const times = new Map<string, number>();
  for (const { question } of reports)
    if (!times.has(question)) times.set(question, await runs.countAsked(botId, question, MAX_TIMES_ASKED));

  const [me, owned] = [reporterOf(key).id, ownerIdsOf(key)];
  const person = ({ id, name }: Reporter, ids: readonly string[]) => ({ name, mine: ids.includes(id) });
  return reports.map((report) => {
    const { id, question, reason, note, state, reportedOn, openedOn, reporter, unit, testId } = report;
    const outcome = testId === null ? undefined : outcomes.get(testId);
    return {
      id,
      question,
      reason,
      note,
      state,
      runId: keptRuns.has(report.runId) ? report.runId : null,
      reporter: person(reporter, [me]),
      owner: person(report.owner, owned),
      reportedOn: reportedOn.toISOString(),
      openedOn: openedOn.toISOString(),
      reopened: openedOn > reportedOn,
      unit: unit && { ...unit, exists: existingUnits.has(unit.id) },
      // The answer that was reported counts, also where it was not kept as a question.
      timesAsked: Math.max(1, times.get(question) ?? 0),
      test: testId === null || outcome === undefined ? null : { id: testId, outcome },
      closing: report.closing && { ...report.closing, on: report.closing.on.toISOString() },
      unseen: report.isUnseen && reporter.id === me,
    };
  });
}

export const reportSubject = ({ id, question }: Pick<StoredReport, 'id' | 'question'>): AuditSubject => ({
  kind: 'report',
  id: String(id),
  name: question,
});

/** A report as audit entries show it. */
export const reportFields = ({ reason, note, owner, state, closing }: StoredReport) => ({
  reason,
  note,
  owner: owner.name,
  state,
  closedAs: closing?.as ?? null,
  closingNote: closing?.note ?? '',
});
