import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { estimateTokens } from '#common/estimate-tokens.ts';
import { faultEventSchema } from '#contract/answers.ts';
import { parseCharge } from '#contract/headers.ts';
import {
  type Behaviour,
  busy,
  failing,
  keyRefused,
  modelUnknown,
  startSilenceClock,
} from '#tests/support/fake-model-server.ts';
import { eventsOf } from '#tests/support/replies.ts';
import { answerOf, DETAIL, FEES, type OpenedAnswers, openAnswers, sortEvents } from './setup.ts';

const WRITTEN = 'رسوم تجديد جواز السفر ثلاثمئة ريال [1]. وتُدفع عبر المنصة [1].';

let answers: OpenedAnswers;
beforeEach(async () => {
  answers = await openAnswers({ model: { answer: () => WRITTEN } });
});
/** Behaves so once; who hangs is not waited for long. */
async function behave(manner: Behaviour): Promise<void> {
  if (manner.kind === 'hang') {
    await answers.close();
    answers = await openAnswers({
      model: { answer: () => WRITTEN },
      server: { firstSeconds: 0.2, silenceSeconds: 0.2 },
    });
    startSilenceClock(answers.fake);
  }
  answers.fake.behave(manner);
}
afterEach(() => answers.close());

const FAILURES: [Behaviour, string][] = [
  [keyRefused, 'model-key-refused'],
  [modelUnknown, 'model-unknown'],
  [failing(), 'model-failed'],
  [{ kind: 'html' }, 'model-invalid-response'],
  [{ kind: 'bad-json', after: 0 }, 'model-invalid-response'],
  [{ kind: 'cut', after: 0 }, 'model-truncated'],
  [{ kind: 'early-close', after: 0 }, 'model-truncated'],
  [{ kind: 'hang', at: 'headers' }, 'model-timeout'],
];

describe('a model that fails before its first word', () => {
  test.each(FAILURES)('%j: the answer is quoted, with the reason', async (manner, fault) => {
    await behave(manner);
    const whole = await answers.ask(FEES);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('x-answer-fallback')).toBe(fault);
    expect(whole.headers.get('x-answerer')).toBe('extractive');
    expect(whole.headers.get('x-answer-kind')).toBe('quoted');
    expect(whole.headers.get('x-quoted-documents')).toBe('0');
    expect(whole.headers.has('x-answer-model')).toBe(false);
    const { answer } = await answerOf(whole);
    expect(answer).toContain('ثلاثمئة ريال');
    expect(parseCharge(whole.headers.get('x-charge'))).toEqual({
      amount: estimateTokens(FEES.Question) + estimateTokens(answer),
      estimated: true,
    });
    expect(answers.fake.asked).toHaveLength(1);
  });

  test('streamed: the same, with the documents first', async () => {
    answers.fake.behave(failing());
    const { kinds, answerer, text, sentences } = sortEvents(
      await eventsOf(await answers.stream(FEES, DETAIL)),
    );
    expect(kinds.slice(0, 2)).toEqual(['retrieved_documents', 'answerer']);
    expect(answerer).toEqual([
      { kind: 'quoted', model: null, fallback: 'model-failed', quoted: [0], search: null },
    ]);
    expect(text).toContain('ثلاثمئة ريال');
    expect(sentences).toEqual([]);
    expect((await answers.ledger())?.used).toBe(estimateTokens(FEES.Question) + estimateTokens(text));
  });

  test('busy twice, down, an answer without words', async () => {
    answers.fake.behave(busy(0), busy(0));
    expect((await answers.ask(FEES)).headers.get('x-answer-fallback')).toBe('model-busy');
    answers.fake.script({ answer: () => ' [9] ' });
    expect((await answers.ask(FEES)).headers.get('x-answer-fallback')).toBe('model-empty');
    await answers.fake.down();
    expect((await answers.ask(FEES)).headers.get('x-answer-fallback')).toBe('model-unreachable');
  });

  test('without a quotation either the answer is "not found", with the reason of the fallback', async () => {
    answers.fake.always(failing());
    const response = await answers.ask({
      ...FEES,
      Question: 'هل المكتب قريب من المنصة؟',
    });
    expect(response.headers.get('x-answer-band')).toBe('not-found');
    expect(response.headers.get('x-answer-fallback')).toBe('model-failed');
  });
});

describe('a model that fails after its first sentence', () => {
  const LATE: [Behaviour, string][] = [
    [{ kind: 'cut', after: 11 }, 'model-truncated'],
    [{ kind: 'early-close', after: 11 }, 'model-truncated'],
    [{ kind: 'error-event', after: 11 }, 'model-failed'],
    [{ kind: 'hang', at: 11 }, 'model-timeout'],
  ];
  test.each(LATE)(
    '%j: the stream ends with the fault; what came stays and is paid',
    async (manner, fault) => {
      await behave(manner);
      const events = await eventsOf(await answers.stream(FEES, { ...DETAIL, 'accept-language': 'ar' }));
      const { text, last } = sortEvents(events);
      expect(WRITTEN.startsWith(text.trim())).toBe(true);
      expect(text).not.toBe('');
      expect(faultEventSchema.parse(last)).toMatchObject({
        fault,
        error: expect.stringContaining('qwen2.5:7b'),
      });
      expect(events.some((event) => 'final' in event)).toBe(false);
      const state = await answers.ledger();
      expect(state?.used).toBeGreaterThan(estimateTokens(text));
      expect(state?.reserved).toBe(0);
      expect(await answers.context()).toEqual({ items: [] });
    },
  );

  test('whole: no client saw the words, so the answer is quoted', async () => {
    answers.fake.behave({ kind: 'cut', after: 4 });
    const response = await answers.ask(FEES);
    expect(response.headers.get('x-answer-fallback')).toBe('model-truncated');
    expect((await answerOf(response)).answer).toContain('ثلاثمئة ريال');
  });
});
