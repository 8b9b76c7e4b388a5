import { act, screen, waitFor, within } from '@testing-library/react';
import { run } from 'axe-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobKind } from '#contract/jobs.ts';
import { INJECTED_FAULTS } from '#mocks/faults.ts';
import { paths } from '#src/paths.ts';
import { closeAfterTest } from '#tests/support/closing.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: object) => void } };
beforeAll(() => happyDOM.setViewport({ width: 1440 }));
afterAll(() => happyDOM.setViewport({ width: 1024, height: 768 }));

const addUnits = async (gateway: TestGateway) => {
  await gateway.addUnit('دليل الرسوم', '# الرسوم\n\nخمسة ريالات.');
  await gateway.addUnit('Returns guide', '# Returns\n\nWithin 14 days.');
};
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Background jobs' });
  return within(table).getAllByRole('row').slice(1);
};
const titles = async () => (await rows()).map((row) => within(row).getByRole('rowheader').textContent);
const openMenu = async (user: ReturnType<typeof startUser>, name: string) =>
  user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));

test('shows what waits in its order, puts a job first, and cancels one after a question', async () => {
  const user = startUser();
  const { gateway, router } = await openDashboard({ at: paths.jobs(), strict: true, prepare: addUnits });
  expect(await titles()).toEqual(['دليل الرسوم', 'Returns guide']);
  const [first] = await rows();
  expect(first).toHaveTextContent(/Indexing.*Waiting.*In turn/);
  const list = screen.getByRole('list', { name: 'By kind' });
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent('Indexing');
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent('0 running, 2 waiting');

  await openMenu(user, 'Returns guide');
  await user.click(await screen.findByRole('menuitem', { name: 'Put first in queue' }));
  expect(await screen.findByText('First in queue: Returns guide')).toBeVisible();
  await waitFor(async () => expect(await titles()).toEqual(['Returns guide', 'دليل الرسوم']));

  await openMenu(user, 'Returns guide');
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel indexing?' });
  expect(dialog).toHaveTextContent(
    'A unit that is new or whose sources were replaced gets the status Failed',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Cancel indexing' }));
  expect(await screen.findByText('Cancelled: Returns guide')).toBeVisible();
  await waitFor(async () => expect(await titles()).toEqual(['دليل الرسوم']));
  const { violations } = await run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations).toEqual([]);

  // The unit that is new says why it failed, and is read again.
  const unit = (
    await gateway.ports.units.list(1, {
      offset: 0,
      limit: 9,
      sort: { by: 'createdOn', descending: true },
    })
  ).items[0];
  await router.navigate(paths.unit(unit?.id ?? 0));
  expect(await screen.findAllByText(/Indexing was cancell?ed/)).not.toEqual([]);
  await user.click(screen.getAllByRole('button', { name: 'Read again' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryAllByText(/Indexing was cancell?ed/)).toEqual([]));
});

test('pauses a kind and resumes it, in Knowledge too; a failure stays with a way on', async () => {
  const user = startUser();
  const { router, failNext } = await openDashboard({ at: paths.jobs(), prepare: addUnits });
  const pause = await screen.findByRole('button', { name: 'Pause: Indexing' });
  failNext(INJECTED_FAULTS.internal, '/api/Jobs/1/index');
  await user.click(pause);
  await user.click(await screen.findByRole('button', { name: /^(Try again|Retry)$/ }));
  expect(await screen.findByText('Indexing paused. Running jobs will finish.')).toBeVisible();
  await waitFor(async () => expect((await rows())[0]).toHaveTextContent('After resuming'));
  expect(screen.getByText(/^Paused: /)).toBeVisible();

  await router.navigate(paths.knowledge());
  expect(await screen.findByText('Indexing is paused')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Resume indexing' }));
  await waitFor(() => expect(screen.queryByText('Indexing is paused')).toBeNull());
});

test('of several bots and of the gateway are shown together, filtered by the address', async () => {
  const user = startUser();
  const key = 'fih_key-of-two-bots-00';
  const { router } = await openDashboard({
    at: `${paths.jobs()}?bots=all`,
    language: 'ar',
    connection: { key },
    prepare: async (gateway) => {
      await gateway.addKey(key, { role: 'owner', allBots: true, bots: [] });
      const { queue } = gateway.ports;
      await queue.ensure({ botId: 2, kind: 'embed', subject: 'vectors' });
      await queue.ensure({ botId: 0, kind: 'chore', subject: 'units.units' }, { delayMs: 60_000 });
    },
  });
  const table = await screen.findByRole('table', { name: 'العمليات في الخلفية' });
  const [, chore, embed] = within(table).getAllByRole('row');
  expect(embed).toHaveTextContent(/Second.*حساب المتجهات.*Second.*في الانتظار.*بحسب الدور/);
  expect(chore).toHaveTextContent(/إفراغ المحذوفات.*الصيانة الدورية.*البوابة كلها.*مجدولة/);
  await user.click(screen.getByRole('combobox', { name: 'النوع' }));
  await user.click(await screen.findByRole('option', { name: 'الفهرسة' }));
  expect(await screen.findByText('لا توجد عمليات مطابقة')).toBeVisible();
  expect(router.state.location.search).toBe('?kind=index&bots=all');
});

test('is closed to a curator, who acts in Knowledge', async () => {
  const user = startUser();
  const key = 'fih_key-of-a-curator-0';
  const { router, gateway } = await openDashboard({
    at: paths.jobs(),
    connection: { key },
    prepare: async (gateway) => {
      await gateway.addKey(key, { role: 'curator' });
      await addUnits(gateway);
    },
  });
  expect(await screen.findByText('Only owners and monitors can see background work')).toBeVisible();
  await router.navigate(paths.knowledge());
  await user.click(await screen.findByRole('button', { name: 'Actions for Returns guide' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Put first in queue' }));
  expect(await screen.findByText('1 unit is first in queue')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Actions for Returns guide' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel indexing' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel indexing?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel indexing' }));
  expect(await screen.findByText('Indexing of 1 unit cancelled')).toBeVisible();
  expect((await gateway.ports.queue.list({ kind: 'index' }, { offset: 0, limit: 9 })).total).toBe(1);
});

test('says that nothing is to be done, and in Settings how much is', async () => {
  const { router, gateway } = await openDashboard({ at: paths.jobs() });
  expect(await screen.findByText('Nothing to do')).toBeVisible();
  await addUnits(gateway);
  await router.navigate(paths.settings());
  expect(await screen.findByText('0 running, 2 waiting')).toBeVisible();
});

test('of another bot has no link, since its pages show the current one', async () => {
  const key = 'fih_key-of-two-bots-00';
  const { connections, router } = await openDashboard({
    at: `${paths.jobs()}?bots=all`,
    connection: { key, bot: '2' },
    prepare: async (gateway) => {
      await gateway.addKey(key, { role: 'owner', allBots: true, bots: [] });
      await addUnits(gateway);
    },
  });
  const [other] = await rows();
  expect(other).toHaveTextContent('دليل الرسوم');
  expect(within(other as HTMLElement).queryByRole('link')).toBeNull();
  const connection = connections.current();
  if (connection) connections.update(connection.id, { bot: '1' });
  await router.navigate(`${paths.jobs()}?bots=all`);
  expect(await screen.findByRole('link', { name: 'دليل الرسوم' })).toHaveAttribute('href', paths.unit(1));
});

test('says why a try failed in the words of its work', async () => {
  const fail = async ({ ports: { queue } }: TestGateway, kind: JobKind, code: string, parameters = {}) => {
    await queue.ensure({ botId: kind === 'chore' ? 0 : 1, kind, subject: `${kind} ${code}` });
    const lease = await queue.lease(kind, 60_000);
    if (lease) await queue.release(lease, { delayMs: 60_000, as: 'failed', reason: { code, parameters } });
  };
  const key = 'fih_key-of-two-bots-00';
  await openDashboard({
    at: `${paths.jobs()}?bots=all`,
    connection: { key },
    prepare: async (gateway) => {
      await gateway.addKey(key, { role: 'owner', allBots: true, bots: [] });
      await fail(gateway, 'index', 'timeout', { seconds: 30 });
      await fail(gateway, 'deliver', 'timeout');
      await fail(gateway, 'deliver', 'http-status', { status: 503 });
      await fail(gateway, 'embed', 'model-unreachable', { purpose: 'embeddings', model: 'M' });
      await fail(gateway, 'chore', 'internal');
      await fail(gateway, 'chore', 'odd');
    },
  });
  const [...all] = await rows();
  const texts = all.map((row) => row.textContent).join('\n');
  expect(texts).toMatch(/index timeout.*Reading the file took more than 30/);
  expect(texts).toMatch(/deliver timeout.*The server took too long to respond/);
  expect(texts).toMatch(/deliver http-status.*The server responded with status 503/);
  expect(texts).toMatch(/The embeddings server \(M\) does not respond/);
  expect(texts).toMatch(/chore internal.*An unexpected error occurred in the gateway\. Its log says more/);
  expect(texts).toMatch(/chore odd.*The last attempt failed \(odd\)/);
  expect(texts).not.toContain('Index it again');
});

test('has a column for everything where there is room, and cards where there is little', async () => {
  closeAfterTest(() => happyDOM.setViewport({ width: 1440 }));
  happyDOM.setViewport({ width: 1024 });
  await openDashboard({ at: paths.jobs(), prepare: addUnits });
  const cards = await screen.findByRole('list', { name: 'Background jobs' });
  expect(within(cards).getAllByRole('listitem')[0]).toHaveTextContent(/Since: .* · Next: In turn/);
  act(() => happyDOM.setViewport({ width: 1280 }));
  const columns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(columns()).toEqual(['Job', 'Type', 'Status', 'Next', 'Actions']);
  expect((await rows())[0]).toHaveTextContent(/دليل الرسومSince: /);
  act(() => happyDOM.setViewport({ width: 1440 }));
  expect(columns()).toEqual(['Job', 'Type', 'Status', 'Attempts', 'Since', 'Next', 'Actions']);
});

test('asks before upkeep of the gateway is paused, and puts none of it first', async () => {
  const user = startUser();
  const key = 'fih_key-of-two-bots-00';
  const { gateway } = await openDashboard({
    at: `${paths.jobs()}?bots=all`,
    connection: { key },
    prepare: async (gateway) => {
      await gateway.addKey(key, { role: 'owner', allBots: true, bots: [] });
      const chore = { botId: 0, kind: 'chore' } as const;
      await gateway.ports.queue.ensure({ ...chore, subject: 'units.units' }, { delayMs: 60_000 });
      await gateway.ports.queue.ensure({ ...chore, subject: 'alerts.deliveries' });
    },
  });
  expect(await titles()).toContain('Delete old webhook messages');
  expect(screen.queryByRole('button', { name: 'Actions for Delete old webhook messages' })).toBeNull();
  await openMenu(user, 'Empty the bin');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Try again now']);
  await user.keyboard('{Escape}');

  await user.click(screen.getByRole('button', { name: 'Pause: Maintenance' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pause maintenance?' });
  expect(await gateway.ports.queue.pauses()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
  expect(await screen.findByText(/^Maintenance paused/)).toBeVisible();
  expect(await gateway.ports.queue.pauses()).toMatchObject([{ botId: 0, kind: 'chore' }]);
});

test('is asked about in Knowledge only while a unit waits', async () => {
  const { gateway, router, requests } = await openDashboard({ at: paths.knowledge(), prepare: addUnits });
  const asked = () => requests.filter(({ url }) => url.includes('/api/Jobs/kinds')).length;
  expect(await screen.findByText('Returns guide')).toBeVisible();
  await waitFor(() => expect(asked()).toBeGreaterThan(0));
  await gateway.indexAll();
  await router.navigate(paths.settings());
  await screen.findByText('Nothing running');
  const before = asked();
  await router.navigate(paths.unit(1));
  expect(await screen.findAllByText('دليل الرسوم')).not.toEqual([]);
  expect(await screen.findAllByText('Ready')).not.toEqual([]);
  expect(asked()).toBe(before);
});
