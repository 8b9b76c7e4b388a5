import { keepPreviousData } from '@tanstack/react-query';
import { HEADERS } from '#contract/headers.ts';
import {
  addSynonyms,
  changeSynonyms,
  importSynonyms,
  listSynonyms,
  measureSynonyms,
  removeSynonyms,
} from '#contract/operations/synonyms.ts';
import type { SynonymGroup, SynonymImport, Synonyms } from '#contract/synonyms.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useRead } from '#src/api/hooks/use-read.ts';

type GroupQuery = { search: string; page: number; pageSize: number };

/** One page of the bot's groups; null where the gateway keeps none. */
export function useSynonymGroups({ search, page, pageSize }: GroupQuery) {
  const query = { search, offset: page * pageSize, limit: pageSize };
  return useRead(listSynonyms, { query }, { placeholderData: keepPreviousData });
}

/** Lists of groups and their measured effects. */
const CHANGES = [listSynonyms.id, measureSynonyms.id];

/** Condition on the version of a group: another version is neither changed nor removed. */
const versionOf = ({ id, etag }: Pick<SynonymGroup, 'id' | 'etag'>) => ({
  params: { groupId: id },
  headers: { [HEADERS.ifMatch]: etag },
});

type SaveGroupInput = { group?: Pick<SynonymGroup, 'id' | 'etag'> | undefined; value: Synonyms };

/** Adds a group, or changes the given version of one. */
export const useSaveSynonymGroup = () =>
  useGatewayMutation(
    (gateway, { group, value }: SaveGroupInput) =>
      group === undefined
        ? gateway.call(addSynonyms, { body: value })
        : gateway.call(changeSynonyms, { ...versionOf(group), body: value }),
    { changes: CHANGES },
  );

export const useRemoveSynonymGroup = () =>
  useGatewayMutation((gateway, group: SynonymGroup) => gateway.call(removeSynonyms, versionOf(group)), {
    changes: CHANGES,
    // Also after a failure: somebody else may have changed or removed the group.
    rereads: () => true,
  });

export const useImportSynonyms = () =>
  useGatewayMutation((gateway, body: SynonymImport) => gateway.call(importSynonyms, { body }), {
    changes: CHANGES,
    rereads: (error, { dryRun }) => error === null && dryRun !== true,
  });
