import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type PublishedVersion,
  publishedVersionsSchema,
  type VersionChanges,
  versionChangesSchema,
} from '#contract/versions.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { FEES, FEES_URL } from '#tests/support/units.ts';

let pages: Record<string, string>;
let gateway: TestGateway;
beforeEach(async () => {
  pages = { [FEES_URL]: FEES };
  // A Wednesday.
  gateway = await createTestGateway({ pages, now: new Date('2026-11-25T09:00:00Z') });
});
afterEach(() => gateway.close());

async function addPage(title = 'صفحة الرسوم'): Promise<number> {
  const json = { title, KnowledgeSource: 1, SourceContent: [FEES_URL] };
  const registered = await gateway.call('/api/AIKnowledge/1', { method: 'POST', json });
  await gateway.indexAll();
  return (await responseOf<{ id: number }>(registered)).id;
}
async function refresh(id: number, page: string, hours = 1): Promise<void> {
  gateway.time.now = new Date(gateway.time.now.getTime() + hours * 3_600_000);
  pages[FEES_URL] = page;
  await gateway.call(`/api/AIKnowledge/1/${id}/reindex`, { method: 'POST' });
  await gateway.indexAll();
}
const call = (id: number, version: number, query = '') =>
  gateway.call(`/api/AIKnowledge/1/${id}/versions/${version}/changes${query}`);
const changesOf = async (...of: Parameters<typeof call>): Promise<VersionChanges> =>
  versionChangesSchema.parse(await responseOf(await call(...of)));
const published = async (query = ''): Promise<PublishedVersion[]> =>
  publishedVersionsSchema.parse(await responseOf(await gateway.call(`/api/AIKnowledge/1/versions${query}`)))
    .items;

describe('changes of a version', () => {
  test('are those from the version before, or from any other', async () => {
    const id = await addPage();
    await refresh(id, FEES.replace('75', '80'));
    await refresh(id, FEES.replace('75', '٨٠'));
    const second = await changesOf(id, 2);
    expect(second).toMatchObject({ from: 1, to: 2, counts: { changed: 1, added: 0, removed: 0, moved: 0 } });
    expect(second.items[0]).toMatchObject({ kind: 'changed', only: null });
    expect(second.items[0]?.before?.text).toContain('75 ريالًا');
    expect(second.items[0]?.after?.text).toContain('80 ريالًا');
    expect((await changesOf(id, 3)).items).toMatchObject([{ kind: 'changed', only: 'digits' }]);
    expect((await changesOf(id, 3, '?from=1')).items[0]?.before?.text).toContain('75 ريالًا');
    expect(await changesOf(id, 1)).toMatchObject({ from: 0, sources: [{ name: FEES_URL, kind: 'added' }] });
  });

  test('come a page at a time', async () => {
    const id = await addPage();
    const long = (mark: string) =>
      FEES.replace(
        '</main>',
        `${Array.from({ length: 4 }, (_, index) => `<h2>${mark} ${index}</h2><p>يشرح هذا القسم ${mark} رقم ${index}.</p>`).join('')}</main>`,
      );
    await refresh(id, long('الخدمات'));
    const { items, total } = await changesOf(id, 2, '?limit=3');
    expect([items.length, total]).toEqual([3, 4]);
    const rest = await changesOf(id, 2, '?limit=3&offset=3');
    expect(rest.items).toHaveLength(1);
    expect(items.map(({ after }) => after?.ordinal)).not.toContain(rest.items[0]?.after?.ordinal);
  });

  test('are the same without the indexes, from what was read', async () => {
    const id = await addPage();
    await refresh(id, FEES.replace('75', '80'));
    const { items, ...indexed } = await changesOf(id, 2);
    for (const fee of [85, 90, 95]) await refresh(id, FEES.replace('75', String(fee)));
    const listed = await responseOf<{ items: { number: number; isIndexed: boolean }[] }>(
      await gateway.call(`/api/AIKnowledge/1/${id}/versions`),
    );
    expect(listed.items.filter(({ isIndexed }) => !isIndexed).map(({ number }) => number)).toEqual([2, 1]);
    expect(await changesOf(id, 2)).toEqual({ ...indexed, items });
  });

  test('are refused for versions that are not there, and for text that is not kept', async () => {
    const id = await addPage();
    const missing = await call(id, 7);
    expect([missing.status, missing.headers.get('X-Fault')]).toEqual([404, 'version-not-found']);
    expect((await call(99, 1)).headers.get('X-Fault')).toBe('unit-not-found');
    for (const fee of [80, 85, 90]) await refresh(id, FEES.replace('75', String(fee)));
    // As versions are that were made before readings were kept.
    await gateway.db.change({ bot: 1 }, (trx) =>
      trx.updateTable('version_source').set({ reading_id: null }).execute(),
    );
    const swept = await call(id, 4, '?from=1');
    expect([swept.status, swept.headers.get('X-Fault')]).toEqual([409, 'version-not-kept']);
    expect((await call(id, 4, '?from=2')).status).toBe(200);
    // Rollback to the version is refused too, and changes no text.
    const restore = (version: number) =>
      gateway.call(`/api/AIKnowledge/1/${id}/versions/${version}/restore`, { method: 'POST' });
    const refused = await faultOf(await restore(1));
    expect(refused).toMatchObject({ status: 409, fault: 'version-not-kept' });
    expect((await published())[0]).toMatchObject({ number: 4 });
    expect((await restore(2)).status).toBe(200);
  });
});

describe('versions of a bot that were published lately', () => {
  test('are listed with cause, name and unit, since the last Monday', async () => {
    const id = await addPage();
    await refresh(id, FEES.replace('75', '80'));
    const other = await addPage('الرسوم في فرع جدة');
    const items = await published();
    expect(items.map(({ knowledgeId, number }) => [knowledgeId, number])).toEqual([
      [id, 2],
      [other, 1],
      [id, 1],
    ]);
    expect(items.find(({ number }) => number === 2)).toMatchObject({
      title: 'صفحة الرسوم',
      causes: [{ kind: 'read-again', by: expect.any(String) }],
      passagesBefore: 1,
    });
    gateway.time.now = new Date('2026-11-30T09:00:00Z');
    expect(await published()).toHaveLength(3);
    gateway.time.now = new Date('2026-12-01T09:00:00Z');
    expect(await published()).toEqual([]);
    expect(await published('?since=2026-11-25&limit=1')).toHaveLength(1);
    await gateway.call(`/api/AIKnowledge/1/${id}`, { method: 'DELETE' });
    expect(await published('?since=2026-11-25')).toMatchObject([{ knowledgeId: other }]);
  });
});
