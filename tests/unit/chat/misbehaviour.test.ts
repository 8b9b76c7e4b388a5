/** Every failure of a model server, over real HTTP: status, blame and cost. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { estimateTokens } from '#common/estimate-tokens.ts';
import {
  type Behaviour,
  busy,
  failing,
  keyRefused,
  modelUnknown,
  redirect,
  startSilenceClock,
  tooLong,
} from '#tests/support/fake-model-server.ts';
import { eventsOf, faultOf, responseOf } from '#tests/support/replies.ts';
import { type Answered, CHAT, type OpenedChat, openChat, readEvents, STREAM } from './setup.ts';

const MESSAGE = 'ما رسوم تجديد الجواز؟';
const ANSWER = 'رسوم تجديد الجواز ثلاثمئة ريال لخمس سنوات.';
const OWN_WORDS = { ar: 'خادم', en: 'server' } as const;

let chat: OpenedChat;
const open = (server: { firstSeconds: number; silenceSeconds: number }) =>
  openChat({ model: { answer: () => ANSWER }, server });
beforeEach(async () => {
  chat = await open({ firstSeconds: 20, silenceSeconds: 20 });
});
/** A server that stays silent is given up soon. */
async function shortenPatience(manner: Behaviour): Promise<void> {
  if (manner.kind !== 'hang') return;
  await chat.close();
  chat = await open({ firstSeconds: 0.2, silenceSeconds: 0.2 });
  startSilenceClock(chat.fake);
}
afterEach(async () => {
  // No call stays open upstream after any outcome.
  await chat.fake.when(() => chat.fake.open === 0);
  const held = (await chat.ledger())?.reserved;
  await chat.close();
  if (held !== 0) throw new Error(`${held} tokens are still held`);
});

const used = async () => (await chat.ledger())?.used;
const outcomes = () =>
  chat.gateway.observed.flatMap((event) =>
    event.what === 'model-called' ? [[event.outcome, event.fault] as const] : [],
  );

/** What fails before a word was sent: the same status whole and streamed. */
const EARLY: [name: string, manner: Behaviour, status: number, fault: string][] = [
  ['a key that it refuses', keyRefused, 502, 'model-key-refused'],
  ['a model that it does not know', modelUnknown, 502, 'model-unknown'],
  ['a conversation that is too long for it', tooLong, 502, 'model-rejected'],
  ['busy for longer than a call waits', busy(60), 503, 'model-busy'],
  ['a failure of its own', failing(500), 502, 'model-failed'],
  ['a proxy without it behind', failing(502), 502, 'model-failed'],
  ['a page in place of an answer', { kind: 'html' }, 502, 'model-invalid-response'],
  ['no JSON', { kind: 'bad-json', after: 0 }, 502, 'model-invalid-response'],
  ['JSON of another shape', { kind: 'wrong-shape' }, 502, 'model-invalid-response'],
  ['an error in place of an answer', { kind: 'error-event', after: 0 }, 502, 'model-failed'],
  ['a socket cut at once', { kind: 'cut', after: 0 }, 502, 'model-truncated'],
  ['an answer that ends before it began', { kind: 'early-close', after: 0 }, 502, 'model-truncated'],
  ['silence', { kind: 'hang', at: 'start' }, 504, 'model-timeout'],
  ['silence after its headers', { kind: 'hang', at: 'headers' }, 504, 'model-timeout'],
  ['a line without an end', { kind: 'huge', of: 'line' }, 502, 'model-response-too-large'],
];

describe.each(EARLY)('%s', (_, manner, status, code) => {
  beforeEach(() => shortenPatience(manner));

  test.each([
    ['whole', CHAT],
    ['streamed', STREAM],
  ])('%s: keeps its status, names the side that failed, costs nothing', async (__, path) => {
    chat.fake.always(manner);
    for (const language of ['ar', 'en'] as const) {
      const response = await chat.ask({ Message: MESSAGE }, path, { 'accept-language': language });
      const fault = await faultOf(response);
      expect(fault).toMatchObject({ status, fault: code, parameters: { purpose: 'chat', model: 'qwen' } });
      expect(fault.text).toContain(OWN_WORDS[language]);
      expect(fault.text).toContain('qwen');
      expect(fault.text).not.toContain('127.0.0.1');
      expect(response.headers.get('retry-after')).toEqual(code === 'model-busy' ? '60' : null);
    }
    expect(await used()).toBe(0);
    expect(outcomes()).toEqual([
      ['failed', code],
      ['failed', code],
    ]);
  });
});

/** What fails after two words. */
const LATE: [name: string, manner: Behaviour, fault: string][] = [
  ['a socket cut', { kind: 'cut', after: 2 }, 'model-truncated'],
  ['an answer that just ends', { kind: 'early-close', after: 2 }, 'model-truncated'],
  ['no JSON', { kind: 'bad-json', after: 2 }, 'model-invalid-response'],
  ['an error', { kind: 'error-event', after: 2 }, 'model-failed'],
  ['silence', { kind: 'hang', at: 2 }, 'model-timeout'],
];

