/** Callers that send slowly, read never, or only hold a connection. */
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { streamEvents } from '#gateway/http/event-stream.ts';
import { createStallDetector } from '#gateway/node/server/http/drop-slow-clients.ts';
import { createBusboyReader } from '#gateway/node/server/http/multipart.ts';
import {
  type Fetch,
  type ListenOptions,
  listen,
  type RunningServer,
} from '#gateway/node/server/http/server.ts';
import { createTestGateway, TEST_KEY } from '#tests/support/gateway.ts';

const SOON = { checkIntervalMs: 20, windowMs: 150, minBytes: 20_000 };
/** What two ends of a loopback connection keep for each other, and some more. */
const KERNEL_BYTES = 32 * 1024 * 1024;

const opened: Socket[] = [];
const servers: RunningServer[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const socket of opened.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(api: Fetch, options: Partial<ListenOptions> = {}): Promise<number> {
  const server = await listen({ api, pages: api }, { host: '127.0.0.1', port: 0, ...options });
  servers.push(server);
  return server.port;
}

async function openGateway(ports?: Parameters<typeof createTestGateway>[0]) {
  const gateway = await createTestGateway(ports);
  onTestFinished(() => gateway.close());
  return gateway;
}

/** A raw client: all that it heard, and whether it was cut off. */
function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  opened.push(socket);
  const response = { text: '', isClosed: false };
  socket.on('error', () => {});
  socket.on('close', () => (response.isClosed = true));
  return { socket, response, hear: () => socket.on('data', (chunk) => (response.text += chunk.toString())) };
}

test('a stall is judged over a whole window, and again after each', () => {
  const hasStalled = createStallDetector({ windowMs: 100, minBytes: 1000 });
  expect([hasStalled(0, 0), hasStalled(10, 50), hasStalled(999, 99)]).toEqual([false, false, false]);
  expect(hasStalled(1000, 100)).toBe(false);
  expect(hasStalled(1500, 150)).toBe(false);
  expect(hasStalled(1999, 200)).toBe(true);
});

test('a slow handler is not cut off while the gateway does not wait for the client', () => {
  const hasStalled = createStallDetector({ windowMs: 100, minBytes: 1000 });
  expect(hasStalled(0, 0)).toBe(false);
  for (const now of [50, 500, 5000]) expect(hasStalled(undefined, now)).toBe(false);
  // What waits from now on has a whole window again.
  expect(hasStalled(0, 5001)).toBe(false);
  expect(hasStalled(0, 5100)).toBe(false);
  expect(hasStalled(0, 5101)).toBe(true);
});

