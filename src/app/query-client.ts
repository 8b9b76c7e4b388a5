import { QueryClient } from '@tanstack/react-query';

/** Retries are the features' own policy (reads only); nothing here repeats a call by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}
