/** `fihrist test` over HTTP: our own gateway and others are asked, judged and reported, in both languages, without the key. */

import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { DOMParser } from 'linkedom';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testListSchema } from '#contract/tests.ts';
import { type Deviation, deviate, endpointOf } from '#tests/support/foreign-gateway.ts';
import { createTestGateway, TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { runCommand } from '#tests/unit/node/terminal.ts';

let gateway: TestGateway;
let folder: string;
let origin: string;
let deviation: Deviation;
/** Endpoints called, with the keys that came beside the address. */
let calls: { id: string | undefined; url: string; body: unknown }[];
const server = createServer(
  getRequestListener(async (request) => {
    const body: unknown = request.method === 'POST' ? await request.clone().json() : null;
    calls.push({ id: endpointOf(request), url: request.url, body });
    return deviation(request, async (instead = request) => gateway.app.fetch(instead));
  }),
);

const FEES = `# رسوم الخدمات

## تجديد الجواز
رسوم تجديد الجواز ٣٠٠ ريال لمدة خمس سنوات.

## تجديد الهوية
رسوم تجديد الهوية الوطنية ١٠٠ ريال.
`;
const RENEWAL = 'كم رسوم تجديد الجواز؟';
const TESTS = [
  {
    question: RENEWAL,
    quotes: ['رسوم تجديد الجواز 300 ريال'],
    band: 'answered',
    indexNames: ['دليل الرسوم'],
  },
  { question: 'كم رسوم تجديد الهوية الوطنية؟', contains: ['100 ريال'], lacks: ['300'] },
];
const WRONG = { question: `<b>"${RENEWAL}"</b> &\u0001`, quotes: ['رسوم تجديد الجواز 400 ريال'], within: 12 };
const GONE = { question: RENEWAL, contains: ['300'], indexNames: ['وحدة غير موجودة'] };

beforeAll(async () => {
  gateway = await createTestGateway();
  await gateway.addUnit('دليل الرسوم', FEES);
  await gateway.indexAll();
  folder = await mkdtemp(join(tmpdir(), 'fihrist-test-'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  deviation = (_, pass) => pass();
  calls = [];
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await gateway.close();
  await rm(folder, { recursive: true, force: true });
});

async function fileOf(tests: readonly unknown[] | string, name = 'tests.jsonl'): Promise<string> {
  const path = join(folder, name);
  await writeFile(
    path,
    typeof tests === 'string' ? tests : tests.map((line) => JSON.stringify(line)).join('\n'),
  );
  return path;
}

async function testFile(
  tests: Parameters<typeof fileOf>[0],
  args: readonly string[] = [],
  { name = 'tests.jsonl', environment = {} }: { name?: string; environment?: Record<string, string> } = {},
) {
  const file = await fileOf(tests, name);
  const result = await runCommand(['test', '--gateway', origin, '--file', file, ...args], {
    FIHRIST_CHECK_KEY: TEST_KEY,
    ...environment,
  });
  expect(result.out + result.err).not.toContain(TEST_KEY);
  expect(calls.filter(({ url }) => url.includes(TEST_KEY))).toEqual([]);
  return result;
}

test('tests that pass end with 0, over the documented endpoint alone', async () => {
  const { code, out, err } = await testFile(TESTS, ['--all']);
  expect(err).toContain('Asking 2 questions of bot 1');
  expect(out).toMatch(/^Passes +\d+ +1 +كم رسوم تجديد الجواز؟$/mu);
  expect(out).toContain('Pass rate: 100.0 % (95 % interval: 34.2 to 100.0 %)');
  expect(out).toContain('hit@1 1.000, hit@3 1.000, hit@5 1.000, hit@10 1.000, MRR 1.000');
  expect(code).toBe(0);
  expect(new Set(calls.map(({ id }) => id))).toEqual(new Set(['answer']));
  expect(calls[1]?.body).toEqual({ Question: RENEWAL, IndexNames: ['دليل الرسوم'] });
});

test('too few that pass end with 1; the reports say why, and markup stays text', async () => {
  const [html, junit] = [join(folder, 'report.html'), join(folder, 'report.xml')];
  const args = [
    '--html',
    html,
    '--junit',
    junit,
    '--lang',
    'ar',
    '--fail-under',
    '0.51',
    '--concurrency',
    '1',
  ];
  const { code, out, err } = await testFile([...TESTS, WRONG, GONE, { question: 'لماذا؟' }], args);
  expect(code).toBe(1);
  expect(err).toContain('نسبة النجاح أقل من 0.51.');
  expect(out).toContain('غير موجود ضمن أول المقاطع (12): رسوم تجديد الجواز 400 ريال');
  expect(out).toMatch(/نسبة النجاح: .*50\.0 %/u);
  expect(out).not.toMatch(/^ناجح {2}/mu);
  expect(calls.find(({ body }) => JSON.stringify(body).includes('<b>'))?.body).toMatchObject({ Limit: 12 });

  const page = await readFile(html, 'utf8');
  expect(page).toContain('<main dir="rtl">');
  expect(page).toContain(`<bdi dir="auto">&lt;b&gt;&quot;${RENEWAL}&quot;&lt;/b&gt; &amp;`);
  expect(page).not.toMatch(/<script|<b>|\bsrc=|\bhref=|@import|url\(/u);
  const xml = await readFile(junit, 'utf8');
  // XML refuses control characters, also as entities.
  expect(xml).not.toMatch(/[^\P{Cc}\n]/u);
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const suite = document.querySelector('testsuite');
  expect(['tests', 'failures', 'errors', 'skipped'].map((name) => suite?.getAttribute(name))).toEqual([
    '5',
    '1',
    '1',
    '1',
  ]);
  expect(document.querySelector('failure')?.getAttribute('message')).toContain('400');
  expect(document.querySelector('error')?.getAttribute('message')).toContain('وحدة غير موجودة');
  expect(page + xml).not.toContain(TEST_KEY);
});

test('everything as JSON; enough that pass end with 0', async () => {
  const { code, json } = await testFile([...TESTS, WRONG], ['--json', '--fail-under', '0.6']);
  expect(code).toBe(0);
  expect(json()).toMatchObject({
    counts: { passes: 2, fails: 1 },
    passRate: 2 / 3,
    retrieval: {
      tests: 2,
      hits: [{ k: 1, share: 0.5 }, { k: 3 }, { k: 5 }, { k: 10, share: 0.5 }],
      mrr: 0.5,
    },
    tests: [
      { question: RENEWAL, outcome: 'passes', band: 'answered', rank: 1, line: 1 },
      { outcome: 'passes' },
      { outcome: 'fails', rank: null, failures: [{ part: 'quotes', value: 'رسوم تجديد الجواز 400 ريال' }] },
    ],
  });
});

test('a report is compared with an earlier one', async () => {
  const before = join(folder, 'before.json');
  await writeFile(before, (await testFile(TESTS, ['--json'])).out);
  const worse = [TESTS[0], { question: 'كم رسوم تجديد الهوية الوطنية؟', contains: ['900 ريال'] }];
  const compare = ['--compare', before, '--fail-under', '0'];
  const { out } = await testFile(worse, compare);
  expect(out).toContain('1 lost, 0 gained, p = 1.0000');
  expect(out).toMatch(/^Lost: .*كم رسوم تجديد الهوية الوطنية؟/mu);
  const { json } = await testFile(worse, [...compare, '--json']);
  expect(json()).toMatchObject({ comparison: { pairs: 2, lost: [TESTS[1]?.question], gained: [] } });
  const file = await fileOf(TESTS, 'no-report.json');
  expect(await testFile(worse, ['--compare', file])).toMatchObject({ code: 2 });
});

test('another gateway: what it does not say is not judged, never passed', async () => {
  deviation = deviate('noExtensions');
  const { code, json } = await testFile(
    [...TESTS, WRONG, { ...TESTS[1], units: [1] }],
    ['--json', '--fail-under', '0.5'],
  );
  expect(code).toBe(0);
  expect((json() as { tests: { outcome: string }[] }).tests.map(({ outcome }) => outcome)).toEqual([
    'not-judged',
    'passes',
    'fails',
    'not-judged',
  ]);
  expect(calls.every(({ id }) => id === 'answer')).toBe(true);
});

test('another gateway without passages or envelope', async () => {
  deviation = async (_, pass) => {
    const response = await pass();
    if (!response.ok) return response;
    const { Response: said } = (await response.json()) as { Response: { answer: string } };
    return Response.json({ answer: said.answer });
  };
  const { code, json } = await testFile(
    [
      { question: RENEWAL, quotes: ['300'] },
      { question: RENEWAL, contains: ['300'] },
    ],
    ['--json'],
  );
  expect(code).toBe(0);
  expect(json()).toMatchObject({ counts: { passes: 1, 'not-judged': 1 }, retrieval: null });
});

test('a page in place of an answer cannot be judged; a connection that is lost twice ends the run', async () => {
  const isQuestion = () => calls.length > 1;
  deviation = (_, pass) => (isQuestion() ? Promise.resolve(new Response('<p>Welcome</p>')) : pass());
  const page = await testFile(TESTS, ['--json']);
  expect([page.code, page.json()]).toMatchObject([1, { passRate: 0, counts: { 'cannot-be-asked': 2 } }]);
  calls = [];
  deviation = (_, pass) => {
    if (isQuestion()) server.closeAllConnections();
    return pass();
  };
  const { code, out, err } = await testFile(TESTS, ['--concurrency', '1']);
  expect([code, out, err]).toMatchObject([2, '', expect.stringContaining('no connection')]);
  expect(calls).toHaveLength(3);
});

test('a busy gateway is asked again', async () => {
  let busy = 3;
  deviation = (request, pass) =>
    endpointOf(request) === 'answer' && calls.length > 1 && busy-- > 0
      ? Promise.resolve(Response.json({ Response: 'busy' }, { status: 429, headers: { 'Retry-After': '0' } }))
      : pass();
  expect((await testFile(TESTS)).code).toBe(0);
  expect(calls).toHaveLength(1 + 2 + 3);
});

test('a table in Windows-1256; the language of the environment', async () => {
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [
      new TextDecoder('windows-1256').decode(Uint8Array.of(byte)),
      byte,
    ]),
  );
  const bytes = Uint8Array.from(
    `السؤال;الإجابة;ملاحظة\r\n${RENEWAL};رسوم تجديد الجواز 300 ريال;x\r\n`,
    (letter) => table.get(letter) ?? 63,
  );
  const file = await fileOf('', 'windows.csv');
  await writeFile(file, bytes);
  const { code, out, err } = await runCommand(['test', '--gateway', origin, '--file', file], {
    FIHRIST_CHECK_KEY: TEST_KEY,
    LANG: 'ar_EG.UTF-8',
  });
  expect(err).toContain('أعمدة لم تُقرأ: ملاحظة');
  expect(out).toMatch(/نسبة النجاح: .*100\.0 %/u);
  expect(code).toBe(0);
});

/** What lists of tests say besides. */
const KEPT = {
  setId: 4,
  tags: [],
  owner: 'x',
  mine: true,
  createdOn: '',
  modifiedOn: '',
  outcome: 'passes',
  since: '',
  because: null,
  askedOn: null,
  runId: null,
  fromRunId: null,
  deletable: true,
};
const counts = { passes: 2, weak: 0, fails: 0, 'cannot-be-asked': 0, 'not-judged': 0, total: 2 };
const OVERVIEW = {
  sets: [{ id: 4, name: 'رسوم', tags: [], owner: 'x', createdOn: '', modifiedOn: '', counts }],
  counts,
  withoutSet: counts,
  evaluation: null,
  lastLoss: null,
  pending: false,
  paused: false,
  max: { tests: 1, sets: 1 },
};

test('a set that the gateway keeps, over all its pages', async () => {
  const kept = (item: (typeof TESTS)[number], id: number) => ({
    id: id + 1,
    question: item.question,
    request: { IndexNames: null, Limit: 7, MaxLimit: 7, MaxOutputTokens: 1024 },
    expectation: { contains: item.contains ?? [], quotes: item.quotes ?? [] },
    ...KEPT,
  });
  deviation = (request, pass) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== '/api/Tests/1') return pass();
    const isLast = searchParams.has('before');
    const items =
      searchParams.get('set') === '4' ? TESTS.slice(isLast ? 0 : 1, isLast ? 1 : 2).map(kept) : [];
    const next = items.length === 0 || isLast ? null : '1-1';
    return Promise.resolve(Response.json({ Response: testListSchema.parse({ items, next, ...OVERVIEW }) }));
  };
  const runSet = (name: string) =>
    runCommand(['test', '--gateway', origin, '--set', name, '--json'], { FIHRIST_CHECK_KEY: TEST_KEY });
  const { code, err, json } = await runSet('رسوم');
  expect(err).toContain('Asking 2 questions');
  expect(json()).toMatchObject({
    source: 'رسوم',
    counts: { passes: 2 },
    tests: TESTS.map(({ question }) => ({ question })),
  });
  expect(code).toBe(0);
  expect(calls.filter(({ id }) => id === 'answer').map(({ body }) => body)).toContainEqual({
    Question: RENEWAL,
    Limit: 7,
    MaxLimit: 7,
    MaxOutputTokens: 1024,
  });
  const unknown = await runSet('أخرى');
  expect([unknown.code, unknown.err]).toEqual([2, 'There is no set "أخرى". Sets: "رسوم".\n']);
});

