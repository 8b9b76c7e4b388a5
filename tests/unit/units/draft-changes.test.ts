import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { createProofWorker } from '#gateway/modules/evaluation/services/proof-worker.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { FEES, keyOf, type OpenEvaluation, openEvaluation } from '#tests/unit/evaluation/setup.ts';

let open: OpenEvaluation;
beforeEach(async () => {
  open = await openEvaluation();
});
afterEach(() => open.gateway.close());

const unit = async () => {
  const row = await open.gateway.ports.units.get(1, open.guide);
  if (!row) throw new Error('the unit is gone');
  return row;
};
const namesOf = (sources: readonly { name: string }[] = []) => sources.map(({ name }) => name);
const draftNames = async () => namesOf((await open.drafts())[0]?.version.sources);
const liveNames = async () => (await unit()).sources.map(({ file, url }) => file?.name ?? url ?? '');

async function upload(name: string, text: string) {
  const { response, size } = await open.gateway.upload(name, text);
  const file = (await response.json()) as { FileURL: string; FileName: string; FilePath: string };
  return { FileName: file.FileName, FileUrl: file.FileURL, FilePath: file.FilePath, FileSize: size };
}
const AS_DRAFT = { 'x-knowledge': 'draft' };
const sourcesPath = (id = '') => `/api/AIKnowledge/1/${open.guide}/sources${id}`;
async function addFile(name: string, text: string, headers: Record<string, string> = AS_DRAFT) {
  const json = { KnowledgeSource: 0, SourceContent: await upload(name, text) };
  return open.call('POST', sourcesPath(), json, headers);
}
async function put(files: Awaited<ReturnType<typeof upload>>[], headers: Record<string, string> = {}) {
  return open.call(
    'PUT',
    `/api/AIKnowledge/1/${open.guide}`,
    { KnowledgeSource: 0, SourceContent: files },
    headers,
  );
}

const PARKING = '# المواقف\n\nرسوم موقف السيارة 12 ريالًا لليوم الواحد في المبنى الرئيسي.';
const CARDS = '# البطاقات\n\nرسوم إصدار البطاقة 40 ريالًا وتسلم خلال يومي عمل من الطلب.';

describe('a later change of a unit with a draft', () => {
  test('by a source goes into the draft', async () => {
    await addFile('مواقف.md', PARKING);
    await open.gateway.indexAll();
    const before = await draftNames();
    expect(before).toContain('مواقف.md');
    await addFile('بطاقات.md', CARDS);
    await open.gateway.indexAll();
    expect(await draftNames()).toEqual([...before, 'بطاقات.md']);
    const added = (await open.drafts())[0]?.version.sources.find(({ name }) => name === 'مواقف.md');
    const removed = await open.call('DELETE', sourcesPath(`/${added?.id}`), undefined, AS_DRAFT);
    expect(removed.status).toBe(200);
    await open.gateway.indexAll();
    expect(await draftNames()).toEqual(before.map((name) => (name === 'مواقف.md' ? 'بطاقات.md' : name)));
  });

  test('that changes nothing leaves the sources that answer', async () => {
    const file = await upload('مواقف.md', PARKING);
    await put([file], AS_DRAFT);
    await open.gateway.indexAll();
    const live = await liveNames();
    expect(live).not.toContain('مواقف.md');
    await put([file], AS_DRAFT);
    expect(await liveNames()).toEqual(live);
    expect((await unit()).formerSources).toEqual([]);
  });

  test('keeps a change that waits to be indexed', async () => {
    await put([await upload('مواقف.md', PARKING)], AS_DRAFT);
    await open.gateway.indexAll();
    await put([await upload('بطاقات.md', CARDS)], AS_DRAFT);
    await open.call('POST', `/api/AIKnowledge/1/${open.guide}/reindex`, undefined, AS_DRAFT);
    await open.gateway.indexAll();
    expect(await draftNames()).toEqual(['بطاقات.md']);
  });

  test('stays awaited by the program that made it', async () => {
    await open.setRules({ personChanges: 'by-person' });
    await put([await upload('مواقف.md', PARKING)]);
    await open.gateway.indexAll();
    expect((await unit()).isDraftAwaited).toBe(true);
    await addFile('بطاقات.md', CARDS, {});
    await open.gateway.indexAll();
    expect((await unit()).isDraftAwaited).toBe(true);
  });
});

