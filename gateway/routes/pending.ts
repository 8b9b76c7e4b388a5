import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';

const pending = bind({
  handle: async () => {
    throw new GatewayFault('internal', { requestId: '' });
  },
});

/** Endpoints of the registry that nothing serves yet. Take yours out as you bind it. */
export const pendingRoutes = {
  embeddingProgress: pending,
  pauseEmbedding: pending,
};
