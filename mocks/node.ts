import { setupServer } from 'msw/node';
import { createMockGateway, type MockGateway } from './handlers.ts';

/** The mock for tests in Node: a call that nobody serves is an error, never a request that leaks. */
export function startMockServer(
  app: Parameters<typeof createMockGateway>[0],
): MockGateway & { stop(): void } {
  const mock = createMockGateway(app);
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledFrame: 'error' });
  return { ...mock, stop: () => server.close() };
}
