/** Two bots with a record of every kind, marked so that a search finds every leak. */

import { sql } from 'kysely';
import type { PassageBlocks } from '#contract/edits.ts';
import type { OperationId } from '#contract/operations/index.ts';
import { ROLES, type Role } from '#contract/session.ts';
import type { TestGateway } from './gateway.ts';

/** What the path, the query and the body of a call can name. */
export interface Named {
  unit: number;
  binnedUnit: number;
  unitTitle: string;
  group: number;
  key: string;
  person: string;
  webhook: number;
  delivery: number;
  alert: number;
  bot: number;
  filePath: string;
  fileUrl: string;
  fileSize: number;
  requestId: string;
  auditSubject: string;
  test: number;
  set: number;
  evaluation: number;
  report: number;
  contradiction: number;
}

/** Mark within every text of a bot, of letters found nowhere else. */
export const markOf = (botId: number): string => `قژڤگ${botId}قژڤگ`;
export const secretOf = (role: Role, bots: readonly number[]): string =>
  `key-of-${role}-for-${bots.join('-')}`;
/** The same in both bots, so that a repeat across them would be noticed. */
export const REPEATED = 'one-key-for-both';
export const ALL = 'key-of-owner-for-all';

/** Every role for either bot and for both. */
export async function addKeys(gateway: TestGateway): Promise<void> {
  await gateway.addKey(ALL, { allBots: true, bots: [], name: 'مالك الكل' });
  for (const bots of [[1], [2], [1, 2]])
    for (const role of ROLES)
      await gateway.addKey(secretOf(role, bots), {
        role,
        bots,
        name: bots.length > 1 ? 'للاثنين' : `${role} ${markOf(bots[0] ?? 0)}`,
      });
}

const COUNTERS = [
  'unit',
  'source',
  'job',
  'synonym-group',
  'alert',
  'webhook',
  'delivery',
  'audit',
  'test',
  'test-set',
  'evaluation',
  'report',
  'contradiction',
];

/** Starts the counters of a bot at numbers that the other bot does not reach. */
export async function startNumbersAt(gateway: TestGateway, botId: number, value: number): Promise<void> {
  for (const name of COUNTERS)
    await gateway.db.change({ bot: botId }, (trx) =>
      trx.insertInto('counter').values({ bot_id: botId, name, value }).execute(),
    );
}

