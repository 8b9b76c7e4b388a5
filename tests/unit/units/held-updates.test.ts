import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { heldUpdateSchema, type UnitDetails, unitDetailsSchema } from '#contract/unit-states.ts';
import { uploadResultSchema } from '#contract/uploads.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';
import { addHeldUpdate, FEES, FEES_URL, MOVED } from '#tests/support/units.ts';

let pages: Record<string, string>;
let gateway: TestGateway;
beforeEach(async () => {
  pages = {};
  gateway = await createTestGateway({ pages });
});
afterEach(() => gateway.close());

const details = async (id: number): Promise<UnitDetails> =>
  unitDetailsSchema.parse(await responseOf(await gateway.call(`/api/AIKnowledge/1/${id}/details`)));
const passagesOf = async (id: number): Promise<string> =>
  JSON.stringify(await responseOf(await gateway.call(`/api/AIKnowledge/1/${id}/passages`)));
const decide = (id: number, take: boolean, sourceId = 1) =>
  gateway.call(`/api/AIKnowledge/1/${id}/sources/${sourceId}/update`, { method: 'POST', json: { take } });
const readUpdate = (id: number) => gateway.call(`/api/AIKnowledge/1/${id}/sources/1/update`);
async function refresh(id: number, page: string): Promise<void> {
  gateway.time.now = new Date(gateway.time.now.getTime() + 60_000);
  pages[FEES_URL] = page;
  await gateway.call(`/api/AIKnowledge/1/${id}/reindex`, { method: 'POST' });
  await gateway.indexAll();
}

describe('a page that has become much shorter', () => {
  test('answers as before, says why, and shows both texts', async () => {
    const id = await addHeldUpdate(gateway, pages);
    const { state, sources } = await details(id);
    expect(state).toMatchObject({ status: 'ready', updateFailed: true });
    const [source] = sources;
    expect(source?.reason).toMatchObject({ code: 'held-empty', parameters: {} });
    expect(source?.readOn).toBe('2026-11-21T09:00:00.000Z');
    expect(await passagesOf(id)).toContain('75 ريالًا');
    const update = heldUpdateSchema.parse(await responseOf(await readUpdate(id)));
    expect(update).toMatchObject({
      url: FEES_URL,
      readOn: source?.readOn,
      fetchedOn: '2026-11-21T09:01:00.000Z',
    });
    expect(update.before).toContain('رسوم التحويل الدولي 25');
    expect(update.after).toContain('موقعنا الجديد');
  });

  test('is taken by a decision', async () => {
    const id = await addHeldUpdate(gateway, pages);
    expect((await decide(id, true)).status).toBe(200);
    await gateway.indexAll();
    expect((await details(id)).state).toMatchObject({ status: 'ready', updateFailed: false });
    expect(await passagesOf(id)).not.toContain('75 ريالًا');
    expect(await passagesOf(id)).toContain('موقعنا الجديد');
    expect((await readUpdate(id)).status).toBe(409);
    expect((await decide(id, true)).status).toBe(409);
  });

  test('goes on waiting where another run is cancelled, also one that a decision wanted', async () => {
    const id = await addHeldUpdate(gateway, pages);
    const before = await details(id);
    const update = await responseOf(await readUpdate(id));
    const cancel = () => gateway.call(`/api/Jobs/1/index/${id}`, { method: 'DELETE' });
    for (const queue of [
      () => gateway.call(`/api/AIKnowledge/1/${id}/reindex`, { method: 'POST' }),
      () => decide(id, true),
    ]) {
      await queue();
      expect((await details(id)).state.status).toBe('waiting');
      expect((await cancel()).status).toBe(200);
      const { state, sources } = await details(id);
      expect(state).toMatchObject({ status: 'ready', updateFailed: true });
      expect(sources).toEqual(before.sources);
      expect(await responseOf(await readUpdate(id))).toEqual(update);
    }
  });

  test('is refused by a decision, which holds for this copy alone', async () => {
    const id = await addHeldUpdate(gateway, pages);
    expect((await decide(id, false)).status).toBe(200);
    const before = await details(id);
    expect(before.state).toMatchObject({ status: 'ready', updateFailed: false });
    await refresh(id, MOVED);
    const { state, sources } = await details(id);
    expect(state).toMatchObject({ status: 'ready', updateFailed: false });
    expect(sources[0]).toMatchObject({ readOn: before.sources[0]?.readOn, reason: null });
    expect(await passagesOf(id)).toContain('75 ريالًا');

    await refresh(id, MOVED.replace('الجديد', 'الآخر'));
    expect((await details(id)).state.updateFailed).toBe(true);
    await refresh(id, FEES.replace('75', '80'));
    expect((await details(id)).state.updateFailed).toBe(false);
    expect(await passagesOf(id)).toContain('80 ريالًا');
  });

  test('has nothing to decide for other sources, units and states', async () => {
    const id = await addHeldUpdate(gateway, pages);
    expect((await decide(id, true, 9)).status).toBe(404);
    expect((await decide(id + 9, true)).status).toBe(404);
    await refresh(id, FEES);
    delete pages[FEES_URL];
    gateway.time.now = new Date(gateway.time.now.getTime() + 60_000);
    await gateway.call(`/api/AIKnowledge/1/${id}/reindex`, { method: 'POST' });
    await gateway.indexAll();
    expect((await details(id)).state.updateFailed).toBe(true);
    expect((await decide(id, false)).status).toBe(409);
    const file = await gateway.addUnit('دليل', 'نص الدليل كله هنا.');
    await gateway.indexAll();
    const reply = await gateway.call(`/api/AIKnowledge/1/${file}/sources/2/update`, {
      method: 'POST',
      json: { take: false },
    });
    expect(reply.status).toBe(409);
  });
});

