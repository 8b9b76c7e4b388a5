import { describe, expect, test, vi } from 'vitest';
/** Questions that are answered by words and meaning, over the wire. */
import type { Answer } from '#contract/answers.ts';
import type { Explanation } from '#contract/explanations.ts';
import { cosineOf } from '#gateway/engine/vectors/score-vectors.ts';
import {
  type Behaviour,
  busy,
  embedByLetters,
  type FakeModelServer,
  failing,
} from '#tests/support/fake-model-server.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';
import { FIRST_GENERATION } from '#tests/support/stores.ts';
import { addToSecond, embeddingsServer, KEY_OF_SECOND, longText, openEmbeddings, textsOf } from './setup.ts';

const GUIDE = `# المواعيد

تفتح المكتبة أبوابها من الثامنة صباحًا حتى السادسة مساءً.

# المواقف

موقف السيارات خلف المبنى الرئيسي، والدخول إليه من البوابة الشمالية.

# الرسوم

رسم الاشتراك السنوي خمسون ريالاً، ويُعفى منه طلاب الجامعة.
`;
const QUESTION = 'كم رسم الاشتراك السنوي؟';
/** Shares letters with the passage about parking, and no word: near for the stand-in of a model, which compares letters. */
const BY_MEANING = 'موقفالسياراتخلفالمبنىالرئيسيوالدخولإليه';

interface Asked {
  question?: string;
  headers?: Record<string, string>;
  more?: Record<string, unknown>;
}
const ask = (gateway: TestGateway, { question = QUESTION, headers = {}, more = {} }: Asked = {}) =>
  gateway.call('/api/v1/RAG/Answer', { method: 'POST', headers, json: { Question: question, ...more } });
const explain = async (gateway: TestGateway, { question = QUESTION, headers = {} }: Asked = {}) =>
  responseOf<Explanation>(
    await gateway.call('/api/v1/RAG/Explain', { method: 'POST', headers, json: { Question: question } }),
  );
const unitOf = (vector: number[]) => Float32Array.from(vector, (value) => value / Math.hypot(...vector));
const questionsIn = (fake: FakeModelServer) =>
  fake.bodies<{ input: string[] }>('embeddings').filter(({ input }) => [input].flat().length === 1);
const usedOf = async (gateway: TestGateway) => (await gateway.ports.ledger.state(1, 'text'))?.used ?? 0;

async function openGuide(options: Parameters<typeof openEmbeddings>[0] = {}, isEmbedded = true) {
  const opened = await openEmbeddings(options);
  await opened.gateway.addUnit('دليل المكتبة', GUIDE);
  await opened.gateway.indexAll();
  if (isEmbedded) await opened.gateway.embedAll();
  return opened;
}

