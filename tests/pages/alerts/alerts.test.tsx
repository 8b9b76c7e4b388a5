import { screen, waitFor, within } from '@testing-library/react';
import { run } from 'axe-core';
import { describe, expect, test } from 'vitest';
import type { PostResult } from '#gateway/modules/alerts/ports/webhooks.ts';
import { paths } from '#src/paths.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const URL_OF_PAGER = 'https://pager.example.com/hook';

/** A receiver that answers in order, and 204 when told nothing. */
const receiverOf = (...outcomes: PostResult[]) => ({
  ports: () => ({ webhookSender: { post: () => Promise.resolve(outcomes.shift() ?? { status: 204 }) } }),
});
/** Spends as a call would, and looks at the alerts. */
const spend = async (gateway: TestGateway, amount: number, requestId = 'spent') => {
  const { ledger, clock } = gateway.ports;
  const call = { botId: 1, ledger: 'text', requestId, keyId: 'k', action: 'answer', amount } as const;
  await ledger.reserve({ ...call, on: clock.now() });
  await ledger.settle(1, requestId, { amount, estimated: true });
  await gateway.alerts.checkAll();
};
const addHook = (gateway: TestGateway) =>
  gateway.call('/api/Alerts/1/webhooks', {
    method: 'POST',
    json: { name: 'غرفة المناوبة', url: URL_OF_PAGER },
  });
const section = (name: string) => screen.findByRole('region', { name });