test('a page that asks for a password and lost its text waits; one that always asked does not', async () => {
  const form = '<form><input type="password" name="p"></form>';
  const id = await addHeldUpdate(gateway, pages);
  const other = FEES.replace(/<p>.*<\/p>/, `<p>${'تسجيل الدخول إلى الخدمات الإلكترونية '.repeat(6)}</p>`);
  await refresh(id, other.replace('</main>', `${form}</main>`));
  expect((await details(id)).sources[0]?.reason?.code).toMatch(/^held-(?:sign-in|shorter)$|^sign-in-page$/);

  await refresh(id, FEES.replace('</main>', `${form}</main>`));
  expect((await details(id)).state.updateFailed).toBe(false);
});

describe('a kind of accident that is accepted for good', () => {
  const SHORT = FEES.replace(/<p>يعفى.*<\/p>/u, '').replace(/<p>رسوم التحويل.*?<\/p>/u, '');
  const acceptAlways = (id: number) =>
    gateway.call(`/api/AIKnowledge/1/${id}/sources/1/update`, {
      method: 'POST',
      json: { take: true, always: true },
    });
  const withdraw = (id: number, code: string) =>
    gateway.call(`/api/AIKnowledge/1/${id}/sources/1/accepted/${code}`, { method: 'DELETE' });
  const sourceOf = async (id: number) => (await details(id)).sources[0];

  test('holds no later copy of that address, other kinds do, and it can be withdrawn', async () => {
    const id = await addHeldUpdate(gateway, pages);
    expect((await acceptAlways(id)).status).toBe(200);
    await gateway.indexAll();
    await refresh(id, FEES);
    expect(await sourceOf(id)).toMatchObject({ reason: null, acceptedAlways: ['held-empty'] });
    await refresh(id, MOVED.replace('الجديد', 'الآخر'));
    // The rule of a shorter text is another one.
    expect(await sourceOf(id)).toMatchObject({ reason: { code: 'held-shorter' } });
    await acceptAlways(id);
    await gateway.indexAll();
    await refresh(id, FEES);
    await refresh(id, MOVED);
    expect(await sourceOf(id)).toMatchObject({
      reason: null,
      acceptedAlways: ['held-empty', 'held-shorter'],
    });

    expect((await withdraw(id, 'held-shorter')).status).toBe(200);
    expect((await withdraw(id, 'held-other-host')).status).toBe(200);
    expect(await sourceOf(id)).toMatchObject({ acceptedAlways: ['held-empty'] });
    await refresh(id, FEES);
    await refresh(id, SHORT);
    expect(await sourceOf(id)).toMatchObject({ reason: { code: 'held-shorter' } });
  });

  test('is read where a reader refuses such a page', async () => {
    const id = await addHeldUpdate(gateway, pages);
    const signIn = FEES.replaceAll('الرسوم', 'تسجيل الدخول').replace(
      /<p>.*<\/p>/u,
      '<p>اكتب رقم الهوية ثم كلمة المرور</p><input type="password">',
    );
    await refresh(id, signIn);
    expect(await sourceOf(id)).toMatchObject({ reason: { code: 'sign-in-page' } });
    await acceptAlways(id);
    await gateway.indexAll();
    expect(await sourceOf(id)).toMatchObject({ reason: null, acceptedAlways: ['held-sign-in'] });
    await refresh(id, signIn.replace('ثم', 'وبعده'));
    expect(await sourceOf(id)).toMatchObject({ reason: null });
    expect(await passagesOf(id)).toContain('وبعده');
  });

  test('is none of a file, of a source that is ready, and of another failure', async () => {
    const id = await addHeldUpdate(gateway, pages);
    expect((await withdraw(id, 'file-lost')).status).toBe(404);
    expect((await withdraw(id + 9, 'held-shorter')).status).toBe(404);
    await refresh(id, FEES);
    expect((await acceptAlways(id)).status).toBe(409);
    delete pages[FEES_URL];
    gateway.time.now = new Date(gateway.time.now.getTime() + 60_000);
    await gateway.call(`/api/AIKnowledge/1/${id}/reindex`, { method: 'POST' });
    await gateway.indexAll();
    expect((await acceptAlways(id)).status).toBe(409);
    const file = await gateway.addUnit('تحويلة', '4512', 'تحويلة.txt');
    await gateway.indexAll();
    const json = { take: true, always: true };
    const reply = await gateway.call(`/api/AIKnowledge/1/${file}/sources/2/update`, { method: 'POST', json });
    expect(reply.status).toBe(409);
  });
});

