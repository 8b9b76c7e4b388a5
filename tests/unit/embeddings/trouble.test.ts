/** Passages that an embeddings server cannot take, and how little they cost the others. */

import { describe, expect, test, vi } from 'vitest';
import type { Explanation } from '#contract/explanations.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { PROBE_SENTENCES } from '#gateway/modules/embeddings/services/model-probe.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';
import { longText, openEmbeddings } from './setup.ts';

type Code =
  | 'model-failed'
  | 'model-rejected'
  | 'model-truncated'
  | 'model-invalid-response'
  | 'model-unreachable';
const POISON = 'سمّ قاتل';
const progress = (gateway: TestGateway) => gateway.embeddings.progress(1);
const later = (gateway: TestGateway, ms: number) =>
  (gateway.time.now = new Date(gateway.time.now.getTime() + ms));
const faultOf = (code: Code) =>
  new GatewayFault(code, { purpose: 'embeddings', model: 'bge-m3', status: 500, detail: '' });

/** The server fails at what `isBad` says of the texts of a call, as `code` says. */
function failAt(
  gateway: TestGateway,
  code: Code,
  isBad: (text: string) => boolean,
  limit = Number.POSITIVE_INFINITY,
) {
  const calls: string[][] = [];
  const models = { ...gateway.ports.models };
  vi.spyOn(gateway.ports.models, 'embed').mockImplementation((server, texts, signal) => {
    calls.push([...texts]);
    const failed = texts.length > limit || texts.some(isBad);
    return failed ? Promise.reject(faultOf(code)) : models.embed(server, texts, signal);
  });
  return calls;
}

/** Turns until all is done, the clock moving on whenever there is a wait; its milliseconds. */
async function embedWaiting(gateway: TestGateway, waits = 200): Promise<number> {
  const began = gateway.time.now.getTime();
  for (let wait = 0; wait < waits; wait++) {
    await gateway.embedAll();
    const { passages, passagesDone } = await progress(gateway);
    if (passagesDone >= passages) break;
    later(gateway, 1000);
  }
  return gateway.time.now.getTime() - began;
}

async function openPoisoned(poisons = 1) {
  const { gateway, fake } = await openEmbeddings();
  await gateway.addUnit('دليل الرسوم', longText(10));
  await gateway.indexAll();
  later(gateway, 1000);
  // Published last, so it comes first.
  const bad = Array.from(
    { length: poisons },
    (_, index) => `# سيئ ${index}\n\n${POISON} رقم ${index} في النص.`,
  );
  await gateway.addUnit('ملحق', [longText(3, 'قبله'), ...bad, longText(3, 'بعده')].join('\n\n'));
  await gateway.indexAll();
  return { gateway, fake };
}

describe('a passage that the server always fails at', () => {
  test.each<Code>(['model-failed', 'model-rejected', 'model-truncated', 'model-invalid-response'])(
    'is given up alone (%s), at once and logged',
    async (code) => {
      const { gateway } = await openPoisoned();
      const calls = failAt(gateway, code, (text) => text.includes(POISON));
      expect(await embedWaiting(gateway)).toBe(0);
      expect(await progress(gateway)).toMatchObject({
        state: 'idle',
        passages: 17,
        passagesDone: 17,
        passagesSkipped: 1,
        unitsDone: 2,
        fault: null,
      });
      expect(calls.length).toBeLessThan(20);
      const logged = gateway.lines.filter(({ event }) => event === 'passage-not-embedded');
      expect(logged.map(({ facts }) => facts)).toEqual([{ botId: 1, unitId: 2, passage: 3, fault: code }]);
    },
  );

  test('is given up also when it brings the server down for a while', async () => {
    const { gateway } = await openPoisoned();
    let downUntil = 0;
    const models = { ...gateway.ports.models };
    vi.spyOn(gateway.ports.models, 'embed').mockImplementation((server, texts, signal) => {
      const now = gateway.time.now.getTime();
      if (now < downUntil) return Promise.reject(faultOf('model-unreachable'));
      if (!texts.some((text) => text.includes(POISON))) return models.embed(server, texts, signal);
      downUntil = now + 4000;
      return Promise.reject(faultOf('model-truncated'));
    });
    // Five seconds each time it falls.
    expect(await embedWaiting(gateway)).toBeLessThanOrEqual(60_000);
    expect(await progress(gateway)).toMatchObject({ passagesDone: 17, passagesSkipped: 1 });
  });

  test('is found by its words, and others by meaning all the same', async () => {
    const { gateway } = await openPoisoned();
    failAt(gateway, 'model-failed', (text) => text.includes(POISON) && text.includes('رقم'));
    await embedWaiting(gateway);
    const explain = async (question: string) => {
      const json = { Question: question };
      return responseOf<Explanation>(await gateway.call('/api/v1/RAG/Explain', { method: 'POST', json }));
    };
    const { semantic, passages } = await explain('سمّ قاتل');
    expect(semantic).toMatchObject({ state: 'used' });
    expect(passages[0]?.document.text).toContain(POISON);
    const partOf = ({ parts }: Explanation['passages'][number]) =>
      parts.find(({ kind }) => kind === 'semantic')?.value ?? Number.NaN;
    expect(passages.slice(0, 1).map(partOf)).toEqual([0]);
    const others = await explain('كم يبلغ رسم الخدمة في باب 7؟');
    const parts = others.passages.map(partOf);
    expect(Math.max(...parts)).toBeGreaterThan(0);
    expect(parts.every((part) => part >= 0)).toBe(true);
  });

  test('is tried again when its unit is indexed again', async () => {
    const { gateway } = await openPoisoned();
    failAt(gateway, 'model-failed', (text) => text.includes(POISON));
    await embedWaiting(gateway);
    vi.restoreAllMocks();
    await gateway.ports.units.reindex(1, 2);
    await gateway.indexAll();
    await gateway.embedAll();
    expect(await progress(gateway)).toMatchObject({ passagesDone: 17, passagesSkipped: 0 });
  });

  test('waits longer after each failure in a row, so that a broken server costs no passage its tries', async () => {
    const { gateway } = await openPoisoned();
    const isProbe = (text: string) => (PROBE_SENTENCES as readonly string[]).includes(text);
    failAt(gateway, 'model-failed', (text) => !isProbe(text));
    await gateway.embedAll();
    expect(await progress(gateway)).toMatchObject({ state: 'failing', passagesDone: 4, passagesSkipped: 4 });
    later(gateway, 5000);
    await gateway.embedAll();
    expect(await progress(gateway)).toMatchObject({ state: 'failing', passagesSkipped: 5 });
    later(gateway, 14_999);
    await gateway.embedAll();
    expect(await progress(gateway)).toMatchObject({ passagesSkipped: 5 });
    vi.restoreAllMocks();
    later(gateway, 1);
    await gateway.embedAll();
    expect(await progress(gateway)).toMatchObject({ state: 'idle', passagesDone: 17, passagesSkipped: 5 });
  });
});