describe('a question of a bot whose passages have vectors', () => {
  test('is searched by words and meaning, and says so part by part', async () => {
    const { gateway } = await openGuide();
    const explanation = await explain(gateway);
    expect(explanation.semantic).toEqual({ state: 'used', model: 'bge-m3', fault: null });
    const { passages, ranking } = explanation;
    expect(passages[0]?.document.text).toContain('خمسون ريالاً');
    for (const { parts, sum, document } of passages) {
      expect(parts.map(({ kind }) => kind)).toEqual(['words', 'grams', 'title', 'sentence', 'semantic']);
      expect(parts.reduce((all, { value }) => all + value, 0)).toBeCloseTo(sum, 9);
      expect(document.score).toBeCloseTo(1 - Math.exp((-ranking.steepness * sum) / ranking.attainable), 9);
    }
    expect(passages[0]?.parts.at(-1)?.value).toBeGreaterThan(0);
  });

  test('ranks by exactly the cosines that the vectors have', async () => {
    const { gateway } = await openGuide({ dimensions: 256 });
    const { passages } = await explain(gateway, { question: BY_MEANING });
    const vectorOf = (text: string) => unitOf(embedByLetters(text, 256));
    const bruteForce = passages.map(({ document: { text, metadata } }) =>
      cosineOf(vectorOf(BY_MEANING), vectorOf(`${metadata['Section Title']}\n${text}`)),
    );
    const parts = passages.map((passage) => passage.parts.at(-1)?.value ?? 0);
    // The part grows with the cosine, and by the same for the same: it is linear above its floor.
    const order = (numbers: number[]) =>
      numbers.map((_, index) => index).sort((a, b) => (numbers[b] ?? 0) - (numbers[a] ?? 0));
    expect(parts.filter((part) => part > 0).length).toBeGreaterThan(0);
    expect(order(parts)[0]).toBe(order(bruteForce)[0]);
    expect(passages[order(bruteForce)[0] ?? 0]?.document.text).toContain('موقف السيارات');
  });

  test('shows a passage that shares no word with the question, and does not quote it', async () => {
    const { gateway } = await openGuide();
    const question = 'أين أسرج حصاني الأدهم؟';
    const [parking] = (await explain(gateway, { question: BY_MEANING })).passages;
    const { text = '', metadata } = parking?.document ?? {};
    // A model with knowledge of meaning would rank the passage here.
    vi.spyOn(gateway.ports.models, 'embed').mockResolvedValueOnce({
      vectors: [unitOf(embedByLetters(`${metadata?.['Section Title']}\n${text}`, 64))],
      tokens: 7,
    });
    const { answer, retrieved_documents } = await responseOf<Answer>(await ask(gateway, { question }));
    expect(retrieved_documents[0]?.text).toBe(text);
    expect(retrieved_documents[0]?.score).toBeGreaterThan(0.7);
    expect(answer).not.toContain('موقف');
    expect((await explain(gateway, { question })).answer.band).toBe('not-found');
  });

  test('quotes as words alone would, however near other passages are', async () => {
    const { gateway, fake } = await openGuide();
    const both = await responseOf<Answer>(await ask(gateway));
    fake.always(failing(500));
    const other = 'كم رسم الاشتراك السنوي';
    const alone = await responseOf<Answer>(await ask(gateway, { question: other }));
    expect(both.answer).toBe(alone.answer);
    expect(both.answer).toContain('خمسون ريالاً');
    expect(both.retrieved_documents[0]?.score).toBeGreaterThanOrEqual(
      alone.retrieved_documents[0]?.score ?? 1,
    );
  });

  test('is embedded once, asked twice and explained, and paid once', async () => {
    const { gateway, fake } = await openGuide();
    const before = await usedOf(gateway);
    const first = await ask(gateway);
    const { answer } = await responseOf<Answer>(first);
    const afterOne = await usedOf(gateway);
    await ask(gateway);
    await explain(gateway);
    const afterTwo = await usedOf(gateway);
    expect(questionsIn(fake)).toHaveLength(1);
    const embedding = Math.ceil(QUESTION.length / 4);
    expect(afterOne - before).toBe(afterTwo - afterOne + embedding);
    expect(answer).not.toBe('');
    // Passages alone cost nothing, as ever, though they are found the same way.
    const free = await ask(gateway, { question: 'متى تفتح المكتبة؟', headers: { 'x-answerer': 'none' } });
    expect(free.status).toBe(200);
    expect(questionsIn(fake)).toHaveLength(2);
    expect(await usedOf(gateway)).toBe(afterTwo);
  });

  test('reserves its vector beforehand: 402 when the quota has no room for it', async () => {
    const { gateway, fake } = await openGuide();
    const { used = 0 } = (await gateway.ports.ledger.state(1, 'text')) ?? {};
    await gateway.ports.ledger.grant(1, 'text', used + 20);
    const refused = await ask(gateway);
    expect(refused.status).toBe(402);
    expect(questionsIn(fake)).toEqual([]);
  });

  test('reserves the sentences once they are chosen: 402 costs no more than the vector', async () => {
    const { gateway, fake } = await openGuide();
    const used = await usedOf(gateway);
    const [vector, question] = [38, 16];
    await gateway.ports.ledger.grant(1, 'text', used + vector + question);
    expect((await ask(gateway)).status).toBe(402);
    expect(questionsIn(fake)).toHaveLength(1);
    const embedding = Math.ceil(QUESTION.length / 4);
    expect(await gateway.ports.ledger.state(1, 'text')).toMatchObject({
      used: used + embedding,
      reserved: 0,
    });
    await gateway.ports.ledger.grant(1, 'text', 100_000);
    expect((await ask(gateway)).status).toBe(200);
  });
});