test('a file in the place of another one is read at once, with a warning where most of the text is gone', async () => {
  const id = await gateway.addUnit('الرسوم', FEES.replaceAll(/<[^>]*>/gu, '\n'), 'رسوم.txt');
  await gateway.indexAll();
  const [before] = (await details(id)).sources;
  const replace = async (words: string) => {
    const { response, size } = await gateway.upload('جديد.txt', words);
    const { FileURL, FileName, FilePath } = uploadResultSchema.parse(await response.json());
    const sourceId = (await details(id)).sources[0]?.id;
    const json = {
      KnowledgeSource: 0,
      SourceContent: { FileUrl: FileURL, FileName, FilePath, FileSize: size },
    };
    await gateway.call(`/api/AIKnowledge/1/${id}/sources/${sourceId}`, { method: 'PUT', json });
    await gateway.indexAll();
    return (await details(id)).sources[0];
  };
  expect(before?.warnings).toEqual([]);
  expect(await replace('رسوم البطاقة 75 ريالًا وتستلم خلال خمسة أيام عمل من أقرب فرع')).toMatchObject({
    status: 'ready',
    warnings: [{ code: 'replaced-shorter', parameters: { percent: expect.any(Number) } }],
  });
  const english = 'The fee for the card is 75 riyals, and it is collected from the nearest branch.';
  expect(await replace(english)).toMatchObject({
    status: 'ready',
    warnings: [{ code: 'replaced-other-language' }],
  });
  expect(await replace(`${english} It is free for students.`)).toMatchObject({ warnings: [] });
});
