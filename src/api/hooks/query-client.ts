import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { GatewayError, Unauthorized, UnreachableError } from '#src/api/transport/gateway-errors.ts';

const RETRYABLE_STATUSES = [429, 502, 504];
const MAX_RETRIES = 2;
/** Longest `Retry-After`, in seconds, that a read obeys: the page shows no data while it waits. */
const MAX_RETRY_WAIT_SECONDS = 20;

/** Reads are repeated when no answer came or the gateway was only busy. */
export function isRetryable(error: unknown): boolean {
  // A wrong key stays wrong, and each further try makes the next wait longer.
  if (error instanceof GatewayError)
    return (
      RETRYABLE_STATUSES.includes(error.status) &&
      error.fault !== 'too-many-attempts' &&
      (error.retryAfterSeconds ?? 0) <= MAX_RETRY_WAIT_SECONDS
    );
  return error instanceof UnreachableError && !error.timedOut;
}

/** Milliseconds to wait; `Retry-After` is obeyed. */
export function retryDelay(attempt: number, error: unknown): number {
  const retryAfter = error instanceof GatewayError ? error.retryAfterSeconds : undefined;
  return retryAfter === undefined ? Math.min(500 * 2 ** attempt, 4000) : retryAfter * 1000;
}

/**
 * The one retry policy: reads only, twice at most. What changes something is sent once; a person repeats it. Where any
 * call finds the key refused, the session is asked again, from which the frame knows it.
 */
export function createQueryClient(): QueryClient {
  const refreshSession = (error: unknown, retryAfter?: unknown) => {
    if (error instanceof Unauthorized && retryAfter !== 'session')
      void client.invalidateQueries({ queryKey: ['session'] });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => refreshSession(error, queryKey[0]) }),
    mutationCache: new MutationCache({ onError: (error) => refreshSession(error) }),
    defaultOptions: {
      queries: {
        // The gateway may well be on this machine: the browser's idea of being online says nothing about it.
        networkMode: 'always',
        staleTime: 5000,
        retry: (failures, error) => failures < MAX_RETRIES && isRetryable(error),
        retryDelay,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

/** Repeats the reads that were refused with the previous key. */
export function refetchRefused(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ state }) => state.error instanceof Unauthorized });
}
