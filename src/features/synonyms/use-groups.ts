import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SynonymGroup, Synonyms } from '#contract/synonyms.ts';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';

export type GroupQuery = { search: string; page: number; pageSize: number };

/** One page of the bot's groups; null where the gateway keeps none. */
export function useGroups({ search, page, pageSize }: GroupQuery) {
  const { synonyms } = useGateway();
  const connection = useConnection();
  return useQuery({
    queryKey: ['synonyms', connection.id, 'list', search, page, pageSize],
    queryFn: () => synonyms.list({ search, offset: page * pageSize, limit: pageSize }),
    placeholderData: keepPreviousData,
  });
}

/** All that was read of synonyms is read again: lists and measurements alike. */
function useReadAgain() {
  const queryClient = useQueryClient();
  const { id } = useConnection();
  return () => queryClient.invalidateQueries({ queryKey: ['synonyms', id] });
}

export type Saving = { group?: Pick<SynonymGroup, 'id' | 'etag'> | undefined; value: Synonyms };

/** Adds a group, or changes the one that is named, over the version that is named. */
export function useSaveGroup() {
  const { synonyms } = useGateway();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ group, value }: Saving) =>
      group === undefined ? synonyms.add(value) : synonyms.change(group.id, value, group.etag),
    onSuccess: readAgain,
  });
}

export function useRemoveGroup() {
  const { synonyms } = useGateway();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (group: SynonymGroup) => synonyms.remove(group.id, group.etag),
    // Also when it failed: somebody else may have changed or removed it.
    onSettled: readAgain,
  });
}

export function useImportGroups() {
  const { synonyms } = useGateway();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: synonyms.import,
    onSuccess: (_, { check }) => (check === true ? undefined : readAgain()),
  });
}
