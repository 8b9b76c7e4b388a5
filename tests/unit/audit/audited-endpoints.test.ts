import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATION_IDS, OPERATIONS, type OperationId, type OperationOf } from '#contract/operations/index.ts';
import { auditedSubject } from '#gateway/http/steps/open-audit.ts';
import type { AuditEntry } from '#gateway/modules/audit/model.ts';
import { addContradiction } from '#tests/support/contradictions.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { responseOf } from '#tests/support/replies.ts';
import { createCode } from '#tests/support/sign-in-code.ts';
import { addHeldUpdate } from '#tests/support/units.ts';

type Audited = {
  [Id in OperationId]: OperationOf<Id>['audited'] extends null ? never : Id;
}[OperationId];

interface Scenario {
  /** Makes what is to be changed, then changes it: only the last call's entries are looked at. */
  run(): Promise<Response>;
  /** Each entry of the call: what it was done to, and the fields before and after. */
  expectedEntry: { name: unknown; before: unknown; after: unknown }[];
}

const pages: Record<string, string> = {};
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway({ pages });
  await gateway.addKey('key-of-all', { allBots: true, name: 'مفتاح الكل' });
});
afterEach(() => gateway.close());

const call = (method: string, path: string, json?: unknown) =>
  gateway.call(path, {
    method,
    headers: { 'x-user-auth': 'key-of-all' },
    ...(json === undefined ? {} : { json }),
  });
const bodyOf = async <T>(response: Promise<Response>): Promise<T> => responseOf<T>(await response);
const entriesOf = async (response: Response): Promise<AuditEntry[]> => {
  const requestId = response.headers.get('x-request-id') ?? '';
  const all: AuditEntry[] = [];
  for (const { id } of await gateway.ports.bots.all())
    all.push(...(await gateway.ports.audit.list(id, { requestId, offset: 0, limit: 100 })).items);
  return all;
};

const addUnit = () => gateway.addUnit('دليل الرسوم', '# الرسوم\n\nخمسة ريالات.');
async function addReadyUnit(): Promise<number> {
  const id = await addUnit();
  await gateway.indexAll();
  return id;
}
const addEdit = (id: number) => {
  const place = { block: 1, row: 0 };
  const changes = [{ kind: 'hide', first: place, last: place }];
  return call('POST', `/api/AIKnowledge/1/${id}/edits`, { sourceId: 1, readingId: 1, changes });
};
/** A unit whose second text waits as a draft. */
async function addDraft(): Promise<number> {
  const id = await addUnit();
  await gateway.indexAll();
  await gateway.call(`/api/AIKnowledge/1/${id}/sources`, {
    method: 'POST',
    headers: { 'x-knowledge': 'draft' },
    json: OPERATIONS.addSource.example.body,
  });
  await gateway.indexAll();
  return id;
}
const UNIT = { title: 'دليل الرسوم', description: '', sources: ['دليل الرسوم.md'] };
const addGroup = () => call('POST', '/api/Synonyms/1', OPERATIONS.addSynonyms.example.body);
const GROUP = { expressions: ['دوام', 'ساعات العمل'], note: 'لهجة' };
const TEST_SET = { name: 'أسئلة الرسوم', tags: ['رسوم'] };
const addTestSet = () => call('POST', '/api/Tests/1/sets', TEST_SET);
const addTest = () => call('POST', '/api/Tests/1', OPERATIONS.createTest.example.body);
/** A question that is kept as a run; its id. */
async function askKept(): Promise<string> {
  const response = await gateway.call('/api/v1/RAG/Answer', {
    method: 'POST',
    headers: { 'x-run': 'keep' },
    json: { Question: 'متى يبدأ الدوام؟' },
  });
  return response.headers.get('x-request-id') ?? '';
}
const report = async () =>
  call('POST', '/api/Reports/1', { run: await askKept(), reason: 'out-of-date', note: 'الرسوم قديمة' });
const OPEN_REPORT = {
  reason: 'out-of-date',
  note: 'الرسوم قديمة',
  owner: '',
  state: 'open',
  closedAs: null,
  closingNote: '',
};
const TEST = {
  question: 'متى يبدأ الدوام؟',
  quotes: ['يبدأ الدوام الساعة الثامنة'],
  contains: [],
  lacks: [],
  band: 'answered',
  tags: [],
};
const addKey = () =>
  bodyOf<{ view: { id: string } }>(call('POST', '/api/Keys', OPERATIONS.createKey.example.body)).then(
    ({ view }) => view.id,
  );