test('a change of a draft that cannot be read is said of its unit, and the draft stays with no index of before', async () => {
  await put([await upload('مواقف.md', PARKING)], AS_DRAFT);
  await open.gateway.indexAll();
  const [first] = await open.gateway.ports.drafts.searchable(1);
  const live = await liveNames();
  await put([await upload('فارغ.md', '  ')]);
  await open.gateway.indexAll();
  expect(await unit()).toMatchObject({ status: 'failed' });
  expect([await liveNames(), await draftNames()]).toEqual([live, ['مواقف.md']]);
  await put([await upload('بطاقات.md', CARDS)]);
  await open.gateway.indexAll();
  expect(await unit()).toMatchObject({ status: 'ready' });
  const of = { botId: 1, unitId: open.guide, generation: first?.generation ?? 0 };
  expect(await open.gateway.ports.index.filterCurrent([of])).toEqual([]);
});

test('a change of sources that cannot be read is given up by going back to the live version', async () => {
  const live = await liveNames();
  const goBack = () => open.call('POST', `/api/AIKnowledge/1/${open.guide}/versions/1/restore`);
  expect(await faultOf(await goBack())).toMatchObject({ status: 409, fault: 'version-live' });
  await put([await upload('فارغ.md', '  ')]);
  await open.gateway.indexAll();
  expect([(await unit()).status, await liveNames()]).toEqual(['failed', ['فارغ.md']]);
  expect(await responseOf(await goBack())).toMatchObject({
    version: 1,
    isIndexed: true,
    unit: { sourceStatus: 2 },
  });
  expect(await unit()).toMatchObject({ status: 'ready', formerSources: [] });
  expect(await liveNames()).toEqual(live);
  expect(await open.gateway.ports.versions.list(1, open.guide, { indexVersion: 0, limit: 9 })).toMatchObject([
    { number: 1, state: 'live' },
  ]);
  expect(await open.ask(FEES.question)).not.toBe('');
  // So is one that waits to be indexed.
  await put([await upload('مواقف.md', PARKING)]);
  expect((await goBack()).status).toBe(200);
  await open.gateway.indexAll();
  expect(await liveNames()).toEqual(live);
});

test('the file of a change that is removed before it is read goes with it', async () => {
  const names = async () => {
    const files = await open.gateway.db.read.selectFrom('stored_file').select('name').execute();
    return files.map(({ name }) => name);
  };
  await put([await upload('مواقف.md', PARKING)], AS_DRAFT);
  await open.gateway.indexAll();
  await put([await upload('ملغى.md', 'كلمات')], AS_DRAFT);
  await put([await upload('بطاقات.md', CARDS)], AS_DRAFT);
  await open.gateway.indexAll();
  expect([await draftNames(), (await names()).includes('ملغى.md')]).toEqual([['بطاقات.md'], false]);
  await put([await upload('ملغى.md', 'كلمات')], AS_DRAFT);
  await open.call('DELETE', `/api/Jobs/1/index/${open.guide}`);
  await open.gateway.indexAll();
  expect([await draftNames(), (await names()).includes('ملغى.md')]).toEqual([['بطاقات.md'], false]);
});

test('a draft that is being changed is neither published nor discarded', async () => {
  await put([await upload('مواقف.md', PARKING)], AS_DRAFT);
  await open.gateway.indexAll();
  const live = await liveNames();
  await put([await upload('بطاقات.md', CARDS)], AS_DRAFT);
  for (const what of ['publish', 'discard'])
    expect(await faultOf(await open.onDrafts(what))).toMatchObject({ status: 409, fault: 'draft-moved' });
  await open.gateway.indexAll();
  expect([await liveNames(), await draftNames()]).toEqual([live, ['بطاقات.md']]);
  expect((await open.onDrafts('publish')).status).toBe(200);
  expect([await liveNames(), await draftNames()]).toEqual([['بطاقات.md'], []]);
});

test('a unit that is indexed again for itself keeps its draft', async () => {
  await put([await upload('مواقف.md', PARKING)], AS_DRAFT);
  await open.gateway.indexAll();
  const { jobs } = open.gateway.ports;
  expect(await jobs.queueOlderReaders(1, { readerVersion: 1e6, limit: 10, by: 'هدى' })).toContain(open.guide);
  await open.gateway.indexAll();
  expect(await draftNames()).toEqual(['مواقف.md']);
  expect(await liveNames()).not.toContain('مواقف.md');
});