describe('an unreachable server', () => {
  test('is waited for, and no passage is given up for it', async () => {
    const { gateway } = await openPoisoned();
    await gateway.embeddings.worker.embedNextBatch(1);
    const spy = vi.spyOn(gateway.ports.models, 'embed').mockRejectedValue(faultOf('model-failed'));
    for (let second = 0; second < 600; second++) {
      await gateway.embeddings.worker.embedNextBatch(1);
      later(gateway, 1000);
    }
    // The batch and a check, then a check after 5, 15, 45, 120 and 300 s.
    expect(spy).toHaveBeenCalledTimes(2 + 5);
    spy.mockRestore();
    await embedWaiting(gateway);
    expect(await progress(gateway)).toMatchObject({ passagesDone: 17, passagesSkipped: 0 });
  });
});

describe('texts that are too long for the model', () => {
  const paragraph = (number: number) =>
    `# باب ${number}\n\n${'هذه جملة من الدليل الطويل فيها كلام عن المكتبة والمواعيد والرسوم. '.repeat(12)}`;

  test.each<[Code, number]>([
    ['model-failed', 15],
    ['model-rejected', 12],
  ])('are cut without waits and in few calls where it says %s', async (code, most) => {
    const { gateway } = await openEmbeddings();
    await gateway.addUnit('دليل', Array.from({ length: 10 }, (_, index) => paragraph(index)).join('\n\n'));
    await gateway.indexAll();
    const calls = failAt(gateway, code, ({ length }) => length > 500);
    expect(await embedWaiting(gateway)).toBe(0);
    const { passages, passagesDone, passagesSkipped } = await progress(gateway);
    expect([passagesDone, passagesSkipped]).toEqual([passages, 0]);
    expect(calls.length).toBeLessThanOrEqual(most);
    // Not cut to less than need be.
    const sent = calls.at(-1)?.map(({ length }) => length) ?? [];
    expect(Math.max(...sent)).toBeGreaterThan(330);
  });

  test('leave batches as they are where only their number was too large', async () => {
    const { gateway } = await openEmbeddings();
    await gateway.addUnit('دليل', longText(100));
    await gateway.indexAll();
    const calls = failAt(gateway, 'model-rejected', () => false, 8);
    expect(await embedWaiting(gateway)).toBe(0);
    const sizes = calls.map(({ length }) => length);
    // Found out once; then as many at a time as it takes.
    expect(sizes.filter((size) => size > 8)).toEqual([16]);
    expect(sizes.length).toBeLessThanOrEqual(2 + Math.ceil(100 / 8));
    expect(await progress(gateway)).toMatchObject({ passagesDone: 100, passagesSkipped: 0 });
  });
});

describe('a unit whose passages cannot be read', () => {
  test.each(['broken', 'missing'])('is left alone for a while, and the others go on (%s)', async (kind) => {
    const { gateway } = await openPoisoned();
    const index = { ...gateway.ports.index };
    const spy = vi.spyOn(gateway.ports.index, 'readPassages').mockImplementation((botId, unitId, ...rest) => {
      if (unitId !== 2) return index.readPassages(botId, unitId, ...rest);
      return kind === 'broken' ? Promise.reject(new Error('broken')) : Promise.resolve([]);
    });
    const doneOf = async () => (await gateway.ports.vectors.unitProgress(1, 1)).map(({ done }) => done);
    for (let turn = 0; turn < 20; turn++) await gateway.embeddings.worker.embedNextBatch(1);
    expect(await doneOf()).toEqual([0, 10]);
    spy.mockRestore();
    await gateway.embedAll();
    expect(await doneOf()).toEqual([0, 10]);
    later(gateway, 60_000);
    await gateway.embedAll();
    expect((await progress(gateway)).passagesDone).toBe(17);
  });
});
