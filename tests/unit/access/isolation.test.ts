import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '#contract/operations/index.ts';
import { hasRight, RIGHTS } from '#contract/rights.ts';
import { ROLES } from '#contract/session.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import {
  ALL,
  addKeys,
  markOf,
  type Named,
  naming,
  nothingLike,
  REPEATED,
  secretOf,
  seedBot,
  startNumbersAt,
} from '#tests/support/two-bots.ts';
import { pathFor, validInit } from '#tests/support/valid-calls.ts';

let gateway: TestGateway;
let mine: Named;
let theirs: Named;
let nothing: Named;
let before: Map<string, unknown[]>;

beforeAll(async () => {
  gateway = await createTestGateway();
  await addKeys(gateway);
  await startNumbersAt(gateway, 2, 5000);
  mine = await seedBot(gateway, 1);
  theirs = await seedBot(gateway, 2);
  nothing = nothingLike(theirs);
  before = await rowsOfSecond();
});
afterAll(() => gateway.close());

/** Roles with a key for the first bot alone, and with one for both: what each sees under `x-bot: 1` is the same. */
const CALLERS = ROLES.flatMap((role) => [
  { role, bots: [1], secret: secretOf(role, [1]) },
  { role, bots: [1, 2], secret: secretOf(role, [1, 2]) },
]);
const byKey = OPERATION_IDS.filter((id) => OPERATIONS[id].credential === 'key');
const RESOURCES =
  /\{(knowledgeId|groupId|keyId|personId|webhookId|deliveryId|runId|testId|setId|evaluationId|reportId|contradictionId|id)\}/;
/** They are about a deleted unit. */
const OF_BIN: readonly OperationId[] = ['getBinnedUnit', 'restoreUnit', 'purgeUnit'];
/** They tell of all bots that a key is good for, whatever `x-bot` says. */
const OF_ALL_BOTS: readonly OperationId[] = [
  'session',
  'listBots',
  'usageOfBots',
  'alertsOfBots',
  'listJobs',
  'listJobKinds',
];

/** The path with its parameters set to data of this bot. */
function pathTo(
  id: OperationId,
  named: Named,
  query: Record<string, string | number> = {},
  botId = 1,
): string {
  const values: Record<string, string | number> = {
    Model: 'Model',
    botId,
    knowledgeId: OF_BIN.includes(id) ? named.binnedUnit : named.unit,
    groupId: named.group,
    keyId: named.key,
    personId: named.person,
    webhookId: named.webhook,
    deliveryId: named.delivery,
    runId: named.requestId,
    testId: named.test,
    setId: named.set,
    evaluationId: named.evaluation,
    reportId: named.report,
    contradictionId: named.contradiction,
    id: named.bot,
    kind: 'index',
    subject: named.unit,
  };
  const path = OPERATIONS[id].path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  const search = { ...(id === 'unitStates' ? { ids: named.unit } : {}), ...query };
  const words = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)]));
  return words.size > 0 ? `${path}?${words}` : path;
}

interface DescribedResponse {
  status: number;
  headers: string[];
  fault: string | null;
  /** Whether a response contains data of the second bot that the caller did not send. */
  leaks: boolean;
  text: string;
}

/** The texts of a response, without values that the caller sent or that differ with every call. */
async function describeResponse(response: Response, named: Named): Promise<DescribedResponse> {
  const text = await response.text();
  const words = [response.headers.get('x-fault-parameters') ?? '', text];
  const described = words.map((word) => decode(word)).join('\n');
  // No name may be a part of another that comes after it; and numbers are in much that is no number of the caller's.
  const own = Object.values(named).map(String);
  const texts = own.filter((text) => !isNumber(text)).toSorted((a, b) => b.length - a.length);
  const masked = texts.reduce((rest, value) => rest.replaceAll(value, '#'), described);
  const plain = own
    .filter(isNumber)
    .reduce((rest, value) => rest.replaceAll(new RegExp(`\\b${value}\\b`, 'g'), '#'), masked);
  return {
    status: response.status,
    headers: [...response.headers.keys()].toSorted(),
    fault: response.headers.get('x-fault'),
    leaks: masked.includes(markOf(2)),
    text: plain
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '@')
      .replace(/"(Consumption|generation_time)":[^,}]*/g, ''),
  };
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Attempt {
  path: string;
  init: { method: string; json?: unknown; body?: FormData };
}

function attempt(id: OperationId, named: Named, more: ReturnType<typeof naming>[number] = {}): Attempt {
  const init = validInit(id);
  return {
    path: pathTo(id, named, more.query),
    init: more.json === undefined ? init : { ...init, json: more.json },
  };
}

const call = ({ path, init }: Attempt, secret: string, bot: string | number = 1) =>
  gateway.call(path, { ...init, headers: { 'x-user-auth': secret, 'x-bot': String(bot) } });

