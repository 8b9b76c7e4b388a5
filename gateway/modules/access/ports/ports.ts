import type { OrphanStore } from '#gateway/core/orphans.ts';
import type { Ports as PortsBelow } from '#gateway/modules/audit/ports/ports.ts';
import type { BotStore } from './bots.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { KeyStore } from './keys.ts';
import type { LoginAttemptStore } from './login-attempts.ts';
import type { PersonStore } from './persons.ts';

/** The ports of `access` and of what lies below. */
export interface Ports extends PortsBelow {
  keys: KeyStore;
  persons: PersonStore;
  /** Wrong keys of all servers, for their throttling. */
  loginAttempts: LoginAttemptStore;
  bots: BotStore;
  idempotency: IdempotencyStore;
  orphans: OrphanStore;
  /** Bytes of removed bots; `files` has the rest of this port. */
  blobs: { remove(blob: string): Promise<void> };
}
