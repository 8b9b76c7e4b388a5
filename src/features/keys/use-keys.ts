import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeyChange, NewKey } from '#contract/keys.ts';
import type { KeyView } from '#contract/session.ts';
import { useConnections } from '#src/api/connections-context.tsx';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';

/** Every key that may be seen: the one in use first, those that another replaced last; null where none are told of. */
export function useKeys(enabled: boolean) {
  const { keys } = useGateway();
  const { id } = useConnection();
  return useQuery({
    queryKey: ['keys', id],
    queryFn: () => keys.list(),
    enabled,
    select: (views) =>
      views === null
        ? null
        : [...views].sort(
            (a, b) =>
              Number(b.current) - Number(a.current) ||
              Number(a.rotatedOn !== null) - Number(b.rotatedOn !== null),
          ),
  });
}

function useReadAgain() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([['keys'], ['session']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

export function useCreateKey() {
  const { keys } = useGateway();
  const onSuccess = useReadAgain();
  // What was made is a secret: it is not kept when the page has gone.
  return useMutation({ mutationFn: (key: NewKey) => keys.create(key), onSuccess, gcTime: 0 });
}

export function useChangeKey() {
  const { keys } = useGateway();
  const onSuccess = useReadAgain();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: KeyChange }) => keys.change(id, change),
    onSuccess,
  });
}

/** Rotating the key in use makes this browser use the new one: the old one may end before anybody has read the page. */
export function useRotateKey() {
  const { keys } = useGateway();
  const connection = useConnection();
  const connections = useConnections();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: ({ view, overlapHours }: { view: KeyView; overlapHours: number }) =>
      keys.rotate(view.id, overlapHours),
    onSuccess: (made, { view }) => {
      if (view.current) connections.update(connection.id, { key: made.key });
      return readAgain();
    },
    gcTime: 0,
  });
}

export function useRevokeKey() {
  const { keys } = useGateway();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (view: KeyView) => keys.revoke(view.id),
    onSuccess: (_, view) => (view.current ? undefined : readAgain()),
  });
}
