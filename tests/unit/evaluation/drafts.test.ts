import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { webhookEventSchema } from '#contract/alerts.ts';
import { createProofWorker } from '#gateway/modules/evaluation/services/proof-worker.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { FEES, GUIDE, HOURS, LOANS, type OpenEvaluation, openEvaluation } from './setup.ts';

const dearer = GUIDE.replace('300', '450');
const later = GUIDE.replace('من الثامنة صباحًا', 'من الثامنة والنصف صباحًا');

let open: OpenEvaluation;
beforeEach(async () => {
  open = await openEvaluation();
});
afterEach(() => open.gateway.close());

const addTests = async () => {
  for (const draft of [FEES, HOURS, LOANS]) await open.add(draft);
  await open.evaluate();
};
/** Lets the quiet time pass, and proves what is due. */
async function prove(): Promise<void> {
  const worker = createProofWorker(open.gateway.ports);
  await worker.runDue();
  open.gateway.time.now = new Date(open.gateway.time.now.getTime() + 2_000);
  await worker.runDue();
}
async function ask(question: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await open.call('POST', '/api/v1/RAG/Answer', { Question: question }, headers);
  return (await responseOf<{ answer: string }>(response)).answer;
}
const unit = () => open.call('GET', `/api/AIKnowledge/byId/${open.guide}`);

describe('a change of a person, under "by a person"', () => {
  beforeEach(async () => {
    await open.setRules({ personChanges: 'by-person' });
    await open.change(dearer);
  });

  test('waits as a draft: what is live answers, and only its editors can ask the draft', async () => {
    expect(await ask(FEES.question)).toContain('300');
    expect(await ask(FEES.question, { 'x-knowledge': 'draft' })).toContain('450');
    expect(await open.drafts()).toMatchObject([
      {
        unit: { id: open.guide, title: 'دليل الخدمات' },
        version: { number: 2, base: 1, state: 'draft', causes: [{ kind: 'sources' }] },
        isNew: false,
        release: 'person',
        held: null,
      },
    ]);
    await open.gateway.addKey('key-of-a-tester', { role: 'tester' });
    const asTester = { 'x-user-auth': 'key-of-a-tester', 'x-knowledge': 'draft' };
    const refused = await open.call('POST', '/api/v1/RAG/Answer', { Question: FEES.question }, asTester);
    expect(await faultOf(refused)).toMatchObject({ status: 403 });
  });

  test('shows its unit as waiting to the program that made it, with the number of the draft', async () => {
    const response = await unit();
    expect(response.headers.get('x-draft')).toBe('2');
    expect(await response.json()).toMatchObject({ sourceStatus: 0, aiKnowledgeSources: [{ id: 1 }] });
    await open.onDrafts('publish');
    const published = await unit();
    expect(published.headers.get('x-draft')).toBeNull();
    expect(await published.json()).toMatchObject({ sourceStatus: 2, aiKnowledgeSources: [{ id: 3 }] });
    expect(await ask(FEES.question)).toContain('450');
  });

  test('goes on in its draft, with all causes, and goes with it when that is discarded', async () => {
    await open.change(`${dearer}\n## العنوان\n\nشارع الملك فهد، مبنى 7.\n`);
    const [draft] = await open.drafts();
    expect(draft?.version).toMatchObject({ number: 3, causes: [{ kind: 'sources' }, { kind: 'sources' }] });
    const stale = { drafts: [{ unitId: open.guide, version: 2 }] };
    expect(await faultOf(await open.call('POST', '/api/Drafts/1/publish', stale))).toMatchObject({
      status: 409,
      fault: 'draft-moved',
    });
    const chosen = { drafts: [{ unitId: open.guide, version: 3 }] };
    const discard = async () => responseOf(await open.call('POST', '/api/Drafts/1/discard', chosen));
    expect(await discard()).toEqual({ discarded: chosen.drafts });
    expect(await discard()).toEqual({ discarded: chosen.drafts });
    expect(await open.drafts()).toEqual([]);
    expect(await ask(FEES.question)).toContain('300');
    expect(await (await unit()).json()).toMatchObject({ sourceStatus: 2 });
  });

  test('goes live at a chosen time', async () => {
    const on = new Date(open.gateway.time.now.getTime() + 60_000).toISOString();
    await open.onDrafts('publish', { on });
    await prove();
    expect(await ask(FEES.question)).toContain('300');
    expect(await open.drafts()).toMatchObject([{ publishOn: on }]);
    open.gateway.time.now = new Date(on);
    await prove();
    expect(await ask(FEES.question)).toContain('450');
    const past = await open.call('POST', '/api/Drafts/1/publish', {
      drafts: [{ unitId: 1, version: 2 }],
      on,
    });
    expect(await faultOf(past)).toMatchObject({ fault: 'publication-past' });
  });
});

