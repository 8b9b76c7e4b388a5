/** The conformance kit: our own gateway passes, and each breach is found by the checks that are meant to, and no other. */
import { expect, test } from 'vitest';
import { registerCall } from '#conformance/calls/requests.ts';
import { cleanUp } from '#conformance/clean-up.ts';
import { Lab, type LabOptions } from '#conformance/lab.ts';
import { CHECK_GROUPS } from '#conformance/sections/index.ts';
import { ATTACHMENT_FIELD } from '#contract/uploads.ts';
import { endpointOf } from '#tests/support/foreign-gateway.ts';
import { isNight } from '#tests/support/full-counts.ts';
import { ORIGIN, TEST_KEY } from '#tests/support/gateway.ts';
import { bend } from './bend.ts';
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
    const failed = Object.keys(findingsOf(report, 'fails'));
    expect(failed.toSorted()).toEqual(breaches.flatMap(({ fails }) => fails).toSorted());
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

test('calls at once meet the limit, only where they are asked for', async () => {
  const checked = await startCheckedGateway({ settings: { concurrency: 2 } });
  const report = await checked.check(undefined, {
    groups: CHECK_GROUPS.filter(({ when }) => when === 'load'),
  });
  await checked.close();
  expect(report.groups[0]?.results.map(({ finding }) => finding)).toEqual([{ outcome: 'ok' }]);
});
