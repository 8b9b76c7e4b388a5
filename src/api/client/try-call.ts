import type { Operation } from '#contract/operations/operation.ts';
import { GatewayError, NotJsonError, UnsupportedCallError } from '#src/api/transport/gateway-errors.ts';
import type { GatewayClient } from './gateway-client.ts';

/** No such path or method, not implemented, or not a gateway at all. */
function refusesPath(error: unknown): boolean {
  if (error instanceof GatewayError)
    return (
      error.status === 405 || error.status === 501 || (error.status === 404 && error.fault === undefined)
    );
  return error instanceof NotJsonError;
}

/**
 * Makes a call that the gateway has not announced, and reports whether it serves it. `isPathUnknown` decides where the
 * answer may also mean that what the call is about does not exist. A call that the gateway does not know is thrown as
 * `UnsupportedCallError`.
 */
export async function tryCall<Result>(
  client: Pick<GatewayClient, 'onCallTried'>,
  { id }: Pick<Operation, 'id'>,
  run: () => Promise<Result>,
  isPathUnknown: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<Result> {
  try {
    const result = await run();
    client.onCallTried?.(id, true);
    return result;
  } catch (error) {
    if (!refusesPath(error) || !(await isPathUnknown())) throw error;
    client.onCallTried?.(id, false);
    throw new UnsupportedCallError(id);
  }
}
