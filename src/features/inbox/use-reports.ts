import { useSearchParams } from 'react-router';
import { closeReport, listReports, markReportsSeen } from '#contract/operations/reports.ts';
import {
  REPORT_REASONS,
  type ReportClosing,
  type ReportReason,
  type ReportState,
} from '#contract/reports.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { usePages } from '#src/api/hooks/use-pages.ts';

export type InboxFilters = {
  view: 'reports' | 'gaps' | 'contradictions';
  state: ReportState;
  of: 'owner' | 'reporter' | undefined;
  reason: ReportReason | undefined;
};

/** The filters live in the address of the page. */
export function useInboxFilters() {
  const [params, setParams] = useSearchParams();
  const filters: InboxFilters = {
    view: (['gaps', 'contradictions'] as const).find((view) => view === params.get('view')) ?? 'reports',
    state: params.get('state') === 'closed' ? 'closed' : 'open',
    of: (['owner', 'reporter'] as const).find((of) => of === params.get('of')),
    reason: REPORT_REASONS.find((reason) => reason === params.get('reason')),
  };
  const change = (patch: Partial<InboxFilters>) => {
    const { view, state, of, reason } = { ...filters, ...patch };
    const next = new URLSearchParams({
      ...(view === 'reports' ? {} : { view }),
      ...(state === 'closed' ? { state } : {}),
      ...(of === undefined ? {} : { of }),
      ...(reason === undefined ? {} : { reason }),
    });
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return { filters, change };
}

const PAGE_SIZE = 25;
const REFETCH_INTERVAL_MS = 10_000;

/** Reports, a page at a time: evaluations close them meanwhile. */
export function useReportList({ state, of, reason }: InboxFilters, enabled: boolean) {
  return usePages({
    key: [listReports.id, { state, of, reason }],
    read: (gateway, page, signal) =>
      gateway.call(listReports, { query: { ...page, limit: PAGE_SIZE, state, of, reason }, signal }),
    enabled,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
}

const CHANGES = { changes: [listReports.id] };

/** Somebody else may have closed the report: it is read again after a refusal too. */
export function useCloseReport() {
  return useGatewayMutation(
    (gateway, { id, ...body }: ReportClosing & { id: number }) =>
      gateway.call(closeReport, { params: { reportId: String(id) }, body }),
    { ...CHANGES, rereads: () => true },
  );
}

export function useMarkSeen() {
  return useGatewayMutation((gateway) => gateway.call(markReportsSeen), CHANGES);
}
