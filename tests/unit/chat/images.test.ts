import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { estimateTokens } from '#common/estimate-tokens.ts';
import { IMAGE_LIMITS } from '#contract/limits.ts';
import { toBase64 } from '#gateway/core/base64.ts';
import { en } from '#gateway/modules/chat/services/styles/styles.ts';
import { TEST_KEY } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { type Answered, IMAGES, type OpenedChat, openChat } from './setup.ts';

const MESSAGE = 'ماذا في هذه الصورة؟';
const BYTES = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0, 1],
  jpeg: [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1],
  gif: [...Buffer.from('GIF89a'), 1, 0, 1, 0, 0, 0],
  webp: [...Buffer.from('RIFF'), 1, 2, 3, 4, ...Buffer.from('WEBPVP8 ')],
} as const;
const uriOf = (type: string, bytes: readonly number[] | Uint8Array) =>
  `data:${type};base64,${Buffer.from(Uint8Array.from(bytes)).toString('base64')}`;
const largePng = (bytes: number) => {
  const image = new Uint8Array(bytes);
  image.set(BYTES.png);
  return image;
};

let chat: OpenedChat;
beforeEach(async () => {
  chat = await openChat({
    settings: { concurrency: 50 },
    media: {
      'https://media.example.org/صورة.png': { bytes: Uint8Array.from(BYTES.png), mime: 'image/png' },
      'https://media.example.org/untyped': {
        bytes: Uint8Array.from(BYTES.webp),
        mime: 'application/octet-stream',
      },
      'https://media.example.org/page': { bytes: Buffer.from('<html>'), mime: 'text/html' },
      'https://media.example.org/lies.png': { bytes: Buffer.from('<svg>'), mime: 'image/png' },
      'https://media.example.org/large.png': { bytes: largePng(IMAGE_LIMITS.bytes + 1), mime: 'image/png' },
      'https://media.example.org/nine.png': { bytes: largePng(9 * 1024 * 1024), mime: 'image/png' },
    },
  });
});
afterEach(() => chat.close());

const show = (Images: string[], more: object = {}) => chat.ask({ Message: MESSAGE, Images, ...more }, IMAGES);
const shown = () => {
  const content = chat.bodies().at(-1)?.messages.at(-1)?.content as {
    type: string;
    text?: string;
    image_url?: { url: string };
  }[];
  return content.map((part) => part.text ?? part.image_url?.url);
};
const used = async () => (await chat.ledger())?.used;

test.each(Object.entries(BYTES))(
  '%s as a data URI reaches the model under its own type',
  async (type, bytes) => {
    // The bytes decide the type, under any name.
    const { text } = await responseOf<Answered>(await show([uriOf('image/x-unknown', bytes)]));
    expect(text).toContain(MESSAGE);
    expect(shown()).toEqual([MESSAGE, uriOf(`image/${type}`, bytes)]);
  },
);

test('images go with the message, after the history, in their order', async () => {
  const ChatHistory = [
    { Role: 'user', Content: 'مرحبا' },
    { Role: 'assistant', Content: 'أهلًا' },
  ];
  await (await show([uriOf('image/png', BYTES.png), uriOf('image/gif', BYTES.gif)], { ChatHistory })).text();
  expect(chat.bodies()[0]?.messages.slice(1, 3)).toEqual([
    { role: 'user', content: 'مرحبا' },
    { role: 'assistant', content: 'أهلًا' },
  ]);
  expect(shown()).toEqual([MESSAGE, uriOf('image/png', BYTES.png), uriOf('image/gif', BYTES.gif)]);
});

test('without images the call is plain chat', async () => {
  await (await chat.ask({ Message: MESSAGE }, IMAGES)).text();
  expect(chat.bodies()[0]?.messages.at(-1)).toEqual({ role: 'user', content: MESSAGE });
});

test('the gateway fetches an address: the model server never gets it', async () => {
  const response = await show(['https://media.example.org/صورة.png', 'https://media.example.org/untyped']);
  expect(response.status).toBe(200);
  expect(shown()).toEqual([MESSAGE, uriOf('image/png', BYTES.png), uriOf('image/webp', BYTES.webp)]);
  expect(JSON.stringify(chat.bodies())).not.toContain('media.example.org');
});