export async function seedBot(gateway: TestGateway, botId: number): Promise<Named> {
  const mark = markOf(botId);
  const headers = { 'x-user-auth': secretOf('owner', [botId]), 'x-bot': String(botId) };
  const request = async <Body>(
    path: string,
    init: Parameters<TestGateway['call']>[1] = {},
  ): Promise<Body> => {
    const reply = await gateway.call(path, { ...init, headers: { ...headers, ...init.headers } });
    const body = (await reply.json()) as { Response: Body };
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body.Response ?? (body as Body);
  };
  const post = <Body>(path: string, json: unknown, more: Record<string, string> = {}) =>
    request<Body>(path, { method: 'POST', json, headers: more });

  await request(`/api/Bots/${botId}`, { method: 'PUT', json: { name: `بوت ${mark}` } });
  const text = `# ${mark}\n\nيبدأ الدوام في التاسعة عند ${mark}.`;
  const form = new FormData();
  form.set('Attachment', new Blob([text]), `${mark}.md`);
  const file = await request<{ FileURL: string; FileName: string; FilePath: string }>('/api/UploadBlob', {
    method: 'POST',
    body: form,
    headers: { 'idempotency-key': REPEATED },
  });
  const fileSize = new TextEncoder().encode(text).byteLength;
  const source = {
    FileName: file.FileName,
    FileUrl: file.FileURL,
    FilePath: file.FilePath,
    FileSize: fileSize,
  };
  const register = async (title: string, more: object) =>
    (await post<{ id: number }>(`/api/AIKnowledge/${botId}`, { title, description: mark, ...more })).id;
  const unitTitle = `دليل ${mark}`;
  const unit = await register(unitTitle, { KnowledgeSource: 0, SourceContent: [source] });
  const url = { KnowledgeSource: 1, SourceContent: [`https://example.org/${mark}`] };
  await register(`تعذر ${mark}`, url);
  await gateway.indexAll();
  const blocks = await request<PassageBlocks>(`/api/AIKnowledge/${botId}/${unit}/passages/0/blocks`);
  const [first] = blocks.items;
  if (!first) throw new Error('the passage has no blocks');
  const place = { block: first.block, row: first.row };
  await post(`/api/AIKnowledge/${botId}/${unit}/edits`, {
    sourceId: blocks.sourceId,
    readingId: blocks.readingId,
    changes: [{ kind: 'insert', first: place, last: place, after: [`أضيف ${mark}.`] }],
  });
  const binnedUnit = await register(`محذوف ${mark}`, url);
  await request(`/api/AIKnowledge/${botId}/${binnedUnit}`, { method: 'DELETE' });
  await request(`/api/AIKnowledge/${botId}/${unit}`, { method: 'PUT', json: { title: `الدليل ${mark}` } });
  await gateway.indexAll();
  await gateway.ports.spokenAudio.insert({
    botId,
    id: `sound-${mark}`,
    blob: `blob-${mark}`,
    mime: 'audio/wav',
    name: `${mark}.wav`,
    size: 44,
    sha256: null,
    spokenOn: gateway.time.now,
  });
  const { vectors } = gateway.ports;
  const space = await vectors.addSpace(botId, {
    model: mark,
    form: 'plain',
    dims: 2,
    probe: new Float32Array(2),
  });
  for (const { unitId, generation } of await vectors.unitProgress(botId, null))
    await vectors.append(
      { botId, unitId, generation, space: space.id },
      { first: 0, count: 1, bytes: new TextEncoder().encode(mark) },
    );
  await vectors.setPaused(botId, gateway.time.now);
  await gateway.ports.queue.ensure({ botId, kind: 'chore', subject: mark });
  const { id: group } = await post<{ id: number }>(`/api/Synonyms/${botId}`, {
    expressions: [`دوام ${mark}`, 'ساعات العمل'],
    note: mark,
  });
  const answer = await gateway.call('/api/v1/RAG/Answer', {
    method: 'POST',
    json: { Question: `متى يبدأ الدوام ${mark}؟`, UpdateGlobal: true },
    headers: { ...headers, 'x-run': 'keep' },
  });
  if (!answer.ok) throw new Error(await answer.text());
  const requestId = answer.headers.get('x-request-id') ?? '';
  const { set, test, evaluation, report } = await seedTests(gateway, botId, {
    request,
    post,
    mark,
    requestId,
  });
  const key = await post<{ view: { id: string } }>('/api/Keys', {
    name: `شاشة ${mark}`,
    role: 'tester',
    bots: [botId],
  });
  const person = { name: `سارة ${mark}`, role: 'curator', bots: [botId] };
  const invitation = await post<{ person: { id: string } }>('/api/Persons', person);
  const hook = { name: `إنذار ${mark}`, url: `https://hooks.example.org/${mark}` };
  const { webhook } = await post<{ webhook: { id: number } }>(`/api/Alerts/${botId}/webhooks`, hook);
  await post(`/api/Alerts/${botId}/webhooks/${webhook.id}/test`, undefined);
  // Switched off, so that calls do not go there.
  const server = { scope: 'bot', url: `https://models.example/${mark}`, model: mark, enabled: false };
  await request(`/api/Models/${botId}/transcription`, {
    method: 'PUT',
    json: { ...server, key: `sk-of-${botId}` },
  });
  const { rows: deliveries } = await sql<{ id: number }>`
    select id from delivery where bot_id = ${botId}`.execute(gateway.db.read);
  const alert = await gateway.ports.alerts.fire(
    botId,
    {
      kind: 'quota-exceeded',
      ledger: 'text',
      threshold: null,
      dedupKey: mark,
      previousId: 0,
      details: { note: mark },
    },
    () => JSON.stringify({ note: mark }),
  );
  const rejected = { botId, status: 402, fault: 'quota-exceeded', on: gateway.time.now };
  await gateway.ports.usage.addFailures(
    [{ ...rejected, keyId: key.view.id, ledger: 'text', day: 20261121, action: mark, count: 1 }],
    [{ ...rejected, requestId: `${mark} ${botId}` }],
  );
  const delivery = deliveries[0]?.id;
  if (!alert || delivery === undefined) throw new Error('nothing was fired or delivered');
  return {
    unit,
    binnedUnit,
    unitTitle,
    group,
    key: key.view.id,
    person: invitation.person.id,
    webhook: webhook.id,
    delivery,
    alert: alert.id,
    bot: botId,
    filePath: file.FilePath,
    fileUrl: file.FileURL,
    fileSize,
    requestId,
    test,
    set,
    evaluation,
    report,
    contradiction: await seedContradiction(gateway, botId, unit),
    auditSubject: String(unit),
  };
}