const addPerson = () =>
  bodyOf<{ person: { id: string } }>(call('POST', '/api/Persons', OPERATIONS.invitePerson.example.body)).then(
    ({ person }) => person.id,
  );
const addBot = () =>
  bodyOf<{ id: number }>(call('POST', '/api/Bots', OPERATIONS.createBot.example.body)).then(({ id }) => id);
const HOOK = { name: 'غرفة العمليات', url: 'https://hooks.example.com/T0/secret-path', kinds: ['threshold'] };
const addHook = () =>
  bodyOf<{ webhook: { id: number } }>(call('POST', '/api/Alerts/1/webhooks', HOOK)).then(
    ({ webhook }) => webhook.id,
  );
const EXPECTED_WEBHOOK = {
  name: HOOK.name,
  origin: 'https://hooks.example.com',
  kinds: ['threshold'],
  enabled: true,
};
const MODEL = { scope: 'bot', url: 'http://127.0.0.1:11434/v1', model: 'qwen2.5:7b', key: 'sk-secret-path' };
const addModel = () => call('PUT', '/api/Models/1/chat', MODEL);
/** A delivery that waits for an hour. */
const addJob = async () => {
  await gateway.ports.queue.ensure({ botId: 1, kind: 'deliver', subject: '77' }, { delayMs: 3_600_000 });
  return '/api/Jobs/1/deliver/77';
};
const any = (fields: object = {}): unknown => expect.objectContaining(fields);

