import { createReport, listReports } from '#contract/operations/reports.ts';
import { getRun, listRuns } from '#contract/operations/runs.ts';
import type { ReportReason } from '#contract/reports.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';

/** The open report that whoever looks has filed of a run; undefined where the gateway takes none. */
export function useRunReport(runId: string) {
  const enabled = useCanUse(createReport);
  const reports = useRead(listReports, { query: { run: runId, of: 'reporter' } }, { enabled });
  const filing = useGatewayMutation(
    (gateway, body: { reason: ReportReason; note: string }) =>
      gateway.call(createReport, { body: { run: runId, ...body } }),
    { changes: [listReports.id, getRun.id, listRuns.id] },
  );
  return enabled ? { report: reports.data?.items[0], filing } : undefined;
}