test.each([
  ['no key', [], { FIHRIST_CHECK_KEY: '' }, 'The key is missing'],
  ['a wrong key', [], { FIHRIST_CHECK_KEY: 'wrong' }, 'does not accept the key (401)'],
  ['no such key file', ['--key-file', '/no/such/key'], {}, 'cannot be read (ENOENT)'],
  ['a bot that the key may not use', ['--bot', '2'], {}, 'may not use bot 2 (403)'],
  ['no folder for a report', ['--junit', '/no/such/folder/a.xml'], {}, 'cannot be written (ENOENT)'],
  ['a gateway that is away', ['--gateway', 'http://127.0.0.1:9'], {}, 'no connection'],
  ['a share that is none', ['--fail-under', '95'], {}, '--fail-under must be from 0 to 1'],
  ['a key in the address', ['--gateway', 'http://a:b@127.0.0.1'], {}, 'must not contain a user name'],
  ['file and set', ['--set', 'x'], {}, 'Either --file or --set is needed'],
])('it cannot run: %s', async (_, args, environment, message) => {
  const { code, out, err } = await testFile(TESTS, args, { environment });
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
  expect(calls.filter(({ body }) => JSON.stringify(body).includes('Question'))).toEqual([]);
});

test('it cannot run: a gateway without tests of its own, a quota that is used up', async () => {
  deviation = deviate('noExtensions');
  const set = await runCommand(['test', '--gateway', origin, '--set', 'x'], { FIHRIST_CHECK_KEY: TEST_KEY });
  expect([set.code, set.err]).toMatchObject([2, expect.stringContaining('cannot be read: status 404')]);
  deviation = (_, pass) =>
    calls.length > 2 ? Promise.resolve(Response.json({ Response: 'نفدت الحصة' }, { status: 402 })) : pass();
  const { code, err } = await testFile(TESTS, ['--concurrency', '1']);
  expect([code, err]).toMatchObject([
    2,
    expect.stringContaining('The quota is used up (402): `"نفدت الحصة"`'),
  ]);
});

test.each([
  [
    'a row that cannot be used',
    '{"question":"a","band":"perfect"}\n{"question":""}',
    'tests.jsonl',
    /Line 1: band has no value perfect\nLine 2: question is missing/,
  ],
  ['no test at all', '\n', 'tests.txt', /There is no test in/],
  ['no column of questions', 'a,b\n1,2\n', 'tests.csv', /Line 1: question is missing a, b/],
  ['a binary file', 'PK\0\0', 'tests.csv', /is not a text file/],
  ['questions without expectations', RENEWAL, 'tests.txt', /No test could be judged/],
])('a wrong file ends with 2: %s', async (_, content, name, message) => {
  const { code, err } = await testFile(content, [], { name });
  expect(code).toBe(2);
  expect(err.replaceAll('`', '')).toMatch(message);
});
