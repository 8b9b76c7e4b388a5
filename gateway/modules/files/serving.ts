import type { ServingDefinition } from '#gateway/module-definition.ts';
import type { IdempotencyGuard } from '#gateway/modules/access/services/idempotency.ts';
import type { Ports } from './ports/ports.ts';
import { fileRoutes } from './routes/files.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { createFileOpener, type FileOpener } from './services/open-verified.ts';

export const serving = {
  services: { openFile: (ports: Pick<Ports, 'blobs' | 'createSha256' | 'log'>) => createFileOpener(ports) },
  handlers: ({ once, openFile }: { once: IdempotencyGuard; openFile: FileOpener }) => ({
    ...uploadRoutes(once),
    ...fileRoutes(openFile),
  }),
  async capabilities({ settings, types }: Pick<Ports, 'settings' | 'types'>) {
    const accepts = new Map(
      types.accepted.map(({ extension, mime, format }) => [
        extension,
        { extension, mime, readable: format !== undefined },
      ]),
    );
    return { accepts: [...accepts.values()], limits: { maxUploadBytes: settings.maxUploadBytes } };
  },
} satisfies ServingDefinition;
