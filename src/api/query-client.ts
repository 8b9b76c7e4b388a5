import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { GatewayError, Unauthorized, Unreachable } from './errors.ts';

const RETRIED = [429, 502, 504];
const ATTEMPTS = 2;

/** Reads are repeated when no answer came or the gateway was only busy. */
export function isWorthRetrying(error: unknown): boolean {
  // A wrong key stays wrong, and each further try makes the next wait longer.
  if (error instanceof GatewayError)
    return RETRIED.includes(error.status) && error.fault !== 'too-many-wrong-keys';
  return error instanceof Unreachable && !error.timedOut;
}

/** Milliseconds to wait; `Retry-After` is obeyed. */
export function retryDelay(attempt: number, error: unknown): number {
  const asked = error instanceof GatewayError ? error.retryAfterSeconds : undefined;
  return asked === undefined ? Math.min(500 * 2 ** attempt, 4000) : asked * 1000;
}

/**
 * The one retry policy: reads only, twice at most. What changes something is sent once; a person repeats it. Where any
 * call finds the key refused, the session is asked again, from which the frame knows it.
 */
export function createQueryClient(): QueryClient {
  const askSession = (error: unknown, asked?: unknown) => {
    if (error instanceof Unauthorized && asked !== 'session')
      void client.invalidateQueries({ queryKey: ['session'] });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => askSession(error, queryKey[0]) }),
    mutationCache: new MutationCache({ onError: (error) => askSession(error) }),
    defaultOptions: {
      queries: {
        // The gateway may well be on this machine: the browser's idea of being online says nothing about it.
        networkMode: 'always',
        staleTime: 5000,
        retry: (failures, error) => failures < ATTEMPTS && isWorthRetrying(error),
        retryDelay,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}
