import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EditRequest } from '#contract/edits.ts';
import { HEADERS } from '#contract/headers.ts';
import { addEdit, listEdits, passageBlocks, withdrawEdit } from '#contract/operations/edits.ts';
import { knowledgeSummary, unitDetails } from '#contract/operations/units.ts';
import { listVersions } from '#contract/operations/versions.ts';
import type { UnitDetails } from '#contract/unit-states.ts';
import { useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { usePaging } from '#src/ui/pagination.tsx';

const CHANGES = ['unit', 'units', unitDetails.id, passageBlocks.id, listVersions.id, knowledgeSummary.id];

/** A page of the edits of a unit, read again when it has been indexed: they take effect then. */
export function useEdits(knowledgeId: number, details: UnitDetails | null) {
  const paging = usePaging();
  const offset = paging.page * paging.pageSize;
  const gateway = useGateway();
  const { id } = useConnection();
  const query = { offset, limit: paging.pageSize };
  const edits = useQuery({
    queryKey: ['unit', id, knowledgeId, 'edits', details?.state.status, details?.timeline.settled, query],
    queryFn: () => gateway.read(listEdits, { params: { knowledgeId }, query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { edits, paging };
}

/** Saves edits of the text that was read under this ETag, at once or as a draft. */
export function useAddEdit(knowledgeId: number, etag: string | undefined) {
  return useGatewayMutation(
    (gateway, { body, asDraft }: { body: EditRequest; asDraft: boolean }) =>
      gateway.call(addEdit, {
        params: { knowledgeId },
        body,
        headers: { [HEADERS.ifMatch]: etag, ...(asDraft ? { [HEADERS.knowledge]: 'draft' } : {}) },
      }),
    { changes: CHANGES, rereads: () => true },
  );
}

export function useWithdrawEdit(knowledgeId: number, etag: string | undefined) {
  return useGatewayMutation(
    (gateway, editId: number) =>
      gateway.call(withdrawEdit, {
        params: { knowledgeId, editId },
        headers: { [HEADERS.ifMatch]: etag },
      }),
    { changes: CHANGES, rereads: () => true },
  );
}
