import type { Ports } from './modules/evaluation/ports/ports.ts';

/**
 * What the services need of the world. Types only; adapters are factory functions passed in by whoever composes
 * the gateway (`gateway/node/server/compose-ports.ts`, the mocks). One suite per port runs over every adapter.
 * Every write has been made durable when its promise resolves.
 */
export type { Ports };

export type GatewaySettings = Ports['settings'];