test('a new unit that waits is in no answer, and in those of drafts', async () => {
  await open.setRules({ personChanges: 'by-person' });
  const id = await open.gateway.addUnit('رسوم المواقف', '# المواقف\n\nرسوم موقف السيارة 12 ريالًا لليوم.');
  await open.gateway.indexAll();
  expect(await open.drafts()).toMatchObject([{ unit: { id }, isNew: true, version: { number: 1 } }]);
  const states = await responseOf(
    await open.call('GET', `/api/AIKnowledge/1/states?ids=${open.guide},${id}`),
  );
  expect(states).toMatchObject({
    items: [{ draft: null }, { status: 'waiting', position: null, draft: 1 }],
  });
  expect(await ask('كم رسوم موقف السيارة؟')).not.toContain('12');
  expect(await ask('كم رسوم موقف السيارة؟', { 'x-knowledge': 'draft' })).toContain('12');
  await open.onDrafts('publish');
  expect(await ask('كم رسوم موقف السيارة؟')).toContain('12');
});

describe('under "unless a test breaks"', () => {
  beforeEach(async () => {
    await addTests();
    await open.setRules({ personChanges: 'unless-test-breaks' });
  });

  test('a change that breaks no test goes live once that is known', async () => {
    await open.change(later);
    expect(await ask(HOURS.question)).not.toContain('والنصف');
    await prove();
    expect(await ask(HOURS.question)).toContain('والنصف');
    expect(await open.drafts()).toEqual([]);
  });

  describe('a change into a draft that is to go live at a moment', () => {
    const schedule = async () => {
      const on = new Date(open.gateway.time.now.getTime() + 60_000).toISOString();
      await open.setRules({ personChanges: 'by-person' });
      await open.change(later);
      await open.onDrafts('publish', { on });
      return on;
    };

    test('is proven, and goes live then where it breaks no test', async () => {
      const on = await schedule();
      await open.change(`${later}\n## العنوان\n\nشارع الملك فهد، مبنى 7.\n`);
      expect(await open.drafts()).toMatchObject([
        { release: 'proof', publishOn: on, version: { number: 3 } },
      ]);
      await prove();
      expect(await open.drafts()).toMatchObject([{ release: 'person', publishOn: on, proof: { lost: 0 } }]);
      open.gateway.time.now = new Date(on);
      await prove();
      expect(await open.drafts()).toEqual([]);
      expect(await ask(HOURS.question)).toContain('والنصف');
    });

    test('is held where it breaks one, until a person decides', async () => {
      const on = await schedule();
      await open.change(later.replace('300', '450'));
      await prove();
      open.gateway.time.now = new Date(on);
      await prove();
      expect(await open.drafts()).toMatchObject([{ held: { code: 'tests-lost' }, publishOn: on }]);
      expect(await ask(FEES.question)).toContain('300');
      const drafts = [{ unitId: open.guide, version: 3 }];
      const unschedule = async () =>
        responseOf(await open.call('POST', '/api/Drafts/1/unschedule', { drafts }));
      expect(await unschedule()).toEqual({ drafts });
      expect(await unschedule()).toEqual({ drafts });
      expect(await open.drafts()).toMatchObject([{ held: { code: 'tests-lost' }, publishOn: null }]);
      await open.onDrafts('publish');
      expect(await faultOf(await open.call('POST', '/api/Drafts/1/unschedule', { drafts }))).toMatchObject({
        status: 409,
        fault: 'draft-moved',
      });
    });
  });

  test('one that breaks a test is held with its reason, and its proof says which', async () => {
    await open.change(dearer);
    await prove();
    expect(await ask(FEES.question)).toContain('300');
    const [draft] = await open.drafts();
    expect(draft).toMatchObject({
      release: 'person',
      held: { code: 'tests-lost', parameters: { tests: 1 } },
      proof: { state: 'done', tests: 3, asked: 3, lost: 1, gained: 0, isCurrent: true, drafts: 1 },
    });
    const { changes, evaluation } = await open.details(draft?.proof?.id ?? 0);
    expect(evaluation).toMatchObject({ reason: 'proof', lost: 1 });
    expect(changes[0]).toMatchObject({
      question: FEES.question,
      change: 'lost',
      before: { outcome: 'passes' },
      after: { outcome: 'fails', runId: expect.any(String) as string },
      because: { direct: true, units: [{ id: open.guide }] },
    });
    // The tests remember what is live, and the list of evaluations knows no proofs.
    expect((await open.list('?outcome=fails')).items).toEqual([]);
    expect((await open.list()).evaluation?.reason).not.toBe('proof');
  });

  test('of drafts that come together, those that break nothing go live, and one message names the others', async () => {
    await open.call('POST', '/api/Alerts/1/webhooks', { name: 'قناة', url: 'https://example.com/hook' });
    await open.change(dearer);
    await open.change(
      '# Borrowing\n\n## Loans\n\nA member may borrow six books for four weeks.\n',
      open.library,
    );
    await prove();
    expect((await open.drafts()).map(({ unit: { id } }) => id)).toEqual([open.guide]);
    expect(await ask(LOANS.question)).toContain('four weeks');
    await open.evaluate();
    const bodies = (await open.gateway.db.read.selectFrom('delivery').select('body').execute()).map(
      ({ body }) => webhookEventSchema.parse(JSON.parse(body)),
    );
    expect(bodies).toMatchObject([
      {
        type: 'tests.failed',
        data: {
          tests: { held: true, lost: 1, items: [{ question: FEES.question }], units: [{ id: open.guide }] },
          message: { en: expect.stringContaining('Held: ⁨دليل الخدمات⁩.') as string },
        },
      },
    ]);
  });

  test('of alike drafts only the one that had the quote is held', async () => {
    const visas = GUIDE.replaceAll('جواز السفر', 'تأشيرة السفر').replace('300', '500');
    const id = await open.gateway.addUnit('دليل التأشيرات', visas);
    await open.gateway.indexAll();
    await prove();
    await open.evaluate();
    await open.change(dearer);
    await open.change(visas.replace('خمسة', 'ستة'), id);
    await prove();
    expect((await open.drafts()).map(({ unit: { id: held } }) => held)).toEqual([open.guide]);
  });

  test('a person proves chosen drafts together, and publishes in spite of it', async () => {
    await open.setRules({ personChanges: 'by-person' });
    await open.change(dearer);
    await open.onDrafts('prove');
    await prove();
    expect(await open.drafts()).toMatchObject([{ proof: { lost: 1 } }]);
    await open.onDrafts('publish');
    expect(await ask(FEES.question)).toContain('450');
  });

  test('a person accepts the answer over the draft, which then loses no test', async () => {
    await open.change(dearer);
    await prove();
    const [held] = await open.drafts();
    const [change] = (await open.details(held?.proof?.id ?? 0)).changes;
    const accept = (json: object) => open.call('POST', `/api/Tests/1/${change?.testId}/accept`, json);
    const otherRun = (await open.list()).items.find(({ question }) => question === HOURS.question)?.runId;
    expect(await faultOf(await accept({ run: otherRun }))).toMatchObject({ fault: 'run-not-testable' });
    const accepted = await responseOf(await accept({ run: change?.after.runId }));
    // What is live says 300 still.
    expect(accepted).toMatchObject({ outcome: 'fails', test: { outcome: 'fails' } });
    await open.onDrafts('prove');
    await prove();
    expect(await open.drafts()).toMatchObject([{ proof: { lost: 0, gained: 1 } }]);
  });
});

