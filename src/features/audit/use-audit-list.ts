import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import type { AuditView } from './use-audit-filters.ts';

/** One page of changes; null where the gateway does not tell them. */
export function useAuditList({ page, pageSize, ...filters }: AuditView, enabled: boolean) {
  const { audit } = useGateway();
  const connection = useConnection();
  return useQuery({
    queryKey: ['audit', connection.id, connection.bot, filters, page, pageSize],
    queryFn: () => audit.list({ ...filters, offset: page * pageSize, limit: pageSize }),
    placeholderData: keepPreviousData,
    // What was changed on another page a moment ago is what people come to see.
    staleTime: 0,
    enabled,
  });
}
