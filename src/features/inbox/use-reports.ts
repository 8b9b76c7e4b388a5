import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { closeReport, listReports, markReportsSeen } from '#contract/operations/reports.ts';
import {
  REPORT_REASONS,
  type ReportClosing,
  type ReportReason,
  type ReportState,
} from '#contract/reports.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';

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
  const gateway = useGateway();
  const { id, bot } = useConnection();
  return useInfiniteQuery({
    queryKey: [listReports.id, id, bot, { state, of, reason }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        state,
        limit: String(PAGE_SIZE),
        ...(of === undefined ? {} : { of }),
        ...(reason === undefined ? {} : { reason }),
        ...(pageParam === '' ? {} : { before: pageParam }),
      };
      return gateway.call(listReports, { params: { botId: bot }, query, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled,
    refetchInterval: REFETCH_INTERVAL_MS,
    placeholderData: (before, query) => (query?.queryKey[2] === bot ? before : undefined),
  });
}

const CHANGES = { changes: [listReports.id] };

/** Somebody else may have closed the report: it is read again after a refusal too. */
export function useCloseReport() {
  const { bot: botId } = useConnection();
  return useGatewayMutation(
    (gateway, { id, ...body }: ReportClosing & { id: number }) =>
      gateway.call(closeReport, { params: { botId, reportId: String(id) }, body }),
    { ...CHANGES, rereads: () => true },
  );
}

export function useMarkSeen() {
  const { bot: botId } = useConnection();
  return useGatewayMutation((gateway) => gateway.call(markReportsSeen, { params: { botId } }), CHANGES);
}
