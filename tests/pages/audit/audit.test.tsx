import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#gateway/modules/audit/model.ts';
import { paths } from '#src/paths.ts';
import * as files from '#src/ui/download-file.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const synonyms = (gateway: TestGateway, method: string, path: string, expressions?: string[]) =>
  gateway.call(`/api/Synonyms/1${path}`, {
    method,
    ...(expressions ? { json: { expressions, note: 'لهجة' } } : {}),
  });

/** A unit that came and changed, and synonyms that came and went. */
async function changeThings(gateway: TestGateway): Promise<void> {
  const id = await gateway.addUnit('دليل الرسوم', '# الرسوم\n\nخمسة ريالات.');
  await gateway.call(`/api/AIKnowledge/1/${id}`, { method: 'PUT', json: { title: 'Fees دليل 2026' } });
  await synonyms(gateway, 'POST', '', ['دوام', 'ساعات العمل']);
  await synonyms(gateway, 'PUT', '/1', ['دوام', 'المواعيد']);
}

const entry = (change: Partial<AuditEntry>): Omit<AuditEntry, 'id'> => ({
  botId: 1,
  on: new Date('2026-11-21T20:30:00Z'),
  actor: { kind: 'key', keyId: 'k1', name: 'مفتاح الإدارة' },
  address: '192.0.2.7',
  requestId: '0b5c6d2e-1111-4222-8333-944455556666',
  action: 'updateUnit',
  subject: { kind: 'unit', id: '7', name: 'دليل' },
  before: { title: 'أ' },
  after: { title: 'ب' },
  outcome: 'done',
  ...change,
});
const write =
  (...changes: Partial<AuditEntry>[]) =>
  (gateway: TestGateway) =>
    gateway.ports.audit.append(changes.map(entry));

/** One element per change, open details included. */
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Changes, newest first' });
  const all = within(table).getAllByRole('row');
  return all.filter((row) => within(row).queryByRole('button', { name: /^Details of change/ }) !== null);
};