test('a trickling upload is cut off, and leaves no blob behind', async () => {
  const gateway = await openGateway({ ports: () => ({ forms: createBusboyReader() }) });
  const aborted = vi.fn<() => void>();
  const create = gateway.ports.blobs.create.bind(gateway.ports.blobs);
  gateway.ports.blobs.create = async () => {
    const writer = await create();
    return { ...writer, abort: () => writer.abort().then(aborted) };
  };
  const port = await serve((request) => gateway.app.fetch(request), { slowClientLimits: SOON });
  const { socket, response } = open(port);
  socket.write(
    `POST /api/UploadBlob HTTP/1.1\r\nHost: 127.0.0.1\r\nx-user-auth: ${TEST_KEY}\r\nx-bot: 1\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 900000\r\n\r\n' +
      '--b\r\nContent-Disposition: form-data; name="Attachment"; filename="a.txt"\r\n\r\n',
  );
  const trickle = setInterval(() => socket.write('ن'), 10);
  onTestFinished(() => clearInterval(trickle));
  await expect.poll(() => response.isClosed).toBe(true);
  await expect.poll(() => aborted).toHaveBeenCalled();
});

/** A body without end, and what became of it. */
function endless() {
  const seen = { bytes: 0, isLeft: false };
  const piece = new Uint8Array(64 * 1024).fill(97);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      seen.bytes += piece.byteLength;
      controller.enqueue(piece);
    },
    cancel() {
      seen.isLeft = true;
    },
  });
  return { seen, body };
}

test('who never reads a file is cut off; no more of it is read than the line holds', async () => {
  const { seen, body } = endless();
  const port = await serve(() => new Response(body, { headers: { 'content-type': 'application/pdf' } }), {
    slowClientLimits: SOON,
  });
  const { socket } = open(port);
  socket.pause();
  socket.write('GET /api/Files/1/f/g/n HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await expect.poll(() => seen.isLeft).toBe(true);
  expect(seen.bytes).toBeGreaterThan(0);
  expect(seen.bytes).toBeLessThan(KERNEL_BYTES);
});

test('who never reads a stream of events is cut off, and the call is settled', async () => {
  let count = 0;
  async function* events(): AsyncGenerator<object, void, void> {
    for (;;) {
      count += 1;
      yield { chunk: 'نص '.repeat(5000) };
    }
  }
  const finish = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const port = await serve(
    async () => {
      const all = events();
      const stream = streamEvents(await all.next(), all, {
        closing: undefined,
        stop: () => {},
        describeFault: () => Promise.resolve({}),
        finish,
      });
      return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>, {
        headers: { 'content-type': 'text/event-stream' },
      });
    },
    { slowClientLimits: SOON },
  );
  const { socket } = open(port);
  socket.pause();
  socket.write('GET /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await expect.poll(() => finish).toHaveBeenCalledOnce();
  expect(count * 25_000).toBeLessThan(KERNEL_BYTES);
});

test('long work of the gateway itself is no stall', async () => {
  const slowly = () => new Promise((resolve) => setTimeout(resolve, 5 * SOON.windowMs));
  const port = await serve(
    async (request) => {
      if (request.method === 'POST') {
        await request.arrayBuffer();
        await slowly();
        return new Response('جاهز');
      }
      const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('data: 1\n\n'));
          await slowly();
          controller.enqueue(new TextEncoder().encode('data: 2\n\n'));
          controller.close();
        },
      });
      return new Response(stream);
    },
    { slowClientLimits: SOON },
  );
  const url = `http://127.0.0.1:${port}/api/x`;
  const [answer, stream] = await Promise.all([fetch(url, { method: 'POST', body: 'سؤال' }), fetch(url)]);
  expect(await answer.text()).toBe('جاهز');
  expect(await stream.text()).toBe('data: 1\n\ndata: 2\n\n');
});

test('endless headers and silent connections are closed, while other clients are served', async () => {
  const port = await serve(() => new Response('ok'), {
    limits: { headersTimeout: 2_000, requestTimeout: 3_000, connectionsCheckingInterval: 50 },
  });
  const idle = Array.from({ length: 150 }, () => open(port));
  for (const { hear } of idle) hear();
  const slow = open(port);
  slow.hear();
  slow.socket.write('GET /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\nx-a: ');
  const trickle = setInterval(() => slow.socket.write('ا'), 10);
  onTestFinished(() => clearInterval(trickle));
  expect((await fetch(`http://127.0.0.1:${port}/api/x`)).status).toBe(200);
  await expect.poll(() => slow.response.isClosed).toBe(true);
  await expect.poll(() => idle.filter(({ response }) => !response.isClosed)).toHaveLength(0);
  expect(slow.response.text).toMatch(/^HTTP\/1\.1 408 /);
  expect((await fetch(`http://127.0.0.1:${port}/api/x`)).status).toBe(200);
});

test('headers of more than 16 kB are 431, before any handler runs', async () => {
  const handler = vi.fn<Fetch>(() => new Response('ok'));
  const port = await serve(handler);
  const { socket, response, hear } = open(port);
  hear();
  socket.write(`GET /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\nx-user-auth: ${'a'.repeat(17_000)}\r\n\r\n`);
  await expect.poll(() => response.isClosed).toBe(true);
  expect(response.text).toMatch(/^HTTP\/1\.1 431 /);
  expect(handler).not.toHaveBeenCalled();
});

/** Opens one connection above the limit. */
async function openTooMany(port: number, ask: (position: number) => boolean) {
  const all: ReturnType<typeof open>[] = [];
  for (const position of [0, 1, 2, 3]) {
    const client = open(port);
    client.hear();
    await expect.poll(() => client.socket.readyState).toBe('open');
    const expected = ask(position) ? /^HTTP\/1\.1 200 / : /^$/;
    if (ask(position)) client.socket.write('GET /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    await expect.poll(() => client.response.text).toMatch(expected);
    all.push(client);
  }
  await expect.poll(() => all.filter(({ response }) => response.isClosed)).toHaveLength(1);
  return all.map(({ response }) => response.isClosed);
}

test.each([
  ['of one address', { connections: { perAddress: 3 }, exempt: [] }],
  ['of all', { connections: { all: 3 } }],
])(
  'where connections %s run out, the oldest that asked nothing makes room, then the longest idle',
  async (_, options) => {
    const silent = await serve(() => new Response('ok'), options);
    expect(await openTooMany(silent, (position) => position === 0)).toEqual([false, true, false, false]);
    const idle = await serve(() => new Response('ok'), options);
    expect(await openTooMany(idle, (position) => position < 3)).toEqual([true, false, false, false]);
  },
);

test('a call under way is never cut off for a newcomer', async () => {
  const release = Promise.withResolvers<void>();
  const onCall = vi.fn<() => void>();
  const port = await serve(
    async () => {
      onCall();
      await release.promise;
      return new Response('ok');
    },
    { connections: { all: 2 } },
  );
  const working = [open(port), open(port)];
  for (const { socket, hear } of working) {
    hear();
    socket.write('GET /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  }
  await expect.poll(() => onCall).toHaveBeenCalledTimes(2);
  const newcomer = open(port);
  await expect.poll(() => newcomer.response.isClosed).toBe(true);
  release.resolve();
  await expect.poll(() => working.every(({ response }) => response.text.includes(' 200 '))).toBe(true);
});

test('a trusted proxy and this machine are exempt', async () => {
  const port = await serve(() => new Response('ok'), { connections: { perAddress: 1 } });
  const all = Array.from({ length: 5 }, () => open(port));
  for (const { socket, hear } of all) {
    hear();
    socket.write('GET /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  }
  await expect.poll(() => all.every(({ response }) => response.text.includes(' 200 '))).toBe(true);
});

test.each(['GET', 'HEAD', 'DELETE', 'POST', 'PUT', 'PATCH'])(
  'a body of a terabyte that nobody asked for with %s is answered, then cut off',
  async (method) => {
    const gateway = await openGateway();
    const port = await serve((request) => gateway.app.fetch(request), {
      drainLimits: { idleMs: 500, totalMs: 500, bytes: 1e11 },
    });
    const { socket, response, hear } = open(port);
    hear();
    socket.write(
      `${method} /api/Capabilities HTTP/1.1\r\nHost: 127.0.0.1\r\nx-user-auth: ${TEST_KEY}\r\nx-bot: 1\r\ncontent-length: 1000000000000\r\n\r\n`,
    );
    let sent = 0;
    const piece = Buffer.alloc(64 * 1024, 97);
    const more = (): void => {
      while (!socket.destroyed && sent < 1e11) {
        sent += piece.byteLength;
        if (!socket.write(piece)) return void socket.once('drain', more);
      }
    };
    more();
    await expect.poll(() => response.isClosed).toBe(true);
    expect(response.text).toMatch(
      method === 'GET' || method === 'HEAD' ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 405 /,
    );
    expect(sent).toBeLessThan(1e11);
  },
);

test('a client that sends everything before it reads gets its refusal, and keeps its connection', async () => {
  const gateway = await openGateway();
  const port = await serve((request) => gateway.app.fetch(request));
  const { socket, response, hear } = open(port);
  const length = 40 * 1024 * 1024;
  socket.write(
    `POST /api/Session HTTP/1.1\r\nHost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  );
  // The answer is long there, and longer than a short grace, before the body has gone.
  await pause(700);
  await new Promise<void>((resolve) => void socket.write(Buffer.alloc(length, 97), () => resolve()));
  socket.write('GET /api/Capabilities HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  hear();
  await expect.poll(() => response.text.match(/HTTP\/1\.1 \d+/g)).toHaveLength(2);
  expect(response.text).toMatch(/^HTTP\/1\.1 413 /);
});

const SECRET = "ENOENT: open '/var/lib/fihrist/سرّ'";
const failing = (after: number) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (after-- > 0) controller.enqueue(new TextEncoder().encode('بداية'));
      else controller.error(new Error(SECRET));
    },
  });
test.each([
  ['a stream that fails at once', () => new Response(failing(0))],
  ['a stream that fails later', () => new Response(failing(3))],
  [
    'a stream that was looked at',
    () => {
      const response = new Response(failing(0), { headers: { 'content-type': 'text/plain' } });
      return response.body ? response : response;
    },
  ],
  ['a copy of a response', () => new Response(new Response(failing(0)).body, new Response(null))],
  [
    'a handler that throws',
    () => {
      throw new Error(SECRET);
    },
  ],
  ['a handler that rejects', () => Promise.reject(new Error(SECRET))],
])('%s tells nothing of why', async (_, api: Fetch) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const port = await serve(api);
  const { socket, response, hear } = open(port);
  hear();
  socket.write('GET /api/x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  await expect.poll(() => response.isClosed).toBe(true);
  expect(response.text).not.toMatch(/ENOENT|fihrist|سرّ|\bat /);
});

test.each([
  ['a handler that rejects', () => Promise.reject(new Error(SECRET))],
  [
    'a stream that was looked at',
    () => {
      const response = new Response(failing(0));
      return response.body ? response : response;
    },
  ],
  ['a stream that fails after its beginning', () => new Response(failing(1))],
])('the log tells of %s, and quotes nothing', async (_, api: Fetch) => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const lines: [string, unknown][] = [];
  const note = (event: string, facts?: Record<string, unknown>) => void lines.push([event, facts]);
  const port = await serve(api, { log: { debug: note, info: note, warn: note, error: note } });
  await fetch(`http://127.0.0.1:${port}/api/x`)
    .then((response) => response.text())
    .catch(() => 'broken off');
  expect(lines.map(([event]) => event)).toEqual(['answer-broke-off']);
  expect(JSON.stringify([lines, printed.mock.calls.map(String)])).not.toContain('سرّ');
});