/** Everything that is stored of the second bot; when a key was last used is no secret of it. */
async function rowsOfSecond(): Promise<Map<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select m.name from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'bot_id'
    order by m.name`.execute(gateway.db.read);
  const secrets = new Map<string, unknown[]>();
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)} where bot_id = 2`.execute(gateway.db.read);
    secrets.set(name, rows);
  }
  const keys = await gateway.ports.keys.list();
  secrets.set(
    'keys',
    keys.filter(({ bots }) => bots.includes(2)).map((key) => ({ ...key, lastUsedOn: null })),
  );
  secrets.set(
    'person',
    (await gateway.ports.persons.list()).filter(({ bots }) => bots.includes(2)),
  );
  secrets.set('bot', [await gateway.ports.bots.get(2)]);
  return secrets;
}

test('the second bot has data in every place of the first bot', async () => {
  const empty = [...before].filter(([, rows]) => rows.length === 0).map(([name]) => name);
  expect(empty).toEqual(['alert_rules', 'audit_intent', 'index_job', 'vector_pause']);
  const owner = secretOf('owner', [2]);
  for (const id of [
    'listUnits',
    'listSynonyms',
    'listKeys',
    'listPersons',
    'listWebhooks',
    'listAudit',
    'listAlerts',
    'listModels',
    'listBots',
    'listJobs',
    'listRuns',
  ] as const) {
    const path = pathTo(id, theirs, {}, 2);
    const reply = await call({ path, init: { method: 'GET' } }, owner, 2);
    expect([id, (await reply.text()).includes(markOf(2))]).toEqual([id, true]);
  }
});

test('a key for both bots sees each bot under its own x-bot', async () => {
  for (const id of [
    'listUnits',
    'listSynonyms',
    'listWebhooks',
    'listAudit',
    'listAlerts',
    'listModels',
    'listKeys',
  ] as const)
    for (const [bot, other] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const path = pathTo(id, mine, {}, bot);
      const text = await (
        await call({ path, init: { method: 'GET' } }, secretOf('owner', [1, 2]), bot)
      ).text();
      expect([id, bot, text.includes(markOf(bot)), text.includes(markOf(other))]).toEqual([
        id,
        bot,
        true,
        false,
      ]);
    }
});

describe.each(byKey)('%s', (id) => {
  const roles: readonly string[] = RIGHTS[OPERATIONS[id].right];

  test('is limited to the roles of the registry', async () => {
    for (const role of ROLES) {
      await gateway.addKey(`all-of-${role}-${id}`, { role, allBots: true, bots: [] });
      const reply = await call({ path: pathFor(id), init: validInit(id) }, `all-of-${role}-${id}`);
      expect([role, reply.status === 403]).toEqual([role, !roles.includes(role)]);
      await reply.body?.cancel();
    }
  });

  test('refuses another bot in the words for an unknown bot', async () => {
    for (const { role } of CALLERS) {
      const secret = secretOf(role, [1]);
      const there = await describeResponse(
        await call({ ...attempt(id, theirs), path: pathTo(id, theirs, {}, 2) }, secret, 2),
        theirs,
      );
      const nowhere = await describeResponse(
        await call({ ...attempt(id, nothing), path: pathTo(id, nothing, {}, 99) }, secret, 99),
        nothing,
      );
      expect(there).toMatchObject({ status: 403, fault: 'not-allowed' });
      expect(there).toEqual(nowhere);
    }
  });

  test('reveals nothing of another bot to any key', async () => {
    const wrong: unknown[] = [];
    for (const { role, bots, secret } of CALLERS)
      for (const { there, nowhere, namesMore } of attemptsAt(id, bots)) {
        const shown = await describeResponse(await call(there, secret), theirs);
        const saysAll = bots.length > 1 && OF_ALL_BOTS.includes(id);
        if (shown.leaks && !saysAll) wrong.push([role, there.path, shown]);
        // What names nothing is only searched: a second call of it may do something else than the first.
        if (!namesMore) continue;
        const other = await describeResponse(await call(nowhere, secret), nothing);
        if (JSON.stringify(shown) !== JSON.stringify(other)) wrong.push([role, there.path, shown, other]);
        const isResource = RESOURCES.test(OPERATIONS[id].path) && roles.includes(role);
        if (isResource && shown.status !== 404) wrong.push([role, there.path, shown]);
      }
    expect(wrong).toEqual([]);
  });
});

/** Calls that name data of the second bot, each beside the same call with unknown data. */
function attemptsAt(id: OperationId, bots: readonly number[]) {
  // Who is good for both may name both, where bots themselves are named.
  if (
    bots.length > 1 &&
    (id === 'createKey' || id === 'invitePerson' || OPERATIONS[id].path.includes('{id}'))
  )
    return [];
  const others = [{}, ...naming(id, nothing)];
  return [{}, ...naming(id, theirs)].map((more, index) => {
    const there = attempt(id, theirs, more);
    const nowhere = attempt(id, nothing, others[index]);
    const said = [there, nowhere].map(({ path, init }) => path + JSON.stringify(init.json ?? null));
    return { there, nowhere, namesMore: said[0] !== said[1] };
  });
}

test('after all these calls every row of the second bot is unchanged', async () => {
  const after = await rowsOfSecond();
  for (const [table, rows] of before) expect([table, after.get(table)]).toEqual([table, rows]);
});

