import { useQueryClient } from '@tanstack/react-query';

/** Marks every query whose key begins with one of these names as out of date, so that those in use are read again. */
export function useInvalidate(...names: readonly string[]): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
