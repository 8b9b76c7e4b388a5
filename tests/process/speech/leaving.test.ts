import { afterEach, describe, expect, test } from 'vitest';
import { createAudioDecoder } from '#gateway/node/processes/audio/audio-decoder.ts';
import { createBusboyReader } from '#gateway/node/server/http/multipart.ts';
import type { Ports } from '#gateway/ports.ts';
import { fixture } from '#tests/support/audio-fixtures.ts';
import { eventsOf, form, type Hearing, post, STREAM, startHearing, WHOLE } from './hearing-gateway.ts';

let hearing: Hearing;
const begin = async (...options: Parameters<typeof startHearing>) =>
  (hearing = await startHearing(...options));
afterEach(() => hearing.close());

/** Counts settlements: exactly one for each call. */
const counted = () => {
  const settled: number[] = [];
  const ports = (base: Ports): Partial<Ports> => ({
    ledger: {
      ...base.ledger,
      settle: (botId, requestId, settlement) => {
        settled.push(settlement.amount);
        return base.ledger.settle(botId, requestId, settlement);
      },
    },
  });
  return { settled, ports };
};

/** Resolves when it holds: what leaving sets off is over soon after. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}
const nothingHeld = async () => (await hearing.left()).length === 0 && (await hearing.spent())[1] === 0;

/** A port that waits until it is called off. */
function waiting() {
  let begun = (): void => {};
  const isBegun = new Promise<void>((resolve) => void (begun = resolve));
  let reason: unknown;
  const wait = (signal: AbortSignal | undefined): Promise<never> =>
    new Promise((_, reject) => {
      begun();
      signal?.addEventListener('abort', () => {
        reason = signal.reason;
        reject(signal.reason as Error);
      });
    });
  return { wait, isBegun, wasLeft: () => reason !== undefined };
}

