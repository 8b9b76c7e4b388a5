/** How passages get their vectors in the background. */

import { describe, expect, test, vi } from 'vitest';
import { estimateTokens } from '#common/estimate-tokens.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { PROBE_SENTENCES } from '#gateway/modules/embeddings/services/model-probe.ts';
import { createEmbeddings } from '#gateway/modules/embeddings/services/semantic-index.ts';
import { failing, startFakeModelServer } from '#tests/support/fake-model-server.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { FIRST_GENERATION } from '#tests/support/stores.ts';
import { addToSecond, embeddingsServer, longText, openEmbeddings, textsOf } from './setup.ts';

const MINUTE = 60_000;
const later = (gateway: TestGateway, ms: number) =>
  (gateway.time.now = new Date(gateway.time.now.getTime() + ms));
const progress = (gateway: TestGateway, botId = 1) => gateway.embeddings.progress(botId);
const usedOf = async (gateway: TestGateway, botId = 1) => {
  const state = await gateway.ports.ledger.state(botId, 'text');
  return { used: state?.used, reserved: state?.reserved };
};
const passagesIn = (texts: string[]) =>
  texts.filter((text) => !(PROBE_SENTENCES as readonly string[]).includes(text));
const addBig = async (gateway: TestGateway, sections = 40, title = 'دليل الرسوم') => {
  const id = await gateway.addUnit(title, longText(sections));
  await gateway.indexAll();
  return id;
};

describe('making vectors', () => {
  test('puts section title and passage to the server, each once, in batches that grow', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway);
    expect(await progress(gateway)).toMatchObject({
      state: 'working',
      units: 1,
      unitsDone: 0,
      passages: 40,
      passagesDone: 0,
    });
    await gateway.embedAll();
    const texts = passagesIn(textsOf(fake));
    expect(texts).toHaveLength(40);
    expect(new Set(texts).size).toBe(40);
    expect(texts[0]).toMatch(/^باب 1\n/);
    const sizes = fake.bodies<{ input: string[] }>('embeddings').map(({ input }) => input.length);
    expect(sizes).toEqual([PROBE_SENTENCES.length, 16, 24]);
    expect(await progress(gateway)).toMatchObject({
      state: 'idle',
      unitsDone: 1,
      passagesDone: 40,
      tokensLeft: 0,
    });
    // Without missing vectors no request is sent.
    await gateway.embedAll();
    expect(fake.asked).toHaveLength(3);
  });

  test('is paid by the bot, as the server counts or by estimate, and told in its use', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway, 5);
    await gateway.embedAll();
    const counted = textsOf(fake).reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
    expect(await usedOf(gateway)).toEqual({ used: counted, reserved: 0 });
    const { items } = await gateway.ports.usage.calls({
      botId: 1,
      ledger: 'text',
      from: new Date(0),
      until: new Date(gateway.time.now.getTime() + 1),
      limit: 10,
    });
    expect(items).toHaveLength(2);
    for (const item of items)
      expect(item).toMatchObject({ action: 'embedPassages', keyId: 'gateway', estimated: false });
    expect(new Set(items.map(({ unitId }) => unitId))).toEqual(new Set([1, null]));

    fake.always({ kind: 'no-usage' });
    await addBig(gateway, 3, 'ملحق');
    const before = (await usedOf(gateway)).used ?? 0;
    const requestCount = fake.asked.length;
    await gateway.embedAll();
    const texts = fake
      .bodies<{ input: string[] }>('embeddings')
      .slice(requestCount)
      .flatMap(({ input }) => input);
    const estimated = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    expect((await usedOf(gateway)).used).toBe(before + estimated);
  });

  test('goes on after a crash exactly where it was', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway);
    // The probe, then one batch.
    await gateway.embeddings.worker.embedNextBatch(1);
    await gateway.embeddings.worker.embedNextBatch(1);
    expect(await progress(gateway)).toMatchObject({ passagesDone: 16, state: 'working' });
    // Another process over the same data: nothing of the first one's memory is left.
    const next = createEmbeddings(gateway.ports);
    expect(await next.progress(1)).toMatchObject({ passagesDone: 16, passages: 40 });
    while (await next.worker.embedNextBatch(1));
    const texts = passagesIn(textsOf(fake));
    expect(texts).toHaveLength(40);
    expect(new Set(texts).size).toBe(40);
    expect(await gateway.ports.vectors.spaces(1, 'bge-m3')).toHaveLength(1);
  });

  test('embeds at most the batch under way a second time after a crash before its write', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway);
    await gateway.embeddings.worker.embedNextBatch(1);
    const append = vi
      .spyOn(gateway.ports.vectors, 'append')
      .mockRejectedValueOnce(new Error('the process died here'));
    expect(await gateway.embeddings.worker.embedNextBatch(1)).toBe(false);
    expect(append).toHaveBeenCalledOnce();
    expect(await usedOf(gateway)).toMatchObject({ reserved: 0 });
    const next = createEmbeddings(gateway.ports);
    while (await next.worker.embedNextBatch(1));
    const texts = passagesIn(textsOf(fake));
    expect(texts).toHaveLength(40 + 16);
    expect(new Set(texts).size).toBe(40);
    expect((await next.progress(1)).passagesDone).toBe(40);
  });

  test('begins again for a generation that took the place of another, and leaves a removed unit alone', async () => {
    const { gateway, fake } = await openEmbeddings();
    const id = await addBig(gateway, 20);
    await gateway.embeddings.worker.embedNextBatch(1);
    await gateway.embeddings.worker.embedNextBatch(1);
    await gateway.ports.units.reindex(1, id);
    await gateway.indexAll();
    expect((await progress(gateway)).passagesDone).toBe(0);
    await gateway.embedAll();
    expect(await progress(gateway)).toMatchObject({ passagesDone: 20, state: 'idle' });
    // Removed while its batch is under way: the answer comes for nobody, and is not kept.
    await addBig(gateway, 10, 'عابر');
    fake.behave({ kind: 'slow', first: 50 });
    const turn = gateway.embeddings.worker.embedNextBatch(1);
    await fake.when(() => fake.open === 1);
    await gateway.ports.units.remove(1, 2);
    expect(await turn).toBe(true);
    await gateway.embedAll();
    expect(await progress(gateway)).toMatchObject({ units: 1, passagesDone: 20, state: 'idle', fault: null });
    expect(
      await gateway.db.read.selectFrom('vector_part').select('unit_id').where('unit_id', '=', 2).execute(),
    ).toEqual([]);
  });
});

