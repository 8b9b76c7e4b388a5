import { afterEach, describe, expect, it, vi } from 'vitest';
import { searchPassages } from '#src/api/client/search-passages.ts';
import { addUnit, fetchUnit, fetchUnitStates, fetchUnits, removeUnit } from '#src/api/client/units.ts';
import { fetchAnswer, openAnswerStream } from '#src/api/client/answers.ts';
import { knowledgeSummary, restoreUnit, unitDetails, unitPassages } from '#contract/operations/units.ts';
import { session, signOut } from '#contract/operations/session.ts';
import { listKeys } from '#contract/operations/keys.ts';
import type { AnswerEvent } from '#contract/answers.ts';
import type { Capabilities } from '#contract/capabilities.ts';
import { createAbsentOperations } from '#src/api/stores/absent-operations.ts';
import { type DeviationName, deviate } from '#tests/support/foreign-gateway.ts';
import { createConnectionStore } from '#src/api/stores/connection-store.ts';
import {
  BadRequest,
  Forbidden,
  GatewayError,
  NotFound,
  NotJsonError,
  PaymentRequired,
  ServerError,
  TooManyRequests,
  Unauthorized,
  Unavailable,
  UnreachableError,
} from '#src/api/transport/gateway-errors.ts';
import { createHttpClient } from '#src/api/transport/http-client.ts';
import { readRetryAfter } from '#src/api/transport/error-from-response.ts';
import { isRetryable, retryDelay } from '#src/api/hooks/query-client.ts';
import { describeBrowser, exchangeSignInCode } from '#src/api/client/exchange-sign-in-code.ts';
import {
  type ApiStory,
  CONNECTION,
  createApiStory,
  fetchOf,
  GUIDE,
  TITLE,
} from '#tests/support/api-client.ts';
import { createGatewayClient } from '#src/api/client/gateway-client.ts';
import { createCode } from '#tests/support/sign-in-code.ts';
import { INJECTED_FAULTS, faultResponse } from '#mocks/faults.ts';

const PAGE = { offset: 0, limit: 10, sort: '-modifiedOn' } as const;
const QUESTION = { Question: 'كم مهلة الإرجاع؟', IndexNames: [TITLE] };
const opened: ApiStory[] = [];
async function open(...args: Parameters<typeof createApiStory>) {
  const reported = await createApiStory(...args);
  opened.push(reported);
  return reported;
}
async function openWithUnit(...args: Parameters<typeof createApiStory>) {
  const reported = await open(...args);
  const id = await reported.gateway.addUnit(TITLE, GUIDE);
  await reported.gateway.indexAll();
  return { ...reported, id };
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ gateway }) => gateway.close()));
});

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

it('asks a gateway that announces nothing once a tab for what it does not have, others always', async () => {
  const { gateway } = await open();
  const kept = new Map<string, string>();
  const store = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  const calls: string[] = [];
  const openPage = (announced: Capabilities | null, ...deviations: DeviationName[]) =>
    createGatewayClient(CONNECTION, {
      fetch: fetchOf(gateway, deviate(...deviations), calls),
      readCapabilities: () => Promise.resolve(announced),
      absent: createAbsentOperations(CONNECTION, store),
    });
  expect(await openPage(null, 'noExtensions').read(session)).toBeNull();
  expect(await openPage(null, 'noExtensions').read(session)).toBeNull();
  expect(calls).toHaveLength(1);
  expect(await openPage({} as Capabilities).read(session)).toMatchObject({ view: { role: 'owner' } });
});

it('asks again for what the gateway did not have: after a while, once told to, and after it was away', async () => {
  const { gateway } = await open();
  const calls: string[] = [];
  let isAway = false;
  const answer = fetchOf(gateway, deviate('noExtensions'), calls);
  const client = createGatewayClient(CONNECTION, {
    fetch: (...request) => (isAway ? Promise.reject(new TypeError('no network')) : answer(...request)),
  });
  const askTwice = async () => {
    calls.splice(0);
    await client.read(session);
    await client.read(session);
    return calls.length;
  };
  expect(await askTwice()).toBe(1);
  expect(await askTwice()).toBe(0);
  client.forgetAbsent();
  expect(await askTwice()).toBe(1);
  isAway = true;
  expect(await failure(fetchUnit(client, 1))).toBeInstanceOf(UnreachableError);
  isAway = false;
  expect(await askTwice()).toBe(1);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * 60_000);
  expect(await askTwice()).toBe(1);
  vi.restoreAllMocks();
});

