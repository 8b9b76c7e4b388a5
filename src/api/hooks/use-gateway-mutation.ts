import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { useGateway } from './gateway-context.tsx';
import { useInvalidate } from './use-invalidate.ts';

type Options<Result, Input> = Pick<UseMutationOptions<Result, Error, Input>, 'gcTime'> & {
  /** Ids of the operations whose answers the call changes: they are read again after it, before `onSuccess` of `mutate`. */
  changes: readonly string[];
  /** Whether they are read again: after every success by default. */
  rereads?: (error: Error | null, input: Input) => boolean;
};

/** A call that changes data at the gateway. */
export function useGatewayMutation<Result, Input = void>(
  send: (gateway: GatewayClient, input: Input) => Promise<Result>,
  { changes, rereads = (error) => error === null, ...options }: Options<Result, Input>,
) {
  const gateway = useGateway();
  const invalidate = useInvalidate(...changes);
  return useMutation({
    ...options,
    mutationFn: (input: Input) => send(gateway, input),
    onSettled: (_result, error, input) => (rereads(error, input) ? invalidate() : undefined),
  });
}
