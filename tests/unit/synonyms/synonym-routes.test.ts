import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerSchema } from '#contract/answers.ts';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import {
  type SynonymGroup,
  type SynonymMeasure,
  synonymExportSchema,
  synonymGroupSchema,
  synonymImportReportSchema,
  synonymListSchema,
  synonymMeasureSchema,
} from '#contract/synonyms.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

const BASE = '/api/Synonyms/1';
const HOURS = ['دوام', 'ساعات العمل'];
/** Names that only this shop uses: no lexicon of a language knows them. */
const PLAN = ['نجمة', 'العضوية المميزة'];
const BRANCHES = `# دليل الفروع

## ساعات العمل

تفتح الفروع أبوابها من الثامنة صباحًا حتى الرابعة عصرًا، وهذه هي ساعات العمل المعتمدة.

## مواقف السيارات

تتسع مواقف السيارات لمئة سيارة أمام كل فرع.

## العضوية المميزة

العضوية المميزة بمئتي ريال في السنة، وتُجدد قبل نهايتها بأسبوع.

## العروض

تتجدد العروض في أول كل شهر، ويُعلن عنها في الفروع.
`;

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
});
afterEach(() => gateway.close());

async function add(expressions: string[], note?: string): Promise<SynonymGroup> {
  const json = note === undefined ? { expressions } : { expressions, note };
  const response = await gateway.call(BASE, { method: 'POST', json });
  const group = synonymGroupSchema.parse(await responseOf(response.clone()));
  expect(response.headers.get('etag')).toBe(group.etag);
  return group;
}
const list = async (query = '') =>
  synonymListSchema.parse(await responseOf(await gateway.call(`${BASE}${query}`)));
const put = (id: number, json: unknown, etag?: string) =>
  gateway.call(`${BASE}/${id}`, { method: 'PUT', json, headers: etag ? { 'if-match': etag } : {} });
const ask = async (Question: string) =>
  answerSchema.parse(
    await responseOf(
      await gateway.call('/api/v1/RAG/Answer', { method: 'POST', json: { Question, Limit: 3 } }),
    ),
  );
const measure = async (json: object): Promise<SynonymMeasure> =>
  synonymMeasureSchema.parse(
    await responseOf(await gateway.call(`${BASE}/measure`, { method: 'POST', json })),
  );

