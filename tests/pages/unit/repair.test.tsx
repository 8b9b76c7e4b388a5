import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { KnowledgeUnit } from '#contract/knowledge.ts';
import { type UnitDetails, unitDetailsSchema } from '#contract/unit-states.ts';
import { paths } from '#src/paths.ts';
import { findReadyLine } from '#tests/support/find-ready-line.ts';
import { foreign } from '#tests/support/foreign.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { responseOf } from '#tests/support/replies.ts';
import { addPartlyReady, addUpdateFailed } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

const TITLE = 'دليل الإرجاع';
const PAGE = 'https://example.org/hours';
const MOVED = 'https://example.org/office/hours';
const LABELS = '# Labels\n\nThe red label means fragile.';

/** Bytes of no known type. */
const GARBAGE = Uint8Array.from({ length: 600 }, (_, index) => (index * 37) % 251);

const markdown = (name: string, content = LABELS) => new File([content], name, { type: 'text/markdown' });
const detailsOf = async (gateway: TestGateway, id = 1): Promise<UnitDetails> =>
  unitDetailsSchema.parse(await responseOf(await gateway.call(`/api/AIKnowledge/1/${id}/details`)));
const namesOf = async (gateway: TestGateway) => (await detailsOf(gateway)).sources.map(({ name }) => name);
const replace = (gateway: TestGateway, json: unknown) =>
  gateway.call('/api/AIKnowledge/1/1/sources/2', { method: 'PUT', json });
const address = (url: string) => ({ KnowledgeSource: 1, SourceContent: url });

const openRepair = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({
    at: paths.unit(1, { repair: 2 }),
    prepare: (gateway) => addPartlyReady(gateway),
    pages: { [MOVED]: '<main><h1>الدوام</h1><p>يفتح المكتب في العاشرة.</p></main>' },
    ...options,
  });

