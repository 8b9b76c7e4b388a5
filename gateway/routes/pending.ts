import type { EndpointId } from '#contract/endpoints.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';

/** Endpoints that are being built. Take yours out when you bind them; this file goes with the last one. */
const PENDING = [
] as const satisfies readonly EndpointId[];

export const pendingRoutes = Object.fromEntries(
  PENDING.map((id) => [id, bind({ handle: () => Promise.reject(new GatewayFault('internal')) })]),
) as Record<(typeof PENDING)[number], ReturnType<typeof bind>>;