describe('under "by a person"', () => {
  beforeEach(async () => {
    await open.setRules({ personChanges: 'by-person', ownChanges: 'at-once' });
  });

  test('a change that was in the bin before it was indexed waits', async () => {
    await put([await upload('مواقف.md', PARKING)]);
    await open.call('DELETE', `/api/AIKnowledge/1/${open.guide}`);
    await open.call('POST', `/api/AIKnowledge/1/${open.guide}/restore`, {});
    await open.gateway.indexAll();
    expect(await draftNames()).toEqual(['مواقف.md']);
  });

  test('so does a new unit', async () => {
    const id = await open.gateway.addUnit('رسوم المواقف', PARKING);
    await open.call('DELETE', `/api/AIKnowledge/1/${id}`);
    await open.call('POST', `/api/AIKnowledge/1/${id}/restore`, {});
    await open.gateway.indexAll();
    expect(await draftNames()).toHaveLength(1);
    expect(await open.gateway.ports.units.get(1, id)).toMatchObject({ generation: null });
  });
});

test('a change that was to wait as a draft still does after the bin', async () => {
  await put([await upload('مواقف.md', PARKING)], AS_DRAFT);
  await open.call('DELETE', `/api/AIKnowledge/1/${open.guide}`);
  await open.call('POST', `/api/AIKnowledge/1/${open.guide}/restore`, {});
  await open.gateway.indexAll();
  expect(await draftNames()).toEqual(['مواقف.md']);
});

test('a draft that waits for its proof goes live after a person proved it', async () => {
  await open.add(FEES);
  await open.evaluate();
  await open.setRules({ personChanges: 'unless-test-breaks' });
  await addFile('مواقف.md', PARKING, {});
  await open.gateway.indexAll();
  expect((await open.drafts())[0]).toMatchObject({ release: 'proof' });
  await open.onDrafts('prove');
  const worker = createProofWorker(open.gateway.ports);
  await worker.runDue();
  open.gateway.time.now = new Date(open.gateway.time.now.getTime() + 5_000);
  await worker.runDue();
  expect(await open.drafts()).toEqual([]);
  expect(await liveNames()).toContain('مواقف.md');
});

test('a page of a draft is not fetched again for another change of the draft', async () => {
  await open.gateway.close();
  const pages: Record<string, string> = {
    'https://example.org/مواقف': `<main><h1>المواقف</h1><p>${PARKING}</p></main>`,
  };
  open = await openEvaluation({ pages });
  const json = { KnowledgeSource: 1, SourceContent: 'https://example.org/مواقف' };
  await open.call('POST', sourcesPath(), json, AS_DRAFT);
  await open.gateway.indexAll();
  delete pages['https://example.org/مواقف'];
  await addFile('بطاقات.md', CARDS);
  await open.gateway.indexAll();
  expect((await open.drafts())[0]?.version.sources.slice(1)).toMatchObject([
    { name: 'https://example.org/مواقف', passages: 1, reason: null },
    { name: 'بطاقات.md', passages: 1, reason: null },
  ]);
});

describe('a page whose newer text waits as a draft', () => {
  const PAGE = 'https://example.org/مواقف';
  const textOf = (fee: number) =>
    `<main><h1>المواقف</h1><p>رسوم موقف السيارة ${fee} ريالًا لليوم الواحد في المبنى الرئيسي.</p></main>`;
  const pages: Record<string, string> = {};
  beforeEach(async () => {
    await open.gateway.close();
    pages[PAGE] = textOf(12);
    open = await openEvaluation({ pages });
    await open.call('POST', sourcesPath(), { KnowledgeSource: 1, SourceContent: PAGE });
    await open.gateway.indexAll();
    await fetchAgain(textOf(15));
  });
  async function fetchAgain(text: string | undefined) {
    if (text === undefined) delete pages[PAGE];
    else pages[PAGE] = text;
    open.gateway.time.now = new Date(open.gateway.time.now.getTime() + 60_000);
    await open.call('POST', `/api/AIKnowledge/1/${open.guide}/reindex`, undefined, AS_DRAFT);
    await open.gateway.indexAll();
  }
  const ask = async (headers: Record<string, string>) => {
    const json = { Question: 'كم رسوم موقف السيارة؟' };
    const response = await open.call('POST', '/api/v1/RAG/Answer', json, headers);
    return (await responseOf<{ answer: string }>(response)).answer;
  };
  const answers = async () => [await ask({}), await ask(AS_DRAFT)];

  test('keeps both texts where the index is made again', async () => {
    await open.gateway.ports.jobs.queueOutdated(INDEX_VERSION + 1, 10);
    await open.gateway.indexAll();
    expect(await answers()).toEqual([expect.stringContaining('12'), expect.stringContaining('15')]);
  });

  test('keeps both where the page cannot be fetched, and where an accident is held', async () => {
    await fetchAgain(undefined);
    expect(await answers()).toEqual([expect.stringContaining('12'), expect.stringContaining('15')]);
    await fetchAgain('<main><h1>تسجيل الدخول</h1><form><input type="password"></form></main>');
    expect(await answers()).toEqual([expect.stringContaining('12'), expect.stringContaining('15')]);
  });
});

