import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from '#contract/endpoints.ts';
import { auditedSubject } from '#gateway/middleware/audited-subject.ts';
import type { AuditEntry } from '#gateway/model.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { createCode } from '#tests/support/sign-in-code.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { responseOf } from './replies.ts';
import { VALID_BODIES } from './valid-calls.ts';

type Audited = {
  [Id in EndpointId]: (typeof ENDPOINTS)[Id]['audited'] extends true ? Id : never;
}[EndpointId];

interface Scenario {
  /** Makes what is to be changed, then changes it: only the last call's entries are looked at. */
  run(): Promise<Response>;
  /** Each entry of the call: what it was done to, and the fields before and after. */
  tells: { name: unknown; before: unknown; after: unknown }[];
}

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await createTestGateway();
  await gateway.addKey('key-of-all', { allBots: true, name: 'مفتاح الكل' });
});
afterEach(() => gateway.close());

const call = (method: string, path: string, json?: unknown) =>
  gateway.call(path, {
    method,
    headers: { 'x-user-auth': 'key-of-all' },
    ...(json === undefined ? {} : { json }),
  });
const made = async <T>(response: Promise<Response>): Promise<T> => responseOf<T>(await response);
const entriesOf = async (response: Response): Promise<AuditEntry[]> => {
  const requestId = response.headers.get('x-request-id') ?? '';
  const all: AuditEntry[] = [];
  for (const { id } of await gateway.ports.bots.all())
    all.push(...(await gateway.ports.audit.list(id, { requestId, offset: 0, limit: 100 })).items);
  return all;
};

const addUnit = () => gateway.addUnit('دليل الرسوم', '# الرسوم\n\nخمسة ريالات.');
const UNIT = { title: 'دليل الرسوم', description: '', sources: ['دليل الرسوم.md'] };
const addGroup = () => call('POST', '/api/Synonyms/1', VALID_BODIES.addSynonyms);
const GROUP = { expressions: ['دوام', 'ساعات العمل'], note: 'لهجة' };
const addKey = () =>
  made<{ view: { id: string } }>(call('POST', '/api/Keys', VALID_BODIES.createKey)).then(
    ({ view }) => view.id,
  );
const addBot = () =>
  made<{ id: number }>(call('POST', '/api/Bots', VALID_BODIES.createBot)).then(({ id }) => id);
const HOOK = { name: 'غرفة العمليات', url: 'https://hooks.example.com/T0/secret-path', kinds: ['line'] };
const addHook = () =>
  made<{ webhook: { id: number } }>(call('POST', '/api/Alerts/1/webhooks', HOOK)).then(
    ({ webhook }) => webhook.id,
  );
const HOOK_TOLD = { name: HOOK.name, origin: 'https://hooks.example.com', kinds: ['line'], enabled: true };
const MODEL = { scope: 'bot', url: 'http://127.0.0.1:11434/v1', model: 'qwen2.5:7b', key: 'sk-secret-path' };
const addModel = () => call('PUT', '/api/Models/1/chat', MODEL);
const any = (fields: object = {}): unknown => expect.objectContaining(fields);

