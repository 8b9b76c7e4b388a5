import type { ServingDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { gapRoutes } from './routes/gaps.ts';
import { runRoutes } from './routes/runs.ts';
import { createRunCollector } from './services/collect-runs.ts';

export const serving = {
  services: { programRuns: (ports: Pick<Ports, 'runs' | 'log'>) => createRunCollector(ports) },
  handlers: () => ({ ...runRoutes, ...gapRoutes }),
} satisfies ServingDefinition;