describe('under "by a person" for people and "at once" for web pages', () => {
  const FEES_PAGE = 'https://example.org/رسوم';
  const page = (fee: number) =>
    `<main><h1>الرسوم</h1><p>رسوم تجديد الجواز ${fee} ريالًا في كل المكاتب.</p></main>`;
  const pages = { [FEES_PAGE]: page(300), 'https://example.org/دوام': page(20) };

  test('a page that is read again goes live, and the change of a person before it waits', async () => {
    await open.gateway.close();
    open = await openEvaluation({ pages });
    await put2([FEES_PAGE]);
    await open.gateway.indexAll();
    await open.setRules({ personChanges: 'by-person', ownChanges: 'at-once' });
    pages[FEES_PAGE] = page(450);
    open.gateway.time.now = new Date(open.gateway.time.now.getTime() + 60_000);
    await open.call('POST', `/api/AIKnowledge/1/${open.guide}/reindex`);
    await open.gateway.indexAll();
    expect(await open.drafts()).toEqual([]);
    await put2([FEES_PAGE, 'https://example.org/دوام']);
    await open.call('POST', `/api/AIKnowledge/1/${open.guide}/reindex`);
    await open.gateway.indexAll();
    expect(await draftNames()).toHaveLength(2);
    expect(await liveNames()).toEqual([FEES_PAGE]);
  });

  test('a page that is read again into a scheduled draft waits for a person, where pages do', async () => {
    await open.gateway.close();
    open = await openEvaluation({ pages });
    await open.setRules({ ownChanges: 'by-person' });
    await put2([FEES_PAGE]);
    await open.gateway.indexAll();
    await open.call(
      'PUT',
      `/api/AIKnowledge/1/${open.guide}`,
      { KnowledgeSource: 1, SourceContent: Object.keys(pages) },
      AS_DRAFT,
    );
    await open.gateway.indexAll();
    const on = new Date(open.gateway.time.now.getTime() + 3_600_000).toISOString();
    await open.onDrafts('publish', { on });
    pages[FEES_PAGE] = page(500);
    open.gateway.time.now = new Date(open.gateway.time.now.getTime() + 60_000);
    await open.call('POST', `/api/AIKnowledge/1/${open.guide}/reindex`);
    await open.gateway.indexAll();
    expect(await open.drafts()).toMatchObject([
      { held: { code: 'schedule-outdated' }, publishOn: on, release: 'person', version: { number: 4 } },
    ]);
    open.gateway.time.now = new Date(on);
    expect(await open.gateway.ports.drafts.due(INDEX_VERSION)).toEqual([]);
  });

  const put2 = (addresses: string[]) =>
    open.call('PUT', `/api/AIKnowledge/1/${open.guide}`, { KnowledgeSource: 1, SourceContent: addresses });
});

test('an index that is made again leaves the draft, and a draft whose index is old is made live with a new one', async () => {
  await put([await upload('مواقف.md', PARKING)], AS_DRAFT);
  await open.gateway.indexAll();
  const { jobs, drafts: store } = open.gateway.ports;
  expect(await jobs.queueOutdated(INDEX_VERSION + 1, 10)).toBeGreaterThan(0);
  await open.gateway.indexAll();
  expect(await draftNames()).toEqual(['مواقف.md']);
  expect((await unit()).status).toBe('ready');
  const keys = (await open.drafts()).map(keyOf);
  const old = await store.searchable(1);
  const published = await store.publish(1, keys, { by: 'هدى', indexVersion: INDEX_VERSION + 1 });
  expect(published).toMatchObject({ published: [], indexing: [{ id: open.guide }] });
  const generation = old[0]?.generation ?? 0;
  expect(
    await open.gateway.ports.index.filterCurrent([{ botId: 1, unitId: open.guide, generation }]),
  ).toEqual([]);
  await open.gateway.ports.queue.cancel({ botId: 1, kind: 'index', subject: String(open.guide) });
  expect((await open.drafts()).map(keyOf)).toEqual(keys);
  await open.onDrafts('publish');
  await open.gateway.indexAll();
  expect(await liveNames()).toEqual(['مواقف.md']);
});