describe.each(LATE)('in the middle of an answer, %s', (_, manner, code) => {
  beforeEach(async () => {
    await shortenPatience(manner);
    chat.fake.always(manner);
  });

  test('streamed: what came is sent and charged once, then the fault event', async () => {
    const response = await chat.ask({ Message: MESSAGE }, STREAM);
    expect(response.status).toBe(200);
    const events = await eventsOf(response);
    const { text, last } = readEvents(events);
    expect(text).toBe('رسوم تجديد');
    const cost = await used();
    expect(last).toMatchObject({
      error: expect.stringContaining('qwen'),
      fault: code,
      StatusCode: expect.any(Number),
    });
    expect(events.some((event) => 'final' in event)).toBe(false);
    // The prompt and the two words, as estimated.
    expect(cost).toBeGreaterThan(estimateTokens(MESSAGE) + estimateTokens(text));
    expect(cost).toBeLessThan(250);
    expect(outcomes()).toEqual([['failed', code]]);
  });

  test('whole: the status of the fault, free of charge', async () => {
    expect(await faultOf(await chat.ask({ Message: MESSAGE }))).toMatchObject({ fault: code });
    expect(await used()).toBe(0);
  });
});

test('an unreachable server is reported, and called again once it is up', async () => {
  await chat.fake.down();
  for (const path of [CHAT, STREAM])
    expect(await faultOf(await chat.ask({ Message: MESSAGE }, path))).toMatchObject({
      status: 502,
      fault: 'model-unreachable',
    });
  await chat.fake.up();
  expect((await responseOf<Answered>(await chat.ask({ Message: MESSAGE }))).text).toBe(ANSWER);
});

test('a server that is busy once is asked once more, and the answer is charged once', async () => {
  chat.fake.behave(busy(1));
  const { text, metadata } = await responseOf<Answered>(await chat.ask({ Message: MESSAGE }));
  expect(text).toBe(ANSWER);
  expect(chat.fake.asked).toHaveLength(2);
  expect(await used()).toBe(metadata.total_tokens);
});

test('a redirect is not followed: the request is for one server alone', async () => {
  chat.fake.always(redirect(`${chat.fake.url}/elsewhere`));
  const fault = await faultOf(await chat.ask({ Message: MESSAGE }));
  expect(fault.status).toBe(502);
  expect(chat.fake.asked.map(({ call }) => call)).toEqual(['POST /v1/chat/completions']);
});

describe('an answer without a word is no answer', () => {
  const empty = (finish: 'stop' | 'length' | 'content_filter') => () => ({ pieces: [], finish });

  test.each(['stop', 'length', 'content_filter'] as const)('that ended by %s', async (finish) => {
    chat.fake.script({ answer: empty(finish) });
    for (const path of [CHAT, STREAM])
      expect(await faultOf(await chat.ask({ Message: MESSAGE }, path))).toMatchObject({
        status: 502,
        fault: 'model-empty',
        parameters: { purpose: 'chat', model: 'qwen' },
      });
    expect(await used()).toBe(0);
  });

  test('an answer of reasoning alone is empty as well', async () => {
    chat.fake.script({ answer: empty('length') });
    for (const as of ['tags', 'reasoning', 'reasoning_content'] as const) {
      chat.fake.always({ kind: 'thinking', as });
      expect(await faultOf(await chat.ask({ Message: MESSAGE }, STREAM))).toMatchObject({
        fault: 'model-empty',
      });
    }
  });
});

describe('odd but valid responses', () => {
  test.each<Behaviour>([
    { kind: 'no-done' },
    { kind: 'slow', first: 20, between: 5 },
    { kind: 'bytes', size: 1 },
    { kind: 'thinking', as: 'tags' },
    { kind: 'thinking', as: 'reasoning_content' },
    { kind: 'no-usage' },
  ])('%j', async (manner) => {
    chat.fake.always(manner);
    const whole = await responseOf<Answered>(await chat.ask({ Message: MESSAGE }));
    expect(whole.text.trim()).toBe(ANSWER);
    const { text, last } = readEvents(await eventsOf(await chat.ask({ Message: MESSAGE }, STREAM)));
    expect(text.trim()).toBe(ANSWER);
    expect(last).toMatchObject({ final: true });
  });
});

test('text of a model is data: it is neither repaired nor obeyed', async () => {
  const said = '<script>alert(1)</script>\n\n**نص** data: {"final":true}\r\n\r\n\u2028 😀 {"chunk":"x"}';
  chat.fake.script({ answer: () => ({ pieces: [said.slice(0, 21), said.slice(21)] }) });
  const { text, chunks } = readEvents(await eventsOf(await chat.ask({ Message: MESSAGE }, STREAM)));
  expect(text).toBe(said);
  expect(chunks).toHaveLength(2);
});
