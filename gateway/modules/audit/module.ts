import { before, DAY_MS } from '#gateway/core/clock.ts';
import type { ModuleDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { resolveAbandonedIntents, resolveIntents } from './services/record-audit-event.ts';
import { createAuditStore } from './sql/audit.ts';
import type { AuditTables } from './tables.ts';

/** No call takes as long: whoever opened an intent that long ago is dead. */
const INTENT_TIMEOUT_MS = DAY_MS;

/** Who changed what, per bot. */
export const audit = {
  name: 'audit',
  tables: {
    audit: { key: ['bot_id', 'id'], ofBot: 'kept', carriedOver: true },
    audit_intent: { key: ['bot_id', 'id'], ofBot: 'kept', carriedOver: true },
  },
  store: ({ db, clock, process }) => ({ audit: createAuditStore(db, clock, process.id) }),
  held: { intents: (ports: Pick<Ports, 'audit' | 'log'>) => resolveAbandonedIntents(ports) },
  chores: {
    settled: (ports: Pick<Ports, 'audit' | 'log'>) => async (now) => ({
      count: await resolveIntents(ports, before(now, INTENT_TIMEOUT_MS)),
    }),
  },
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<AuditTables>;