describe('a unit that could not be updated', () => {
  test('says since when and why, answers meanwhile, and is indexed again or repaired in place', async () => {
    const user = startUser();
    let putBack = () => Promise.resolve();
    const { gateway } = await openDashboard({
      at: paths.unit(1),
      prepare: async (testGateway) => void (putBack = await addUpdateFailed(testGateway)),
    });
    const status = await screen.findByText(/^The last update failed/u);
    expect(status).toHaveTextContent('Answers still use the text from 21 Nov.');
    expect(status).toHaveTextContent('The stored file is missing. Upload it again.');
    expect(screen.getAllByText('Update failed')).toHaveLength(3);
    expect(screen.getByText(/^Text from 21 Nov, \d\d:\d\d$/u)).toBeVisible();
    expect(await screen.findByRole('textbox', { name: /Ask/u })).toBeVisible();
    await user.click(within(status).getByRole('button', { name: 'Replace file' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await putBack();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Read again' }));
    await waitFor(async () => expect((await detailsOf(gateway)).state.status).toBe('waiting'));
    await gateway.indexAll();
    expect(await findReadyLine()).toBeVisible();
  });
});

test('a new unit whose indexing was cancelled says so, and is read after all', async () => {
  const user = startUser();
  const { gateway } = await openDashboard({
    at: paths.unit(1),
    async prepare({ addUnit, ports }) {
      await addUnit(TITLE, LABELS);
      await ports.queue.cancel({ botId: 1, kind: 'index', subject: '1' });
    },
  });
  const [status] = await screen.findAllByText(/Indexing was cancelled/u);
  expect(status).toHaveTextContent('Index it again');
  expect(screen.queryByRole('button', { name: 'Replace file' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Read again' }));
  await waitFor(async () => expect((await detailsOf(gateway)).state.status).toBe('waiting'));
  await gateway.indexAll();
  expect(await findReadyLine()).toBeVisible();
});

describe('repairing a source', () => {
  test('opens by the address, replaces the file, and keeps title, id and the other source', async () => {
    const user = startUser();
    const { gateway, router } = await openRepair({ strict: true });
    const dialog = await screen.findByRole('dialog', { name: 'Replace file' });
    expect(dialog).toHaveTextContent('labels.html');
    expect(dialog).toHaveTextContent('Too little text was found');
    await user.upload(within(dialog).getByLabelText('File', { selector: 'input' }), markdown('labels.md'));
    // A click outside the dialog keeps the draft.
    if (dialog.parentElement) await user.click(dialog.parentElement);
    expect(dialog).toHaveTextContent('labels.md');
    await user.click(within(dialog).getByRole('button', { name: 'Replace file' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toBe('');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('role', 'status'));
    expect(await screen.findByText(/The previous index is still used for answers/u)).toBeVisible();
    await gateway.indexAll();
    expect(await findReadyLine()).toBeVisible();
    const { unit, sources } = await detailsOf(gateway);
    expect(unit).toMatchObject({ id: 1, title: TITLE } satisfies Partial<KnowledgeUnit>);
    expect(sources.map(({ id, name }) => [id, name])).toEqual([
      [1, 'guide.md'],
      [3, 'labels.md'],
    ]);
  });

  test('refuses what cannot be read or is too large before anything is sent, and keeps the dialog', async () => {
    const user = startUser({ applyAccept: false });
    const { gateway, requests } = await openRepair();
    const dialog = await screen.findByRole('dialog');
    const input = within(dialog).getByLabelText('File', { selector: 'input' });
    const submit = within(dialog).getByRole('button', { name: 'Replace file' });
    await user.click(submit);
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose a file.');
    await user.upload(input, new File(['x'], 'song.mp3'));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('A .mp3 file contains no readable text.');
    await user.upload(input, markdown('large.md', 'x'.repeat(6 * 1024 * 1024)));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('accepts up to 5 MB');
    await user.click(submit);
    await user.upload(input, new File([GARBAGE], 'garbage.pdf', { type: 'application/pdf' }));
    expect(within(dialog).queryByRole('alert')).toBeNull();
    await user.click(submit);
    expect(await within(dialog).findByRole('alert')).toBeVisible();
    expect(dialog).toHaveTextContent('garbage.pdf');
    const sent = requests.filter(({ method }) => method !== 'GET').map(({ url }) => new URL(url).pathname);
    expect(sent).toEqual(['/api/UploadBlob']);
    expect(await namesOf(gateway)).toEqual(['guide.md', 'labels.html']);
  });

  test('says who was faster and loses nothing: the same file joins the others', async () => {
    const user = startUser();
    const { gateway, requests } = await openRepair();
    const dialog = await screen.findByRole('dialog');
    expect((await replace(gateway, address(MOVED))).status).toBe(200);
    await user.upload(within(dialog).getByLabelText('File', { selector: 'input' }), markdown('mine.md'));
    await user.click(within(dialog).getByRole('button', { name: 'Replace file' }));
    expect(await within(dialog).findByText('This source is no longer part of the unit')).toBeVisible();
    await waitFor(() => expect(dialog).toHaveTextContent(`The sources are now: guide.md and ${MOVED}.`));
    await user.click(within(dialog).getByRole('button', { name: 'Add as another source' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await namesOf(gateway)).toEqual(['guide.md', MOVED, 'mine.md']);
    expect(requests.filter(({ url }) => url.endsWith('/api/UploadBlob'))).toHaveLength(1);
  });

  test('asks again where the unit was changed otherwise meanwhile', async () => {
    const user = startUser();
    const { gateway } = await openRepair({ language: 'ar' });
    const dialog = await screen.findByRole('dialog', { name: 'استبدال الملف' });
    await gateway.call('/api/AIKnowledge/1/1', { method: 'PUT', json: { title: 'عنوانهم' } });
    await user.upload(within(dialog).getByLabelText('الملف', { selector: 'input' }), markdown('mine.md'));
    await user.click(within(dialog).getByRole('button', { name: 'استبدال الملف' }));
    expect(await within(dialog).findByText('عدّل شخص آخر هذه الوحدة')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'استبدال على أي حال' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await detailsOf(gateway)).toMatchObject({ unit: { title: 'عنوانهم' } });
    expect(await namesOf(gateway)).toEqual(['guide.md', 'mine.md']);
  });

  test('leads to the allowed hosts where they keep an address out', async () => {
    await openRepair({
      at: paths.unit(1, { repair: 1 }),
      prepare: async (testGateway) => {
        const json = { title: 'الدوام', KnowledgeSource: 1, SourceContent: [PAGE] };
        await testGateway.call('/api/AIKnowledge/1', { method: 'POST', json });
        await testGateway.indexAll();
        const reason = JSON.stringify({ code: 'host-not-listed', parameters: { host: 'example.org' } });
        await testGateway.db.change({ bot: 1 }, (trx) =>
          trx.updateTable('source').set({ status: 'failed', reason }).execute(),
        );
      },
    });
    const dialog = await screen.findByRole('dialog', { name: 'Change address' });
    const link = await within(dialog).findByRole('link', { name: 'Change the allowed hosts of this bot' });
    expect(link).toHaveAttribute('href', paths.bots({ edit: '1' }));
  });

  test('corrects an address, which may be written without its protocol', async () => {
    const user = startUser();
    const { gateway } = await openRepair({
      at: paths.unit(1, { repair: 1 }),
      prepare: async (testGateway) => {
        const json = { title: 'الدوام', KnowledgeSource: 1, SourceContent: [PAGE] };
        await testGateway.call('/api/AIKnowledge/1', { method: 'POST', json });
        await testGateway.indexAll();
      },
    });
    const dialog = await screen.findByRole('dialog', { name: 'Change address' });
    expect(within(dialog).getByRole('button', { name: 'Refresh' })).toBeVisible();
    const field = within(dialog).getByRole('textbox', { name: 'Web address' });
    const submit = within(dialog).getByRole('button', { name: 'Change address' });
    await user.click(submit);
    expect(field).toHaveAccessibleDescription('This is already the address. Enter another one.');
    await user.clear(field);
    await user.write(field, 'no address');
    expect(field).toHaveAccessibleDescription(/^Enter a web address/u);
    await user.clear(field);
    await user.write(field, `${MOVED.replace('https://', '')}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await gateway.indexAll();
    expect(await findReadyLine()).toBeVisible();
    expect(await namesOf(gateway)).toEqual([MOVED]);
  });

  test('of a unit that somebody deletes meanwhile says where the unit is, and keeps the file until it is back', async () => {
    const user = startUser();
    const { gateway } = await openRepair({ at: paths.unit(1) });
    const deleteUnit = () => gateway.call('/api/AIKnowledge/1/1', { method: 'DELETE' });
    const inBin = 'This unit is in the bin and does not answer questions';
    const again = await screen.findByRole('button', { name: 'Read again' });
    await deleteUnit();
    await user.click(again);
    expect(await screen.findByText(inBin)).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Restore/u }));
    expect(await screen.findByText('Restored')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/does not exist/u)).toBeNull());

    const [opener] = screen.getAllByRole('button', { name: 'Replace file' });
    if (opener) await user.click(opener);
    const dialog = await screen.findByRole('dialog', { name: 'Replace file' });
    await user.upload(within(dialog).getByLabelText('File', { selector: 'input' }), markdown('mine.md'));
    await deleteUnit();
    await user.click(within(dialog).getByRole('button', { name: 'Replace file' }));
    expect(await screen.findByText(inBin)).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Restore/u }));
    const reopened = await screen.findByRole('dialog', { name: 'Replace file' });
    expect(reopened).toHaveTextContent('mine.md');
    await user.click(within(reopened).getByRole('button', { name: 'Replace file' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await namesOf(gateway)).toEqual(['guide.md', 'mine.md']);
  });

  test('says that a source was repaired already', async () => {
    const user = startUser();
    await openRepair({ at: paths.unit(1, { repair: 77 }) });
    const dialog = await screen.findByRole('dialog', { name: 'This source is no longer part of the unit' });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the sources of a unit', () => {
  test('are added and removed from their menus; the header says what is missing and repairs it', async () => {
    const user = startUser();
    const { gateway } = await openRepair({ at: paths.unit(1) });
    const header = await screen.findByText(/1 source failed. Answers use the others./u);
    expect(screen.getAllByText('Partly ready').length).toBe(2);
    expect(header).toHaveTextContent('Use a document or a page with text.');
    await user.click(within(header).getByRole('button', { name: 'Replace file' }));
    const repair = await screen.findByRole('dialog', { name: 'Replace file' });
    await user.click(within(repair).getByRole('button', { name: 'Cancel' }));

    await user.click(screen.getByRole('button', { name: 'Actions for labels.html' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove source' }));
    const removal = await screen.findByRole('dialog', { name: 'Remove this source?' });
    await gateway.call('/api/AIKnowledge/1/1', { method: 'PUT', json: { description: 'وصفهم' } });
    const confirm = within(removal).getByRole('button', { name: 'Remove source' });
    await user.click(confirm);
    expect(await within(removal).findByText('This unit was changed by someone else')).toBeVisible();
    expect(removal).toHaveTextContent('Nothing was removed yet.');
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    await waitFor(() => expect(screen.queryByText('labels.html')).toBeNull());
    // The menu that opened the dialog has gone with its source.
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    await gateway.indexAll();
    expect(await findReadyLine()).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Actions for guide.md' }));
    expect(screen.queryByRole('menuitem', { name: 'Remove source' })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: 'Add source' }));
    const adding = await screen.findByRole('dialog', { name: 'Add source' });
    await user.click(within(adding).getByRole('button', { name: 'Web address' }));
    await user.write(within(adding).getByRole('textbox'), `${MOVED}{Enter}`);
    await waitFor(async () => expect(await namesOf(gateway)).toEqual(['guide.md', MOVED]));
  });

  test('cannot be changed over a gateway without that extension, whatever the address asks', async () => {
    await openRepair({ intercept: foreign() });
    expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Actions for|^Add source/u })).toBeNull();
  });
});

test('a taken title is said at its field, with a link to its owner; a new one indexes nothing again', async () => {
  const user = startUser();
  const { gateway } = await openRepair({
    at: paths.unit(1),
    prepare: async (testGateway) => {
      await addPartlyReady(testGateway);
      await testGateway.addUnit('Help site', 'Help for all.');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit title and description' }));
  const field = await screen.findByRole('textbox', { name: 'Title' });
  await user.clear(field);
  await user.write(field, 'Help site{Enter}');
  const owner = await screen.findByRole('link', { name: 'Open unit 2' });
  expect(owner).toHaveAttribute('href', paths.unit(2));
  expect(field).toHaveAccessibleDescription(/^Another unit has this title/u);
  await user.write(field, ' (old){Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Help site (old)' })).toBeVisible();
  expect((await detailsOf(gateway)).state.status).toBe('ready');
  expect(screen.getAllByText('Partly ready').length).toBe(2);
});

test('the timeline shows the last run from its own beginning, and the runs before it', async () => {
  await openRepair({
    at: paths.unit(1),
    prepare: async (gateway) => {
      await addPartlyReady(gateway);
      gateway.time.now = new Date('2026-11-21T09:25:00Z');
      await gateway.call('/api/AIKnowledge/1/1/reindex', { method: 'POST' });
      gateway.time.now = new Date('2026-11-21T09:25:04Z');
      await gateway.indexAll();
    },
  });
  const timeline = await screen.findByRole('region', { name: /^Timeline/u });
  expect(timeline).toHaveTextContent(/Indexed again.*Started.*after 4/u);
  expect(within(timeline).getByText(/^Earlier runs/u)).toHaveTextContent('(1)');
  expect(timeline).toHaveTextContent(/Earlier runs.*Added.*Partly ready/u);
});