test('refuses a path that names a bot other than x-bot', async () => {
  const named = byKey.filter((id) => OPERATIONS[id].path.includes('{botId}'));
  for (const id of named)
    for (const { bots, role, secret } of CALLERS) {
      if (!hasRight(role, OPERATIONS[id].right)) continue;
      const [there, nowhere] = await Promise.all(
        [theirs, nothing].map(async (named) => {
          const other = { ...attempt(id, named), path: pathTo(id, named, {}, named.bot) };
          return describeResponse(await call(other, secret), named);
        }),
      );
      expect([id, bots, there?.status]).toEqual([id, bots, 400]);
      expect([id, bots, there]).toEqual([id, bots, nowhere]);
    }
});

test('refuses a change that names another bot in the words for an unknown bot', async () => {
  for (const secret of [secretOf('owner', [1])])
    for (const [id, bodyFor] of [
      ['changeKey', (bot: number) => ({ bots: [1, bot] })],
      ['createKey', (bot: number) => ({ name: 'منقول', role: 'owner', bots: [1, bot] })],
      ['createKey', () => ({ name: 'منقول', role: 'owner', allBots: true })],
    ] as const) {
      const replies = [2, 99].map(async (bot) =>
        describeResponse(
          await call({ path: pathTo(id, mine), init: { ...validInit(id), json: bodyFor(bot) } }, secret),
          mine,
        ),
      );
      const [there, nowhere] = await Promise.all(replies);
      expect(there).toMatchObject({ status: 403, fault: 'not-allowed' });
      expect(there).toEqual(nowhere);
    }
});

test('a signed address opens its own file alone', async () => {
  const own = new URL(mine.fileUrl).pathname;
  const other = new URL(theirs.fileUrl).pathname;
  expect((await gateway.call(own)).status).toBe(200);
  const [, , , , fileId = '', grant = ''] = other.split('/');
  const [, , , , myFile = '', myGrant = ''] = own.split('/');
  const paths = [
    `/api/Files/1/${fileId}/${grant}/x.md`,
    `/api/Files/2/${fileId}/${myGrant}/x.md`,
    `/api/Files/1/${fileId}/${myGrant}/x.md`,
    `/api/Files/2/${myFile}/${myGrant}/x.md`,
    `/api/Files/99/${fileId}/${grant}/x.md`,
    `/api/Files/99/AAAAAAAAAAAAAAAAAAAAAA/${grant}/x.md`,
  ];
  const shown = await Promise.all(
    paths.map(async (path) => describeResponse(await gateway.call(path), theirs)),
  );
  for (const response of shown) expect(response).toEqual(shown[0]);
  expect(shown[0]).toMatchObject({ status: 403, fault: 'link-expired' });
});

test('the same Idempotency-Key of a key in two bots means two calls', async () => {
  const secret = secretOf('owner', [1, 2]);
  const upload = async (bot: number) => {
    const form = new FormData();
    form.set('Attachment', new Blob(['نص واحد']), 'واحد.txt');
    const headers = {
      'x-user-auth': secret,
      'x-bot': String(bot),
      [HEADERS.idempotencyKey]: `${REPEATED} ${secret}`,
    };
    return (await (
      await gateway.call('/api/UploadBlob', { method: 'POST', body: form, headers })
    ).json()) as {
      FilePath: string;
    };
  };
  const [first, again, second] = [await upload(1), await upload(1), await upload(2)];
  expect(again).toEqual(first);
  expect(first.FilePath).toMatch(/^1\//);
  expect(second.FilePath).toMatch(/^2\//);
});

test('a key has a separate context for each bot', async () => {
  const secret = secretOf('tester', [1, 2]);
  const ask = (bot: number, question: string) =>
    gateway.call('/api/v1/RAG/Answer', {
      method: 'POST',
      json: { Question: question, UpdateGlobal: true },
      headers: { 'x-user-auth': secret, 'x-bot': String(bot) },
    });
  await ask(1, 'سؤال في الأول');
  expect(await (await ask(2, 'سؤال في الثاني')).text()).not.toContain('الأول');
  const context = (bot: number) =>
    gateway.call(`/api/AIKnowledge/${bot}/context`, {
      headers: { 'x-user-auth': secret, 'x-bot': String(bot) },
    });
  expect(await (await context(1)).text()).not.toMatch(/الثاني|قژڤگ2/);
  expect(await (await context(2)).text()).not.toMatch(/الأول|قژڤگ1/);
});

test('only an owner of all bots creates bots, and owners of one bot see such a key without its bots', async () => {
  const reply = await call({ path: '/api/Keys', init: { method: 'GET' } }, secretOf('owner', [1]));
  const { Response: keys } = (await reply.json()) as {
    Response: { items: { name: string; bots: number[]; manageable: boolean }[] };
  };
  expect(keys.items.every(({ bots }) => bots.length === 1 && bots[0] === 1)).toBe(true);
  expect(keys.items.find(({ name }) => name === 'مالك الكل')).toMatchObject({ manageable: false });
  expect(
    (await call({ path: '/api/Bots', init: { method: 'POST', json: { name: 'ثالث' } } }, ALL)).status,
  ).toBe(200);
});
