import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#tests/support/server.ts';

test('a port is for one caller alone, of this process or another, and the kernel gives it to no connection', async () => {
  vi.resetModules();
  // A second copy of the module searches like another process: from the same first port.
  const other = await import('#tests/support/server.ts');
  const ports = await Promise.all([freePort(), other.freePort(), freePort(), other.freePort()]);
  expect(new Set(ports).size).toBe(4);
  for (const port of ports) {
    expect(port).toBeLessThan(32_768);
    const server = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
  }
});
