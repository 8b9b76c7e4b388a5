import type { ServingDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { botRoutes } from './routes/bots.ts';
import { keyRoutes } from './routes/keys.ts';
import { personRoutes } from './routes/persons.ts';
import { sessionRoutes } from './routes/session.ts';
import { createIdempotencyGuard, type IdempotencyGuard } from './services/idempotency.ts';

export const serving = {
  services: {
    once: (ports: Pick<Ports, 'clock' | 'idempotency'>): IdempotencyGuard => createIdempotencyGuard(ports),
  },
  handlers: ({ reportBotChange }: { reportBotChange: (botId: number) => void }) => ({
    ...botRoutes(reportBotChange),
    ...keyRoutes(reportBotChange),
    ...personRoutes,
    ...sessionRoutes,
  }),
  async capabilities({ settings, bots }: Pick<Ports, 'settings' | 'bots'>, botId: number) {
    const concurrency = bots.peekCached(botId)?.settings.concurrency ?? settings.concurrency;
    return { limits: { concurrency } };
  },
} satisfies ServingDefinition;
