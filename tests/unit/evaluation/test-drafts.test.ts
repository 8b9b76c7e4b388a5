import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { testDraftsSchema } from '#contract/tests.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { type OpenEvaluation, openEvaluation } from './setup.ts';

const FEES = `# الرسوم

## رسوم الخدمات

| الخدمة | الرسوم | المدة |
|---|---|---|
| تجديد الرخصة | 200 ريال | يوم |
| نقل الملكية | 150 ريالًا | يومان |

## هل التوصيل مجاني؟

نعم، داخل المدينة.
`;

let open: OpenEvaluation;
beforeEach(async () => {
  open = await openEvaluation();
});
afterEach(() => open.gateway.close());

async function draft(json: object = {}): Promise<z.infer<typeof testDraftsSchema>> {
  return testDraftsSchema.parse(await responseOf(await open.call('POST', '/api/Tests/1/drafts', json)));
}

describe('drafts of tests', () => {
  test('come from the text of the units, and pass when they are asked', async () => {
    const unit = await open.gateway.addUnit('رسوم المرور', FEES);
    await open.gateway.indexAll();
    const { items, units, next } = await draft();
    expect([units, next]).toEqual([3, null]);
    const ofUnit = items.filter(({ unitId }) => unitId === unit);
    expect(ofUnit.map(({ question, kind }) => [kind, question])).toEqual([
      ['row', 'كم رسوم تجديد الرخصة؟'],
      ['asked', 'هل التوصيل مجاني؟'],
      ['row', 'كم المدة اللازمة لتجديد الرخصة؟'],
      ['row', 'كم رسوم نقل الملكية؟'],
      ['row', 'كم المدة اللازمة لنقل الملكية؟'],
    ]);
    expect(ofUnit[0]).toEqual({
      question: 'كم رسوم تجديد الرخصة؟',
      quotes: ['الخدمة: تجديد الرخصة | الرسوم: 200 ريال | المدة: يوم'],
      kind: 'row',
      unitId: unit,
      unitTitle: 'رسوم المرور',
      sectionTitle: 'الرسوم › رسوم الخدمات',
    });
    for (const { question, quotes } of ofUnit) {
      const { outcome } = await open.add({ question, expectation: { quotes }, keep: 'never' });
      expect([question, outcome]).toEqual([question, 'passes']);
    }
    // What is a test already is drafted no more, however it is written.
    await open.add({ question: 'كم رسوم تجديد الرخصه؟', expectation: { band: 'answered' }, keep: 'always' });
    const later = (await draft()).items.filter(({ unitId }) => unitId === unit);
    expect(later.map(({ question }) => question)).toEqual(ofUnit.slice(1).map(({ question }) => question));
  });

  test('come from chosen units, as many of each as are wanted, ten units at a time', async () => {
    for (let number = 1; number <= 12; number += 1)
      await open.gateway.addUnit(`رسوم ${number}`, FEES.replaceAll('200', `${200 + number}`));
    await open.gateway.indexAll();
    const chosen = await draft({ IndexNames: ['رسوم 2', 'رسوم 11'], perUnit: 2 });
    expect(chosen.items.map(({ unitTitle }) => unitTitle)).toEqual([
      'رسوم 2',
      'رسوم 2',
      'رسوم 11',
      'رسوم 11',
    ]);
    const first = await draft({ perUnit: 1 });
    expect([first.units, new Set(first.items.map(({ unitId }) => unitId)).size]).toEqual([14, 9]);
    const second = await draft({ perUnit: 1, after: first.next });
    expect([second.items.length, second.next]).toEqual([4, null]);
  });

  test('refuse units that do not exist, and limits out of bounds', async () => {
    const refusal = async (json: object) => faultOf(await open.call('POST', '/api/Tests/1/drafts', json));
    expect(await refusal({ IndexNames: ['لا أحد'] })).toMatchObject({ fault: 'indexes-unknown' });
    expect(await refusal({ perUnit: 0 })).toMatchObject({ status: 400 });
    expect(await refusal({ after: 'x' })).toMatchObject({ status: 400 });
    await open.gateway.addKey('fih_of-a-monitor', { role: 'monitor' });
    const monitor = { 'x-user-auth': 'fih_of-a-monitor' };
    expect(await faultOf(await open.call('POST', '/api/Tests/1/drafts', {}, monitor))).toMatchObject({
      fault: 'not-allowed',
    });
  });
});
