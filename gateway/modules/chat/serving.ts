import { IMAGE_LIMITS } from '#contract/limits.ts';
import type { ServingDefinition } from '#gateway/module-definition.ts';
import { chatRoutes } from './routes/chat.ts';

export const serving = {
  handlers: () => chatRoutes,
  capabilities: () =>
    Promise.resolve({
      limits: {
        maxImages: IMAGE_LIMITS.count,
        maxImageBytes: IMAGE_LIMITS.bytes,
        maxImageBodyBytes: IMAGE_LIMITS.bodyBytes,
      },
    }),
} satisfies ServingDefinition;
