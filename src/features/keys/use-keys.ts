import type { KeyChange, NewKey } from '#contract/keys.ts';
import { changeKey, createKey, listKeys, revokeKey, rotateKey } from '#contract/operations/keys.ts';
import { session } from '#contract/operations/session.ts';
import { usage } from '#contract/operations/usage.ts';
import type { KeyView } from '#contract/session.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useRead } from '#src/api/hooks/use-read.ts';

/** All visible keys: the current one first, replaced ones last; null where the gateway does not list keys. */
export function useKeys(enabled: boolean) {
  return useRead(listKeys, undefined, {
    enabled,
    select: (list) =>
      list?.items.toSorted(
        (a, b) =>
          Number(b.current) - Number(a.current) ||
          Number(a.rotatedOn !== null) - Number(b.rotatedOn !== null),
      ) ?? null,
  });
}

const CHANGES = [listKeys.id, session.id, usage.id];
/** The new key is a secret: the cache drops it as soon as the page is left. */
const SECRET = { changes: CHANGES, gcTime: 0 };

export const useCreateKey = () =>
  useGatewayMutation((gateway, key: NewKey) => gateway.call(createKey, { body: key }), SECRET);

export const useChangeKey = () =>
  useGatewayMutation(
    (gateway, { id, change }: { id: string; change: KeyChange }) =>
      gateway.call(changeKey, { params: { keyId: id }, body: change }),
    { changes: CHANGES },
  );

/** When the current key is rotated, this browser switches to the new one at once: the old one may soon expire. */
export function useRotateKey() {
  const connection = useConnection();
  const connections = useConnections();
  return useGatewayMutation(
    async (gateway, { view, overlapHours }: { view: KeyView; overlapHours: number }) => {
      const created = await gateway.call(rotateKey, { params: { keyId: view.id }, body: { overlapHours } });
      if (view.current) connections.update(connection.id, { key: created.key });
      return created;
    },
    SECRET,
  );
}

export const useRevokeKey = () =>
  useGatewayMutation((gateway, { id }: KeyView) => gateway.call(revokeKey, { params: { keyId: id } }), {
    changes: CHANGES,
    rereads: (error, view) => error === null && !view.current,
  });
