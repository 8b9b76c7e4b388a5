import { describe, expect, test } from 'vitest';
import type { TestDraft } from '#contract/tests.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { clearDroppedDrafts, dropDraft, droppedDrafts } from '#src/api/stores/dropped-drafts.ts';
import { chooseDrafts, draftExpectation, fetchDrafts, saysQuotes } from '#src/features/test-batch/drafts.ts';

const draft = (unitId: number, question: string, quote = `${question} نعم`): TestDraft => ({
  question,
  quotes: [quote],
  kind: 'row',
  unitId,
  unitTitle: `وحدة ${unitId}`,
  sectionTitle: '',
});
const chosen = (drafts: TestDraft[], dropped: string[] = [], max = 99) =>
  chooseDrafts(drafts, new Set(dropped), max).map(({ unitId, question }) => [unitId, question]);

describe('the drafts to decide on', () => {
  test('take turns by unit up to the limit', () => {
    const drafts = [draft(1, 'كم أ؟'), draft(1, 'كم ب؟'), draft(2, 'كم ج؟')];
    expect(chosen(drafts, [], 2)).toEqual([
      [1, 'كم أ؟'],
      [2, 'كم ج؟'],
    ]);
    expect(chooseDrafts(drafts, new Set(), 1)).toEqual([drafts[0]]);
  });

  test('hold a question of two units once, and none that they answer differently', () => {
    expect(chosen([draft(1, 'كم الرسوم؟', '5 ريالات'), draft(2, 'كم الرُّسوم؟', '5 ريالات')])).toEqual([
      [1, 'كم الرسوم؟'],
    ]);
    expect(chosen([draft(1, 'كم الرسوم؟', '5 ريالات'), draft(2, 'كم الرسوم؟', '6 ريالات')])).toEqual([]);
  });

  test('leave out statements of many units, and what was dropped before', () => {
    const footer = (unitId: number) => draft(unitId, 'ما رقم البدالة؟', 'البدالة: 100');
    expect(chosen([footer(1), footer(2), footer(3), draft(3, 'كم أ؟')])).toEqual([[3, 'كم أ؟']]);
    expect(chosen([draft(1, 'كم الرُّسوم؟'), draft(1, 'كم ب؟')], ['كم الرسوم؟'])).toEqual([[1, 'كم ب؟']]);
  });
});

test('units are read ten at a time, later ones with their share of a batch', async () => {
  const bodies: unknown[] = [];
  const progress: number[][] = [];
  const pages = [
    { items: [draft(1, 'كم أ؟')], units: 12, next: 10 },
    { items: [draft(11, 'كم ب؟')], units: 12, next: null },
  ];
  const gateway = {
    call: (_operation: unknown, { body }: { body: unknown }) => {
      bodies.push(body);
      return Promise.resolve(pages[bodies.length - 1]);
    },
  } as unknown as GatewayClient;
  const drafts = await fetchDrafts({
    gateway,
    names: ['دليل'],
    max: 240,
    signal: new AbortController().signal,
    onProgress: (...figures) => progress.push(figures),
  });
  expect(drafts.map(({ unitId }) => unitId)).toEqual([1, 11]);
  expect(bodies).toEqual([
    { IndexNames: ['دليل'], after: 0, perUnit: 100 },
    { IndexNames: ['دليل'], after: 10, perUnit: 20 },
  ]);
  expect(progress).toEqual([
    [10, 12],
    [12, 12],
  ]);
});

describe('a draft', () => {
  const asked = (answer: string, band: 'answered' | 'weak' | 'not-found') => ({
    answer,
    band,
    certainty: null,
    quoted: [],
    documents: [],
  });
  test('expects its quotes, and to be answered as well as it is now', () => {
    const { quotes } = draft(1, 'كم؟', '5 ريالات في السنة');
    const expected = (band: 'answered' | 'weak' | 'not-found') =>
      draftExpectation(draft(1, 'كم؟', '5 ريالات في السنة'), asked('', band)).band;
    expect(draftExpectation(draft(1, 'كم؟', quotes[0]))).toEqual({ quotes, band: 'weak-or-better' });
    expect([expected('answered'), expected('weak'), expected('not-found')]).toEqual([
      'answered',
      'weak-or-better',
      'weak-or-better',
    ]);
  });

  test('is said by an answer that has its quote', () => {
    const row = draft(1, 'كم؟', 'الخدمة: التجديد | الرسوم: 50 ريالًا');
    expect(saysQuotes(asked('التجديد: الرسوم 50 ريالًا', 'answered'), row)).toBe(true);
    expect(saysQuotes(asked('التجديد: الرسوم 60 ريالًا', 'answered'), row)).toBe(false);
  });
});

test('dropped drafts are remembered by connection and bot, until they are taken back', () => {
  const stored = new Map<string, string>();
  const storage = new Proxy({} as Storage, {
    get: (_target, name) =>
      ({
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => void stored.set(key, value),
        removeItem: (key: string) => void stored.delete(key),
      })[String(name)],
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  const mine = { id: 'a', bot: '1' };
  const drop = (question: string, dropped: boolean, of = mine) =>
    dropDraft(of, { question, dropped }, storage);
  drop('كم الرُّسوم؟', true);
  drop('كم أ؟', true);
  drop('كم ب؟', true, { id: 'a', bot: '2' });
  drop('كم أ؟', false);
  expect([...droppedDrafts(mine, storage)]).toEqual(['كم الرسوم؟']);
  expect([...droppedDrafts({ id: 'b', bot: '1' }, storage)]).toEqual([]);
  clearDroppedDrafts('a', storage);
  expect(stored.size).toBe(0);
  stored.set('fihrist.drafts.a.1', '{');
  expect([...droppedDrafts(mine, storage)]).toEqual([]);
});