describe('the client against our gateway', () => {
  it('reads a unit, its state, its details and its passages', async () => {
    const { client, id } = await openWithUnit();
    expect(await fetchUnit(client, id)).toMatchObject({ id, title: TITLE, sourceStatus: 2 });
    expect(await fetchUnitStates(client, [id])).toMatchObject([{ id, status: 'ready', passages: 2 }]);
    expect(
      (await client.read(unitDetails, { params: { knowledgeId: id } }))?.sections.length,
    ).toBeGreaterThan(0);
    expect(
      await client.read(unitPassages, { params: { knowledgeId: id }, query: { offset: 1, limit: 1 } }),
    ).toMatchObject({
      total: 2,
      items: [{ ordinal: 1 }],
    });
    expect(await client.read(knowledgeSummary)).toMatchObject({ units: { ready: 1 } });
  });

  it('searches the list blind to tashkeel and hamza forms, through the gateway', async () => {
    const { client } = await openWithUnit();
    expect(await fetchUnits(client, { ...PAGE, search: 'دَليل' })).toMatchObject({ total: 1 });
    expect(await fetchUnits(client, { ...PAGE, search: 'لا شيء' })).toMatchObject({ total: 0 });
  });

  it('finds the passages nearest to words, of no cost', async () => {
    const { client, gateway, id } = await openWithUnit();
    const [first] = await searchPassages(client, 'مهلة الإرجاع');
    expect(first).toMatchObject({ unitId: id, unitTitle: TITLE, ordinal: 0 });
    expect(first?.document.text).toContain('15 يومًا');
    expect(await searchPassages(client, 'ع'.repeat(3000))).toEqual([]);
    const { Response } = await (await gateway.call('/api/Usage/1')).json();
    expect(Response.ledgers).toContainEqual(expect.objectContaining({ ledger: 'text', used: 0 }));
  });

  it('takes a unit out, with a receipt, and brings it back', async () => {
    const { client, id } = await openWithUnit();
    expect(await removeUnit(client, id)).toMatchObject({ id, forever: false });
    expect(await fetchUnits(client, PAGE)).toMatchObject({ total: 0 });
    await client.call(restoreUnit, { params: { knowledgeId: id } });
    expect(await fetchUnits(client, PAGE)).toMatchObject({ total: 1 });
  });

  it('answers whole, with what it cost, and reports it', async () => {
    const { client, reported } = await openWithUnit();
    const { answer, consumption, requestId, seconds } = await fetchAnswer(client, QUESTION, {
      answerer: 'extractive',
    });
    expect(answer.answer).toContain('15');
    expect(answer.retrieved_documents[0]?.metadata['Section Title']).toContain('مهلة الإرجاع');
    expect(consumption.used).toBeGreaterThan(0);
    expect(reported.at(-1)).toEqual(consumption);
    expect(requestId).toMatch(/[0-9a-f-]{36}/);
    expect(seconds).toBeGreaterThan(0);
  });

  it('answers piece by piece, ending with the final event', async () => {
    const { client, reported } = await openWithUnit();
    const { opened: heading, events } = openAnswerStream(client, QUESTION, { answerer: 'extractive' });
    expect(await heading).toMatchObject({ skippedTitles: [], kind: 'quoted', quoted: [0] });
    const seen: AnswerEvent[] = [];
    for await (const event of events) seen.push(event);
    expect(seen[0]).toHaveProperty('retrieved_documents');
    expect(seen.at(-1)).toMatchObject({ final: true });
    expect(seen.map((event) => ('chunk' in event ? event.chunk : '')).join('')).toContain('15');
    expect(reported.at(-1)?.used).toBeGreaterThan(0);
  });

  it('leaving a stream ends the request', async () => {
    let signal: AbortSignal | undefined;
    const { client } = await openWithUnit({
      deviation: (request, pass) => {
        if (request.url.includes('Stream')) ({ signal } = request);
        return pass();
      },
    });
    for await (const _ of openAnswerStream(client, QUESTION, { answerer: 'extractive' }).events) break;
    expect(signal?.aborted).toBe(true);
  });

  it('names the indexes that were skipped', async () => {
    const { client, gateway } = await openWithUnit();
    await gateway.addUnit('قيد الانتظار', GUIDE);
    const names = [TITLE, 'قيد الانتظار'];
    const { skippedTitles } = await fetchAnswer(
      client,
      { ...QUESTION, IndexNames: names },
      { answerer: 'none' },
    );
    expect(skippedTitles).toEqual(['قيد الانتظار']);
  });

  it('exchanges a sign-in code for a key that works, once', async () => {
    const { gateway } = await open();
    const code = await createCode(gateway);
    const fetch = fetchOf(gateway);
    const made = await exchangeSignInCode(code, { fetch, name: 'Firefox on Linux' });
    expect(made).toMatchObject({ bot: '1', modelFamily: 'Model', madeByCode: true });
    const client = createGatewayClient({ ...made, id: 'x', baseUrl: CONNECTION.baseUrl }, { fetch });
    expect((await client.read(listKeys))?.items.find(({ current }) => current)?.name).toContain(
      'Firefox on Linux',
    );
    expect(await failure(exchangeSignInCode(code, { fetch }))).toMatchObject({
      status: 401,
      fault: 'code-used',
    });
    await client.call(signOut);
    expect(await failure(fetchUnit(client, 1))).toBeInstanceOf(Unauthorized);
  });
});