describe('Audit log', () => {
  test('tells each change as a sentence, and opens before and after by keys with ways to what belongs to it', async () => {
    const user = startUser();
    const { router } = await openDashboard({ strict: true, at: paths.audit(), prepare: changeThings });
    const shown = await rows();
    expect(shown.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Edited synonyms دوام = المواعيد'),
      expect.stringContaining('Added synonyms دوام = ساعات العمل'),
      expect.stringContaining('Edited unit Fees دليل 2026'),
      expect.stringContaining('Added unit دليل الرسوم'),
      // The name of an uploaded file is lost in this environment.
      expect.stringContaining('Uploaded file'),
    ]);
    const unit = within(shown[2] as HTMLElement).getByRole('link', { name: 'Fees دليل 2026' });
    expect(unit).toHaveAttribute('href', '/units/1');
    // Mixed text may not reorder the sentence around it.
    expect(unit.querySelector('bdi')).toHaveAttribute('dir', 'auto');
    expect(within(shown[2] as HTMLElement).getByText('اختبار')).toBeVisible();

    const toggle = screen.getByRole('button', { name: 'Details of change 5' });
    toggle.focus();
    await user.keyboard('{Enter}');
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    const details = screen.getByRole('region', { name: 'Change 5' });
    const table = within(details).getByRole('table', { name: 'Changed fields' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Field', 'Before', 'After']);
    const row = within(table).getByRole('row', { name: /Expressions/ });
    expect(row).toHaveTextContent('− ساعات العمل');
    expect(row).toHaveTextContent('+ المواعيد');
    expect(within(row).getAllByText('دوام')).toHaveLength(2);
    await user.click(within(details).getByRole('button', { name: 'Copy request ID' }));
    expect(await navigator.clipboard.readText()).toMatch(/^[0-9a-f-]{36}$/);
    await user.click(within(details).getByRole('link', { name: 'History of this item' }));
    expect(router.state.location.search).toBe('?kind=synonyms&subject=1');
    await waitFor(async () => expect(await rows()).toHaveLength(2));
  });

  test('restores a deleted unit from the entry of its last deletion', async () => {
    const user = startUser();
    const { gateway, router } = await openDashboard({
      at: paths.audit({ kind: 'unit' }),
      prepare: async (testGateway) => {
        const id = await testGateway.addUnit('دليل الرسوم', '# الرسوم\n\nخمسة ريالات.');
        await testGateway.indexAll();
        for (const [method, path] of [
          ['DELETE', ''],
          ['POST', '/restore'],
          ['DELETE', ''],
        ] as const) {
          testGateway.time.now = new Date(testGateway.time.now.getTime() + 60_000);
          await testGateway.call(`/api/AIKnowledge/1/${id}${path}`, { method });
        }
      },
    });
    expect((await rows())[0]).toHaveTextContent('Moved unit دليل الرسوم to the bin');
    const restore = await screen.findByRole('button', { name: /^Restore/u });
    expect((await rows())[0]).toContainElement(restore);
    await user.click(restore);
    const notice = (await screen.findByText('1 unit restored')).closest('[role=status]') as HTMLElement;
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Restore/u })).toBeNull());
    expect((await gateway.call('/api/AIKnowledge/byId/1')).status).toBe(200);
    expect((await rows())[0]).toHaveTextContent('Restored unit دليل الرسوم from the bin');
    await user.click(within(notice).getByRole('button', { name: 'Open unit' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/units/1'));
  });

  test('is narrowed by words, kind and change; each filter is a chip and stands in the address', async () => {
    const user = startUser();
    const { router } = await openDashboard({ at: paths.audit(), prepare: changeThings });
    await rows();
    await user.click(screen.getByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Unit' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(router.state.location.search).toBe('?kind=unit');
    await user.write(screen.getByRole('searchbox', { name: 'Search changes' }), 'الرسُوم');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Remove filter: Type: Unit' }));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(async () => expect(await rows()).toHaveLength(5));
    expect(router.state.location.search).toBe('');
    await user.click(screen.getByRole('combobox', { name: 'Change' }));
    await user.click(await screen.findByRole('option', { name: 'File uploaded' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Show all changes' }));
    await waitFor(async () => expect(await rows()).toHaveLength(5));
    expect(router.state.location.search).toBe('');
  });

  test('is narrowed to days, and says so where nothing is left', async () => {
    const user = startUser();
    await openDashboard({ at: `${paths.audit()}?to=2026-11-20`, prepare: changeThings });
    expect(await screen.findByText('No matching changes')).toBeVisible();
    expect(screen.getByLabelText('To')).toHaveValue('2026-11-20');
    await user.click(screen.getAllByRole('button', { name: 'Show all changes' })[0] as HTMLElement);
    expect(await rows()).toHaveLength(5);
  });

  test('shows each line of a text in its own direction, and a value apart from the name of its field', async () => {
    const user = startUser();
    const description = 'دليل الربط\nREST API (version 2)';
    await openDashboard({
      at: paths.audit(),
      prepare: write({ before: { description: '' }, after: { description, model: { name: 'API (عربي)' } } }),
    });
    await user.click(await screen.findByRole('button', { name: /^Details of change/ }));
    const line = await screen.findByText('REST API (version 2)');
    expect(line).toHaveTextContent(/^REST API \(version 2\)$/u);
    expect(line).toHaveAttribute('dir', 'auto');
    expect(screen.getByText('API (عربي)', { selector: 'bdi' })).toBeVisible();
  });

  test('shows times as the clocks of the bot’s zone do', async () => {
    await openDashboard({
      at: paths.audit(),
      shell: true,
      prepare: async (gateway) => {
        const bot = { method: 'PUT', json: { zone: 'Asia/Riyadh' }, headers: { 'x-user-auth': 'all' } };
        await gateway.addKey('all', { allBots: true });
        await gateway.call('/api/Bots/1', bot);
        await write({})(gateway);
      },
    });
    expect(await screen.findByText('Times: Asia/Riyadh')).toBeVisible();
    expect(await screen.findByText(/21 Nov(?: 2026)? 23:30/)).toBeVisible();
  });

  test('pages, and keeps the page in the address', async () => {
    const user = startUser();
    const many = Array.from(
      { length: 30 },
      (_, index) => ({ subject: { kind: 'unit', id: String(index), name: `وحدة ${index}` } }) as const,
    );
    const { router } = await openDashboard({ at: paths.audit(), prepare: write(...many) });
    expect(await rows()).toHaveLength(25);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(async () => expect(await rows()).toHaveLength(5));
    expect(router.state.location.search).toBe('?page=2');
  });

  test('says that a search looked at the newest only, and goes on with older ones', async () => {
    const user = startUser();
    const subject = { kind: 'unit', id: '9', name: 'دليل فريد' } as const;
    const { router } = await openDashboard({
      at: `${paths.audit()}?search=${encodeURIComponent('فريد')}`,
      prepare: write({ subject }, ...Array.from({ length: 10_000 }, () => ({}))),
    });
    expect(await screen.findByText('Nothing found yet')).toBeVisible();
    expect(screen.getByText('Changes before ID 2 have not been searched yet.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Search older changes' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(router.state.location.search).toContain('before=2');
    expect(screen.queryByRole('button', { name: 'Search older changes' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove filter: Before change 2' }));
    expect(await screen.findByText('Nothing found yet')).toBeVisible();
    const search = screen.getByRole('searchbox', { name: 'Search changes' });
    await user.clear(search);
    await user.write(search, 'دليل');
    expect(await screen.findByText(/of at least 10,000/)).toBeVisible();
    expect(screen.getByText(/At least 10,000 found so far. Changes before ID 2 /)).toBeVisible();
  });

  test('says what it does not know: how a call ended, or what a newer gateway did', async () => {
    const user = startUser();
    await openDashboard({
      at: paths.audit(),
      prepare: write(
        {
          action: 'deleteUnit',
          before: null,
          after: null,
          outcome: 'unknown',
          subject: { kind: 'unit', id: '7', name: '' },
        },
        {
          action: 'foldBot',
          actor: { kind: 'gateway', keyId: '', name: '' },
          after: { folds: 3 },
          before: null,
        },
        { action: 'deleteUnit', after: { removed: { passages: 3, sources: 1, files: 1 } } },
        {
          action: 'signIn',
          subject: { kind: 'bot', id: '1', name: 'الدعم' },
          before: { zone: 'UTC' },
          after: { zone: 'Asia/Riyadh' },
        },
      ),
    });
    const [zone, forever, foreign, unknown] = await rows();
    expect(zone).toHaveTextContent('Signed in with a link, set the time zone of bot الدعم');
    expect(forever).toHaveTextContent('Permanently deleted unit دليل');
    expect(foreign).toHaveTextContent('foldBot: دليل');
    expect(foreign).toHaveTextContent('Gateway');
    expect(unknown).toHaveTextContent('Unit deleted, not confirmed: ID 7');
    expect(unknown).toHaveTextContent('Outcome unknown');
    await user.click(screen.getByRole('button', { name: 'Details of change 1' }));
    expect(screen.getByText(/may or may not have been made/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Details of change 3' }));
    expect(screen.getByRole('region', { name: 'Change 3' })).toHaveTextContent('Passages: 3');
  });

  test('is taken out as a file, as far as the filters leave it', async () => {
    const user = startUser();
    const save = vi.spyOn(files, 'downloadFile').mockImplementation(() => {});
    await openDashboard({ at: paths.audit({ kind: 'synonyms' }), prepare: changeThings });
    await rows();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'JSON Lines' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    const [file, name] = save.mock.calls[0] ?? [];
    expect(name).toBe('fihrist-audit-1.jsonl');
    expect((await file?.text())?.trimEnd().split('\n')).toHaveLength(2);
  });

  test('reads as Arabic in Arabic', async () => {
    const user = startUser();
    await openDashboard({ language: 'ar', at: paths.audit(), prepare: changeThings });
    expect(await screen.findByRole('heading', { level: 1, name: 'سجل التدقيق' })).toBeVisible();
    const shown = await screen.findByRole('table', { name: 'التغييرات، الأحدث أولًا' });
    expect(shown).toHaveTextContent('تعديل الوحدة Fees دليل 2026');
    await user.click(screen.getByRole('button', { name: 'تفاصيل التغيير 3' }));
    const details = screen.getByRole('region', { name: 'التغيير 3' });
    expect(within(details).getByRole('row', { name: /العنوان/ })).toHaveTextContent('دليل الرسوم');
  });

  test('says that nothing was changed yet', async () => {
    await openDashboard({ at: paths.audit() });
    expect(await screen.findByText('No changes yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  test('says what went wrong with the export, and keeps the list', async () => {
    const user = startUser();
    const save = vi.spyOn(files, 'downloadFile').mockImplementation(() => {});
    const { failNext } = await openDashboard({ at: paths.audit(), prepare: changeThings });
    await rows();
    failNext({ kind: 'fault', code: 'internal' }, '/api/Audit/1/export');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(save).not.toHaveBeenCalled();
    expect(await rows()).toHaveLength(5);
  });
});

describe('The way to it', () => {
  test('leads from a unit to its history', async () => {
    const user = startUser();
    const { router } = await openDashboard({ at: paths.unit(1), prepare: changeThings });
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Audit log' }));
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe(
        paths.audit({ kind: 'unit', subject: '1' }),
      ),
    );
    expect(await rows()).toHaveLength(2);
    expect(screen.getByRole('button', { name: /Remove filter: .*Unit: .*دليل/ })).toBeVisible();
  });

  test('shows curators the changes of knowledge, and offers no other kinds', async () => {
    const user = startUser();
    await openDashboard({
      at: paths.audit(),
      connection: { key: 'key-of-curator' },
      prepare: async (gateway) => {
        await gateway.addKey('key-of-curator', { role: 'curator', name: 'أمين' });
        await changeThings(gateway);
      },
    });
    await screen.findByRole('table');
    await user.click(screen.getByRole('combobox', { name: /^Type/u }));
    const kinds = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(kinds.map((option) => option.textContent)).toEqual(['All types', 'Unit', 'File', 'Synonyms']);
  });

  test('is not for testers, who see neither link nor page', async () => {
    const tester = (gateway: TestGateway) =>
      gateway.addKey('key-of-tester', { role: 'tester', name: 'أمين' });
    const { unmount } = await openDashboard({
      at: paths.settings(),
      connection: { key: 'key-of-tester' },
      prepare: tester,
    });
    expect(await screen.findByText(/أمين/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /Audit log/ })).toBeNull();
    unmount();
    await openDashboard({ at: paths.audit(), connection: { key: 'key-of-tester' }, prepare: tester });
    expect(await screen.findByText('Testers cannot see the audit log')).toBeVisible();
  });

  test('is there for a monitor, in the settings', async () => {
    const user = startUser();
    await openDashboard({
      at: paths.settings(),
      connection: { key: 'key-of-monitor' },
      prepare: async (gateway) => {
        await gateway.addKey('key-of-monitor', { role: 'monitor' });
        await changeThings(gateway);
      },
    });
    await user.click(await screen.findByRole('link', { name: /Audit log/ }));
    expect(await rows()).toHaveLength(5);
  });

  test('says so at a gateway that does not tell', async () => {
    await openDashboard({ at: paths.audit(), intercept: deviate('noExtensions') });
    expect(await screen.findByText('The audit log is not available')).toBeVisible();
  });
});
