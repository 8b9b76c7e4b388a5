import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCharge, parseSupport, parseText } from '#contract/headers.ts';
import { eventsOf, faultOf } from '#tests/support/replies.ts';
import { answerOf, DETAIL, FEES, type OpenedAnswers, openAnswers, sortEvents } from './setup.ts';

const WRITTEN = 'رسوم تجديد جواز السفر ثلاثمئة ريال [1]. وتُدفع الرسوم عبر المنصة [1].';

let answers: OpenedAnswers;
beforeEach(async () => {
  answers = await openAnswers({ model: { answer: () => WRITTEN } });
});
afterEach(() => answers.close());

describe('written by a model', () => {
  test('whole: text, support of each sentence, model and counted tokens', async () => {
    const response = await answers.ask(FEES);
    const { headers } = response;
    expect(headers.get('x-answerer')).toBe('generated');
    expect(headers.get('x-answer-kind')).toBe('generated');
    expect(parseText(headers.get('x-answer-model'))).toBe('qwen2.5:7b');
    expect(headers.has('x-answer-fallback')).toBe(false);
    const { answer, retrieved_documents } = await answerOf(response);
    expect(answer).toBe(WRITTEN);
    expect(retrieved_documents[0]?.text).toContain('ثلاثمئة ريال');
    const sentences = parseSupport(headers.get('x-answer-support'));
    expect(sentences.map(({ level, documents }) => [level, documents])).toEqual([
      ['supported', [0]],
      ['supported', [0]],
    ]);
    expect(sentences.map(({ from, to }) => answer.slice(from, to))).toEqual([
      'رسوم تجديد جواز السفر ثلاثمئة ريال [1].',
      'وتُدفع الرسوم عبر المنصة [1].',
    ]);
    const charge = parseCharge(headers.get('x-charge'));
    expect(charge?.estimated).toBe(false);
    expect(await answers.ledger()).toMatchObject({ used: charge?.amount, reserved: 0 });
  });

  test('streamed: documents, answerer, pieces, each sentence after its last piece, the final event', async () => {
    const events = await eventsOf(await answers.stream(FEES, DETAIL));
    const { text, kinds, answerer, sentences, last } = sortEvents(events);
    expect(text).toBe(WRITTEN);
    expect(kinds.slice(0, 3)).toEqual(['retrieved_documents', 'answerer', 'chunk']);
    expect(kinds.at(-1)).toBe('final');
    expect(kinds.indexOf('sentence')).toBeLessThan(kinds.lastIndexOf('chunk'));
    expect(answerer).toEqual([
      { kind: 'generated', model: 'qwen2.5:7b', fallback: null, quoted: [], search: null },
    ]);
    expect(sentences.map(({ level }) => level)).toEqual(['supported', 'supported']);
    expect((last['metadata'] as { total_tokens: number }).total_tokens).toBe((await answers.ledger())?.used);
  });

  test('without asking for details a stream has the documented events alone', async () => {
    const events = await eventsOf(await answers.stream(FEES));
    expect(new Set(events.map((event) => Object.keys(event).join()))).toEqual(
      new Set(['retrieved_documents', 'chunk', 'final,metadata,chat_history,consumption']),
    );
  });

  test('streamed: a sentence is sent once it is judged, while the model goes on writing', async () => {
    answers.fake.behave({ kind: 'hang', at: 11 });
    const response = await answers.stream(FEES);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('retrieved_documents');
    expect((await reader?.read())?.value).toBe(
      `data: ${JSON.stringify({ chunk: 'رسوم تجديد جواز السفر ثلاثمئة ريال [1].' })}\n\n`,
    );
    await reader?.cancel();
    await answers.fake.when(() => answers.fake.open === 0);
    expect(answers.fake.asked[0]?.clientDisconnected).toBe(true);
  });

  test('X-Answerer: extractive calls no model', async () => {
    expect((await answerOf(await answers.ask(FEES, { 'x-answerer': 'extractive' }))).answer).toContain(
      'ثلاثمئة ريال',
    );
    expect((await answerOf(await answers.ask(FEES, { 'x-answerer': 'none' }))).answer).toBe('');
    expect(answers.fake.asked).toEqual([]);
  });

  test('an explanation calls no model and costs nothing', async () => {
    const response = await answers.gateway.call('/api/v1/RAG/Explain', { method: 'POST', json: FEES });
    expect(response.status).toBe(200);
    expect(answers.fake.asked).toEqual([]);
    expect((await answers.ledger())?.used).toBe(0);
  });
});