describe('a client that disconnects', () => {
  test('while sending the record leaves nothing behind', async () => {
    await begin({ ports: () => ({ forms: createBusboyReader() }) });
    const whole = new Uint8Array(await new Response(form('speech-16k.wav')).arrayBuffer());
    const type = new Response(form('speech-16k.wav')).headers.get('content-type') ?? '';
    const boundary = new TextDecoder().decode(whole.subarray(2, whole.indexOf(13)));
    let isSent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (isSent) controller.error(new Error('the socket is gone'));
        else controller.enqueue(whole.subarray(0, whole.length / 2));
        isSent = true;
      },
    });
    const headers = { 'content-type': type.replace(/boundary=.*/, `boundary=${boundary}`) };
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit & {
      headers: Record<string, string>;
    };
    const response = await hearing.gateway.call(STREAM, init);
    expect(response.headers.get('x-fault')).toBe('malformed-form');
    expect([await hearing.left(), hearing.heard(), await hearing.spent()]).toEqual([[], [], [0, 0]]);
  });

  test('while the record is fetched calls that off', async () => {
    const media = waiting();
    await begin({ ports: () => ({ media: { fetch: (_, { signal }) => media.wait(signal) } }) });
    const leaving = new AbortController();
    const call = post(hearing, WHOLE, form(null, { RecordUrl: 'https://example.org/a.mp3' }), leaving.signal);
    void Promise.resolve(call).catch(() => undefined);
    await media.isBegun;
    leaving.abort();
    await until(media.wasLeft);
    await until(nothingHeld);
    expect(await hearing.spent()).toEqual([0, 0]);
  });

  test('while the record is decoded calls that off', async () => {
    const decoder = waiting();
    await begin({ ports: () => ({ decoder: { decode: (_, __, ___, signal) => decoder.wait(signal) } }) });
    const leaving = new AbortController();
    const call = post(hearing, STREAM, form('speech.mp3'), leaving.signal);
    void Promise.resolve(call).catch(() => undefined);
    await decoder.isBegun;
    expect(await hearing.left()).toHaveLength(1);
    leaving.abort();
    await until(decoder.wasLeft);
    await until(nothingHeld);
    expect(await hearing.spent()).toEqual([0, 0]);
  });

  test.each([WHOLE, STREAM])('while the first piece is heard pays nothing (%s)', async (path) => {
    const { settled, ports } = counted();
    await begin({ ports });
    hearing.fake.always({ kind: 'hang', at: 'start' });
    const leaving = new AbortController();
    const call = post(hearing, path, form('long-opus.ogg'), leaving.signal);
    void Promise.resolve(call).catch(() => undefined);
    await hearing.fake.when(() => hearing.heard().length === 2);
    leaving.abort();
    await hearing.fake.when(() => hearing.fake.open === 0);
    await until(nothingHeld);
    expect(hearing.heard().map(({ clientDisconnected }) => clientDisconnected)).toEqual([true, true]);
    expect([settled, await hearing.spent()]).toEqual([[0], [0, 0]]);
  });

  test('a whole call in its middle pays for what was heard by then, once', async () => {
    const { settled, ports } = counted();
    await begin({ ports });
    hearing.fake.behave({ kind: 'well' });
    hearing.fake.always({ kind: 'hang', at: 'start' });
    const leaving = new AbortController();
    const call = post(hearing, WHOLE, form('long-opus.ogg'), leaving.signal);
    void Promise.resolve(call).catch(() => undefined);
    // The third is sent when the first was heard.
    await hearing.fake.when(() => hearing.heard().length === 3);
    leaving.abort();
    await until(nothingHeld);
    expect(settled).toHaveLength(1);
    expect(settled[0]).toBeGreaterThan(4);
    expect(settled[0]).toBeLessThan(26);
  });

  test('after the first text pays for what was heard, once, and ends what is under way', async () => {
    const { settled, ports } = counted();
    await begin({ ports });
    hearing.fake.behave({ kind: 'well' });
    hearing.fake.always({ kind: 'hang', at: 'headers' });
    const events = eventsOf(await post(hearing, STREAM, form('long-opus.ogg')));
    expect((await events.next()).value).toHaveProperty('partial');
    await hearing.fake.when(() => hearing.heard().length >= 2);
    await events.return();
    await hearing.fake.when(() => hearing.fake.open === 0);
    await until(nothingHeld);
    expect(settled).toHaveLength(1);
    expect(settled[0]).toBeGreaterThan(4);
    expect(settled[0]).toBeLessThan(26);
    const requestCount = hearing.heard().length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(hearing.heard()).toHaveLength(requestCount);
  });

  test('has its place among the calls under way again at once', async () => {
    await begin({ settings: { concurrency: 1 } });
    hearing.fake.behave({ kind: 'well' });
    hearing.fake.always({ kind: 'hang', at: 'start' });
    const events = eventsOf(await post(hearing, STREAM, form('long-opus.ogg')));
    await events.next();
    expect((await post(hearing, WHOLE, form('speech.mp3'))).status).toBe(429);
    await events.return();
    hearing.fake.always({ kind: 'well' });
    await until(nothingHeld);
    expect((await post(hearing, WHOLE, form('speech.mp3'))).status).toBe(200);
  });

  test('leaves no decoder, with the process that is used in earnest', async () => {
    const decoder = createAudioDecoder();
    let bytes = 0;
    const leaving = new AbortController();
    // Leaves as soon as the first samples are kept.
    const ports = (base: Ports): Partial<Ports> => ({
      decoder: {
        decode: (record, order, write, signal) =>
          decoder.decode(
            record,
            order,
            async (pcm) => {
              bytes += pcm.length;
              leaving.abort();
              await write(pcm);
            },
            signal,
          ),
      },
      blobs: base.blobs,
    });
    await begin({ ports });
    const call = post(hearing, STREAM, form('long-opus.ogg'), leaving.signal);
    void Promise.resolve(call).catch(() => undefined);
    await until(() => bytes > 0);
    await until(nothingHeld);
    expect(bytes).toBeLessThan(60 * 32_000);
    expect([hearing.heard(), await hearing.spent()]).toEqual([[], [0, 0]]);
    decoder.close();
    expect(fixture('long-opus.ogg').length).toBeGreaterThan(0);
  });
});
