/** The conformance kit: our own gateway passes, and each breach is found by the checks that are meant to, and no other. */
import { expect, test, vi } from 'vitest';
import { registerCall } from '#conformance/calls/requests.ts';
import { cleanUp } from '#conformance/clean-up.ts';
import { Lab, type LabOptions } from '#conformance/lab.ts';
import { printPage } from '#conformance/report/print-page.ts';
import { printReport } from '#conformance/report/print-text.ts';
import type { Report } from '#conformance/run-checks.ts';
import { CHECK_GROUPS } from '#conformance/sections/index.ts';
import { ATTACHMENT_FIELD } from '#contract/uploads.ts';
import { type Deviation, endpointOf } from '#tests/support/foreign-gateway.ts';
import { isNight } from '#tests/support/full-counts.ts';
import { ORIGIN, TEST_KEY } from '#tests/support/gateway.ts';
import { bend, sayEvents, sayJson, take } from './bend.ts';
import { RUNS } from './breaches.ts';
import { findingsOf, PAGE, startCheckedGateway } from './checked-gateway.ts';

const noEndpoint = async () => new Response('Not found', { status: 404 });

test.each(RUNS.filter(({ isLong }) => isNight || !isLong))(
  'breaches are found: $name',
  async ({ breaches, only }) => {
    const checked = await startCheckedGateway();
    const groups = CHECK_GROUPS.filter(({ id, when }) => when !== 'load' && (!only || only.includes(id)));
    const report = await checked.check(bend(breaches), { groups });
    await checked.close();
    const thrown = Object.values(findingsOf(report, 'untestable')).filter((finding) =>
      JSON.stringify(finding).includes('the check itself failed'),
    );
    expect(thrown).toEqual([]);
    const found = (outcome: string) => Object.keys(findingsOf(report, outcome)).toSorted();
    expect(found('fails')).toEqual(breaches.flatMap(({ fails = [] }) => fails).toSorted());
    expect(found('lenient')).toEqual(breaches.flatMap(({ takes = [] }) => takes).toSorted());
  },
);

test('a key that expires on the way is blamed, not the endpoints', async () => {
  const checked = await startCheckedGateway();
  let calls = 0;
  const report = await checked.check(
    (_, pass) =>
      calls++ < 12
        ? pass()
        : Promise.resolve(
            Response.json(
              { StatusCode: 401, Response: 'انتهت صلاحية المفتاح', Consumption: '0/9' },
              { status: 401 },
            ),
          ),
    { groups: CHECK_GROUPS.filter(({ id }) => id === 'register') },
  );
  await checked.close();
  expect(findingsOf(report, 'fails')).toEqual({});
  expect(JSON.stringify(findingsOf(report, 'untestable'))).toContain('no longer accepts the key');
});

test('an endpoint that is missing fails, also where only its own section was chosen', async () => {
  const checked = await startCheckedGateway();
  const report = await checked.check(
    (request, pass) => (endpointOf(request) === 'chat' ? noEndpoint() : pass()),
    { groups: CHECK_GROUPS.filter(({ id }) => id === 'chat') },
  );
  await checked.close();
  expect(Object.keys(findingsOf(report, 'fails'))).toEqual(['paths.chat']);
  expect(report.groups.map(({ group }) => group.id)).toEqual(['paths', 'chat']);
});

test('fields of an upload are tried with a file that is stored, where text is refused', async () => {
  const checked = await startCheckedGateway();
  const report = await checked.check(
    async (request, pass) => {
      const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data');
      if (endpointOf(request) !== 'upload' || !isForm) return pass();
      const file = (await request.clone().formData()).get(ATTACHMENT_FIELD);
      const isText = file instanceof File && file.name.endsWith('.txt');
      return isText ? Response.json({ StatusCode: 400, Response: 'مرفوض' }, { status: 400 }) : pass();
    },
    { groups: CHECK_GROUPS.filter(({ id }) => id === 'upload') },
  );
  await checked.close();
  expect(Object.keys(findingsOf(report, 'fails'))).toEqual(['upload.txt']);
  expect(Object.keys(findingsOf(report, 'ok'))).toEqual(
    expect.arrayContaining(['upload.Model.FileType.File', 'upload.EncryptFileName.false']),
  );
  expect(Object.keys(findingsOf(report, 'untestable'))).toEqual(['upload.txt.FileMimeType']);
});