describe('citations', () => {
  test('accepts numbers in any digits, cut anywhere, and removes numbers without a document', async () => {
    answers.fake.script({
      answer: () => ({
        pieces: ['الرسوم ', 'ثلاثمئة ريال [', '١', '، 9', '] ', 'تُدفع عبر المنصة [4', '7].'],
      }),
    });
    const { text, sentences } = sortEvents(await eventsOf(await answers.stream(FEES, DETAIL)));
    expect(text).toBe('الرسوم ثلاثمئة ريال [1] تُدفع عبر المنصة.');
    expect(sentences).toMatchObject([{ level: 'supported', documents: [0], from: 0, to: text.length }]);
  });
});

describe('an unsupported answer', () => {
  const INVENTED = 'يعمل في المركز أربعون مهندسًا من اليابان [1].';

  test('whole: is replaced by the quotation, at the cost of the model', async () => {
    answers.fake.script({ answer: () => INVENTED });
    const response = await answers.ask(FEES);
    const { headers } = response;
    expect(headers.get('x-answer-band')).toBe('answered');
    expect(headers.get('x-answer-fallback')).toBe('answer-unsupported');
    expect([headers.get('x-answerer'), headers.get('x-answer-kind')]).toEqual(['extractive', 'quoted']);
    expect(headers.has('x-answer-support')).toBe(false);
    const { answer } = await answerOf(response);
    expect(answer).toContain('ثلاثمئة ريال');
    expect(answer).not.toContain('اليابان');
    const charge = parseCharge(headers.get('x-charge'));
    expect(charge?.estimated).toBe(false);
    expect(charge?.amount).toBeGreaterThan(100);
    expect((await answers.ledger())?.used).toBe(charge?.amount);
  });

  test('streamed: the quotation, and no word of it', async () => {
    answers.fake.script({ answer: () => INVENTED });
    const events = await eventsOf(await answers.stream(FEES, DETAIL));
    const { text, sentences, answerer } = sortEvents(events);
    expect(text).toContain('ثلاثمئة ريال');
    expect(text).not.toContain('اليابان');
    expect(sentences).toEqual([]);
    expect(answerer).toMatchObject([
      { kind: 'quoted', model: null, fallback: 'answer-unsupported', quoted: [0] },
    ]);
    expect(events.at(-2)).toMatchObject({ band: 'answered' });
  });

  test('without a quotation is "not found"', async () => {
    answers.fake.script({ answer: () => INVENTED });
    const response = await answers.ask({ ...FEES, Question: 'هل المكتب قريب من المنصة؟' });
    expect(response.headers.get('x-answer-band')).toBe('not-found');
    expect(response.headers.get('x-answer-fallback')).toBe('answer-unsupported');
    expect(response.headers.has('x-answer-kind')).toBe(false);
    expect((await answerOf(response)).answer).toContain('لم أجد إجابة');
  });

  test('an unsupported sentence after a supported one is flagged and makes the answer weak', async () => {
    answers.fake.script({ answer: () => `رسوم تجديد جواز السفر ثلاثمئة ريال [1]. ${INVENTED}` });
    const whole = await answers.ask(FEES);
    expect(whole.headers.get('x-answer-band')).toBe('weak');
    const { answer } = await answerOf(whole);
    expect(answer).toMatch(/^قد لا يجيب هذا عن السؤال:\n/);
    const supported = parseSupport(whole.headers.get('x-answer-support'));
    expect(supported.map(({ from, to }) => answer.slice(from, to))).toContain(INVENTED);
    const { text, sentences } = sortEvents(await eventsOf(await answers.stream(FEES, DETAIL)));
    expect(sentences.map(({ level }) => level)).toEqual(['supported', 'unsupported']);
    expect(text).toMatch(/\(قد لا يجيب هذا عن السؤال\.\)$/);
  });

  test('a sentence that changes a number is not supported, its neighbours are', async () => {
    answers.fake.script({ answer: () => 'رسوم تجديد جواز السفر أربعمئة ريال [1]. ومدته خمسة أيام عمل [1].' });
    const { sentences } = sortEvents(await eventsOf(await answers.stream(FEES, DETAIL)));
    expect(sentences.map(({ level }) => level)).toEqual(['unsupported', 'supported']);
  });

  test.each(['NOT_FOUND', ' NOT_FOUND.', '"NOT_FOUND"\n\nالمقاطع لا تذكر ذلك.'])(
    'the model’s own sign becomes our words: %j',
    async (answer) => {
      answers.fake.script({ answer: () => answer });
      const question = { ...FEES, Question: 'كم رسوم تجديد رخصة القيادة في المكتب؟' };
      const whole = await answers.ask(question);
      expect(whole.headers.get('x-answer-band')).toBe('not-found');
      expect(parseText(whole.headers.get('x-answer-model'))).toBe('qwen2.5:7b');
      const { text, answerer } = sortEvents(await eventsOf(await answers.stream(question, DETAIL)));
      expect(text).toContain('لم أجد إجابة');
      expect(text).not.toContain('NOT');
      expect(answerer).toMatchObject([{ kind: null, model: 'qwen2.5:7b' }]);
    },
  );

  test('a sign of the model gives way to a quotation that is answered', async () => {
    answers.fake.script({ answer: () => 'NOT_FOUND' });
    const whole = await answers.ask(FEES);
    expect(whole.headers.get('x-answer-band')).toBe('answered');
    expect(whole.headers.get('x-answer-fallback')).toBe('answer-not-found');
    expect(parseCharge(whole.headers.get('x-charge'))?.estimated).toBe(false);
    expect((await answerOf(whole)).answer).toContain('ثلاثمئة ريال');
    const { text, answerer } = sortEvents(await eventsOf(await answers.stream(FEES, DETAIL)));
    expect(text).toContain('ثلاثمئة ريال');
    expect(answerer).toMatchObject([{ kind: 'quoted', fallback: 'answer-not-found' }]);
  });

  test('without passages no model is called', async () => {
    const question = { Question: 'What is the capital of Australia?', IndexNames: ['دليل الخدمات'] };
    const response = await answers.ask(question);
    expect(response.headers.get('x-answer-band')).toBe('not-found');
    expect((await answerOf(response)).answer).toContain('did not find');
    expect(answers.fake.asked).toEqual([]);
  });
});

