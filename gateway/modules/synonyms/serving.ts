import type { ServingDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { synonymRoutes } from './routes/synonyms.ts';
import { createSynonymCache } from './services/synonym-cache.ts';

export const serving = {
  services: { synonyms: (ports: Pick<Ports, 'synonyms'>) => createSynonymCache(ports.synonyms) },
  handlers: () => synonymRoutes,
} satisfies ServingDefinition;