interface Seeding {
  request: <Body>(path: string, init: Parameters<TestGateway['call']>[1]) => Promise<Body>;
  post: <Body>(path: string, json: unknown) => Promise<Body>;
  mark: string;
  requestId: string;
}

/** A verdict, a report, a set, a test, and an evaluation that lost it. */
async function seedTests(
  gateway: TestGateway,
  botId: number,
  { request, post, mark, requestId }: Seeding,
): Promise<Pick<Named, 'test' | 'set' | 'evaluation' | 'report'>> {
  const verdict = { verdict: 'wrong', note: mark };
  await request(`/api/Runs/${botId}/${requestId}/verdict`, { method: 'PUT', json: verdict });
  const filed = { run: requestId, reason: 'unclear', note: mark };
  const { id: report } = await post<{ id: number }>(`/api/Reports/${botId}`, filed);
  const { id: set } = await post<{ id: number }>(`/api/Tests/${botId}/sets`, { name: `رسوم ${mark}` });
  const question = `متى يبدأ الدوام عند ${mark}؟`;
  const expectation = { contains: [mark], lacks: ['العاشرة'] };
  const draft = { question, expectation, setId: set, tags: [mark], keep: 'always' };
  const { test } = await post<{ test: { id: number } }>(`/api/Tests/${botId}`, draft);
  const { evaluations, queue } = gateway.ports;
  await evaluations.request(botId);
  const lease = await queue.lease('evaluate', 60_000, { only: { botId, subject: 'tests' } });
  const begun = lease && (await evaluations.begin(lease, []));
  const stored = await gateway.ports.tests.get(botId, test.id);
  if (!lease || !begun || !stored) throw new Error('no test is evaluated');
  const id = begun.evaluation.id;
  const because = { evaluationId: id, direct: false, units: [{ id: 1, title: mark }], more: 0 };
  const side = { outcome: 'fails', band: null, runId: null } as const;
  const change = { testId: test.id, question, change: 'lost', before: side, after: side, because } as const;
  await evaluations.record(lease, id, [{ test: stored.test, state: { ...stored.test, because }, change }]);
  const units = [{ id: 1, title: mark }];
  await evaluations.finish(lease, id, {
    engine: '',
    units,
    describeLoss: () => JSON.stringify({ note: mark }),
    describeClosing: () => '',
  });
  return { test: test.id, set, evaluation: id, report };
}

/** A contradiction of a unit with itself. */
async function seedContradiction({ ports, time }: TestGateway, botId: number, unit: number): Promise<number> {
  const statement = {
    unitId: unit,
    sourceId: 1,
    ordinal: 0,
    section: '',
    quote: markOf(botId),
    readOn: null,
  };
  const pair = { identity: markOf(botId), newer: statement, older: statement };
  await ports.contradictions.replace({ botId, number: 1 }, [pair], { now: time.now, next: time.now });
  const [stored] = await ports.contradictions.list(botId, 'open');
  if (!stored) throw new Error('no contradiction is stored');
  return stored.id;
}