const SCENARIOS: Record<Audited, Scenario> = {
  registerUnit: {
    run: () => call('POST', '/api/AIKnowledge/1', OPERATIONS.registerUnit.example.body),
    expectedEntry: [
      { name: 'دليل الموظف', before: null, after: any({ title: 'دليل الموظف', description: '' }) },
    ],
  },
  upload: {
    run: async () => (await gateway.upload('سياسة.txt', 'نص')).response,
    expectedEntry: [
      { name: 'سياسة.txt', before: null, after: any({ name: 'سياسة.txt', mime: 'text/plain', size: 4 }) },
    ],
  },
  updateUnit: {
    run: async () =>
      call('PUT', `/api/AIKnowledge/1/${await addUnit()}`, { description: 'وصف', title: 'دليل الرسوم' }),
    expectedEntry: [{ name: 'دليل الرسوم', before: { description: '' }, after: { description: 'وصف' } }],
  },
  deleteUnit: {
    run: async () => call('DELETE', `/api/AIKnowledge/1/${await addUnit()}`),
    expectedEntry: [
      { name: UNIT.title, before: UNIT, after: { binned: true, keptUntil: '2026-12-21T09:00:00.000Z' } },
    ],
  },
  restoreUnit: {
    run: async () => {
      const id = await addUnit();
      await call('DELETE', `/api/AIKnowledge/1/${id}`);
      return call('POST', `/api/AIKnowledge/1/${id}/restore`, { title: 'دليل آخر' });
    },
    expectedEntry: [
      { name: 'دليل آخر', before: { binned: true }, after: { binned: false, title: 'دليل آخر' } },
    ],
  },
  purgeUnit: {
    run: async () => {
      const id = await addUnit();
      await call('DELETE', `/api/AIKnowledge/1/${id}`);
      return call('DELETE', `/api/AIKnowledge/1/bin/${id}`);
    },
    expectedEntry: [
      { name: UNIT.title, before: UNIT, after: { removed: { passages: 0, sources: 1, files: 1 } } },
    ],
  },
  setUnitOwner: {
    run: async () => {
      const personId = await addPerson();
      return call('PUT', `/api/AIKnowledge/1/${await addUnit()}/owner`, { personId });
    },
    expectedEntry: [{ name: UNIT.title, before: { owner: null }, after: { owner: 'سارة' } }],
  },
  setUnitAvailability: {
    run: async () => {
      const json = { off: true, validFrom: null, validUntil: '2027-01-01T00:00:00+03:00' };
      return call('PUT', `/api/AIKnowledge/1/${await addUnit()}/availability`, json);
    },
    expectedEntry: [
      {
        name: UNIT.title,
        before: { off: false, validUntil: null },
        after: { off: true, validUntil: '2026-12-31T21:00:00.000Z' },
      },
    ],
  },
  reindexUnit: {
    run: async () => call('POST', `/api/AIKnowledge/1/${await addUnit()}/reindex`),
    expectedEntry: [{ name: UNIT.title, before: null, after: null }],
  },
  readWithNewReader: {
    run: async () => {
      await addUnit();
      return call('POST', '/api/AIKnowledge/1/older-readings');
    },
    expectedEntry: [{ name: '', before: null, after: { units: 0 } }],
  },
  decideUpdate: {
    run: async () => {
      const id = await addHeldUpdate(gateway, pages);
      return call('POST', `/api/AIKnowledge/1/${id}/sources/1/update`, OPERATIONS.decideUpdate.example.body);
    },
    expectedEntry: [{ name: 'صفحة الرسوم', before: null, after: { newTextTaken: true } }],
  },
  withdrawAcceptance: {
    run: async () => {
      const id = await addHeldUpdate(gateway, pages);
      await call('POST', `/api/AIKnowledge/1/${id}/sources/1/update`, { take: true, always: true });
      return call('DELETE', `/api/AIKnowledge/1/${id}/sources/1/accepted/held-empty`);
    },
    expectedEntry: [
      { name: 'صفحة الرسوم', before: { acceptedAlways: true }, after: { acceptedAlways: false } },
    ],
  },
  rollBack: {
    run: async () => {
      const id = await addHeldUpdate(gateway, pages);
      await call('POST', `/api/AIKnowledge/1/${id}/sources/1/update`, { take: true });
      await gateway.indexAll();
      return call('POST', `/api/AIKnowledge/1/${id}/versions/1/restore`);
    },
    expectedEntry: [{ name: 'صفحة الرسوم', before: null, after: { version: 3, textOfVersion: 1 } }],
  },
  addEdit: {
    run: async () => addEdit(await addReadyUnit()),
    expectedEntry: [{ name: UNIT.title, before: null, after: { edits: ['hide'] } }],
  },
  withdrawEdit: {
    run: async () => {
      const id = await addReadyUnit();
      await addEdit(id);
      return call('DELETE', `/api/AIKnowledge/1/${id}/edits/1`);
    },
    expectedEntry: [{ name: UNIT.title, before: { edits: ['hide'] }, after: null }],
  },
  publishDrafts: {
    run: async () => {
      const drafts = [{ unitId: await addDraft(), version: 2 }];
      return call('POST', '/api/Drafts/1/publish', { drafts });
    },
    expectedEntry: [{ name: UNIT.title, before: null, after: { draft: 2 } }],
  },
  unscheduleDrafts: {
    run: async () => {
      const drafts = [{ unitId: await addDraft(), version: 2 }];
      await call('POST', '/api/Drafts/1/publish', { drafts, on: '2099-12-31T05:30:00.000Z' });
      return call('POST', '/api/Drafts/1/unschedule', { drafts });
    },
    expectedEntry: [
      {
        name: UNIT.title,
        before: { publishOn: '2099-12-31T05:30:00.000Z' },
        after: { draft: 2, publishOn: null },
      },
    ],
  },
  discardDrafts: {
    run: async () => {
      const drafts = [{ unitId: await addDraft(), version: 2 }];
      return call('POST', '/api/Drafts/1/discard', { drafts });
    },
    expectedEntry: [{ name: UNIT.title, before: null, after: { draft: 2 } }],
  },
  addSource: {
    run: async () =>
      call('POST', `/api/AIKnowledge/1/${await addUnit()}/sources`, OPERATIONS.addSource.example.body),
    expectedEntry: [
      {
        name: UNIT.title,
        before: { sources: UNIT.sources },
        after: { sources: [...UNIT.sources, OPERATIONS.addSource.example.body.SourceContent] },
      },
    ],
  },
  replaceSource: {
    run: async () =>
      call('PUT', `/api/AIKnowledge/1/${await addUnit()}/sources/1`, OPERATIONS.replaceSource.example.body),
    expectedEntry: [
      {
        name: UNIT.title,
        before: { sources: UNIT.sources },
        after: { sources: [OPERATIONS.replaceSource.example.body.SourceContent] },
      },
    ],
  },
  removeSource: {
    run: async () => {
      const path = `/api/AIKnowledge/1/${await addUnit()}/sources`;
      await call('POST', path, OPERATIONS.addSource.example.body);
      return call('DELETE', `${path}/1`);
    },
    expectedEntry: [
      {
        name: UNIT.title,
        before: { sources: [...UNIT.sources, OPERATIONS.addSource.example.body.SourceContent] },
        after: { sources: [OPERATIONS.addSource.example.body.SourceContent] },
      },
    ],
  },
  addSynonyms: {
    run: addGroup,
    expectedEntry: [{ name: 'دوام = ساعات العمل', before: null, after: GROUP }],
  },
  changeSynonyms: {
    run: async () => {
      await addGroup();
      return call('PUT', '/api/Synonyms/1/1', { ...GROUP, note: '' });
    },
    expectedEntry: [{ name: 'دوام = ساعات العمل', before: { note: 'لهجة' }, after: { note: '' } }],
  },
  removeSynonyms: {
    run: async () => {
      await addGroup();
      return call('DELETE', '/api/Synonyms/1/1');
    },
    expectedEntry: [{ name: 'دوام = ساعات العمل', before: GROUP, after: null }],
  },
  importSynonyms: {
    run: () =>
      call('POST', '/api/Synonyms/1/import', { text: 'دوام = ساعات العمل\nوحده', mode: 'add', check: false }),
    expectedEntry: [
      {
        name: '',
        before: null,
        after: { mode: 'add', added: 1, known: 0, removed: 0, refused: 1, format: 'lines' },
      },
    ],
  },
  signIn: {
    run: async () => call('POST', '/api/Session', { code: await createCode(gateway), name: 'Firefox' }),
    expectedEntry: [1, 2].map(() => ({
      name: expect.stringContaining('Firefox') as string,
      before: null,
      after: any({ role: 'owner', bots: 'all', createdBy: 'code' }),
    })),
  },
  signOut: {
    run: async () => {
      const code = await createCode(gateway);
      const { key } = await bodyOf<{ key: string }>(call('POST', '/api/Session', { code, name: 'متصفح' }));
      return gateway.call('/api/Session', { method: 'DELETE', headers: { 'x-user-auth': key } });
    },
    expectedEntry: [1, 2].map(() => ({
      name: expect.stringContaining('متصفح') as string,
      before: { revokedOn: null },
      after: { revokedOn: '2026-11-21T09:00:00.000Z' },
    })),
  },
  createKey: {
    run: () => call('POST', '/api/Keys', OPERATIONS.createKey.example.body),
    expectedEntry: [
      { name: 'شاشة الاستقبال', before: null, after: any({ role: 'tester', bots: [1], createdBy: 'owner' }) },
    ],
  },
  changeKey: {
    run: async () => call('PUT', `/api/Keys/${await addKey()}`, OPERATIONS.changeKey.example.body),
    expectedEntry: [
      {
        name: 'مفتاح المكتب',
        before: { name: 'شاشة الاستقبال', expiresOn: null },
        after: { name: 'مفتاح المكتب', expiresOn: '2027-01-01T00:00:00.000Z' },
      },
    ],
  },
  rotateKey: {
    run: async () => call('POST', `/api/Keys/${await addKey()}/rotate`, { overlapHours: 1 }),
    expectedEntry: [
      { name: 'شاشة الاستقبال', before: null, after: any({ role: 'tester' }) },
      {
        name: 'شاشة الاستقبال',
        before: { expiresOn: null, rotatedOn: null },
        after: { expiresOn: '2026-11-21T10:00:00.000Z', rotatedOn: '2026-11-21T09:00:00.000Z' },
      },
    ],
  },
  pauseKey: {
    run: async () => call('PUT', `/api/Keys/${await addKey()}/pause`, { paused: true }),
    expectedEntry: [
      {
        name: 'شاشة الاستقبال',
        before: { pausedOn: null },
        after: { pausedOn: '2026-11-21T09:00:00.000Z' },
      },
    ],
  },
  revokeKey: {
    run: async () => call('DELETE', `/api/Keys/${await addKey()}`),
    expectedEntry: [
      {
        name: 'شاشة الاستقبال',
        before: { revokedOn: null },
        after: { revokedOn: '2026-11-21T09:00:00.000Z' },
      },
    ],
  },
  invitePerson: {
    run: () => call('POST', '/api/Persons', OPERATIONS.invitePerson.example.body),
    expectedEntry: [{ name: 'سارة', before: null, after: { name: 'سارة', role: 'curator', bots: [1] } }],
  },
  changePerson: {
    run: async () => call('PUT', `/api/Persons/${await addPerson()}`, { role: 'tester' }),
    expectedEntry: [{ name: 'سارة', before: { role: 'curator' }, after: { role: 'tester' } }],
  },
  createPersonCode: {
    run: async () => call('POST', `/api/Persons/${await addPerson()}/code`),
    expectedEntry: [{ name: 'سارة', before: null, after: { linkExpiresOn: '2026-11-28T09:00:00.000Z' } }],
  },
  removePerson: {
    run: async () => call('DELETE', `/api/Persons/${await addPerson()}`),
    expectedEntry: [{ name: 'سارة', before: { name: 'سارة', role: 'curator', bots: [1] }, after: null }],
  },
  createBot: {
    run: () => call('POST', '/api/Bots', OPERATIONS.createBot.example.body),
    expectedEntry: [
      { name: 'بوت الموارد البشرية', before: null, after: any({ zone: 'Asia/Riyadh', period: 'monthly' }) },
    ],
  },
  changeBot: {
    run: async () =>
      call('PUT', `/api/Bots/${await addBot()}`, { name: 'بوت الدعم', allowedHosts: ['*.example.org'] }),
    expectedEntry: [
      {
        name: expect.stringMatching(/بوت/) as string,
        before: { name: 'بوت الموارد البشرية', allowedHosts: [] },
        after: { name: 'بوت الدعم', allowedHosts: ['*.example.org'] },
      },
    ],
  },
  archiveBot: {
    run: async () => call('POST', `/api/Bots/${await addBot()}/archive`),
    expectedEntry: [
      {
        name: 'بوت الموارد البشرية',
        before: { archivedOn: null },
        after: { archivedOn: '2026-11-21T09:00:00.000Z' },
      },
    ],
  },
  restoreBot: {
    run: async () => {
      const id = await addBot();
      await call('DELETE', `/api/Bots/${id}`);
      return call('POST', `/api/Bots/${id}/restore`);
    },
    expectedEntry: [
      {
        name: 'بوت الموارد البشرية',
        before: { deletedOn: '2026-11-21T09:00:00.000Z' },
        after: { deletedOn: null },
      },
    ],
  },
  deleteBot: {
    run: async () => call('DELETE', `/api/Bots/${await addBot()}`),
    expectedEntry: [
      // The bot that the call came through, by number; then the bot itself.
      { name: '', before: null, after: { deletedOn: '2026-11-21T09:00:00.000Z' } },
      {
        name: 'بوت الموارد البشرية',
        before: { deletedOn: null },
        after: { deletedOn: '2026-11-21T09:00:00.000Z' },
      },
    ],
  },
  setAlertRules: {
    run: () =>
      call('PUT', '/api/Alerts/1/rules', {
        rules: [{ kind: 'threshold', ledger: 'text', threshold: 90, enabled: true }],
      }),
    expectedEntry: [
      {
        name: expect.any(String) as string,
        before: { rules: expect.any(Array) as unknown[] },
        after: { rules: [expect.anything()] },
      },
    ],
  },
  addWebhook: {
    run: () => call('POST', '/api/Alerts/1/webhooks', HOOK),
    expectedEntry: [{ name: HOOK.name, before: null, after: EXPECTED_WEBHOOK }],
  },
  changeWebhook: {
    run: async () =>
      call('PUT', `/api/Alerts/1/webhooks/${await addHook()}`, {
        url: 'https://hooks.example.com/T0/other-path',
      }),
    expectedEntry: [{ name: HOOK.name, before: {}, after: { newAddress: true } }],
  },
  removeWebhook: {
    run: async () => call('DELETE', `/api/Alerts/1/webhooks/${await addHook()}`),
    expectedEntry: [{ name: HOOK.name, before: EXPECTED_WEBHOOK, after: null }],
  },
  testWebhook: {
    run: async () => call('POST', `/api/Alerts/1/webhooks/${await addHook()}/test`),
    expectedEntry: [{ name: HOOK.name, before: null, after: any({ event: 'test' }) }],
  },
  redeliver: {
    run: async () => {
      const { id } = await bodyOf<{ id: number }>(
        call('POST', `/api/Alerts/1/webhooks/${await addHook()}/test`),
      );
      return call('POST', `/api/Alerts/1/deliveries/${id}/again`);
    },
    expectedEntry: [{ name: HOOK.name, before: null, after: any({ event: 'test' }) }],
  },
  setModel: {
    run: async () => {
      await addModel();
      return call('PUT', '/api/Models/1/chat', {
        ...MODEL,
        url: 'https://models.example/v1',
        key: 'sk-other',
      });
    },
    expectedEntry: [
      {
        name: MODEL.model,
        before: { url: MODEL.url, privateAddress: true },
        after: { url: 'https://models.example/v1', privateAddress: false, newKey: true },
      },
    ],
  },
  removeModel: {
    run: async () => {
      await addModel();
      return call('DELETE', '/api/Models/1/chat');
    },
    expectedEntry: [
      {
        name: MODEL.model,
        before: any({ scope: 'bot', url: MODEL.url, privateAddress: true, model: MODEL.model, hasKey: true }),
        after: null,
      },
    ],
  },
  pauseEmbedding: {
    run: () => call('PUT', '/api/Models/1/embeddings/progress', OPERATIONS.pauseEmbedding.example.body),
    expectedEntry: [
      { name: expect.any(String) as string, before: { paused: false }, after: { paused: true } },
    ],
  },
  deleteRun: {
    run: async () => call('DELETE', `/api/Runs/1/${await askKept()}`),
    expectedEntry: [{ name: 'متى يبدأ الدوام؟', before: any({ askedBy: expect.any(String) }), after: null }],
  },
  setVerdict: {
    run: async () =>
      call('PUT', `/api/Runs/1/${await askKept()}/verdict`, OPERATIONS.setVerdict.example.body),
    expectedEntry: [
      {
        name: 'متى يبدأ الدوام؟',
        before: { verdict: null, note: '' },
        after: { verdict: 'wrong', note: 'الرسوم قديمة' },
      },
    ],
  },
  createReport: {
    run: () => report(),
    expectedEntry: [{ name: 'متى يبدأ الدوام؟', before: null, after: OPEN_REPORT }],
  },
  closeReport: {
    run: async () => {
      await report();
      return call('POST', '/api/Reports/1/1/close', OPERATIONS.closeReport.example.body);
    },
    expectedEntry: [
      {
        name: 'متى يبدأ الدوام؟',
        before: { state: 'open', closedAs: null, closingNote: '' },
        after: { state: 'closed', closedAs: 'repaired', closingNote: 'حُدّثت الرسوم' },
      },
    ],
  },
  dismissContradiction: {
    run: async () => {
      await addContradiction(gateway);
      return call('POST', '/api/Contradictions/1/1/dismiss', { dismissed: true });
    },
    expectedEntry: [
      { name: expect.stringContaining('500'), before: { state: 'open' }, after: { state: 'dismissed' } },
    ],
  },
  createTest: {
    run: () => call('POST', '/api/Tests/1', OPERATIONS.createTest.example.body),
    expectedEntry: [{ name: TEST.question, before: null, after: TEST }],
  },
  updateTest: {
    run: async () => {
      await addTest();
      return call('PUT', '/api/Tests/1/1', OPERATIONS.updateTest.example.body);
    },
    expectedEntry: [
      {
        name: TEST.question,
        before: { quotes: TEST.quotes, contains: [], band: 'answered' },
        after: { quotes: [], contains: ['8:00'], band: null },
      },
    ],
  },
  acceptAnswer: {
    run: async () => {
      await addUnit();
      await gateway.indexAll();
      const body = { question: 'كم الرسوم؟', expectation: { contains: ['ستة'] }, keep: 'always' };
      await call('POST', '/api/Tests/1', body);
      return call('POST', '/api/Tests/1/1/accept');
    },
    expectedEntry: [{ name: 'كم الرسوم؟', before: any({ contains: ['ستة'] }), after: any({ contains: [] }) }],
  },
  deleteTest: {
    run: async () => {
      await addTest();
      return call('DELETE', '/api/Tests/1/1');
    },
    expectedEntry: [{ name: TEST.question, before: TEST, after: null }],
  },
  evaluate: {
    run: () => call('POST', '/api/Tests/1/evaluate'),
    expectedEntry: [{ name: '', before: null, after: { tests: 0 } }],
  },
  createTestSet: {
    run: () => addTestSet(),
    expectedEntry: [{ name: TEST_SET.name, before: null, after: TEST_SET }],
  },
  updateTestSet: {
    run: async () => {
      await addTestSet();
      return call('PUT', '/api/Tests/1/sets/1', OPERATIONS.updateTestSet.example.body);
    },
    expectedEntry: [
      { name: 'أسئلة الرسوم 2027', before: { name: TEST_SET.name }, after: { name: 'أسئلة الرسوم 2027' } },
    ],
  },
  deleteTestSet: {
    run: async () => {
      await addTestSet();
      return call('DELETE', '/api/Tests/1/sets/1');
    },
    expectedEntry: [{ name: TEST_SET.name, before: { ...TEST_SET, tests: 0 }, after: null }],
  },
  cancelJob: {
    run: async () => call('DELETE', await addJob()),
    expectedEntry: [{ name: '', before: { kind: 'deliver', tries: 0 }, after: null }],
  },
  retryJob: {
    run: async () => call('POST', `${await addJob()}/retry`),
    expectedEntry: [{ name: '', before: { kind: 'deliver', tries: 0 }, after: null }],
  },
  putJobFirst: {
    run: async () => call('POST', `${await addJob()}/first`),
    expectedEntry: [{ name: '', before: { kind: 'deliver', tries: 0 }, after: null }],
  },
  pauseJobs: {
    run: () => call('PUT', '/api/Jobs/0/index', { paused: true }),
    expectedEntry: [{ name: '', before: { paused: false }, after: { paused: true, bots: 'all' } }],
  },
};