describe('words alone answer, without a gap', () => {
  const outcomesOf = (gateway: TestGateway) =>
    gateway.observed.flatMap((event) => (event.what === 'semantic-search' ? [event.outcome] : []));
  const isAnswered = async (gateway: TestGateway) => {
    const { answer, retrieved_documents } = await responseOf<Answer>(await ask(gateway));
    expect(answer).toContain('خمسون ريالاً');
    expect(retrieved_documents[0]?.text).toContain('خمسون ريالاً');
  };

  test('where the bot has no embeddings server', async () => {
    const { gateway, fake } = await openGuide({ settings: { modelServers: {} } });
    await isAnswered(gateway);
    expect((await explain(gateway)).semantic).toBeNull();
    expect(fake.asked).toEqual([]);
    expect(outcomesOf(gateway)).toEqual([]);
  });

  test('until the model was looked at, and until every unit asked is complete', async () => {
    const { gateway, fake } = await openGuide({}, false);
    await isAnswered(gateway);
    expect((await explain(gateway)).semantic?.state).toBe('not-ready');
    await gateway.embedAll();
    expect((await explain(gateway)).semantic?.state).toBe('used');
    await gateway.addUnit('كتاب كبير', longText(40));
    await gateway.indexAll();
    await gateway.embeddings.worker.embedNextBatch(1);
    const questionCount = questionsIn(fake).length;
    const other = { question: 'كم رسم الاشتراك؟' };
    expect((await explain(gateway, other)).semantic).toEqual({
      state: 'incomplete',
      model: 'bge-m3',
      fault: null,
    });
    // No vector of a question is paid that nothing can be compared with.
    expect(questionsIn(fake)).toHaveLength(questionCount);
    // Those that are complete are searched by meaning meanwhile.
    const named = await gateway.call('/api/v1/RAG/Explain', {
      method: 'POST',
      json: { Question: QUESTION, IndexNames: ['دليل المكتبة'] },
    });
    expect((await responseOf<Explanation>(named)).semantic?.state).toBe('used');
    await gateway.embedAll();
    expect((await explain(gateway)).semantic?.state).toBe('used');
  });

  test.each<[string, Behaviour, string]>([
    // It says when to come back: later than a question waits.
    ['is busy', busy(1), 'model-timeout'],
    ['fails', failing(500), 'model-failed'],
    ['sends no vectors', { kind: 'wrong-shape' }, 'model-invalid-response'],
    ['breaks off', { kind: 'cut', after: 0 }, 'model-truncated'],
    ['hangs', { kind: 'hang', at: 'start' }, 'model-timeout'],
  ])('when the server %s', async (_, manner, fault) => {
    // Short where it is to run out.
    const longestMs = fault === 'model-timeout' ? 100 : 20_000;
    const { gateway, fake } = await openGuide({ embeddings: { questionTimeoutMs: longestMs } });
    fake.always(manner);
    await isAnswered(gateway);
    const { semantic } = await explain(gateway, { question: 'كم رسم الاشتراك؟' });
    expect(semantic).toEqual({ state: 'failed', model: 'bge-m3', fault });
    expect(outcomesOf(gateway)).toEqual(['failed', 'failed']);
    expect(
      gateway.lines.some(({ event, level }) => event === 'semantic-search-failed' && level === 'warn'),
    ).toBe(true);
    // What is not asked is not paid, and nobody stays waiting upstream.
    await fake.when(() => fake.open === 0);
  });

  test('when the server is down; it is left alone for a while after three failures', async () => {
    const { gateway, fake } = await openGuide();
    const embed = vi.spyOn(gateway.ports.models, 'embed');
    await fake.down();
    for (const number of [1, 2, 3, 4, 5]) {
      const explanation = await explain(gateway, { question: `كم رسم الاشتراك ${number}؟` });
      expect(explanation.semantic?.fault).toBe('model-unreachable');
    }
    expect(embed).toHaveBeenCalledTimes(3);
    await fake.up();
    gateway.time.now = new Date(gateway.time.now.getTime() + 30_000);
    expect((await explain(gateway)).semantic?.state).toBe('used');
  });

  test('when the server changes its model between two questions', async () => {
    const { gateway, fake } = await openGuide();
    fake.script({ dimensions: 32 });
    expect((await explain(gateway)).semantic?.state).toBe('not-ready');
    await isAnswered(gateway);
    await gateway.embedAll();
    expect((await explain(gateway)).semantic?.state).toBe('used');
  });

  test('ends with the caller, who is not answered by words either', async () => {
    const { gateway, fake } = await openGuide();
    fake.always({ kind: 'hang', at: 'start' });
    const leaving = new AbortController();
    const search = gateway.embeddings.search(
      {
        botId: 1,
        question: 'سؤال جديد',
        units: () => [{ id: 1, generation: FIRST_GENERATION, passages: 3 }],
        turn: { pause: (work) => work() },
      },
      leaving.signal,
    );
    await fake.when(() => fake.open === 1);
    leaving.abort(new Error('left'));
    await expect(search).rejects.toThrow('left');
    await fake.when(() => fake.open === 0);
  });

  test('ends with the caller of an explanation, too', async () => {
    const { gateway, fake } = await openGuide();
    fake.always({ kind: 'hang', at: 'start' });
    const leaving = new AbortController();
    const response = gateway.call('/api/v1/RAG/Explain', {
      method: 'POST',
      json: { Question: 'سؤال جديد' },
      signal: leaving.signal,
    });
    await fake.when(() => fake.open === 1);
    leaving.abort();
    expect((await response).status).toBe(499);
    await fake.when(() => fake.open === 0);
  });
});

