import type { Ports as PortsBelow } from '#gateway/modules/usage/ports/ports.ts';
import type { AuditStore } from './audit.ts';

/** The ports of `audit` and of what lies below. */
export interface Ports extends PortsBelow {
  audit: AuditStore;
}