describe('reasons not to embed', () => {
  test('a person pauses embedding, also for the next process, until it is resumed', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway, 5);
    const put = (paused: boolean) =>
      gateway.call('/api/Models/1/embeddings/progress', { method: 'PUT', json: { paused } });
    expect(await responseOf(await put(true))).toMatchObject({
      state: 'paused',
      passagesDone: 0,
      passages: 5,
    });
    await gateway.embedAll();
    const next = createEmbeddings(gateway.ports);
    expect(await next.worker.embedNextBatch(1)).toBe(false);
    expect(fake.asked).toEqual([]);
    expect(await responseOf(await put(false))).toMatchObject({ state: 'working' });
    await gateway.embedAll();
    expect(await progress(gateway)).toMatchObject({ state: 'idle', passagesDone: 5 });
  });

  test('a pause keeps stored vectors in use, also in the next process', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway, 5);
    await gateway.embedAll();
    await gateway.embeddings.pause(1, true);
    const next = createEmbeddings(gateway.ports, { questionTimeoutMs: 20_000 });
    expect(await next.worker.embedNextBatch(1)).toBe(false);
    const units = [{ id: 1, generation: FIRST_GENERATION, passages: 5 }];
    const turn = { pause: <Value>(work: () => Promise<Value>) => work() };
    const { status } = await next.search({ botId: 1, question: 'كم الرسم؟', units: () => units, turn });
    expect(status?.state).toBe('used');
    expect(passagesIn(textsOf(fake))).toHaveLength(5 + 1);
  });

  test('a failing server: reported, and tried again after growing waits', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway, 5);
    fake.always(failing(500));
    expect(await gateway.embeddings.worker.embedNextBatch(1)).toBe(false);
    const response = await gateway.call('/api/Models/1/embeddings/progress', {
      headers: { 'accept-language': 'ar' },
    });
    expect(await responseOf(response)).toMatchObject({
      state: 'failing',
      fault: { code: 'model-failed', message: expect.stringMatching(/\p{sc=Arabic}/u) as string },
    });
    const tries = () => fake.asked.length;
    const first = tries();
    later(gateway, 4999);
    expect(await gateway.embeddings.worker.embedNextBatch(1)).toBe(false);
    expect(tries()).toBe(first);
    later(gateway, 1);
    await gateway.embeddings.worker.embedNextBatch(1);
    expect(tries()).toBeGreaterThan(first);
    const second = tries();
    later(gateway, 14_999);
    await gateway.embeddings.worker.embedNextBatch(1);
    expect(tries()).toBe(second);
    later(gateway, 1);
    fake.always({ kind: 'well' });
    await gateway.embedAll();
    expect(await progress(gateway)).toMatchObject({ state: 'idle', passagesDone: 5, fault: null });
    expect(gateway.lines.filter(({ event }) => event === 'embedding-failing')).toHaveLength(1);
  });

  test('an insufficient quota; the server is not called meanwhile', async () => {
    const { gateway, fake } = await openEmbeddings({ quota: 1000 });
    await addBig(gateway, 40);
    await gateway.embedAll();
    const { fault, state } = await progress(gateway);
    expect([state, fault?.code, fault?.status]).toEqual(['failing', 'quota-exceeded', 402]);
    const { used, reserved } = await usedOf(gateway);
    expect(used).toBeLessThanOrEqual(1000);
    expect(reserved).toBe(0);
    const requestCount = fake.asked.length;
    later(gateway, MINUTE);
    await gateway.embedAll();
    expect(fake.asked).toHaveLength(requestCount);
    await gateway.ports.ledger.grant(1, 'text', 1_000_000);
    later(gateway, MINUTE);
    await gateway.embedAll();
    expect(await progress(gateway)).toMatchObject({ state: 'idle', passagesDone: 40 });
  });

  test('a passage too long for the model is cut, other passages are not', async () => {
    const { gateway, fake } = await openEmbeddings();
    await gateway.addUnit(
      'دليل',
      `${longText(3)}\n\n# جدول\n\n${'كلمة '.repeat(200)}\n\n# بعده\n\nفقرة أخيرة في الدليل.`,
    );
    await gateway.indexAll();
    const { passages } = await progress(gateway);
    /** What the model takes. */
    const limit = 400;
    const models = { ...gateway.ports.models };
    vi.spyOn(gateway.ports.models, 'embed').mockImplementation((server, texts, signal) => {
      const { model } = server;
      const refusal = { purpose: 'embeddings', model, status: 400, detail: '' };
      return texts.some(({ length }) => length > limit)
        ? Promise.reject(new GatewayFault('model-rejected', refusal))
        : models.embed(server, texts, signal);
    });
    await gateway.embedAll();
    const lengths = passagesIn(textsOf(fake)).map(({ length }) => length);
    expect(lengths.filter((length) => length > 200)).toEqual([expect.any(Number)]);
    expect(await progress(gateway)).toMatchObject({ state: 'idle', passagesDone: passages });
  });

  test('an archived bot gets no vectors, and is not stuck', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway, 5);
    await gateway.ports.bots.archive(1, gateway.time.now);
    const stopping = new AbortController();
    const running = gateway.embeddings.worker.run(stopping.signal);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(fake.asked).toEqual([]);
    stopping.abort();
    await running;
  });
});

