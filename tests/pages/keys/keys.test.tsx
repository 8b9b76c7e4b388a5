import { screen, waitFor, within } from '@testing-library/react';
import { run } from 'axe-core';
import { describe, expect, test, vi } from 'vitest';
import { paths } from '#src/paths.ts';
import { TEST_KEY, type TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const row = async (name: RegExp) => {
  const table = await screen.findByRole('table', { name: 'Keys' });
  return within(table)
    .getAllByRole('row')
    .find((item) => name.test(item.textContent)) as HTMLElement;
};
/** Chooses from the menu of a key. */
const choose = async (user: ReturnType<typeof startUser>, name: RegExp, action: string) => {
  await user.click(within(await row(name)).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};
const works = async (gateway: TestGateway, key: string) =>
  (await gateway.call('/api/Session', { headers: { 'x-user-auth': key } })).status;
const stored = () =>
  [localStorage, sessionStorage].map((store) => JSON.stringify(Object.entries(store))).join('\n');
const findSecret = async () =>
  (await screen.findByRole('group', { name: 'Key' })).textContent.match(/fih_\S+/)?.[0] ?? '';
const judged = async (part: HTMLElement) => {
  const { violations } = await run(part, { rules: { 'color-contrast': { enabled: false } } });
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
};

describe('Keys', () => {
  test('are made, shown once, and gone with the page', async () => {
    const user = startUser();
    const { gateway, router } = await openDashboard({ strict: true, at: paths.keys() });
    await user.click(await screen.findByRole('button', { name: 'Create key' }));
    const form = await screen.findByRole('form', { name: 'New key' });
    await user.write(within(form).getByRole('textbox', { name: 'Name' }), 'تطبيق الجوال');
    await user.click(within(form).getByRole('radio', { name: /^Tester/ }));
    await user.write(within(form).getByRole('textbox', { name: 'Text' }), '٥٠٬٠٠٠');
    await user.click(within(form).getByRole('button', { name: 'In 30 days' }));
    await user.click(within(form).getByRole('button', { name: 'Create key' }));
    const secret = await findSecret();
    expect(secret).toMatch(/^fih_\S{20,}/);
    expect(await works(gateway, secret)).toBe(200);
    expect(await judged(screen.getByRole('region', { name: /You will not see it again/ }))).toEqual([]);
    expect(await row(/تطبيق الجوال/)).toHaveTextContent(/Tester.*0 of 50,000 tokens/);
    expect(`${router.state.location.search}${router.state.location.hash}`).toBe('');
    expect(stored()).not.toContain(secret);
    await router.navigate(paths.settings());
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await router.navigate(paths.keys());
    await row(/تطبيق الجوال/);
    expect(document.body.textContent).not.toContain(secret);
  });

  test('of owners have no caps: there are none to fill in, and what was there goes with the role', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({
      at: paths.keys(),
      prepare: (testGateway) =>
        testGateway.addKey('fih_till', { name: 'الصندوق', role: 'tester', caps: { text: 500 } }),
    });
    await choose(user, /الصندوق/, 'Edit');
    const form = await screen.findByRole('form', { name: /^Edit .*الصندوق/ });
    expect(within(form).getByRole('textbox', { name: 'Text' })).toHaveValue('500');
    await user.write(within(form).getByRole('textbox', { name: 'Text' }), 'x');
    await user.click(within(form).getByRole('radio', { name: /^Owner/ }));
    expect(within(form).queryByRole('textbox', { name: 'Text' })).toBeNull();
    expect(form).toHaveTextContent('Owners set the quotas, so their keys have no caps.');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Saved/)).toBeVisible();
    const stored = (await gateway.ports.keys.list()).find(({ name }) => name === 'الصندوق');
    expect(stored).toMatchObject({ role: 'owner', caps: {} });
  });

  test('need a name and a bot, and say so in place', async () => {
    const user = startUser();
    const { requests } = await openDashboard({
      at: paths.keys(),
      connection: { key: 'fih_owner-of-both-bots' },
      prepare: (gateway) => gateway.addKey('fih_owner-of-both-bots', { bots: [1, 2] }),
    });
    await user.click(await screen.findByRole('button', { name: 'Create key' }));
    const form = await screen.findByRole('form', { name: 'New key' });
    await user.click(within(form).getByRole('button', { name: 'Create key' }));
    expect(await within(form).findByText('must not be empty')).toBeVisible();
    expect(within(form).getByText('Select at least one bot.')).toBeVisible();
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('of the last owner are not revoked, which is explained in place, but replaced: here the new one goes on', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: paths.keys() });
    await choose(user, /In use/, 'Revoke');
    const revocation = await screen.findByRole('dialog', { name: 'Revoke this key?' });
    expect(revocation).toHaveTextContent('You will be signed out');
    await user.click(within(revocation).getByRole('button', { name: 'Revoke' }));
    expect(await within(revocation).findByRole('alert')).toHaveTextContent(/owner/i);
    expect(await works(gateway, TEST_KEY)).toBe(200);
    await user.click(within(revocation).getByRole('button', { name: 'Cancel' }));

    await choose(user, /In use/, 'Rotate');
    const dialog = await screen.findByRole('dialog', { name: 'Rotate this key?' });
    await user.click(within(dialog).getByRole('radio', { name: 'Now' }));
    await user.click(within(dialog).getByRole('button', { name: 'Rotate' }));
    const secret = await findSecret();
    expect(await works(gateway, TEST_KEY)).toBe(401);
    expect(await works(gateway, secret)).toBe(200);
    expect(screen.getByText(/This browser now uses the new key/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I saved it' }));
    expect(await row(/In use/)).toBeVisible();
    expect(screen.queryByText(/not accepted/)).toBeNull();
  });

  test('are revoked by name, with when they were last used', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({
      at: paths.keys(),
      prepare: async (testGateway) => {
        await testGateway.addKey('fih_of-the-old-till', { name: 'الصندوق القديم', role: 'tester' });
        await testGateway.call('/api/Session', { headers: { 'x-user-auth': 'fih_of-the-old-till' } });
      },
    });
    await choose(user, /الصندوق القديم/, 'Revoke');
    const dialog = await screen.findByRole('dialog', { name: 'Revoke this key?' });
    expect(dialog).toHaveTextContent(/الصندوق القديم.*Last used/);
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText(/الصندوق القديم.* revoked/)).toBeVisible();
    expect(await works(gateway, 'fih_of-the-old-till')).toBe(401);
  });

  test('of all bots stand in one list with a search, browser sessions apart; another bot’s lead there', async () => {
    const user = startUser();
    const key = 'fih_key-of-both-bots-0';
    const { router } = await openDashboard({
      at: paths.keys(),
      connection: { key },
      prepare: async (testGateway) => {
        await testGateway.addKey(key, { name: 'الإدارة', allBots: true, bots: [] });
        for (let index = 10; index < 40; index++)
          await testGateway.addKey(`fih_key-of-a-till-${index}`, {
            name: `صندوق ${index}`,
            role: 'tester',
            bots: [2],
            caps: { text: 500 },
          });
        await testGateway.addKey('fih_key-of-a-browser', { name: 'Chrome on Linux', createdBy: 'code' });
      },
    });
    const sessions = await screen.findByRole('table', { name: 'Browser sessions' });
    expect(within(sessions).getByRole('row', { name: /Chrome on Linux/ })).toBeVisible();
    const keys = await screen.findByRole('table', { name: 'Keys' });
    expect(keys).not.toHaveTextContent('Chrome on Linux');
    expect(keys).not.toHaveTextContent('صندوق 39');
    await user.write(screen.getByRole('searchbox', { name: 'Search keys' }), 'صندوق 39');
    const till = await screen.findByRole('row', { name: /صندوق 39/ });
    await waitFor(() =>
      expect(within(screen.getByRole('table', { name: 'Keys' })).getAllByRole('row')).toHaveLength(2),
    );
    // The list tells the use of the current bot, which is none of what this key used of its cap.
    expect(till).not.toHaveTextContent('500');
    await user.click(within(till).getByRole('button', { name: /^Open .*Second.* to change this key$/ }));
    expect(await screen.findByRole('table', { name: 'Keys' })).toBeVisible();
    expect(router.state.location.pathname).toBe(paths.keys());
    await choose(user, /صندوق 10/, 'Revoke');
    expect(await screen.findByRole('dialog', { name: 'Revoke this key?' })).toBeVisible();
  });

  test('that open more than one’s own are shown, without anything to do', async () => {
    await openDashboard({
      at: paths.keys(),
      prepare: (testGateway) =>
        testGateway.addKey('fih_of-everything', { name: 'للجميع', allBots: true, bots: [1, 2] }),
    });
    const other = await row(/للجميع/);
    expect(other).toHaveTextContent('Only a key with access to all of them can change it');
    await startUser().click(within(other).getByRole('button', { name: /^Actions for/ }));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(items).toEqual(['View usage', 'History']);
  });

  test('show what they used of their caps, sorted by it, and a link opens the cap to be raised', async () => {
    const user = startUser();
    let family = '';
    const { gateway, router } = await openDashboard({
      at: paths.keys(),
      prepare: async (testGateway) => {
        const full = await testGateway.addKey('fih_desk', {
          name: 'مكتب الدعم',
          role: 'tester',
          caps: { text: 1000 },
        });
        await testGateway.addKey('fih_till', {
          name: 'الصندوق',
          role: 'tester',
          caps: { text: 1000, audio: 60 },
        });
        family = full.family;
        const call = { botId: 1, ledger: 'text', requestId: 'r', keyId: family, action: 'answer' } as const;
        await testGateway.ports.ledger.reserve({ ...call, amount: 981, on: testGateway.time.now });
        await testGateway.ports.ledger.settle(1, 'r', { amount: 981, estimated: true });
      },
    });
    expect(await row(/مكتب الدعم/)).toHaveTextContent('981 of 1,000 tokens');
    expect(screen.getByRole('meter', { name: /^Text: cap of .*مكتب الدعم/ })).toHaveAttribute(
      'aria-valuetext',
      '981 of 1,000 tokens',
    );
    const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    await user.click(screen.getByRole('button', { name: 'Used of cap' }));
    await user.click(screen.getByRole('button', { name: 'Used of cap' }));
    expect(names()[0]).toMatch(/مكتب الدعم/);
    expect(screen.getByRole('columnheader', { name: 'Used of cap' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    expect(await judged(screen.getByRole('table', { name: 'Keys' }))).toEqual([]);

    await router.navigate(paths.keys({ raise: family }));
    const form = await screen.findByRole('form', { name: /^Raise the cap of .*مكتب الدعم/ });
    const field = within(form).getByRole('textbox', { name: 'Text' });
    await waitFor(() => expect(field).toHaveFocus());
    expect(form).toHaveTextContent('Used so far: 981 tokens.');
    await user.write(field, 'x');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(form).toHaveTextContent('Enter a whole number.');
    await user.click(within(form).getByRole('button', { name: 'Double to 2,000' }));
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Cap of .*مكتب الدعم.* saved/)).toBeVisible();
    expect(await row(/مكتب الدعم/)).toHaveTextContent('981 of 2,000 tokens');
    expect(router.state.location.search).toBe('');
    expect((await gateway.ports.keys.byId(family))?.caps).toEqual({ text: 2000 });
    await router.navigate(paths.keys({ raise: 'gone' }));
    expect(await screen.findByText(/^This key no longer exists/)).toBeVisible();
  });

  test('are managed in Arabic by keyboard alone', async () => {
    const user = startUser();
    await openDashboard({ at: paths.keys(), language: 'ar' });
    const create = await screen.findByRole('button', { name: 'إنشاء مفتاح' });
    create.focus();
    await user.keyboard('{Enter}');
    const form = await screen.findByRole('form', { name: 'مفتاح جديد' });
    await waitFor(() => expect(within(form).getByRole('textbox', { name: 'الاسم' })).toHaveFocus());
    await user.keyboard('لوحة المراقبة{Tab}{ArrowDown}');
    expect(within(form).getByRole('radio', { name: /^مراقب/ })).toBeChecked();
    expect(await judged(form)).toEqual([]);
    await user.keyboard('{Escape}');
    expect(create).toHaveFocus();
    expect(screen.getByRole('table', { name: 'الصلاحيات حسب الدور' })).toHaveTextContent('عرض المعرفة');
  });

  test('are for owners: others learn which role they have and what it may', async () => {
    await openDashboard({
      at: paths.keys(),
      connection: { key: 'fih_of-a-curator' },
      prepare: (gateway) => gateway.addKey('fih_of-a-curator', { role: 'curator' }),
    });
    expect(await screen.findByText('Only owners can manage keys')).toBeVisible();
    expect(screen.getByText(/has the role Curator/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create key' })).toBeNull();
  });

  test('of a gateway that does not manage them are not looked for', async () => {
    const refuse = vi.fn<() => void>();
    await openDashboard({
      at: paths.keys(),
      intercept: (request, pass) => {
        const { pathname } = new URL(request.url);
        if (pathname === '/api/Keys') refuse();
        return pathname === '/api/Capabilities' || pathname === '/api/Session'
          ? new Response('{}', { status: 404 })
          : pass();
      },
    });
    expect(await screen.findByText('Keys are managed elsewhere')).toBeVisible();
    expect(refuse).not.toHaveBeenCalled();
  });
});
