import type { FailedCall } from '#gateway/core/call-outcomes.ts';
import type { ServingDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { usageOfBotsRoutes, usageRoutes } from './routes/usage.ts';
import { createFailureCounter, type FailureCounter } from './services/failure-counter.ts';

export const serving = {
  services: {
    failures: (ports: Pick<Ports, 'usage' | 'ledger' | 'clock' | 'log'>) => createFailureCounter(ports),
  },
  handlers: () => ({ ...usageRoutes, ...usageOfBotsRoutes() }),
  onFailed: ({ failures }: { failures: FailureCounter }, call: FailedCall) => failures.record(call),
} satisfies ServingDefinition;