const SCENARIOS: Record<Audited, Scenario> = {
  registerUnit: {
    run: () => call('POST', '/api/AIKnowledge/1', VALID_BODIES.registerUnit),
    tells: [{ name: 'عنوان', before: null, after: any({ title: 'عنوان', description: '' }) }],
  },
  upload: {
    run: async () => (await gateway.upload('سياسة.txt', 'نص')).response,
    tells: [
      { name: 'سياسة.txt', before: null, after: any({ name: 'سياسة.txt', mime: 'text/plain', size: 4 }) },
    ],
  },
  updateUnit: {
    run: async () =>
      call('PUT', `/api/AIKnowledge/1/${await addUnit()}`, { description: 'وصف', title: 'دليل الرسوم' }),
    tells: [{ name: 'دليل الرسوم', before: { description: '' }, after: { description: 'وصف' } }],
  },
  deleteUnit: {
    run: async () => call('DELETE', `/api/AIKnowledge/1/${await addUnit()}`),
    tells: [
      { name: UNIT.title, before: UNIT, after: { binned: true, keptUntil: '2026-12-21T09:00:00.000Z' } },
    ],
  },
  restoreUnit: {
    run: async () => {
      const id = await addUnit();
      await call('DELETE', `/api/AIKnowledge/1/${id}`);
      return call('POST', `/api/AIKnowledge/1/${id}/restore`, { title: 'دليل آخر' });
    },
    tells: [{ name: 'دليل آخر', before: { binned: true }, after: { binned: false, title: 'دليل آخر' } }],
  },
  reindexUnit: {
    run: async () => call('POST', `/api/AIKnowledge/1/${await addUnit()}/reindex`),
    tells: [{ name: UNIT.title, before: null, after: null }],
  },
  addSynonyms: {
    run: addGroup,
    tells: [{ name: 'دوام = ساعات العمل', before: null, after: GROUP }],
  },
  changeSynonyms: {
    run: async () => {
      await addGroup();
      return call('PUT', '/api/Synonyms/1/1', { ...GROUP, note: '' });
    },
    tells: [{ name: 'دوام = ساعات العمل', before: { note: 'لهجة' }, after: { note: '' } }],
  },
  removeSynonyms: {
    run: async () => {
      await addGroup();
      return call('DELETE', '/api/Synonyms/1/1');
    },
    tells: [{ name: 'دوام = ساعات العمل', before: GROUP, after: null }],
  },
  importSynonyms: {
    run: () =>
      call('POST', '/api/Synonyms/1/import', { text: 'دوام = ساعات العمل\nوحده', mode: 'add', check: false }),
    tells: [
      {
        name: '',
        before: null,
        after: { mode: 'add', added: 1, known: 0, removed: 0, refused: 1, format: 'lines' },
      },
    ],
  },
  signIn: {
    run: async () => call('POST', '/api/Session', { code: await createCode(gateway), name: 'Firefox' }),
    tells: [1, 2].map(() => ({
      name: expect.stringContaining('Firefox') as string,
      before: null,
      after: any({ role: 'owner', bots: 'all', madeBy: 'code' }),
    })),
  },
  signOut: {
    run: async () => {
      const code = await createCode(gateway);
      const { key } = await made<{ key: string }>(call('POST', '/api/Session', { code, name: 'متصفح' }));
      return gateway.call('/api/Session', { method: 'DELETE', headers: { 'x-user-auth': key } });
    },
    tells: [1, 2].map(() => ({
      name: expect.stringContaining('متصفح') as string,
      before: { revokedOn: null },
      after: { revokedOn: '2026-11-21T09:00:00.000Z' },
    })),
  },
  createKey: {
    run: () => call('POST', '/api/Keys', VALID_BODIES.createKey),
    tells: [
      { name: 'شاشة الاستقبال', before: null, after: any({ role: 'tester', bots: [1], madeBy: 'owner' }) },
    ],
  },
  changeKey: {
    run: async () => call('PUT', `/api/Keys/${await addKey()}`, VALID_BODIES.changeKey),
    tells: [
      {
        name: 'مفتاح المكتب',
        before: { name: 'شاشة الاستقبال', expiresOn: null },
        after: { name: 'مفتاح المكتب', expiresOn: '2027-01-01T00:00:00.000Z' },
      },
    ],
  },
  rotateKey: {
    run: async () => call('POST', `/api/Keys/${await addKey()}/rotate`, { overlapHours: 1 }),
    tells: [
      { name: 'شاشة الاستقبال', before: null, after: any({ role: 'tester' }) },
      {
        name: 'شاشة الاستقبال',
        before: { expiresOn: null, rotatedOn: null },
        after: { expiresOn: '2026-11-21T10:00:00.000Z', rotatedOn: '2026-11-21T09:00:00.000Z' },
      },
    ],
  },
  revokeKey: {
    run: async () => call('DELETE', `/api/Keys/${await addKey()}`),
    tells: [
      {
        name: 'شاشة الاستقبال',
        before: { revokedOn: null },
        after: { revokedOn: '2026-11-21T09:00:00.000Z' },
      },
    ],
  },
  createBot: {
    run: () => call('POST', '/api/Bots', VALID_BODIES.createBot),
    tells: [
      { name: 'بوت الموارد البشرية', before: null, after: any({ zone: 'Asia/Riyadh', period: 'monthly' }) },
    ],
  },
  changeBot: {
    run: async () =>
      call('PUT', `/api/Bots/${await addBot()}`, { name: 'بوت الدعم', allowedHosts: ['*.example.org'] }),
    tells: [
      {
        name: expect.stringMatching(/بوت/) as string,
        before: { name: 'بوت الموارد البشرية', allowedHosts: [] },
        after: { name: 'بوت الدعم', allowedHosts: ['*.example.org'] },
      },
    ],
  },
  archiveBot: {
    run: async () => call('POST', `/api/Bots/${await addBot()}/archive`),
    tells: [
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
    tells: [
      {
        name: 'بوت الموارد البشرية',
        before: { deletedOn: '2026-11-21T09:00:00.000Z' },
        after: { deletedOn: null },
      },
    ],
  },
  deleteBot: {
    run: async () => call('DELETE', `/api/Bots/${await addBot()}`),
    tells: [
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
        rules: [{ kind: 'line', ledger: 'text', at: 90, enabled: true }],
      }),
    tells: [
      {
        name: expect.any(String) as string,
        before: { rules: expect.any(Array) as unknown[] },
        after: { rules: [expect.anything()] },
      },
    ],
  },
  addWebhook: {
    run: () => call('POST', '/api/Alerts/1/webhooks', HOOK),
    tells: [{ name: HOOK.name, before: null, after: HOOK_TOLD }],
  },
  changeWebhook: {
    run: async () =>
      call('PUT', `/api/Alerts/1/webhooks/${await addHook()}`, {
        url: 'https://hooks.example.com/T0/other-path',
      }),
    tells: [{ name: HOOK.name, before: {}, after: { newAddress: true } }],
  },
  removeWebhook: {
    run: async () => call('DELETE', `/api/Alerts/1/webhooks/${await addHook()}`),
    tells: [{ name: HOOK.name, before: HOOK_TOLD, after: null }],
  },
  testWebhook: {
    run: async () => call('POST', `/api/Alerts/1/webhooks/${await addHook()}/test`),
    tells: [{ name: HOOK.name, before: null, after: any({ event: 'test' }) }],
  },
  redeliver: {
    run: async () => {
      const { id } = await made<{ id: number }>(
        call('POST', `/api/Alerts/1/webhooks/${await addHook()}/test`),
      );
      return call('POST', `/api/Alerts/1/deliveries/${id}/again`);
    },
    tells: [{ name: HOOK.name, before: null, after: any({ event: 'test' }) }],
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
    tells: [
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
    tells: [
      {
        name: MODEL.model,
        before: any({ scope: 'bot', url: MODEL.url, privateAddress: true, model: MODEL.model, hasKey: true }),
        after: null,
      },
    ],
  },
  pauseEmbedding: {
    run: () => call('PUT', '/api/Models/1/embeddings/progress', VALID_BODIES.pauseEmbedding),
    tells: [{ name: expect.any(String) as string, before: { paused: false }, after: { paused: true } }],
  },
};

const audited = ENDPOINT_IDS.filter((id): id is Audited => ENDPOINTS[id].audited);

describe.each(audited)('%s', (id) => {
  it('tells what it changed, of what, by whom, once for each bot', async () => {
    const scenario = SCENARIOS[id];
    const response = await scenario.run();
    expect({ status: response.status, body: await response.clone().text() }).toMatchObject({ status: 200 });
    const entries = await entriesOf(response);
    const { kind } = auditedSubject(ENDPOINTS[id], {});
    expect(entries).toEqual(
      scenario.tells.map(({ name, before, after }): unknown =>
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
      gateway.lines.filter(({ event }) => event === 'change-untold' || event === 'audit-failed'),
    ).toEqual([]);
    // No note is left, and nothing of it is a secret.
    expect(await gateway.ports.audit.settleOlderThan(new Date('2100-01-01'), 10)).toBe(0);
    expect(JSON.stringify(entries)).not.toMatch(/fih_[\w-]{12}|whsec_[\w+/-]{6}|secret-path/);
  });
});

it('is the whole list: what changes something by another method than GET says so', () => {
  const silent = ENDPOINT_IDS.filter((id) => ENDPOINTS[id].method !== 'GET' && !ENDPOINTS[id].audited);
  // They spend or read; what they keep is the ledger's, the context's, or nothing.
  expect(silent.toSorted()).toEqual(
    [
      'answer',
      'chat',
      'clearContext',
      'explainAnswer',
      'measureSynonyms',
      'multimodalChat',
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
