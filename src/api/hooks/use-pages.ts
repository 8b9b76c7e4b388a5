import { hashKey, useInfiniteQuery } from '@tanstack/react-query';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { useConnection, useGateway } from './gateway-context.tsx';

/** What a list that pages by `before` and `next` is asked with, and how often. */
type PagesOptions<Page> = {
  /** The operation, then what the list belongs to; the filters come last. */
  key: readonly [operationId: string, ...subject: unknown[], filters: object];
  read: (gateway: GatewayClient, query: { before: string }, signal: AbortSignal) => Promise<Page>;
  enabled?: boolean;
  /** Milliseconds until the pages are read again. */
  refetchInterval?: number | ((first: Page | undefined) => number);
};

/** A list, a page at a time. The list before stays until filters have another, except that of another subject or bot. */
export function usePages<Page extends { next: string | null }>(options: PagesOptions<Page>) {
  const { key, read, enabled = true, refetchInterval } = options;
  const gateway = useGateway();
  const { id, bot } = useConnection();
  const [operationId, ...rest] = key;
  const queryKey = [operationId, id, bot, ...rest];
  const subjectOf = (name: readonly unknown[]) => hashKey(name.slice(0, -1));
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(gateway, { before: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled,
    placeholderData: (before, query) =>
      query !== undefined && subjectOf(query.queryKey) === subjectOf(queryKey) ? before : undefined,
    refetchInterval: ({ state: { data } }) =>
      typeof refetchInterval === 'function' ? refetchInterval(data?.pages[0]) : (refetchInterval ?? false),
  });
}
