import type { Capabilities } from '#contract/capabilities.ts';
import { ContractError } from '#contract/contract-error.ts';
import { capabilities } from '#contract/operations/gateway.ts';
import { GatewayError, NotJsonError, Unauthorized } from '#src/api/transport/gateway-errors.ts';
import type { GatewayClient } from './gateway-client.ts';

/** What the gateway announces; null where it announces nothing, in whatever way it says so. */
export async function fetchCapabilities(client: GatewayClient): Promise<Capabilities | null> {
  try {
    return await client.call(capabilities);
  } catch (error) {
    const silent = error instanceof ContractError || error instanceof NotJsonError;
    const refused = error instanceof GatewayError && !(error instanceof Unauthorized);
    const busy = error instanceof GatewayError && [429, 502, 503, 504].includes(error.status);
    if (silent || (refused && !busy)) return null;
    throw error;
  }
}
