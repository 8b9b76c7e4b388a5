import type { Ports } from './modules/alerts/ports/ports.ts';

/**
 * What the gateway needs of the world: the ports of the module on top, which are those of all modules. Types only; adapters
 * are factory functions passed in by whoever composes the gateway (`gateway/node/compose-ports.ts`, the mocks). One suite
 * per port runs over every adapter. Every write has been made durable when its promise resolves.
 */
export type { Ports };

export type GatewaySettings = Ports['settings'];