describe('a refusal names the image, before the model is called and free of charge', () => {
  test.each([
    ['a text', uriOf('image/png', Buffer.from('ليست صورة')), 'image-unreadable', 400],
    ['an SVG', uriOf('image/svg+xml', Buffer.from('<svg/>')), 'image-unreadable', 400],
    ['nothing', 'data:image/png;base64,', 'image-unreadable', 400],
    ['broken base64', 'data:image/png;base64,iVBORw0KGgo*', 'image-unreadable', 400],
    ['a URI without base64', 'data:image/png,%89PNG', 'image-unreadable', 400],
    ['a file address', 'file:///etc/passwd', 'image-unreadable', 400],
    ['a script', 'javascript:alert(1)', 'image-unreadable', 400],
    ['no address', 'صورة', 'image-unreadable', 400],
    ['a page', 'https://media.example.org/page', 'image-not-fetched', 400],
    ['a text that is called an image', 'https://media.example.org/lies.png', 'image-unreadable', 400],
    ['nowhere', 'https://media.example.org/gone.png', 'image-not-fetched', 400],
    ['too large a picture', 'https://media.example.org/large.png', 'image-too-large', 413],
    ['too large a URI', uriOf('image/png', largePng(IMAGE_LIMITS.bytes + 1)), 'image-too-large', 413],
  ])('%s', async (_, image, code, status) => {
    const fault = await faultOf(await show([uriOf('image/png', BYTES.png), image]));
    expect(fault).toMatchObject({ status, fault: code, field: 'Images[1]', parameters: { position: 2 } });
    expect(chat.fake.asked).toEqual([]);
    expect(await chat.ledger()).toMatchObject({ used: 0, reserved: 0 });
  });

  test('more of them than one call may have, or more than fit together', async () => {
    const png = uriOf('image/png', BYTES.png);
    const many = await faultOf(await show(Array.from({ length: IMAGE_LIMITS.count + 1 }, () => png)));
    expect(many).toMatchObject({ status: 400, field: 'Images' });
    const nine = 'https://media.example.org/nine.png';
    expect(await faultOf(await show([nine, nine, nine]))).toMatchObject({
      status: 413,
      fault: 'image-too-large',
      parameters: { position: 3, limitMegabytes: 10, totalMegabytes: 20 },
    });
    expect(chat.fake.asked).toEqual([]);
  });

  test('of a host that the bot does not take from', async () => {
    const { bots } = chat.gateway.ports;
    await chat.gateway.addKey('key-of-all', { allBots: true });
    await chat.gateway.call('/api/Bots/1', {
      method: 'PUT',
      headers: { 'x-user-auth': 'key-of-all' },
      json: { allowedHosts: ['docs.example.org'] },
    });
    expect((await bots.get(1))?.settings.allowedHosts).toEqual(['docs.example.org']);
    expect(await faultOf(await show(['https://media.example.org/صورة.png']))).toMatchObject({
      fault: 'image-not-fetched',
      parameters: { position: 1, reason: 'host-not-listed', host: 'media.example.org' },
      text: expect.stringContaining('media.example.org'),
    });
  });

  test('of an address in a private network, by the real fetcher', async () => {
    const { createSafeFetch } = await import('#gateway/node/processes/safe-fetch/safe-fetch.ts');
    const web = createSafeFetch({});
    await chat.close();
    chat = await openChat({
      ports: () => ({ media: { fetch: (url, wanted) => web.fetchMedia(url, wanted) } }),
    });
    for (const address of ['http://169.254.169.254/latest/meta-data', 'http://127.0.0.1:1/a.png'])
      expect(await faultOf(await show([address]))).toMatchObject({
        fault: 'image-not-fetched',
        parameters: { reason: 'address-not-allowed' },
      });
    await web.close();
  });
});

test.each([0, 1, 2, 3, 4, 255, 256, 1000])(
  '%s bytes in base64 are what the platform makes of them',
  (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => index * 7);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  },
);

test('images count as a fixed number of tokens in reservations, and when the server reports none', async () => {
  chat.fake.always({ kind: 'no-usage' });
  const { metadata } = await responseOf<Answered>(
    await chat.ask({ Message: 'What?', Images: [uriOf('image/png', BYTES.png)] }, IMAGES),
  );
  expect(metadata.input_tokens).toBe(estimateTokens(en.always) + 2 + IMAGE_LIMITS.tokens);
  await chat.gateway.ports.ledger.grant(1, 'text', (await used()) ?? 0 + 1000);
  const requestCount = chat.fake.asked.length;
  expect(await faultOf(await show([uriOf('image/png', BYTES.png)]))).toMatchObject({ status: 402 });
  expect(chat.fake.asked.length).toBe(requestCount);
});

test('capabilities tell what may be sent', async () => {
  const { limits } = await responseOf<{ limits: object }>(await chat.gateway.call('/api/Capabilities'));
  expect(limits).toMatchObject({
    maxImages: IMAGE_LIMITS.count,
    maxImageBytes: IMAGE_LIMITS.bytes,
    maxImageBodyBytes: IMAGE_LIMITS.bodyBytes,
  });
});

test('a server that sees no images says so', async () => {
  const body = '{"error":{"message":"qwen does not support image input","type":"invalid_request_error"}}';
  chat.fake.always({ kind: 'status', status: 400, body });
  const fault = await faultOf(await show([uriOf('image/png', BYTES.png)]));
  expect(fault).toMatchObject({ status: 502, fault: 'model-rejected', parameters: { status: 400 } });
  expect(fault.text).toContain('does not support image input');
});

test('a client that disconnects while an image is fetched ends the fetch', async () => {
  const fetching = Promise.withResolvers<AbortSignal | undefined>();
  await chat.close();
  chat = await openChat({
    ports: () => ({
      media: {
        fetch: (_, { signal }) =>
          new Promise((__, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason as Error));
            fetching.resolve(signal);
          }),
      },
    }),
  });
  const leaving = new AbortController();
  const asking = Promise.resolve(
    chat.gateway.app.request(`http://gateway.test${IMAGES}`, {
      method: 'POST',
      headers: { 'x-user-auth': TEST_KEY, 'x-bot': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ Message: MESSAGE, Images: ['https://media.example.org/slow.png'] }),
      signal: leaving.signal,
    }),
  );
  const signal = await fetching.promise;
  leaving.abort();
  expect((await asking).status).toBe(499);
  expect(signal?.aborted).toBe(true);
  expect(chat.fake.asked).toEqual([]);
  expect(await chat.ledger()).toMatchObject({ used: 0, reserved: 0 });
});