test('a unit that remains is named, also where its title was no text', async () => {
  const options: LabOptions = {
    target: { baseUrl: ORIGIN, key: TEST_KEY, bot: '1', modelFamily: 'Model' },
    fetch: async ({ method }) =>
      method === 'DELETE' ? noEndpoint() : Response.json({ StatusCode: 200, Response: { id: 7 } }),
    pageUrl: PAGE,
    unitId: undefined,
    indexingMs: 0,
    signal: new AbortController().signal,
  };
  const lab = new Lab(options);
  for (const title of ['', 'دليل', { en: 'دليل' }]) await lab.call(registerCall({ title }));
  expect((await cleanUp(lab, options)).units).toEqual([
    '{"id":7,"title":""}',
    'دليل',
    '{"id":7,"title":{"en":"دليل"}}',
  ]);
});

const streamed = CHECK_GROUPS.filter(({ id }) => id === 'answer-stream' || id === 'chat-stream');

test('streams without text under a name that clients know are noted', async () => {
  const checked = await startCheckedGateway();
  const rename = sayEvents((events) =>
    events.map(({ chunk, ...event }) => (chunk === undefined ? event : { ...event, token: chunk })),
  );
  const ours = await checked.check(undefined, { groups: streamed });
  const other = await checked.check(
    bend([
      { on: 'streamAnswer', say: rename },
      { on: 'streamChat', say: rename },
    ]),
    { groups: streamed },
  );
  await checked.close();
  const textIds = (report: Report) =>
    Object.keys(findingsOf(report, 'note')).filter((id) => id.endsWith('.text'));
  expect(textIds(ours)).toEqual([]);
  expect(textIds(other)).toEqual(['answer-stream.text', 'chat-stream.text']);
});

/** The streams of one endpoint, whole before their first byte. */
const buffered =
  (endpoint: 'streamAnswer' | 'streamChat', change: (headers: Headers, text: string) => void): Deviation =>
  async (request, pass) => {
    const response = await pass();
    if (endpointOf(request) !== endpoint) return response;
    const text = await response.text();
    const { status, headers } = response;
    change(headers, text);
    return new Response(text, { status, headers });
  };
const liveNotes = (report: Report) =>
  Object.keys(findingsOf(report, 'note')).filter((id) => id.endsWith('.live'));

test('a stream whose length is known before it begins is noted, a fast one is not', async () => {
  const checked = await startCheckedGateway();
  const deviation = buffered('streamAnswer', (headers, text) =>
    headers.set('content-length', String(Buffer.byteLength(text))),
  );
  expect(liveNotes(await checked.check(undefined, { groups: streamed }))).toEqual([]);
  expect(liveNotes(await checked.check(deviation, { groups: streamed }))).toEqual(['answer-stream.live']);
  await checked.close();
});

test('a slow stream that arrives in one piece is noted', async () => {
  const begin = performance.now.bind(performance);
  let later = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => begin() + later);
  const checked = await startCheckedGateway();
  const deviation = buffered('streamChat', () => void (later += 600_000));
  const groups = CHECK_GROUPS.filter(({ id }) => id === 'chat-stream');
  expect(liveNotes(await checked.check(deviation, { groups }))).toEqual(['chat-stream.live']);
  clock.mockRestore();
  await checked.close();
});

test('what breaks clients stands apart from what is taken that should be refused', async () => {
  const checked = await startCheckedGateway();
  const report = await checked.check(
    bend([
      { on: 'chat', hear: take(({ PromptStyle }) => PromptStyle === 6, { PromptStyle: 5 }) },
      { on: 'chat', say: sayJson((body) => ({ ...body, Consumption: '50 %' })) },
    ]),
    { groups: CHECK_GROUPS.filter(({ id }) => id === 'chat') },
  );
  await checked.close();
  const text = printReport(report, { language: 'en', all: false });
  const [, breaking = '', taking = ''] =
    /\nBreaks clients: \d+\n([\s\S]*)\nTakes what it should refuse: 1\n([\s\S]*)\n\n/u.exec(text) ?? [];
  expect(breaking).toContain('chat.Consumption ');
  expect(breaking).not.toContain('chat.PromptStyle.above');
  expect(taking).toContain('chat.PromptStyle.above');
  expect(printReport(report, { language: 'ar', all: false })).toContain('يقبل ما يجب رفضه: 1');
  const page = printPage(report, 'en');
  expect(page.indexOf('chat.PromptStyle.above')).toBeGreaterThan(
    page.indexOf('Takes what it should refuse</h2>'),
  );
});

test.each([2, 40])(
  'streams held open find a limit of %i, only where they are asked for',
  async (concurrency) => {
    const checked = await startCheckedGateway({ settings: { concurrency } });
    const report = await checked.check(undefined, {
      groups: CHECK_GROUPS.filter(({ when }) => when === 'load'),
    });
    await checked.close();
    expect(report.groups[0]?.results.map(({ finding }) => finding)).toEqual([{ outcome: 'ok' }]);
  },
);
