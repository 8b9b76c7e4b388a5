import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AnswerOutput, Operation } from '#contract/operations/operation.ts';
import type { GatewayClient, Input, PlainOperation } from '#src/api/client/gateway-client.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import { useOptionalGateway } from './gateway-context.tsx';
import { useConnections } from './use-connections.tsx';

type Source = { gateway: GatewayClient | undefined; connection: Pick<Connection, 'id' | 'bot'> | undefined };

/** Where a call's answer is kept: all of an operation's lie below its id. */
export function queryOf<const Op extends PlainOperation>(
  { gateway, connection }: Source,
  operation: Op,
  ...input: Input<Op>
) {
  return {
    queryKey: [operation.id, connection?.id, connection?.bot, ...input] as const,
    queryFn: async (): Promise<AnswerOutput<Op> | null> =>
      gateway === undefined ? null : gateway.read(operation, ...input),
  };
}

type ReadOptions<Op extends Operation, Data> = Omit<
  UseQueryOptions<AnswerOutput<Op> | null, Error, Data>,
  'queryKey' | 'queryFn' | 'enabled'
> & { enabled?: boolean };

/** The answer of an operation; null where the gateway does not have it. */
export function useRead<const Op extends PlainOperation, Data = AnswerOutput<Op> | null>(
  operation: Op,
  input: Input<Op>[0],
  { enabled = true, ...options }: ReadOptions<Op, Data> = {},
): UseQueryResult<Data> {
  const gateway = useOptionalGateway();
  const connection = useConnections().current();
  const query = queryOf({ gateway, connection }, operation, ...([input] as Input<Op>));
  return useQuery({ ...options, ...query, enabled: enabled && gateway !== undefined });
}