describe('groups', () => {
  test('are made, listed, searched, changed and removed', async () => {
    const hours = await add(['  دوام ', 'ساعات   العمل'], 'كما يسأل الناس');
    expect(hours).toMatchObject({ expressions: HOURS, note: 'كما يسأل الناس' });
    const fees = await add(['رسوم', 'مصاريف']);
    expect(await list()).toEqual({ items: [fees, hours], total: 2, max: SYNONYM_LIMITS.groups });
    expect((await list('?search=العمَل')).items).toEqual([hours]);
    expect(await list('?offset=1&limit=1')).toMatchObject({ items: [{ id: hours.id }], total: 2 });
    const changed = await put(hours.id, { expressions: [...HOURS, 'أوقات العمل'] }, hours.etag);
    const after = synonymGroupSchema.parse(await responseOf(changed));
    expect(after).toMatchObject({ id: hours.id, note: '' });
    expect(after.etag).not.toBe(hours.etag);
    const removed = await gateway.call(`${BASE}/${fees.id}`, { method: 'DELETE' });
    expect(await responseOf(removed)).toEqual({ id: fees.id, expressions: fees.expressions, note: '' });
    expect((await list()).items).toEqual([after]);
  });

  test('are not overwritten by a stale edit: 409 with the present group', async () => {
    const group = await add(HOURS);
    const fresh = await put(group.id, { expressions: [...HOURS, 'أوقات الدوام'] }, group.etag);
    expect(fresh.status).toBe(200);
    const stale = await put(group.id, { expressions: ['دوام', 'مواعيد'] }, group.etag);
    expect(stale.headers.get('etag')).toBe(fresh.headers.get('etag'));
    expect(await faultOf(stale)).toMatchObject({
      status: 409,
      fault: 'stale-synonyms',
      parameters: { expressions: [...HOURS, 'أوقات الدوام'], note: '' },
      text: expect.stringContaining('أوقات الدوام'),
    });
    const gone = await gateway.call(`${BASE}/${group.id}`, {
      method: 'DELETE',
      headers: { 'if-match': group.etag },
    });
    expect(await faultOf(gone)).toMatchObject({ status: 409, fault: 'stale-synonyms' });
    expect((await list()).total).toBe(1);
  });

  test.each([
    [{ expressions: ['دوام'] }, 'invalid-field', 'expressions'],
    [
      { expressions: HOURS.concat(Array.from({ length: 19 }, (_, index) => `كلمة ${index}`)) },
      'invalid-field',
      'expressions',
    ],
    [{ expressions: ['دوام', 'ك'.repeat(81)] }, 'invalid-field', 'expressions[1]'],
    [{ expressions: ['دوام', ' '] }, 'invalid-field', 'expressions[1]'],
    [{ expressions: ['دوام', '\u202eمقلوب'] }, 'invalid-field', 'expressions[1]'],
    [{ expressions: HOURS, note: 'م'.repeat(301) }, 'invalid-field', 'note'],
    [{ expressions: ['دوام', '؟!'] }, 'synonyms-without-words', 'expressions[1]'],
    [{ expressions: ['دوام', 'كم ساعة يعمل الفرع في شهر رمضان'] }, 'synonyms-too-long', 'expressions[1]'],
    [{ expressions: ['الإقامة', 'هوية', 'الاقامه'] }, 'synonyms-same', 'expressions[2]'],
    [{ expressions: ['ATM', 'صراف', 'atm'] }, 'synonyms-same', 'expressions[2]'],
    [{ expressions: ['دَوام', 'ساعات العمل'] }, 'synonyms-known', 'expressions'],
  ])('%j is 400 %s', async (json, fault, field) => {
    await add([...HOURS, 'مواعيد']);
    for (const language of ['en', 'ar']) {
      const headers = { 'accept-language': language };
      const response = await gateway.call(BASE, { method: 'POST', json, headers });
      expect(await faultOf(response)).toMatchObject({ status: 400, fault, field });
    }
    expect((await list()).total).toBe(1);
  });

  test('answers 404 for an unknown group, in every call', async () => {
    const group = await add(HOURS);
    for (const id of [99, 'abc', '0', '9007199254740993']) {
      const response = await gateway.call(`${BASE}/${id}`, { method: 'DELETE' });
      expect(await faultOf(response)).toMatchObject({ status: 404, fault: 'synonyms-not-found' });
    }
    await gateway.addKey('key-of-bot-2', { bots: [2] });
    const headers = { 'x-user-auth': 'key-of-bot-2', 'x-bot': '2' };
    const other = await gateway.call(`/api/Synonyms/2/${group.id}`, { method: 'DELETE', headers });
    expect(await faultOf(other)).toMatchObject({ status: 404 });
    expect(
      synonymListSchema.parse(await responseOf(await gateway.call('/api/Synonyms/2', { headers }))),
    ).toMatchObject({ total: 0 });
  });

  test('are a thousand at most', async () => {
    const text = Array.from({ length: 1000 }, (_, index) => `كلمة ${index} = مرادف ${index}`).join('\n');
    await responseOf(await gateway.call(`${BASE}/import`, { method: 'POST', json: { text } }));
    const response = await gateway.call(BASE, { method: 'POST', json: { expressions: HOURS } });
    expect(await faultOf(response)).toMatchObject({
      status: 400,
      fault: 'synonyms-full',
      parameters: { max: 1000 },
    });
    const more = await gateway.call(`${BASE}/import`, { method: 'POST', json: { text: 'دوام = ساعات' } });
    expect(await faultOf(more)).toMatchObject({ status: 400, fault: 'synonyms-full', field: 'text' });
  });
});

