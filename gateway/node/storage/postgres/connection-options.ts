import type { PoolConfig } from 'pg';
import type { PostgresAddress } from './database-url.ts';
import { POSTGRES_PARSERS } from './types.ts';

/** To connect, or to get a connection of the pool. */
export const CONNECTION_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

/** What every connection has; `role` is what the server lists it as: `fihrist-<role>`. */
export function connectionOptions(address: PostgresAddress, role: string): PoolConfig {
  return {
    ...address,
    application_name: `fihrist-${role}`,
    types: POSTGRES_PARSERS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  };
}