describe('the job of a bot', () => {
  const JOB = { botId: 1, kind: 'embed', subject: 'vectors' } as const;
  const jobOf = ({ ports }: TestGateway) => ports.queue.get(JOB);

  test('is there while passages lack vectors', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway, 20);
    const stopping = new AbortController();
    const running = gateway.embeddings.worker.run(stopping.signal);
    await expect.poll(() => progress(gateway)).toMatchObject({ state: 'idle', passagesDone: 20 });
    await expect.poll(() => jobOf(gateway)).toBeUndefined();
    expect(passagesIn(textsOf(fake))).toHaveLength(20);
    stopping.abort();
    await running;
  });

  test('says why nothing is made, and until when', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway, 5);
    fake.always({ kind: 'status', status: 401 });
    const stopping = new AbortController();
    const running = gateway.embeddings.worker.run(stopping.signal);
    await expect
      .poll(() => jobOf(gateway))
      .toMatchObject({
        state: 'retrying',
        tries: 1,
        reason: { code: 'model-key-refused' },
      });
    expect((await jobOf(gateway))?.dueOn.getTime()).toBeGreaterThan(gateway.time.now.getTime());
    stopping.abort();
    await running;
  });

  test.each([
    ['a person wants it to be tried again', (gateway: TestGateway) => gateway.ports.queue.retry(JOB)],
    ['the clock was set back', async (gateway: TestGateway) => later(gateway, -24 * 60 * MINUTE)],
  ])('waits no longer when %s', async (_, end) => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway, 5);
    fake.always(failing(500));
    const stopping = new AbortController();
    const running = gateway.embeddings.worker.run(stopping.signal);
    await expect.poll(() => jobOf(gateway)).toMatchObject({ state: 'retrying' });
    fake.always({ kind: 'well' });
    await end(gateway);
    gateway.embeddings.worker.wake();
    await expect.poll(() => progress(gateway)).toMatchObject({ state: 'idle', passagesDone: 5 });
    stopping.abort();
    await running;
  });

  test('waits while embedding is paused, which a version before also says by a row of its own', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway, 5);
    const { queue, vectors } = gateway.ports;
    await queue.ensure({ botId: 1, kind: 'embed', subject: 'vectors' });
    await vectors.setPaused(1, gateway.time.now);
    expect(await jobOf(gateway)).toMatchObject({ state: 'paused' });
    await queue.resume(1, 'embed');
    expect(await vectors.pausedOn(1)).toBeNull();
    const on = gateway.time.now.getTime();
    await gateway.db.change({ bot: 1 }, (trx) =>
      trx.insertInto('vector_pause').values({ bot_id: 1, paused_on: on }).execute(),
    );
    expect(await vectors.pausedOn(1)).toEqual(gateway.time.now);
    await queue.resume(1, 'embed');
    expect(await vectors.pausedOn(1)).toBeNull();
    await queue.pause(0, 'embed');
    expect(await progress(gateway)).toMatchObject({ state: 'paused' });
    const json = { paused: false };
    expect(
      await faultOf(await gateway.call('/api/Models/1/embeddings/progress', { method: 'PUT', json })),
    ).toMatchObject({ status: 409, fault: 'embedding-paused-for-all' });
    expect(fake.asked).toEqual([]);
  });
});

