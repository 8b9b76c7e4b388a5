import { knowledgeSummary, unitDetails } from '#contract/operations/units.ts';
import {
  discardDrafts,
  listDrafts,
  listVersions,
  proveDrafts,
  publishDrafts,
  recentVersions,
  unscheduleDrafts,
} from '#contract/operations/versions.ts';
import type { DraftKey } from '#contract/versions.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';

const CHANGES = [
  listDrafts.id,
  listVersions.id,
  recentVersions.id,
  'unit',
  'units',
  unitDetails.id,
  knowledgeSummary.id,
] as const;

/** What can be done with drafts. All that shows them is read again, also after a refusal: a draft may be another by now. */
export function useDraftActions() {
  const { bot: botId } = useConnection();
  const options = { changes: CHANGES, rereads: () => true };
  const params = { botId };
  return {
    /** `on`: the moment at which they go live; null: now. `untested`: also where their proof is out of date. */
    publish: useGatewayMutation(
      (gateway, body: { drafts: DraftKey[]; on: string | null; untested?: boolean }) =>
        gateway.call(publishDrafts, { params, body }),
      options,
    ),
    /** Takes the moment back that was chosen for drafts. */
    unschedule: useGatewayMutation(
      (gateway, drafts: DraftKey[]) => gateway.call(unscheduleDrafts, { params, body: { drafts } }),
      options,
    ),
    discard: useGatewayMutation(
      (gateway, drafts: DraftKey[]) => gateway.call(discardDrafts, { params, body: { drafts } }),
      options,
    ),
    /** Lets the tests be asked over these drafts together. */
    test: useGatewayMutation(
      (gateway, drafts: DraftKey[]) => gateway.call(proveDrafts, { params, body: { drafts } }),
      options,
    ),
  };
}