/** Names of nonexistent records, in the same forms. */
export function nothingLike(named: Named): Named {
  const fileUrl = named.fileUrl.replace(/\/api\/Files\/\d+\/[^/]+/, '/api/Files/99/AAAAAAAAAAAAAAAAAAAAAA');
  return {
    unit: 7777,
    binnedUnit: 7778,
    unitTitle: 'لا وجود له',
    test: 7777,
    set: 7777,
    evaluation: 7777,
    report: 7777,
    contradiction: 7777,
    group: 7777,
    key: 'nobody-ever1',
    person: 'nobody-ever1',
    webhook: 7777,
    delivery: 7777,
    alert: 7777,
    bot: 99,
    filePath: named.filePath.replace(/^\d+/, '99'),
    fileUrl,
    fileSize: named.fileSize,
    requestId: '00000000-0000-4000-8000-000000000000',
    auditSubject: '7777',
  };
}

/** What a call can name beside its path: queries and bodies, by endpoint. */
export function naming(
  id: OperationId,
  named: Named,
): { query?: Record<string, string | number>; json?: unknown }[] {
  const { unit, unitTitle, group, key, person, bot, webhook, requestId, set } = named;
  const source = {
    FileName: 'دليل.md',
    FileUrl: named.fileUrl,
    FilePath: named.filePath,
    FileSize: named.fileSize,
  };
  const byFile = { KnowledgeSource: 0, SourceContent: [source] };
  switch (id) {
    case 'unitStates':
      return [{ query: { ids: `${unit},${named.binnedUnit}` } }];
    case 'listBin':
      return [{ query: { search: unitTitle } }, { query: { ids: named.binnedUnit } }];
    case 'findKnown':
      return [{ json: { files: [named.filePath], titles: [unitTitle] } }];
    case 'findTakenTitles':
      return [{ json: { titles: [unitTitle] } }];
    case 'listContradictions':
      return [{ query: { state: 'dismissed' } }];
    case 'listRuns':
    case 'listUnits':
    case 'listSynonyms':
    case 'listBots':
      return [{ query: { search: unitTitle } }];
    case 'exportUsage':
      return [{ query: { from: '2026-11-01' } }];
    case 'usageCalls':
      return [{ query: { key } }, { query: { after: `1.${requestId}` } }];
    case 'listDeliveries':
      return [{ query: { webhook } }];
    case 'createTest':
      return [
        { json: { run: requestId } },
        { json: { question: 'متى يبدأ الدوام؟', expectation: { contains: ['التاسعة'] }, setId: set } },
      ];
    case 'createReport':
      return [{ json: { run: requestId, reason: 'unclear' } }];
    case 'listAudit':
    case 'exportAudit':
      return [
        { query: { key } },
        { query: { kind: 'unit', subject: unit } },
        { query: { kind: 'key', subject: key } },
        { query: { request: requestId } },
        { query: { search: unitTitle } },
      ];
    case 'registerUnit':
      return [{ json: { title: 'منقول', ...byFile } }];
    case 'answer':
    case 'explainAnswer':
      return [{ json: { Question: 'متى يبدأ الدوام؟', IndexNames: [unitTitle] } }];
    case 'streamAnswer':
      return [{ json: { Question: 'متى يبدأ الدوام؟', IndexNames: [unitTitle], IsStream: true } }];
    case 'measureSynonyms':
      return [{ json: { expressions: ['دوام', 'ساعات'], questions: ['متى الدوام؟'], groupId: group } }];
    case 'createKey':
    case 'invitePerson':
      return [{ json: { name: 'منقول', role: 'tester', bots: [bot] } }];
    case 'changeKey':
    case 'setUnitOwner':
      return [{ json: { personId: person } }];
    case 'setUnitAvailability':
      return [{ json: { off: true, validFrom: null, validUntil: null } }];
    case 'removePerson':
      return [{ query: { units: person } }];
    default:
      return [];
  }
}
