/** A gateway of another origin, as a browser lets a page see it: refused by its CORS settings, or away. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchAnswer } from '#src/api/client/answers.ts';
import { fetchCapabilities } from '#src/api/client/capabilities.ts';
import { createGatewayClient } from '#src/api/client/gateway-client.ts';
import { fetchUnit, fetchUnits } from '#src/api/client/units.ts';
import { CorsRefusedError, UnreachableError } from '#src/api/transport/gateway-errors.ts';
import type { Fetch } from '#src/api/transport/http-client.ts';
import { createI18n } from '#src/i18n/create-i18n.ts';
import { describeError } from '#src/ui/fault/describe-error.ts';
import { CONNECTION } from '#tests/support/api-client.ts';

const GATEWAY = 'https://gateway.example.com/gw';
const UNIT = {
  id: 7,
  title: 'دليل',
  description: '',
  botId: 1,
  createdOn: '2026-11-01T00:00:00Z',
  modifiedOn: '2026-11-01T00:00:00Z',
  sourceStatus: 2,
  aiKnowledgeSources: [],
};
const ANSWERED = { answer: 'نعم', chat_history: [], retrieved_documents: [] };
const QUESTION = { Question: 'كم؟' };

beforeEach(() => void vi.stubGlobal('location', { origin: 'http://127.0.0.1:8787' }));
afterEach(() => void vi.unstubAllGlobals());

type Foreign = { up?: boolean; posts?: boolean; reads?: boolean; page?: boolean };

/** The rules of a browser: what may be read is answered, what may not has no answer. `page`: answers hidden ones too. */
function browserOver(gateway: Foreign): Fetch {
  return (input, init) => {
    const request = new Request(input, init);
    const { up = true, posts = true, reads = true, page = true } = gateway;
    const hidden = init?.mode === 'no-cors';
    const allowed = hidden ? page : request.method === 'GET' ? reads : posts;
    if (!up || !allowed) return Promise.reject(new TypeError('Failed to fetch'));
    if (hidden) return Promise.resolve(new Response(null));
    const answer =
      request.method === 'GET' ? UNIT : { StatusCode: 200, Response: ANSWERED, Consumption: '1/9' };
    return Promise.resolve(Response.json(answer));
  };
}

function open(gateway: Foreign, baseUrl = GATEWAY) {
  return createGatewayClient({ ...CONNECTION, baseUrl }, { fetch: browserOver(gateway) });
}

const ask = (client: ReturnType<typeof open>) =>
  fetchAnswer(client, QUESTION).catch((error: unknown) => error);

test('says that the gateway refuses the page, and which setting helps, where it answers but not this', async () => {
  const error = await ask(open({ posts: false }));
  expect(error).toBeInstanceOf(CorsRefusedError);
  for (const language of ['en', 'ar'] as const) {
    const i18n = await createI18n(language, 'latn');
    await i18n.loadNamespaces('faults');
    const { message } = describeError(error, i18n.getFixedT(language, 'faults'));
    for (const part of ['CORS', 'FIHRIST_UPSTREAM', GATEWAY, 'http://127.0.0.1:8787'])
      expect(message).toContain(part);
  }
});

test('knows it by a read that was answered, where nothing hidden is', async () => {
  const client = open({ posts: false, page: false });
  await fetchUnit(client, 7);
  expect(await ask(client)).toBeInstanceOf(CorsRefusedError);
});

test.each<[string, Foreign]>([
  ['is away', { up: false }],
  ['answers nothing at all', { posts: false, reads: false, page: false }],
])('says that it does not respond where it %s', async (_, gateway) => {
  const error = await ask(open(gateway));
  expect(error).toBeInstanceOf(UnreachableError);
  expect(error).not.toBeInstanceOf(CorsRefusedError);
});

test('does not blame the settings for a request of a kind that was answered before', async () => {
  const gateway: Foreign = {};
  const client = open(gateway);
  await fetchAnswer(client, QUESTION);
  gateway.posts = false;
  expect(await ask(client)).not.toBeInstanceOf(CorsRefusedError);
});

test('judges requests beside each other by themselves', async () => {
  const withoutList: Fetch = (input, init) => {
    const { pathname } = new URL(new Request(input, init).url);
    const isHidden = init?.mode === 'no-cors';
    return isHidden || pathname.includes('/byId/')
      ? browserOver({})(input, init)
      : Promise.reject(new TypeError('Failed to fetch'));
  };
  const client = createGatewayClient({ ...CONNECTION, baseUrl: GATEWAY }, { fetch: withoutList });
  const query = { offset: 0, limit: 1, sort: '-modifiedOn' } as const;
  const [list] = await Promise.all([fetchUnits(client, query), fetchUnit(client, 7)]);
  expect(list).toBeNull();
});

test('does not blame them on the origin of the page', async () => {
  expect(await ask(open({ posts: false }, 'http://127.0.0.1:8787/gw'))).not.toBeInstanceOf(CorsRefusedError);
});

test('takes capabilities that may not be read for none', async () => {
  expect(await fetchCapabilities(open({ reads: false }))).toBeNull();
  await expect(fetchCapabilities(open({ up: false }))).rejects.toBeInstanceOf(UnreachableError);
});
