import { useQueryClient } from '@tanstack/react-query';

/** Invalidates queries by the first part of their key; active queries are read again. */
export function useInvalidate(...names: readonly string[]): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