test('while a bot has no tests, changes go live at once under every rule but "by a person"', async () => {
  await open.setRules({ personChanges: 'unless-test-breaks' });
  await open.change(dearer);
  expect(await ask(FEES.question)).toContain('450');
});

test('a text that is as it was ends its draft', async () => {
  await open.setRules({ personChanges: 'by-person' });
  await open.change(dearer);
  const before = (await open.gateway.ports.versions.get(1, open.guide, 1, 0))?.sources[0]?.fileId ?? '';
  const sources = [{ fileId: before, url: null }];
  await open.gateway.ports.units.update(1, open.guide, { sources });
  await open.gateway.indexAll();
  expect(await open.drafts()).toEqual([]);
  expect(await ask(FEES.question)).toContain('300');
});

test('a source that is added goes into the draft, beside what that has already', async () => {
  await open.setRules({ personChanges: 'by-person' });
  await open.change(dearer);
  const [draft] = await open.drafts();
  const addAddress = async (address: string) => {
    open.gateway.ports.pages.fetch = async (url, { write }) => {
      await write(new TextEncoder().encode('<main><h1>العنوان</h1><p>شارع الملك فهد، مبنى 7.</p></main>'));
      return { finalUrl: url, mime: 'text/html', charset: 'utf-8' };
    };
    await open.call('POST', `/api/AIKnowledge/1/${open.guide}/sources`, {
      KnowledgeSource: 1,
      SourceContent: address,
    });
  };
  // The second one comes while the first waits to be indexed.
  await addAddress('https://example.com/a');
  await addAddress('https://example.com/b');
  await open.gateway.indexAll();
  const [grown] = await open.drafts();
  expect(grown?.version.sources.map(({ name }) => name)).toEqual([
    draft?.version.sources[0]?.name,
    'https://example.com/a',
    'https://example.com/b',
  ]);
  expect(grown?.version.causes).toHaveLength(3);
  expect(await (await unit()).json()).toMatchObject({ aiKnowledgeSources: [{ id: 1 }] });
});