describe('the meter', () => {
  it('takes the state of the text ledger, and no other for it', async () => {
    const seen: unknown[] = [];
    const http = createHttpClient(CONNECTION, {
      onConsumption: (consumption) => void seen.push(consumption),
      fetch: () =>
        Promise.resolve(
          Response.json(
            { StatusCode: 200, Response: 'نص', Consumption: '61/360000' },
            { headers: { 'X-Consumption': '61/360000' } },
          ),
        ),
    });
    await http.requestJson({ method: 'POST', path: '/heard', ledger: 'audio' });
    expect(seen).toEqual([]);
    await http.requestJson({ method: 'POST', path: '/asked', ledger: 'text' });
    expect(seen).toContainEqual({ used: 61, total: 360000 });
  });

  it.each<[string, number, { header?: string; said?: object }, object[]]>([
    ['402 in the envelope', 402, {}, [{ used: 5, total: 9 }]],
    ['429 in the header', 429, { header: '7/9' }, [{ used: 7, total: 9 }]],
    ['400 that only the envelope says', 200, { said: { StatusCode: 400 } }, [{ used: 5, total: 9 }]],
    ['401, whose used part says nothing', 401, { said: { Consumption: '0/9' } }, []],
    ['404 of no bot', 404, { said: { Consumption: '0/0' } }, []],
  ])('takes it from failures too: %s', async (_, status, { header, said }, expected) => {
    const seen: unknown[] = [];
    const http = createHttpClient(CONNECTION, {
      onConsumption: (consumption) => void seen.push(consumption),
      fetch: async () =>
        header === undefined
          ? Response.json({ StatusCode: status, Response: 'لا', Consumption: '5/9', ...said }, { status })
          : new Response('busy', { status, headers: { 'X-Consumption': header } }),
    });
    await failure(http.requestJson({ method: 'POST', path: '/asked' }));
    await failure(http.requestJson({ method: 'POST', path: '/heard', ledger: 'audio' }));
    expect(seen).toEqual(expected);
  });
});

