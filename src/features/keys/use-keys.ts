import { keepPreviousData } from '@tanstack/react-query';
import type { KeyChange, NewKey } from '#contract/keys.ts';
import { changeKey, createKey, listKeys, revokeKey, rotateKey } from '#contract/operations/keys.ts';
import { session } from '#contract/operations/session.ts';
import { usage } from '#contract/operations/usage.ts';
import type { KeyKind, KeyView } from '#contract/session.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useConnections } from '#src/api/hooks/use-connections.tsx';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useRead } from '#src/api/hooks/use-read.ts';

type KeysQuery = { kind: KeyKind; search: string; page: number; pageSize: number };

/** A page of the keys of all bots, or of browsers that signed in; null where the gateway does not list keys. */
export function useKeys({ kind, search, page, pageSize }: KeysQuery, enabled: boolean) {
  const query = {
    kind,
    search: search || undefined,
    bots: 'all',
    offset: page * pageSize,
    limit: pageSize,
  } as const;
  return useRead(
    listKeys,
    { query },
    {
      enabled,
      placeholderData: keepPreviousData,
      select: (list) => {
        if (list === null) return null;
        // A gateway without this query lists all at once.
        const items = list.items.filter(({ createdBy }) => (createdBy === 'code') === (kind === 'sessions'));
        return { items, total: list.total ?? items.length };
      },
    },
  );
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
