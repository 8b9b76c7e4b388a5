/** Every operation against bodies that never end, over a real connection. */

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JSON_BODY_LIMIT } from '#contract/limits.ts';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '#contract/operations/index.ts';
import type { RequestBody } from '#contract/operations/operation.ts';
import { createBusboyReader } from '#gateway/node/server/http/multipart.ts';
import { listen, type RunningServer } from '#gateway/node/server/http/server.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { maxBytesOf, pathFor } from '#tests/support/valid-calls.ts';

const UPLOAD_LIMIT = 300_000;
/** What is on its way when a refusal is made, also on a busy machine. */
const SLACK = 4_000_000;
const BYTES_A_MS = 8192;
const ENDLESS = 10 ** 12;

let gateway: TestGateway;
let server: RunningServer;
beforeAll(async () => {
  gateway = await createTestGateway({
    settings: { maxUploadBytes: UPLOAD_LIMIT },
    ports: () => ({ forms: createBusboyReader() }),
  });
  server = await listen(
    // Without the address: a hundred wrong keys would wait.
    { api: (request) => gateway.app.fetch(request), pages: () => new Response('page') },
    { host: '127.0.0.1', port: 0, drainLimits: { idleMs: 500, totalMs: 500, bytes: 1e9 } },
  );
});
afterAll(async () => {
  await server.close();
  await gateway.close();
});

const FORM_HEAD = '--b\r\nContent-Disposition: form-data; name="Attachment"; filename="a.txt"\r\n\r\nنص';
const RECORD_HEAD = FORM_HEAD.replace('Attachment', 'Record');

/** Sends a body that never ends; tells what came back, and how much had been sent by then. */
async function sendEndlessly(id: OperationId, announced: boolean, key: string) {
  const { method, body } = OPERATIONS[id];
  const type = body.form === 'multipart' ? 'multipart/form-data; boundary=b' : 'application/json';
  const socket = connect(server.port, '127.0.0.1');
  const response = { text: '', sentBefore: -1, isClosed: false };
  let sent = 0;
  socket.on('error', () => {});
  socket.on('close', () => (response.isClosed = true));
  socket.on('data', (chunk) => {
    if (response.text === '') response.sentBefore = sent;
    response.text += chunk.toString();
  });
  const send = (piece: Buffer): void => {
    sent += piece.byteLength;
    socket.write(
      announced
        ? piece
        : Buffer.concat([Buffer.from(`${piece.byteLength.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
    );
  };
  socket.write(
    `${method} ${pathFor(id)} HTTP/1.1\r\nHost: 127.0.0.1\r\nx-user-auth: ${key}\r\nx-bot: 1\r\ncontent-type: ${type}\r\n` +
      (announced ? `content-length: ${ENDLESS}\r\n\r\n` : 'transfer-encoding: chunked\r\n\r\n'),
  );
  send(
    Buffer.from(body.form === 'multipart' ? (id === 'upload' ? FORM_HEAD : RECORD_HEAD) : '{"title":"عنوان '),
  );
  const piece = Buffer.alloc(BYTES_A_MS * 4, 97);
  const little = piece.subarray(0, 100);
  // On and on behind the answer too, but no faster than shows that nobody waits for it.
  const timer = setInterval(
    () => socket.destroyed || socket.writableLength > 0 || send(response.text === '' ? piece : little),
    4,
  );
  try {
    await expect.poll(() => response.isClosed).toBe(true);
  } finally {
    clearInterval(timer);
    socket.destroy();
  }
  const [, status = '0'] = /^HTTP\/1\.1 (\d+)/.exec(response.text) ?? [];
  const [, fault = ''] = /^x-fault: (.*)$/im.exec(response.text) ?? [];
  return { status: Number(status), fault, sentBefore: response.sentBefore };
}

/** Many at a time: each connection is cut off half a second after its answer. */
async function walk(ids: readonly OperationId[], announced: boolean, key = TEST_KEY) {
  const outcomes: [OperationId, Awaited<ReturnType<typeof sendEndlessly>>][] = [];
  const remaining = [...ids];
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      for (let id = remaining.shift(); id; id = remaining.shift())
        outcomes.push([id, await sendEndlessly(id, announced, key)]);
    }),
  );
  return outcomes;
}

const takes = (...kinds: RequestBody['form'][]) =>
  OPERATION_IDS.filter((id) => kinds.includes(OPERATIONS[id].body.form));

type Outcome = { status: number; fault: string; sentBefore: number };
/** Those that were not refused as they should have been, or only after too much had come. */
const wrong = (outcomes: [OperationId, Outcome][], fits: (outcome: Outcome) => boolean, limit: number) =>
  outcomes.filter(([, outcome]) => !fits(outcome) || outcome.sentBefore > limit + SLACK);

describe.each([
  ['announced', true],
  ['in pieces', false],
] as const)('a body that never ends, %s,', (_, announced) => {
  test('is refused where JSON is taken', async () => {
    const outcomes = await walk(takes('json', 'optional-json'), announced);
    expect(outcomes.length).toBeGreaterThan(10);
    const fits = ({ status, fault }: Outcome) => status === 413 && fault === 'body-too-large';
    const ordinary = outcomes.filter(([id]) => maxBytesOf(id) === JSON_BODY_LIMIT);
    expect(wrong(ordinary, fits, announced ? 0 : JSON_BODY_LIMIT)).toEqual([]);
    const larger = outcomes.filter(([id]) => maxBytesOf(id) !== JSON_BODY_LIMIT);
    expect(larger.length).toBeGreaterThan(0);
    for (const outcome of larger)
      expect(wrong([outcome], fits, announced ? 0 : maxBytesOf(outcome[0]))).toEqual([]);
  });

  test('is refused where a form is taken', async () => {
    const outcomes = await walk(takes('multipart'), announced);
    expect(outcomes.length).toBeGreaterThan(2);
    const fits = ({ status, fault }: Outcome) => status === 413 && fault === 'file-too-large';
    expect(wrong(outcomes, fits, UPLOAD_LIMIT)).toEqual([]);
  });

  test('is not waited for where nothing is taken', async () => {
    const outcomes = await walk(takes('none'), announced);
    expect(outcomes.length).toBeGreaterThan(10);
    expect(wrong(outcomes, ({ status }) => status >= 200 && status < 500, 0)).toEqual([]);
  });
});

test('without a right key nothing of any body is read', async () => {
  const byKey = OPERATION_IDS.filter((id) => OPERATIONS[id].credential === 'key');
  expect(wrong(await walk(byKey, false, 'wrong'), ({ status }) => status === 401, 0)).toEqual([]);
});