describe('a changed model', () => {
  const setModel = async (gateway: TestGateway, url: string, model: string) => {
    const { purpose: _, from: __, key: ___, ...settings } = embeddingsServer(url, { model });
    await gateway.ports.modelServers.put({
      ...settings,
      purpose: 'embeddings',
      botId: 1,
      sealedKey: null,
      changedOn: gateway.time.now,
    });
  };

  test('gets vectors of its own; the old vectors are removed once they are complete', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway, 20);
    await gateway.embedAll();
    const other = await startFakeModelServer({ dimensions: 32 });
    try {
      await setModel(gateway, other.url, 'other-model');
      expect(await progress(gateway)).toMatchObject({
        state: 'working',
        model: 'other-model',
        passagesDone: 0,
      });
      await gateway.embeddings.worker.embedNextBatch(1);
      await gateway.embeddings.worker.embedNextBatch(1);
      // Going back costs nothing while the new ones are incomplete.
      const requestCount = fake.asked.length;
      await gateway.ports.modelServers.remove(1, 'embeddings');
      await gateway.embedAll();
      expect(await progress(gateway)).toMatchObject({ state: 'idle', model: 'bge-m3', passagesDone: 20 });
      expect(fake.asked).toHaveLength(requestCount);
      await setModel(gateway, other.url, 'other-model');
      await gateway.embedAll();
      expect(await progress(gateway)).toMatchObject({ state: 'idle', passagesDone: 20 });
      const spaces = await gateway.db.read.selectFrom('vector_part').select('space').distinct().execute();
      expect(spaces).toHaveLength(1);
      expect(await gateway.ports.vectors.spaces(1, 'bge-m3')).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('is noticed behind the same name and address, by its vectors', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway, 10);
    await gateway.embedAll();
    fake.script({ dimensions: 48 });
    await addBig(gateway, 4, 'ملحق');
    await gateway.embedAll();
    const [space, ...others] = await gateway.ports.vectors.spaces(1, 'bge-m3');
    expect([space?.dims, others]).toEqual([48, []]);
    expect(await progress(gateway)).toMatchObject({ state: 'idle', passagesDone: 14, passages: 14 });
  });

  test('under another address counts as the same model: no vectors are made again', async () => {
    const { gateway } = await openEmbeddings();
    await addBig(gateway, 10);
    await gateway.embedAll();
    const moved = await startFakeModelServer({ dimensions: 64 });
    try {
      await setModel(gateway, moved.url, 'bge-m3');
      await gateway.embedAll();
      // It was not even asked: all is there, by the name, and the probe tells when it is used.
      expect(passagesIn(textsOf(moved))).toEqual([]);
      expect(await progress(gateway)).toMatchObject({ state: 'idle', passagesDone: 10 });
    } finally {
      await moved.close();
    }
  });
});

describe('several bots', () => {
  test('take turns, and a hanging server delays no other bot', async () => {
    const { gateway, fake } = await openEmbeddings();
    await addBig(gateway, 30);
    await addToSecond(gateway, 'Second', longText(3, 'سري'));
    const hanging = await startFakeModelServer();
    hanging.always({ kind: 'hang', at: 'start' });
    try {
      const { purpose: _, from: __, key: ___, ...settings } = embeddingsServer(hanging.url);
      const saved = {
        ...settings,
        purpose: 'embeddings' as const,
        sealedKey: null,
        changedOn: gateway.time.now,
      };
      await gateway.ports.modelServers.put({ ...saved, botId: 2 });
      const stopping = new AbortController();
      const running = gateway.embeddings.worker.run(stopping.signal);
      await hanging.when(() => hanging.open === 1);
      await fake.when(() => passagesIn(textsOf(fake)).length === 30);
      stopping.abort();
      await running;
      await hanging.when(() => hanging.open === 0);
      expect(hanging.asked.map(({ clientDisconnected }) => clientDisconnected)).toEqual([true]);
      const { reserved } = await usedOf(gateway, 2);
      expect(reserved).toBe(0);
    } finally {
      await hanging.close();
    }
  });
});