describe('Alerts', () => {
  test('stand as sentences with what helps, in the frame too, and are told when they fire', async () => {
    const { gateway, router } = await openDashboard({ shell: true, at: paths.settings(), quota: 1000 });
    expect(await screen.findByText('No active alerts')).toBeVisible();
    await spend(gateway, 850);
    // A page that shows them asks again; the frame would by itself within half a minute.
    await router.navigate(paths.alerts());
    const sign = await screen.findByRole('link', { name: '1 alert' });
    expect(sign).toHaveAttribute('href', paths.alerts());
    expect(screen.getByText(/^New alert: .*Text quota: .*850 of 1,000/)).toHaveAttribute('role', 'status');
    const active = await section('Active');
    const item = await within(active).findByRole('listitem');
    expect(item).toHaveTextContent('Text quota: 80% reached (850 of 1,000 tokens used)');
    expect(within(item).getByRole('link', { name: 'View usage' })).toHaveAttribute('href', paths.usage());
  });

  test.each([
    ['en', '3 alerts', 'Alerts of other bots', /^Open .?Second/, /^SecondText quota: 80% reached/],
    ['ar', '3 تنبيهات', 'تنبيهات الروبوتات الأخرى', /^فتح .?Second/, /^Secondحصة النصوص: بلغ/],
  ] as const)('are counted over all bots of the key, and lead to the bot (%s)', async (...words) => {
    const [language, badge, others, open, sentence] = words;
    const user = startUser();
    const key = 'fih_key-of-two-bots-00';
    await openDashboard({
      shell: true,
      at: paths.alerts(),
      language,
      quota: 1000,
      connection: { key },
      prepare: async (gateway) => {
        const { ports } = gateway;
        await gateway.addKey(key, { role: 'owner', name: 'owner', allBots: true, bots: [] });
        await ports.ledger.grant(2, 'text', 1000);
        for (const botId of [1, 2]) {
          const call = {
            botId,
            ledger: 'text',
            requestId: `r${botId}`,
            keyId: 'k',
            action: 'answer',
          } as const;
          await ports.ledger.reserve({ ...call, amount: botId === 1 ? 850 : 1000, on: ports.clock.now() });
          await ports.ledger.settle(botId, call.requestId, {
            amount: botId === 1 ? 850 : 1000,
            estimated: true,
          });
        }
        await gateway.alerts.checkAll();
      },
    });
    expect(await screen.findByRole('link', { name: badge })).toBeVisible();
    const region = await section(others);
    const rows = within(region).getAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(rows.at(-1)).toHaveTextContent(sentence);
    await user.click(within(rows[0] as HTMLElement).getByRole('button', { name: open }));
    expect(await screen.findByRole('button', { name: /Second/, expanded: false })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('region', { name: others })).not.toHaveTextContent('Second'));
    // The button is gone with the bot that it was of.
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  test('name the key behind them, lead to its requests, and pause it at once and back', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({
      at: paths.alerts(),
      quota: 1000,
      prepare: async (gateway) => {
        await gateway.addKey('fih_key-gone-wrong', { id: 'k', family: 'k', name: 'Reports', role: 'tester' });
        await spend(gateway, 850);
      },
    });
    const item = await within(await section('Active')).findByRole('listitem');
    expect(item).toHaveTextContent('“Reports” used 100%');
    expect(within(item).getByRole('link', { name: 'View its requests' })).toHaveAttribute(
      'href',
      paths.usage({ by: 'key', key: 'k' }),
    );
    await user.click(await within(item).findByRole('button', { name: 'Pause key' }));
    expect(await within(item).findByText('Paused: Reports. New requests are rejected.')).toBeVisible();
    expect((await gateway.ports.keys.byId('k'))?.pausedOn).not.toBeNull();
    await user.click(within(item).getByRole('button', { name: 'Resume key' }));
    await waitFor(async () => expect((await gateway.ports.keys.byId('k'))?.pausedOn).toBeNull());
  });

  test('clear by themselves and stay in what was before', async () => {
    await openDashboard({
      at: paths.alerts(),
      quota: 1000,
      language: 'ar',
      prepare: async (gateway) => {
        await spend(gateway, 850);
        await gateway.ports.ledger.grant(1, 'text', 100_000);
        await gateway.alerts.checkBot(1);
      },
    });
    expect(await screen.findByText('لا توجد تنبيهات نشطة')).toBeVisible();
    expect(await screen.findByRole('list', { name: 'التنبيهات السابقة' })).toHaveTextContent(
      /حصة النصوص: بلغ الاستهلاك 80.*850 من 1,000.*انتهى:/,
    );
  });

  test('have rules that are edited in place and saved together', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ strict: true, at: paths.alerts() });
    const rules = await section('Rules');
    const percent = await within(rules).findAllByRole('textbox', { name: 'Percent' });
    expect(percent.map((field) => (field as HTMLInputElement).value)).toEqual(['80', '100']);
    await user.click(within(rules).getByRole('button', { name: 'Add threshold' }));
    const [added] = within(rules).getAllByRole('textbox', { name: 'Percent' });
    await user.clear(added as HTMLElement);
    await user.write(added as HTMLElement, '80');
    expect(within(rules).getByText('This threshold already exists.')).toBeVisible();
    expect(within(rules).getByRole('button', { name: 'Save rules' })).toBeDisabled();
    await user.clear(added as HTMLElement);
    await user.write(added as HTMLElement, '65');
    await user.click(
      within(rules).getByRole('switch', { name: /On: Quota runs out before the period ends/ }),
    );
    await user.click(within(rules).getByRole('button', { name: 'Save rules' }));
    expect(await within(rules).findByText(/Rules saved/)).toBeVisible();
    const rulesResponse = await (await gateway.call('/api/Alerts/1/rules')).json();
    expect(rulesResponse).toMatchObject({ Response: { rules: expect.any(Array) as unknown } });
    const text = JSON.stringify(rulesResponse);
    expect(text).toContain('"threshold":65');
    expect(text).toMatch(/"kind":"burn-rate"[^}]*"enabled":false/);
  });

  test('go to a webhook whose secret is shown once, and whose test says how it went', async () => {
    const user = startUser();
    await openDashboard({
      at: paths.alerts(),
      ...receiverOf({ status: 204 }, { problem: 'unreachable' }),
    });
    const hooks = await section('Webhooks');
    await user.click(await within(hooks).findByRole('button', { name: 'Add webhook' }));
    const form = await within(hooks).findByRole('form', { name: 'New webhook' });
    await user.write(within(form).getByRole('textbox', { name: 'Name' }), 'غرفة المناوبة');
    await user.write(within(form).getByRole('textbox', { name: 'URL' }), 'pager');
    await user.click(within(form).getByRole('button', { name: 'Add webhook' }));
    expect(await within(form).findByText(/must be a web address/)).toBeVisible();
    await user.clear(within(form).getByRole('textbox', { name: 'URL' }));
    await user.write(within(form).getByRole('textbox', { name: 'URL' }), URL_OF_PAGER);
    await user.click(within(form).getByRole('button', { name: 'Add webhook' }));
    const secret = (await screen.findByRole('group', { name: 'Secret' })).textContent;
    expect(secret).toMatch(/whsec_/);
    await user.click(screen.getByRole('button', { name: 'I saved it' }));
    expect(document.body).not.toHaveTextContent('whsec_');

    await user.click(within(hooks).getByRole('button', { name: /^Test / }));
    expect(
      await within(hooks).findByText(/^Test message delivered to .*غرفة المناوبة.* \(status 204\)/),
    ).toBeVisible();
    await user.click(within(hooks).getByRole('button', { name: /^Test / }));
    expect(await within(hooks).findByText(/^Test message to .*غرفة المناوبة.* failed/)).toBeVisible();
    expect(within(hooks).getByText('The server did not respond.')).toBeVisible();
    const log = await screen.findByRole('list', { name: 'Deliveries' });
    await waitFor(() => expect(log).toHaveTextContent(/Failed.*Test/));
    expect(within(log).getAllByRole('button', { name: /^Resend to/ })).toHaveLength(2);
  });

  test('are turned off and removed, in Arabic and for assistive technology', async () => {
    const user = startUser();
    const { gateway, container } = await openDashboard({
      at: paths.alerts(),
      language: 'ar',
      prepare: addHook,
      ...receiverOf(),
    });
    const hooks = await section('الإخطارات الخارجية (Webhooks)');
    const power = await within(hooks).findByRole('switch', { name: 'مفعّل: غرفة المناوبة' });
    await user.click(power);
    await waitFor(() => expect(power).not.toBeChecked());
    expect((await gateway.ports.webhooks.list(1))[0]?.enabled).toBe(false);
    const { violations } = await run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    await user.click(within(hooks).getByRole('button', { name: 'حذف غرفة المناوبة' }));
    const dialog = await screen.findByRole('dialog', { name: 'هل تريد حذف هذا الإخطار الخارجي؟' });
    await user.click(within(dialog).getByRole('button', { name: 'حذف' }));
    expect(await within(hooks).findByText('تم حذف غرفة المناوبة')).toBeVisible();
    expect(await gateway.ports.webhooks.list(1)).toEqual([]);
  });

  test('let a monitor set rules and see the rest', async () => {
    await openDashboard({
      at: paths.alerts(),
      connection: { key: 'fih_of-a-monitor' },
      prepare: async (gateway) => {
        await gateway.addKey('fih_of-a-monitor', { role: 'monitor' });
        await addHook(gateway);
      },
    });
    const hooks = await section('Webhooks');
    expect(await within(hooks).findByText(/غرفة المناوبة/)).toBeVisible();
    expect(within(hooks).queryAllByRole('button')).toEqual([]);
    expect(await screen.findByRole('button', { name: 'Add threshold' })).toBeVisible();
  });

  test('are not for testers, who learn why', async () => {
    const { requests } = await openDashboard({
      at: paths.alerts(),
      connection: { key: 'fih_of-a-tester' },
      prepare: (gateway) => gateway.addKey('fih_of-a-tester', { role: 'tester' }),
    });
    expect(await screen.findByText('Only owners and monitors can see alerts')).toBeVisible();
    expect(requests.filter(({ url }) => url.includes('/api/Alerts'))).toEqual([]);
  });
});

test('a test while messages are paused says so, with the way on', async () => {
  const user = startUser();
  const { gateway } = await openDashboard({
    at: paths.alerts(),
    ...receiverOf(),
    prepare: async (gateway) => {
      await addHook(gateway);
      await gateway.ports.queue.pause(1, 'deliver');
    },
  });
  const hooks = await section('Webhooks');
  await user.click(await within(hooks).findByRole('button', { name: /^Test / }));
  expect(await within(hooks).findByText('Webhook messages are paused')).toBeVisible();
  await user.click(within(hooks).getByRole('button', { name: 'Resume webhook messages' }));
  await waitFor(() => expect(within(hooks).queryByText('Webhook messages are paused')).toBeNull());
  expect(await gateway.ports.queue.pauses()).toEqual([]);
});
