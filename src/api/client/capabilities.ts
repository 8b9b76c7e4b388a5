import type { Capabilities } from '#contract/capabilities.ts';
import { ContractError } from '#contract/contract-error.ts';
import { capabilities } from '#contract/operations/gateway.ts';
import {
  CorsRefusedError,
  GatewayError,
  NotJsonError,
  Unauthorized,
} from '#src/api/transport/gateway-errors.ts';
import type { GatewayClient } from './gateway-client.ts';

/** An answer without CORS headers, as many servers send for paths that they do not know; one that is away comes back. */
async function callTwice(client: GatewayClient): Promise<Capabilities> {
  try {
    return await client.call(capabilities);
  } catch (error) {
    if (error instanceof CorsRefusedError) return client.call(capabilities);
    throw error;
  }
}

/** The announced capabilities; null for a gateway without capabilities, however it responds. */
export async function fetchCapabilities(client: GatewayClient): Promise<Capabilities | null> {
  try {
    return await callTwice(client);
  } catch (error) {
    const silent =
      error instanceof ContractError || error instanceof NotJsonError || error instanceof CorsRefusedError;
    const refused = error instanceof GatewayError && !(error instanceof Unauthorized);
    const busy = error instanceof GatewayError && [429, 502, 503, 504].includes(error.status);
    // Who names a fault has capabilities: in a moment of trouble this browser must not keep tests in the gateway's place.
    const isOurs = error instanceof GatewayError && error.fault !== undefined;
    if (silent || (refused && !busy && !isOurs)) return null;
    throw error;
  }
}