describe('what a call cost that did not say so', () => {
  const stream = (...events: string[]) =>
    new Response(events.map((event) => `data: ${event}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    });
  const END = '{"final":true,"consumption":"5/9"}';
  const chunk = '{"chunk":"خمسة عشر يومًا"}';

  it.each<[string, () => Response, string[]]>([
    ['a stream to its end', () => stream(chunk, END), ['5']],
    ['a stream of another form', () => stream('{"Token":"خمسة"}', '{"Done":true}'), ['unknown']],
    ['a stream that is cut', () => stream(chunk), ['unknown']],
    ['a stream whose end does not say', () => stream(chunk, '{"final":true}'), ['unknown']],
    ['a fault that says', () => stream('{"error":"لا","StatusCode":500,"consumption":"7/9"}'), ['7']],
    [
      'a refusal that says',
      () => Response.json({ Response: 'لا', Consumption: '8/9' }, { status: 402 }),
      ['8'],
    ],
    ['a refusal that does not', () => Response.json({ Response: 'لا' }, { status: 500 }), ['unknown']],
  ])('is unknown, and stays known where it did: %s', async (_, respond, expected) => {
    const seen: string[] = [];
    const client = createGatewayClient(CONNECTION, {
      fetch: () => Promise.resolve(respond()),
      onConsumption: ({ used }) => void seen.push(String(used)),
      onUnknownCharge: () => void seen.push('unknown'),
    });
    const readToEnd = async () => {
      for await (const event of openAnswerStream(client, QUESTION).events) void event;
    };
    await failure(readToEnd());
    expect(seen).toEqual(expected);
  });

  it('is unknown of a stream that was left, and no matter of calls that are free', async () => {
    const seen: string[] = [];
    const client = createGatewayClient(CONNECTION, {
      fetch: () => Promise.resolve(stream(chunk, chunk, END)),
      onUnknownCharge: () => void seen.push('unknown'),
    });
    for await (const event of openAnswerStream(client, QUESTION).events) {
      void event;
      break;
    }
    expect(seen).toEqual(['unknown']);
    await failure(client.call(session));
    expect(seen).toEqual(['unknown']);
  });
});

describe('errors', () => {
  it('has one class a status, with the fault, its parameters and the request', async () => {
    const { client } = await openWithUnit();
    expect(await failure(fetchUnit(client, 999))).toBeInstanceOf(NotFound);
    const taken = await failure(
      addUnit(client, { title: TITLE, KnowledgeSource: 1, SourceContent: ['https://example.com'] }),
    );
    expect(taken).toBeInstanceOf(BadRequest);
    expect(taken).toMatchObject({
      fault: 'title-taken',
      parameters: { title: TITLE, id: expect.anything() },
    });
    expect((taken as GatewayError).requestId).toMatch(/[0-9a-f-]{36}/);
    const range = await failure(fetchAnswer(client, { ...QUESTION, Limit: 51 }));
    expect(range).toMatchObject({ fault: 'invalid-field', field: 'Limit' });
  });

  it('tells a wrong key from a wrong bot', async () => {
    const { client } = await open({ connection: { key: 'nobody' } });
    expect(await failure(fetchUnit(client, 1))).toBeInstanceOf(Unauthorized);
    const other = await open({ connection: { bot: '9' } });
    expect(await failure(fetchUnit(other.client, 1))).toBeInstanceOf(Forbidden);
  });

  it('402 when not enough quota is left', async () => {
    const { client, gateway } = await open({ quota: 3 });
    await gateway.addUnit(TITLE, GUIDE);
    await gateway.indexAll();
    expect(await failure(fetchAnswer(client, QUESTION, { answerer: 'extractive' }))).toBeInstanceOf(
      PaymentRequired,
    );
  });

  it('429 says when to come again', async () => {
    const { client } = await open({
      deviation: async (request) => faultResponse(request, INJECTED_FAULTS.tooManyCalls),
    });
    const busy = await failure(fetchUnit(client, 1));
    expect(busy).toBeInstanceOf(TooManyRequests);
    expect(busy).toMatchObject({ retryAfterSeconds: 1 });
    expect(isRetryable(busy)).toBe(true);
    expect(retryDelay(0, busy)).toBe(1000);
  });

  it('a fault inside the stream is thrown as its error', async () => {
    const fault = { error: 'انتهت الحصة', StatusCode: 402, fault: 'quota-exceeded', consumption: '10/10' };
    const { client, reported } = await open({
      deviation: async () => new Response(`data: {"chunk":"a"}\n\ndata: ${JSON.stringify(fault)}\n\n`),
    });
    const read = async () => {
      for await (const _ of openAnswerStream(client, QUESTION).events) continue;
    };
    const thrown = await failure(read());
    expect(thrown).toBeInstanceOf(PaymentRequired);
    expect(thrown).toMatchObject({ fault: 'quota-exceeded', message: 'انتهت الحصة' });
    expect(reported).toEqual([{ used: 10, total: 10 }]);
  });

  it('a failure that only the envelope tells is a failure', async () => {
    const body = { StatusCode: 503, Response: 'no model', Consumption: '0/0' };
    const { client } = await open({ deviation: async () => Response.json(body) });
    expect(await failure(fetchAnswer(client, QUESTION))).toBeInstanceOf(Unavailable);
  });

  it('tells no answer, a page of HTML and a failing server apart', async () => {
    const none = await open({ deviation: () => Promise.reject(new TypeError('fetch failed')) });
    const unreachable = await failure(fetchUnit(none.client, 1));
    expect(unreachable).toBeInstanceOf(UnreachableError);
    expect(isRetryable(unreachable)).toBe(true);
    const html = await open({ deviation: async () => new Response('<!doctype html>') });
    expect(await failure(fetchUnit(html.client, 1))).toBeInstanceOf(NotJsonError);
    const broken = await open({ deviation: async () => new Response('oops', { status: 500 }) });
    const thrown = await failure(fetchUnit(broken.client, 1));
    expect(thrown).toBeInstanceOf(ServerError);
    expect(thrown).toMatchObject({ message: 'oops', json: false });
    expect(isRetryable(thrown)).toBe(false);
  });

  it('reads Retry-After in seconds and as a date', () => {
    expect(readRetryAfter('7')).toBe(7);
    expect(readRetryAfter(new Date(Date.now() + 90_000).toUTCString())).toBeGreaterThan(80);
    expect(readRetryAfter('soon')).toBeUndefined();
  });
});

describe('saved connections', () => {
  const store = () => {
    const kept = new Map<string, string>();
    return {
      kept,
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    };
  };
  const { id: _, ...given } = CONNECTION;

  it('keeps a key in the tab, and in the browser only when asked to', () => {
    const [tab, browser] = [store(), store()];
    const connections = createConnectionStore({ tab, browser });
    const { id } = connections.save({ ...given, key: 'secret-1' });
    expect([...browser.kept.values()].join()).not.toContain('secret-1');
    connections.update(id, { remember: true });
    expect([...browser.kept.values()].join()).toContain('secret-1');
    expect([...tab.kept.values()].join()).not.toContain('secret-1');
    expect(createConnectionStore({ tab: store(), browser }).current()?.key).toBe('secret-1');
    connections.remove(id);
    expect([...browser.kept.values()].join()).not.toContain('secret-1');
  });

  it('holds several, switches and forgets', () => {
    const connections = createConnectionStore({ tab: store(), browser: store() });
    const first = connections.save({ ...given, name: 'الأول' });
    const second = connections.save({ ...given, name: 'Second' });
    expect(connections.current()?.id).toBe(second.id);
    connections.select(first.id);
    expect(connections.current()?.name).toBe('الأول');
    connections.remove(first.id);
    expect(connections.current()).toBeUndefined();
    expect(connections.all()).toHaveLength(1);
  });

  it('takes over what another tab rotated or forgot, and never writes the old key back', () => {
    const browser = store();
    const listeners: (() => void)[] = [];
    const onOthersWrite = (listener: () => void) => void listeners.push(listener);
    const here = createConnectionStore({ tab: store(), browser, onStorageEvent: onOthersWrite });
    const { id } = here.save({ ...given, key: 'old-key', remember: true });
    const other = here.save({ ...given, name: 'الأخرى', remember: true });
    const there = createConnectionStore({ tab: store(), browser });
    there.update(id, { key: 'new-key' });
    there.remove(other.id);
    here.update(id, { bot: '2' });
    expect([...browser.kept.values()].join()).not.toContain('old-key');
    expect(here.all()).toMatchObject([{ id, key: 'new-key', bot: '2' }]);

    // Which bot is open is each tab's own.
    expect(there.current()?.bot).not.toBe('2');
    const listener = vi.fn<() => void>();
    here.subscribe(listener);
    there.update(id, { key: 'newest-key' });
    for (const listener of listeners) listener();
    expect(listener).toHaveBeenCalledOnce();
    expect(here.all()).toMatchObject([{ key: 'newest-key', bot: '2' }]);
  });

  describe('that no storage of the browser keeps', () => {
    /** Tabs that hear each other, as soon as something is said. */
    const channels = () => {
      const listeners: ((message: unknown) => void)[] = [];
      return () => {
        let own: (message: unknown) => void;
        return {
          post: (message: object) => {
            for (const listener of listeners) if (listener !== own) listener(structuredClone(message));
          },
          listen: (listener: (message: unknown) => void) => {
            own = listener;
            listeners.push(listener);
          },
        };
      };
    };

    it('are shared with the tabs that are open, and gone with the last of them', () => {
      const join = channels();
      const first = createConnectionStore({ tab: store(), browser: store(), channel: join() });
      const { id } = first.save({ ...given, key: 'this-visit', undecided: true });
      const tab = store();
      const second = createConnectionStore({ tab, browser: store(), channel: join() });
      expect(second.current()).toMatchObject({ id, key: 'this-visit' });
      expect([...tab.kept.values()].join()).toContain('this-visit');

      // A question that is answered in one tab is answered in all; which bot is open is each tab's own.
      second.update(id, { bot: '2' });
      first.update(id, { undecided: false, key: 'rotated' });
      expect(second.current()).toMatchObject({ key: 'rotated', bot: '2', undecided: false });
      expect(first.current()?.bot).not.toBe('2');

      second.remove(id);
      expect(first.current()).toBeUndefined();
      expect(createConnectionStore({ tab: store(), browser: store(), channel: join() }).all()).toEqual([]);
    });

    it('stay in every tab when the browser is to keep them no longer, whatever is heard first', () => {
      const browser = store();
      const listeners: (() => void)[] = [];
      const onStorageEvent = (listener: () => void) => void listeners.push(listener);
      const first = createConnectionStore({ tab: store(), browser });
      const { id } = first.save({ ...given, key: 'this-visit', remember: true });
      const other = first.save({ ...given, remember: true });
      const second = createConnectionStore({ tab: store(), browser, onStorageEvent });
      second.select(id);
      first.update(id, { remember: false });
      for (const listener of listeners) listener();
      expect(second.current()).toMatchObject({ key: 'this-visit', remember: false });
      expect([...browser.kept.values()].join()).not.toContain('this-visit');
      first.remove(other.id);
      first.remove(id);
      expect(createConnectionStore({ tab: store(), browser }).all()).toEqual([]);
      expect([...browser.kept.keys()]).not.toContain('fihrist.visit');
    });

    it('leave the storage of every tab once the browser keeps them', () => {
      const join = channels();
      const [browser, tab] = [store(), store()];
      const listeners: (() => void)[] = [];
      const onStorageEvent = (listener: () => void) => void listeners.push(listener);
      const first = createConnectionStore({ tab: store(), browser, channel: join() });
      const { id } = first.save({ ...given, key: 'this-visit', undecided: true });
      const second = createConnectionStore({ tab, browser, channel: join(), onStorageEvent });
      first.update(id, { remember: true, undecided: false });
      for (const listener of listeners) listener();
      expect(second.current()).toMatchObject({ key: 'this-visit', remember: true });
      expect([...tab.kept.values()].join()).not.toContain('this-visit');
    });

    it('do not sign in a tab again that was signed out, nor one that has a connection', () => {
      const join = channels();
      const first = createConnectionStore({ tab: store(), browser: store(), channel: join() });
      const out = createConnectionStore({ tab: store(), browser: store(), channel: join() });
      out.remove(out.save({ ...given, name: 'own' }).id);
      const other = createConnectionStore({ tab: store(), browser: store(), channel: join() });
      const { id } = other.save({ ...given, name: 'other' });
      first.save({ ...given, name: 'shared' });
      expect(out.current()).toBeUndefined();
      expect(other.current()?.id).toBe(id);
    });

    it('are waited for, but not for long', async () => {
      const join = channels();
      const alone = createConnectionStore({ tab: store(), browser: store(), channel: join() });
      const waiting = alone.whenShared();
      createConnectionStore({ tab: store(), browser: store(), channel: join() }).save(given);
      await waiting;
      expect(alone.current()?.key).toBe(given.key);
      await createConnectionStore({ tab: store(), browser: store(), channel: channels()() }).whenShared();
    });

    it('take no connection from what is not one', () => {
      const join = channels();
      const here = createConnectionStore({ tab: store(), browser: store(), channel: join() });
      const { post } = join();
      for (const message of [{ kind: 'share', connections: [{ id: 'x' }] }, { kind: 'share' }, { kind: 'y' }])
        post(message);
      expect(here.all()).toEqual([]);
    });
  });

  it('are followed by a tab at Connect once another is signed in for good', () => {
    const browser = store();
    const listeners: (() => void)[] = [];
    const onStorageEvent = (listener: () => void) => void listeners.push(listener);
    const waiting = createConnectionStore({ tab: store(), browser, onStorageEvent });
    createConnectionStore({ tab: store(), browser }).save({ ...given, remember: true });
    for (const listener of listeners) listener();
    expect(waiting.current()?.key).toBe(given.key);
  });

  it('works where storage is forbidden', () => {
    const connections = createConnectionStore({ tab: undefined, browser: undefined });
    connections.save(given);
    expect(connections.current()?.key).toBe(CONNECTION.key);
  });
});

describe('the name of a browser', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari on macOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    ['curl/8', 'Browser'],
  ])('%s', (agent, name) => expect(describeBrowser(agent)).toBe(name));
});
