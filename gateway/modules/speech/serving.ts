import type { ServingDefinition } from '#gateway/module-definition.ts';
import type { FileOpener } from '#gateway/modules/files/services/open-verified.ts';
import { findServer } from '#gateway/modules/models/services/resolve-server.ts';
import type { Ports } from './ports/ports.ts';
import { audioRoutes } from './routes/audio.ts';
import { synthesisRoutes } from './routes/synthesis.ts';
import { transcriptionRoutes } from './routes/transcription.ts';

export const serving = {
  handlers: ({ openFile }: { openFile: FileOpener }, ports: Parameters<typeof synthesisRoutes>[0]) => ({
    ...transcriptionRoutes,
    ...synthesisRoutes(ports),
    ...audioRoutes(openFile),
  }),
  async capabilities(ports: Pick<Ports, 'log' | 'modelServers' | 'robotVoice' | 'settings'>, botId: number) {
    const server = await findServer(ports, botId, 'speech');
    return { models: { speech: server !== undefined || ports.robotVoice !== null } };
  },
} satisfies ServingDefinition;