const audited = OPERATION_IDS.filter((id): id is Audited => OPERATIONS[id].audited !== null);

describe.each(audited)('%s', (id) => {
  test('records subject, actor and changes once for each bot', async () => {
    const scenario = SCENARIOS[id];
    const response = await scenario.run();
    expect({ status: response.status, body: await response.clone().text() }).toMatchObject({ status: 200 });
    const entries = await entriesOf(response);
    const { kind } = auditedSubject(OPERATIONS[id], {});
    expect(entries).toEqual(
      scenario.expectedEntry.map(({ name, before, after }): unknown =>
        expect.objectContaining({
          action: id,
          outcome: 'done',
          subject: { kind, id: expect.any(String) as string, name },
          before,
          after,
        }),
      ),
    );
    for (const { actor } of entries) {
      expect(actor.kind).toBe('key');
      expect(actor.keyId).not.toBe('');
      expect(actor.name).not.toBe('');
    }
    expect(
      gateway.lines.filter(({ event }) => event === 'audit-event-missing' || event === 'audit-failed'),
    ).toEqual([]);
    // No note is left, and nothing of it is a secret.
    expect(await gateway.ports.audit.resolveIntentsOlderThan(new Date('2100-01-01'), 10)).toBe(0);
    expect(JSON.stringify(entries)).not.toMatch(/fih_[\w-]{12}|whsec_[\w+/-]{6}|secret-path/);
  });
});

test('the list is complete: calls that change something without being audited are named here', () => {
  const silent = OPERATION_IDS.filter((id) => OPERATIONS[id].method !== 'GET' && !OPERATIONS[id].audited);
  // Calls that spend or read: their only traces are in ledger and context.
  expect(silent.toSorted()).toEqual(
    [
      'answer',
      'chat',
      'clearContext',
      'draftTests',
      'explainAnswer',
      'findKnown',
      'findTakenTitles',
      'getDryReadings',
      'markReportsSeen',
      'measureSynonyms',
      'multimodalChat',
      'proveDrafts',
      'readDry',
      'streamAnswer',
      'streamChat',
      'streamSynthesize',
      'streamTranscribe',
      'synthesize',
      'testModel',
      'transcribe',
    ].toSorted(),
  );
});