describe('texts', () => {
  const take = async (json: object) =>
    synonymImportReportSchema.parse(
      await responseOf(
        await gateway.call(`${BASE}/import`, { method: 'POST', json, headers: { 'accept-language': 'ar' } }),
      ),
    );

  test('are checked first, then imported; invalid lines are left out and reported', async () => {
    await add(HOURS);
    const text = 'دوام = ساعات العمل\nرسوم = مصاريف\nوحيدة\nأحمد = احمد\n؟ = !\n';
    const report = { format: 'lines', added: 1, known: 1, removed: 0, refused: 3 };
    const checked = await take({ text, dryRun: true });
    expect(checked).toMatchObject(report);
    expect(checked.lines.map(({ line, text: source, fault }) => [line, source, fault])).toEqual([
      [3, 'وحيدة', 'synonyms-too-few'],
      [4, 'أحمد = احمد', 'synonyms-same'],
      [5, '؟ = !', 'synonyms-without-words'],
    ]);
    for (const { message } of checked.lines) expect(message).toMatch(/[\u0600-\u06ff]{3}/);
    expect((await list()).total).toBe(1);
    expect(await take({ text })).toMatchObject(report);
    expect(await take({ text })).toMatchObject({ added: 0, known: 2 });
    expect((await list()).total).toBe(2);
  });

  test.each(['csv', 'lines'])('go out as %s and come back the same', async (format) => {
    await add(HOURS, 'ملاحظة، بفاصلة, وأخرى');
    await add(['رسوم', 'مصاريف', 'عمولة']);
    const exported = synonymExportSchema.parse(
      await responseOf(await gateway.call(`${BASE}/export?format=${format}`)),
    );
    expect(exported).toMatchObject({ format, groups: 2 });
    const before = await list();
    const report = await take({ text: exported.text, mode: 'replace' });
    expect(report).toMatchObject({ format, added: 0, known: 2, removed: 0, refused: 0 });
    expect(await list()).toEqual(before);
    expect(await take({ text: 'دوام = أوقات', mode: 'replace' })).toMatchObject({ added: 1, removed: 2 });
  });

  test('of a wrong file keeps the present groups', async () => {
    await add(HOURS);
    const wrong = { text: 'قائمة الأسعار\nخمسون ريالًا\n', mode: 'replace' };
    expect(await take({ ...wrong, dryRun: true })).toMatchObject({ removed: 0, refused: 2 });
    const refused = await gateway.call(`${BASE}/import`, { method: 'POST', json: wrong });
    expect(await faultOf(refused)).toMatchObject({ status: 400, fault: 'synonyms-too-few', field: 'text' });
    expect((await list()).total).toBe(1);
  });
});

describe('a question', () => {
  beforeEach(async () => {
    await gateway.addUnit('دليل الفروع', BRANCHES);
    await gateway.addUnit('Offers', '# Offers\n\nNew offers are announced on the first day of the month.\n');
    await gateway.indexAll();
  });

  test('in one word finds and quotes what a synonym says, at once and without indexing again', async () => {
    const [before] = (await ask('بكم نجمة؟')).retrieved_documents;
    expect(before?.text ?? '').not.toContain('بمئتي ريال');
    const group = await add(PLAN);
    const after = await ask('بكم نجمة؟');
    expect(after.retrieved_documents[0]?.text).toContain('بمئتي ريال');
    expect(after.answer).toContain('بمئتي ريال');
    await gateway.call(`${BASE}/${group.id}`, { method: 'DELETE' });
    const [gone] = (await ask('بكم نجمة؟')).retrieved_documents;
    expect(gone?.text).toEqual(before?.text);
  });

  test('matches several words of the search', async () => {
    await gateway.addUnit('لوائح', '# لوائح\n\nيتاح السوبرفليكس لمن أتم سنة، ويُطلب قبل شهر.\n');
    await gateway.indexAll();
    await add(['سوبرفليكس', 'نظام الساعات الحر']);
    const several = await ask('لمن يتاح نظام الساعات الحر؟');
    expect(several.retrieved_documents[0]?.text).toContain('لمن أتم سنة');
    expect(several.answer).toContain('لمن أتم سنة');
  });

  test('finds an expression that begins with a word that search passes over', async () => {
    await gateway.addUnit('تقسيط', '# تقسيط\n\nيسدد العميل قيمة الجهاز على اثني عشر شهرًا بخطة نسيمكو.\n');
    await gateway.indexAll();
    await add(['من دون فائدة', 'نسيمكو']);
    const [first] = (await ask('هل أشتري من دون فائدة؟')).retrieved_documents;
    expect(first?.text).toContain('بخطة نسيمكو');
  });

  test('prefers its own word to a synonym', async () => {
    await gateway.addUnit('أسعار', '# أسعار\n\nالزمردة بخمسة ريالات.\n');
    await gateway.addUnit('تكلفة', '# تكلفة\n\nالياقوتة بخمسة ريالات.\n');
    await gateway.indexAll();
    await add(['زمردة', 'ياقوتة']);
    const firstTwo = async (question: string) =>
      (await ask(question)).retrieved_documents.slice(0, 2).map(({ text }) => text);
    expect(await firstTwo('الزمردة')).toEqual(['الزمردة بخمسة ريالات.', 'الياقوتة بخمسة ريالات.']);
    expect(await firstTwo('الياقوتة')).toEqual(['الياقوتة بخمسة ريالات.', 'الزمردة بخمسة ريالات.']);
  });

  test('does not affect another bot', async () => {
    await gateway.addKey('key-of-bot-2', { bots: [2] });
    await add(PLAN);
    const headers = { 'x-user-auth': 'key-of-bot-2', 'x-bot': '2' };
    const json = { expressions: ['نجمة'], questions: ['بكم نجمة؟'] };
    const response = await gateway.call('/api/Synonyms/2/measure', { method: 'POST', json, headers });
    expect(await responseOf(response)).toMatchObject({ units: 0, questions: [{ uses: false }] });
  });
});

