/** Publishing over HTTP, with the tests of the bot, on every database. */
import { beforeEach, expect, test } from 'vitest';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import { createProofWorker } from '#gateway/modules/evaluation/services/proof-worker.ts';
import type { JobWorker } from '#gateway/modules/jobs/services/job-worker.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { describeStores } from '#tests/support/stores.ts';
import { FEES, GUIDE, HOURS, keyOf, LOANS, type OpenEvaluation, openEvaluation } from './setup.ts';

const dearer = GUIDE.replace('300', '450');
const later = GUIDE.replace('من الثامنة صباحًا', 'من الثامنة والنصف صباحًا');
const LONGER = '# Borrowing\n\n## Loans\n\nA member may borrow six books for four weeks.\n';

type Publication = Record<'published' | 'indexing' | 'scheduled' | 'testing', { unitId: number }[]>;

describeStores('publishing', (stores) => {
  let open: OpenEvaluation;
  let worker: JobWorker;
  /** Called when a proof was made. */
  let onProven: () => Promise<unknown>;
  beforeEach(async () => {
    onProven = async () => {};
    open = await openEvaluation({
      db: stores().db,
      ports: ({ proofs }) => ({
        proofs: {
          ...proofs,
          async end(lease, id) {
            await onProven();
            return proofs.end(lease, id);
          },
        },
      }),
    });
    worker = createProofWorker(open.gateway.ports);
    for (const draft of [FEES, HOURS, LOANS]) await open.add(draft);
    await open.setRules({ personChanges: 'by-person' });
  });

  async function prove(): Promise<void> {
    await worker.runDue();
    open.gateway.time.now = new Date(open.gateway.time.now.getTime() + 2_000);
    await worker.runDue();
  }
  const proveTogether = async () => {
    await prove();
    await open.onDrafts('prove');
    await prove();
  };
  const ask = async (question: string): Promise<string> => {
    const response = await open.call('POST', '/api/v1/RAG/Answer', { Question: question });
    return (await responseOf<{ answer: string }>(response)).answer;
  };
  const publish = async (json: object = {}) => open.onDrafts('publish', json);
  const publication = async (response: Response | Promise<Response>) =>
    responseOf<Publication>(await response);
  /** Another state of the knowledge, in which no answer differs. */
  let groups = 0;
  const moveKnowledge = () =>
    open.call('POST', '/api/Synonyms/1', {
      expressions: [`كوكب ${(groups += 1)}`, `نجم ${groups}`],
      note: '',
    });
  const liveVersions = async () => {
    const lists = [open.guide, open.library].map(async (id) => {
      const path = `/api/AIKnowledge/1/${id}/versions`;
      return responseOf<{ items: { number: number; state: string }[] }>(await open.call('GET', path));
    });
    return (await Promise.all(lists)).map(({ items }) => items.filter(({ state }) => state === 'live'));
  };

  test('of proven drafts takes effect at once, once for two people at once', async () => {
    await open.change(dearer);
    await open.change(LONGER, open.library);
    await proveTogether();
    const drafts = (await open.drafts()).map(keyOf);
    const send = () => open.call('POST', '/api/Drafts/1/publish', { drafts });
    const responses = await Promise.all([send(), send()]);
    const outcomes = responses.map(async (response) =>
      response.status === 200 ? (await publication(response)).published : (await faultOf(response)).fault,
    );
    const [first, second] = await Promise.all(outcomes);
    expect([drafts, 'draft-moved']).toContainEqual(first);
    expect([drafts, 'draft-moved']).toContainEqual(second);
    expect([first, second]).toContainEqual(drafts);
    expect(await open.drafts()).toEqual([]);
    expect(await liveVersions()).toMatchObject([[{ number: 2 }], [{ number: 2 }]]);
    expect(await publication(send())).toMatchObject({ published: drafts });
    expect(await ask(FEES.question)).toContain('450');
  });

  test('and discarding at once leave all of the drafts live, or none', async () => {
    await open.change(dearer);
    await open.change(LONGER, open.library);
    await proveTogether();
    const [response, discarded] = await Promise.all([publish(), open.onDrafts('discard')]);
    expect(new Set([response.status, discarded.status])).toEqual(new Set([200, 409]));
    const number = response.status === 200 ? 2 : 1;
    expect(await liveVersions()).toMatchObject([[{ number }], [{ number }]]);
    expect(await open.drafts()).toEqual([]);
  });

  test('of another set is proven first, once for two people at once', async () => {
    await open.change(later);
    await open.change(LONGER, open.library);
    await prove();
    const drafts = (await open.drafts()).map(keyOf);
    const send = () => open.call('POST', '/api/Drafts/1/publish', { drafts });
    const responses = await Promise.all([send(), send()]);
    for (const response of responses)
      expect(await publication(response)).toMatchObject({ published: [], testing: drafts });
    expect(await ask(LOANS.question)).toContain('three weeks');
    expect(await open.drafts()).toMatchObject([{ publishing: true }, { publishing: true }]);
    await prove();
    expect(await open.drafts()).toEqual([]);
    expect(await liveVersions()).toMatchObject([[{ number: 2 }], [{ number: 2 }]]);
    expect(await ask(LOANS.question)).toContain('four weeks');
  });

  test('over another state waits for its tests, unless it is wanted without them', async () => {
    await open.change(later);
    await prove();
    await moveKnowledge();
    expect(await open.drafts()).toMatchObject([{ publishing: false, proof: { isCurrent: false } }]);
    expect(await publication(publish())).toMatchObject({ testing: [{ unitId: open.guide }] });
    expect(await publication(publish({ untested: true }))).toMatchObject({
      published: [{ unitId: open.guide }],
    });
    expect(await open.drafts()).toEqual([]);
    await prove();
    expect(await liveVersions()).toMatchObject([[{ number: 2 }], [{ number: 1 }]]);
  });

  test('is held where it loses tests that nobody has seen, and goes live when wanted again', async () => {
    await open.change(dearer);
    expect(await publication(publish())).toMatchObject({ testing: [{ unitId: open.guide }] });
    await prove();
    const lost = { code: 'tests-lost', parameters: { tests: 1 } };
    expect(await open.drafts()).toMatchObject([
      { publishing: false, held: lost, proof: { lost: 1, isCurrent: true } },
    ]);
    expect(await ask(FEES.question)).toContain('300');
    // The same test is lost over the next state: it was seen.
    await moveKnowledge();
    await publish();
    await prove();
    expect(await open.drafts()).toEqual([]);
    expect(await ask(FEES.question)).toContain('450');
  });

  test.each([
    ['is of another engine', async () => {}],
    ['could not be made', () => setDraft({ generation: null, index_failed: 1 })],
    ['is missing while its unit waits to be repaired', () => setDraft({ generation: null }, 'failed')],
  ])('of a draft whose index %s waits for that, and for tests over it', async (_, prepare) => {
    await open.change(dearer);
    await outdateDrafts();
    await prepare();
    expect(await publication(publish())).toMatchObject({ testing: [{ unitId: open.guide }] });
    await prove();
    expect(await open.drafts()).toMatchObject([{ publishing: true, version: { isIndexed: false } }]);
    await open.gateway.indexAll();
    await prove();
    expect(await open.drafts()).toMatchObject([
      { publishing: false, held: { code: 'tests-lost' }, version: { isIndexed: true } },
    ]);
    expect(await ask(FEES.question)).toContain('300');
  });
  const outdateDrafts = () =>
    open.gateway.db.change({ bot: 1 }, async (trx) => {
      const generations = trx.selectFrom('unit_version').select('generation').where('state', '=', 'draft');
      await trx
        .updateTable('segment')
        .set({ analyzer_version: INDEX_VERSION - 1 })
        .where('generation', 'in', generations as never)
        .execute();
    });
  const setDraft = (
    values: { generation: null; index_failed?: number },
    status: 'ready' | 'failed' = 'ready',
  ) =>
    open.gateway.db.change({ bot: 1 }, async (trx) => {
      await trx.updateTable('unit_version').set(values).where('state', '=', 'draft').execute();
      await trx.updateTable('unit').set({ status }).where('id', '=', open.guide).execute();
    });

  test('goes on with the next set where one fails', async () => {
    await open.change(later);
    await open.change(LONGER, open.library);
    await prove();
    await moveKnowledge();
    for (const draft of (await open.drafts()).map(keyOf)) {
      await publish({ drafts: [draft] });
      open.gateway.time.now = new Date(open.gateway.time.now.getTime() + 1);
    }
    const [first = 0] = (await open.gateway.ports.drafts.due(INDEX_VERSION)).map(
      ({ drafts }) => drafts[0]?.unitId,
    );
    let proofs = 0;
    onProven = async () => {
      if ((proofs += 1) === 1) throw new Error('the proof fails');
    };
    await worker.runDue();
    expect((await open.drafts()).map(({ unit }) => unit.id)).toEqual([first]);
    await prove();
    open.gateway.time.now = new Date(open.gateway.time.now.getTime() + 10_000);
    await prove();
    expect(await open.drafts()).toEqual([]);
  });

  test('proves at most three times while the knowledge moves', async () => {
    let proofs = 0;
    onProven = () => {
      proofs += 1;
      return moveKnowledge();
    };
    await open.setRules({ personChanges: 'unless-test-breaks' });
    await open.change(later);
    await prove();
    expect(proofs).toBe(3);
    expect(await open.drafts()).toEqual([]);
    await open.setRules({ personChanges: 'by-person' });
    await open.change(LONGER, open.library);
    await publish();
    proofs = 0;
    await worker.runDue();
    expect(proofs).toBeLessThanOrEqual(4);
    expect(await open.drafts()).toEqual([]);
  });

  test('that waits for its tests shows how far they are, and ends when these are cancelled', async () => {
    await open.change(later);
    await publish();
    onProven = async () => {
      expect(await open.drafts()).toMatchObject([{ proof: { state: 'running', tests: 3, asked: 3 } }]);
      await open.call('DELETE', '/api/Jobs/1/prove/due');
    };
    await worker.runDue();
    expect(await open.drafts()).toMatchObject([{ publishing: false, held: { code: 'cancelled' } }]);
    expect(await ask(HOURS.question)).not.toContain('والنصف');
  });

  test('is taken back while the tests are asked, by its person and for that draft alone', async () => {
    await open.change(later);
    await open.change(LONGER, open.library);
    await publish();
    onProven = async () => {
      onProven = async () => {};
      const drafts = (await open.drafts()).map(keyOf).filter(({ unitId }) => unitId === open.guide);
      await responseOf(await open.call('POST', '/api/Drafts/1/unschedule', { drafts }));
    };
    await prove();
    expect(await open.drafts()).toMatchObject([
      { unit: { id: open.guide }, publishing: false, publishOn: null, held: null },
    ]);
    expect(await liveVersions()).toMatchObject([[{ number: 1 }], [{ number: 2 }]]);
  });
});