describe('bots', () => {
  test('are apart: neither vectors nor spaces nor figures of one are another’s', async () => {
    const { gateway, fake } = await openGuide();
    await addToSecond(gateway, 'دليل المكتبة', GUIDE.replaceAll('خمسون', 'تسعون'));
    const headers = KEY_OF_SECOND;
    // The first bot's are complete, the second's are not.
    expect((await explain(gateway, { headers })).semantic?.state).toBe('not-ready');
    expect((await explain(gateway)).semantic?.state).toBe('used');
    const second = await gateway.call('/api/Models/2/embeddings/progress', { headers });
    expect(await responseOf(second)).toMatchObject({ units: 1, unitsDone: 0, passagesDone: 0 });
    const used = await usedOf(gateway);
    await gateway.embedAll(2);
    expect(await usedOf(gateway)).toBe(used);
    const explanation = await explain(gateway, { headers });
    expect(explanation.semantic?.state).toBe('used');
    expect(explanation.passages[0]?.document.text).toContain('تسعون');
    expect(explanation.passages.every(({ document }) => !document.text.includes('خمسون'))).toBe(true);
    expect(textsOf(fake).length).toBeGreaterThan(0);
    const foreign = await gateway.call('/api/Models/2/embeddings/progress', { headers: { 'x-bot': '2' } });
    expect(foreign.status).toBe(403);
  });

  test('may have servers of their own', async () => {
    const { gateway, fake } = await openGuide();
    const { purpose, from: _, key: __, ...settings } = embeddingsServer(fake.url, { model: 'own-model' });
    await gateway.ports.modelServers.put({
      ...settings,
      purpose: 'embeddings',
      botId: 2,
      sealedKey: null,
      changedOn: gateway.time.now,
    });
    expect(purpose).toBe('embeddings');
    await addToSecond(gateway, 'دليل', GUIDE);
    await gateway.embedAll(1, 2);
    expect((await explain(gateway, { headers: KEY_OF_SECOND })).semantic?.model).toBe('own-model');
    expect((await explain(gateway)).semantic?.model).toBe('bge-m3');
  });
});

describe('the memory of vectors', () => {
  test('gives the same answers cold, with no room at all, as warm', async () => {
    const warm = await openGuide();
    const cold = await openGuide({ memoryBytes: 0 });
    const scores = async ({ gateway }: { gateway: TestGateway }) =>
      (await explain(gateway)).passages.map(({ sum, ordinal }) => [ordinal, sum]);
    const first = await scores(warm);
    expect(await scores(warm)).toEqual(first);
    expect(await scores(cold)).toEqual(first);
    expect(warm.gateway.embeddings.cacheBytes()).toBeGreaterThan(3 * 64);
    expect(cold.gateway.embeddings.cacheBytes()).toBe(0);
  });

  test('stays within its bound for any questions', async () => {
    const bound = 30_000;
    const { gateway } = await openEmbeddings({ memoryBytes: bound });
    for (const title of ['أ', 'ب', 'ج', 'د']) await gateway.addUnit(title, longText(30, title));
    await gateway.indexAll();
    await gateway.embedAll();
    for (const title of ['أ', 'ب', 'ج', 'د', 'أ']) {
      const response = await gateway.call('/api/v1/RAG/Explain', {
        method: 'POST',
        json: { Question: 'كم يبلغ الرسم؟', IndexNames: [title] },
      });
      expect((await responseOf<Explanation>(response)).semantic?.state).toBe('used');
      expect(gateway.embeddings.cacheBytes()).toBeGreaterThan(0);
      expect(gateway.embeddings.cacheBytes()).toBeLessThanOrEqual(bound);
    }
  });
});
