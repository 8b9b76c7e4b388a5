import type { ServingDefinition } from '#gateway/module-definition.ts';
import type { ModelPurpose } from './model.ts';
import type { Ports } from './ports/ports.ts';
import { modelRoutes } from './routes/models.ts';
import { withModelTelemetry } from './services/model-telemetry.ts';
import { findServer } from './services/resolve-server.ts';

type ServerPorts = Pick<Ports, 'log' | 'modelServers' | 'settings'>;

export const serving = {
  handlers: () => modelRoutes,
  portsOfCall: (ports: Pick<Ports, 'log' | 'models' | 'recordMetric'>) => ({
    models: withModelTelemetry(ports.models, ports),
  }),
  async capabilities(ports: ServerPorts, botId: number) {
    const has = async (purpose: ModelPurpose) => (await findServer(ports, botId, purpose)) !== undefined;
    const [chat, embeddings, transcription] = await Promise.all([
      has('chat'),
      has('embeddings'),
      has('transcription'),
    ]);
    return { models: { chat, embeddings, transcription } };
  },
} satisfies ServingDefinition;
