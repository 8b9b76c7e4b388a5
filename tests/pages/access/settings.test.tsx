import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import { keepInCatalogue } from '#tests/support/local-catalogue.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { addThreeUnits } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

const tabConnections = () => sessionStorage.getItem('fihrist.connections') ?? '';

describe('Settings', () => {
  test('names the connection', async () => {
    const user = startUser();
    await openDashboard({ strict: true, shell: true, at: paths.settings() });
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    await user.write(name, 'متجر نخلة');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('متجر نخلة', { selector: 'nav *' })).toBeVisible();
    expect(tabConnections()).toContain('متجر نخلة');
  });

  test('switches single keys off, for good in this browser', async () => {
    const user = startUser();
    await openDashboard({ at: paths.settings() });
    const choice = within(await screen.findByRole('group', { name: 'Single-key shortcuts' }));
    expect(choice.getByRole('button', { name: 'On', pressed: true })).toBeVisible();
    await user.click(choice.getByRole('button', { name: 'Off' }));
    expect(choice.getByRole('button', { name: 'Off', pressed: true })).toBeVisible();
    expect(JSON.parse(localStorage.getItem('fihrist.preferences') ?? '')).toMatchObject({
      singleKeys: false,
    });
  });

  test('says whose key it is, leads owners to all of them, and asks for no status names that the gateway announces', async () => {
    await openDashboard({ at: paths.settings() });
    const account = await screen.findByRole('region', { name: 'Account' });
    expect(within(account).getByText('Signed in with \u2068اختبار\u2069')).toBeVisible();
    const administration = await screen.findByRole('list', { name: 'Administration' });
    expect(within(administration).getByRole('link', { name: 'Keys' })).toHaveAttribute('href', paths.keys());
    expect(screen.getByRole('link', { name: 'API documentation' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/docs\/api$/),
    );
  });

  test('tells others than owners what their key is, without a way to the keys', async () => {
    await openDashboard({
      at: paths.settings(),
      connection: { key: 'monitor-key' },
      prepare: (testGateway) => testGateway.addKey('monitor-key', { role: 'monitor' }),
    });
    const account = await screen.findByRole('region', { name: 'Account' });
    expect(within(account).getByText(/^Monitor · /)).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Bots' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Keys' })).toBeNull();
  });

  test('names the status numbers of a gateway that does not', async () => {
    const user = startUser();
    keepInCatalogue({ id: 4, title: 'الأسعار', description: '', sourceStatus: 100 });
    await openDashboard({
      at: paths.settings(),
      prepare: addThreeUnits,
      intercept: deviate('noExtensions', 'otherStatusNumbers'),
    });
    await user.click(await screen.findByRole('combobox', { name: 'Name of status 9' }));
    await user.click(await screen.findByRole('option', { name: 'Ready' }));
    expect(JSON.parse(tabConnections())).toMatchObject([{ statusNames: { '9': 'ready' } }]);
    // Status numbers seen by this browser, by the id of a unit, and an unseen number.
    expect(screen.getByRole('combobox', { name: 'Name of status 100' })).toBeVisible();
    await user.write(screen.getByLabelText('Another number'), '-٩{Enter}');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Name of status -9' })).toHaveFocus());
    await user.keyboard('{ArrowDown}');
    await user.click(await screen.findByRole('option', { name: 'Failed' }));
    expect(JSON.parse(tabConnections())).toMatchObject([{ statusNames: { '9': 'ready', '-9': 'failed' } }]);
    expect(screen.queryByRole('region', { name: 'Administration' })).toBeNull();
  });

  test('names fields of a gateway that announces nothing, but none that the request has already', async () => {
    const user = startUser();
    const { router } = await openDashboard({
      shell: true,
      at: paths.chat(),
      intercept: deviate('noExtensions'),
    });
    await screen.findByRole('heading', { level: 1 });
    await router.navigate(paths.settings('ChatHistory'));
    const region = await screen.findByRole('region', { name: 'Field names' });
    const history = within(region).getByLabelText('Earlier messages of a chat');
    expect(history).toHaveFocus();
    await user.write(history, 'Message');
    expect(history).toHaveAccessibleDescription('Another field of the same request has this name.');
    expect(within(region).getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.clear(history);
    await user.write(history, 'تاريخ{Enter}');
    expect(JSON.parse(tabConnections())).toMatchObject([{ fieldNames: { ChatHistory: 'تاريخ' } }]);
  });

  test('changes language, theme and digits', async () => {
    const user = startUser();
    await openDashboard({ at: paths.settings() });
    await user.click(await screen.findByRole('button', { name: 'Dark' }));
    expect(document.documentElement.style.colorScheme).toBe('dark');
    const appearance = screen.getByRole('region', { name: 'Appearance' });
    await user.click(within(appearance).getByRole('button', { name: 'العربية' }));
    expect(await screen.findByRole('heading', { name: 'الإعدادات' })).toBeVisible();
    expect(document.documentElement).toHaveAttribute('dir', 'rtl');
    await user.click(screen.getByRole('button', { name: 'عربية مشرقية' }));
    expect(await screen.findByText(/١٬٢٣٤٬٥٦٧/)).toBeVisible();
  });

  test('signs out: a key that a link made is revoked, and nothing of it stays', async () => {
    const user = startUser();
    const { gateway, router } = await openDashboard({
      at: paths.settings(),
      connection: { key: 'link-key', madeByCode: true },
      prepare: (testGateway) => testGateway.addKey('link-key', { createdBy: 'code' }),
    });
    const section = await screen.findByRole('region', { name: 'Account' });
    await user.click(within(section).getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/connect');
    expect(tabConnections()).not.toContain('link-key');
    const used = await gateway.call('/api/Session', { headers: { 'x-user-auth': 'link-key' } });
    expect(used.status).toBe(401);
  });
});