describe('the prompt', () => {
  test('is in the question’s language, with titles, temperature and the longest answer', async () => {
    await answers.ask({ ...FEES, Temperature: 0.4, MaxOutputTokens: 77 });
    await answers.ask({ Question: 'How many books may a member borrow?', IndexNames: ['Library rules'] });
    const [arabic, english] = answers.prompts();
    expect(arabic?.system).toContain('أجب بلغة السؤال وبلهجته');
    expect(arabic?.user).toContain('دليل الخدمات › دليل الخدمات › تجديد جواز السفر');
    expect(arabic?.user).toMatch(/السؤال: كم رسوم تجديد جواز السفر؟$/);
    expect(arabic?.body).toMatchObject({ temperature: 0.4, max_tokens: 77, model: 'qwen2.5:7b' });
    expect(english?.system).toContain('Write only what the passages say');
    expect(english?.user).toMatch(/Question: How many books may a member borrow\?$/);
  });

  test('of a question in Arabic with Latin letters is in Arabic', async () => {
    await answers.ask({ ...FEES, Question: 'kam rsoum tajdid el jawaz?' });
    expect(answers.prompts()[0]?.system).toContain('أجب بلغة السؤال وبلهجته');
  });

  test('passages are left out or cut where the model takes little', async () => {
    const long = Array.from(
      { length: 12 },
      (_, index) => `## باب ${index}\n\n${`رسوم تجديد جواز السفر مئة ريال في الباب ${index}. `.repeat(20)}`,
    );
    const small = await openAnswers({
      model: { answer: () => 'الرسوم مئة ريال [1]. وهي ثابتة [9].' },
      server: { contextTokens: 2048 },
      units: { دليل: `# دليل\n\n${long.join('\n\n')}` },
    });
    const response = await small.ask({ Question: 'كم رسوم تجديد جواز السفر؟' });
    const { answer, retrieved_documents } = await answerOf(response);
    expect(retrieved_documents.length).toBeGreaterThan(5);
    const shown = small.prompts()[0]?.user.match(/<<<[0-9a-f]{12} \d+>>>/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(5);
    // What the model did not see it cannot cite.
    expect(answer).toMatch(/الرسوم مئة ريال \[1\]\. وهي ثابتة\.$/);
    expect(small.prompts()[0]?.body.max_tokens).toBe(1024);
    await small.close();
  });
});

test('refuses a call whose highest cost exceeds the quota, before any work', async () => {
  const poor = await openAnswers({ quota: 500 });
  expect(await faultOf(await poor.ask(FEES))).toMatchObject({ status: 402, fault: 'quota-exceeded' });
  expect(poor.fake.asked).toEqual([]);
  expect((await poor.ask(FEES, { 'x-answerer': 'none' })).status).toBe(200);
  await poor.close();
});