describe('the measured effect', () => {
  beforeEach(async () => {
    await gateway.addUnit('دليل الفروع', BRANCHES);
    await gateway.addUnit('Offers', '# Offers\n\nNew offers are announced on the first day of the month.\n');
    await gateway.indexAll();
  });

  test('counts passages by postings in any word form, and marks useless expressions', async () => {
    const { units, passages, expressions } = await measure({
      expressions: ['دوام', 'ساعة عمل', 'الفروع', 'فرع', 'من في', 'offer'],
    });
    expect([units, passages]).toEqual([2, 5]);
    expect(expressions).toEqual([
      { expression: 'دوام', passages: 0, units: 0, searchable: true, duplicateOf: null },
      { expression: 'ساعة عمل', passages: 1, units: 1, searchable: true, duplicateOf: null },
      { expression: 'الفروع', passages: 3, units: 1, searchable: true, duplicateOf: null },
      { expression: 'فرع', passages: 3, units: 1, searchable: true, duplicateOf: 2 },
      { expression: 'من في', passages: 0, units: 0, searchable: false, duplicateOf: null },
      { expression: 'offer', passages: 1, units: 1, searchable: true, duplicateOf: null },
    ]);
  });

  test('shows moved passages before saving, free of charge', async () => {
    const used = (await gateway.ports.ledger.state(1, 'text'))?.used;
    const { questions } = await measure({
      expressions: PLAN,
      questions: ['بكم نجمة؟', 'أين مواقف السيارات؟'],
    });
    const [plan, parking] = questions;
    expect(plan).toMatchObject({ question: 'بكم نجمة؟', uses: true });
    expect(plan?.after[0]?.text).toContain('بمئتي');
    expect(plan?.after[0]).toMatchObject({
      title: 'دليل الفروع',
      sectionTitle: expect.stringContaining('المميزة'),
    });
    const then = plan?.before.findIndex(({ text }) => text.includes('بمئتي')) ?? -1;
    expect(plan?.after[0]?.otherRank).toBe(then < 0 ? null : then + 1);
    expect(parking?.uses).toBe(false);
    expect(parking?.after).toEqual(parking?.before);
    for (const [index, { otherRank }] of (parking?.after ?? []).entries()) expect(otherRank).toBe(index + 1);
    expect((await list()).total).toBe(0);
    expect((await gateway.ports.ledger.state(1, 'text'))?.used).toBe(used);
  });

  test('compares a saved group with the bot without it', async () => {
    const group = await add(PLAN);
    const [asNew] = (await measure({ expressions: PLAN, questions: ['بكم نجمة؟'] })).questions;
    expect(asNew?.after.map(({ ordinal }) => ordinal)).toEqual(asNew?.before.map(({ ordinal }) => ordinal));
    const { questions } = await measure({
      expressions: PLAN,
      groupId: group.id,
      questions: ['بكم نجمة؟'],
    });
    expect(questions[0]?.after[0]?.text).toContain('بمئتي');
    expect(questions[0]?.before[0]?.text ?? '').not.toContain('بمئتي');
    const unknown = await gateway.call(`${BASE}/measure`, {
      method: 'POST',
      json: { expressions: PLAN, groupId: 99 },
    });
    expect(await faultOf(unknown)).toMatchObject({ status: 404, fault: 'synonyms-not-found' });
  });

  test('is empty without searchable units', async () => {
    const empty = await createTestGateway();
    const response = await empty.call(`${BASE}/measure`, {
      method: 'POST',
      json: { expressions: PLAN, questions: ['بكم نجمة؟'] },
    });
    expect(await responseOf(response)).toMatchObject({
      units: 0,
      passages: 0,
      expressions: [{ passages: 0 }, { passages: 0 }],
      questions: [{ uses: true, before: [], after: [] }],
    });
    await empty.close();
  });
});
