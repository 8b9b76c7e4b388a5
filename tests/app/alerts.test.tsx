import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { run } from 'axe-core';
import { describe, expect, it } from 'vitest';
import type { PostOutcome } from '#gateway/ports.ts';
import { paths } from '#src/paths.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';

const URL_OF_PAGER = 'https://pager.example.com/hook';

/** A receiver that answers in order, and 204 when told nothing. */
const receiverOf = (...outcomes: PostOutcome[]) => ({
  ports: () => ({ sender: { post: () => Promise.resolve(outcomes.shift() ?? { status: 204 }) } }),
});
/** Spends as calls would, until a line is crossed. */
const spend = async (gateway: TestGateway, amount: number, requestId = 'spent') => {
  const { ledger, clock } = gateway.ports;
  const call = { botId: 1, ledger: 'text', requestId, keyId: 'k', action: 'answer', amount } as const;
  await ledger.reserve({ ...call, on: clock.now() });
  await ledger.settle(1, requestId, { amount, estimated: true });
  gateway.alerts.spent(1, 'text', amount);
  await gateway.alerts.settled();
};
const addHook = (gateway: TestGateway) =>
  gateway.call('/api/Alerts/1/webhooks', {
    method: 'POST',
    json: { name: 'غرفة المناوبة', url: URL_OF_PAGER },
  });
const section = (name: string) => screen.findByRole('region', { name });

describe('Alerts', () => {
  it('stand as sentences with what helps, in the frame too, and are told when they fire', async () => {
    const { gateway, router } = await openDashboard({ at: paths.settings(), quota: 1000 });
    expect(await screen.findByText('Nothing to alert you to')).toBeVisible();
    await spend(gateway, 850);
    // A page that shows them asks anew; the frame would by itself within half a minute.
    await router.navigate(paths.alerts());
    const sign = await screen.findByRole('link', { name: '1 alert' });
    expect(sign).toHaveAttribute('href', paths.alerts());
    expect(screen.getByText(/^New alert: .*Text: .*850 of 1,000/)).toHaveAttribute('role', 'status');
    const now = await section('Now');
    const item = await within(now).findByRole('listitem');
    expect(item).toHaveTextContent('Text: 850 of 1,000 is used, over the line of 80%');
    expect(within(item).getByRole('link', { name: 'See the usage' })).toHaveAttribute('href', paths.usage());
  });

  it('clear by themselves and stay in what was before', async () => {
    await openDashboard({
      at: paths.alerts(),
      quota: 1000,
      language: 'ar',
      prepare: async (gateway) => {
        await spend(gateway, 850);
        await gateway.ports.ledger.grant(1, 'text', 100_000);
        await gateway.alerts.look(1);
      },
    });
    expect(await screen.findByText('لا شيء يستدعي التنبيه')).toBeVisible();
    expect(await screen.findByRole('list', { name: 'تنبيهات سابقة' })).toHaveTextContent(
      /النصوص: استُهلك 850 من 1,000.*وزال/,
    );
  });

  it('have rules that are edited in place and saved together', async () => {
    const user = userEvent.setup();
    const { gateway } = await openDashboard({ at: paths.alerts() });
    const rules = await section('Rules');
    const percent = await within(rules).findAllByRole('textbox', { name: 'Percent' });
    expect(percent.map((field) => (field as HTMLInputElement).value)).toEqual(['80', '100']);
    await user.click(within(rules).getByRole('button', { name: 'Add a line' }));
    const [added] = within(rules).getAllByRole('textbox', { name: 'Percent' });
    await user.clear(added as HTMLElement);
    await user.type(added as HTMLElement, '80');
    expect(within(rules).getByText('This line is there twice.')).toBeVisible();
    expect(within(rules).getByRole('button', { name: 'Save the rules' })).toBeDisabled();
    await user.clear(added as HTMLElement);
    await user.type(added as HTMLElement, '65');
    await user.click(within(rules).getByRole('switch', { name: /On: At its pace/ }));
    await user.click(within(rules).getByRole('button', { name: 'Save the rules' }));
    expect(await within(rules).findByText(/The rules are saved/)).toBeVisible();
    const kept = await (await gateway.call('/api/Alerts/1/rules')).json();
    expect(kept).toMatchObject({ Response: { rules: expect.any(Array) as unknown } });
    const text = JSON.stringify(kept);
    expect(text).toContain('"at":65');
    expect(text).toMatch(/"kind":"slope"[^}]*"enabled":false/);
  });

  it('go to a webhook whose secret is shown once, and whose test says how it went', async () => {
    const user = userEvent.setup();
    await openDashboard({
      at: paths.alerts(),
      ...receiverOf({ status: 204 }, { problem: 'unreachable' }),
    });
    const hooks = await section('Webhooks');
    await user.click(await within(hooks).findByRole('button', { name: 'Add a webhook' }));
    const form = await within(hooks).findByRole('form', { name: 'New webhook' });
    await user.type(within(form).getByRole('textbox', { name: 'Name' }), 'غرفة المناوبة');
    await user.type(within(form).getByRole('textbox', { name: 'Address' }), 'pager');
    await user.click(within(form).getByRole('button', { name: 'Add the webhook' }));
    expect(await within(form).findByText(/must be a web address/)).toBeVisible();
    await user.clear(within(form).getByRole('textbox', { name: 'Address' }));
    await user.type(within(form).getByRole('textbox', { name: 'Address' }), URL_OF_PAGER);
    await user.click(within(form).getByRole('button', { name: 'Add the webhook' }));
    const secret = (await screen.findByRole('group', { name: 'The secret' })).textContent;
    expect(secret).toMatch(/whsec_/);
    await user.click(screen.getByRole('button', { name: 'I have kept it' }));
    expect(document.body).not.toHaveTextContent('whsec_');

    await user.click(within(hooks).getByRole('button', { name: /^Test / }));
    expect(await within(hooks).findByText(/took the test message \(status 204\)/)).toBeVisible();
    await user.click(within(hooks).getByRole('button', { name: /^Test / }));
    expect(await within(hooks).findByText(/did not take the test message/)).toBeVisible();
    expect(within(hooks).getByText('The server does not answer.')).toBeVisible();
    const log = await screen.findByRole('list', { name: 'Deliveries' });
    await waitFor(() => expect(log).toHaveTextContent(/Given up.*Test/));
    expect(within(log).getAllByRole('button', { name: /^Send again to/ })).toHaveLength(2);
  });

  it('are turned off and removed, in Arabic and for assistive technology', async () => {
    const user = userEvent.setup();
    const { gateway, container } = await openDashboard({
      at: paths.alerts(),
      language: 'ar',
      prepare: addHook,
      ...receiverOf(),
    });
    const hooks = await section('الإخطارات الخارجية');
    const power = await within(hooks).findByRole('switch', { name: 'أرسل إلى غرفة المناوبة' });
    await user.click(power);
    await waitFor(() => expect(power).not.toBeChecked());
    expect((await gateway.ports.webhooks.list(1))[0]?.enabled).toBe(false);
    const { violations } = await run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    await user.click(within(hooks).getByRole('button', { name: 'احذف غرفة المناوبة' }));
    const dialog = await screen.findByRole('dialog', { name: 'هل يُحذف هذا الإخطار؟' });
    await user.click(within(dialog).getByRole('button', { name: 'احذف' }));
    expect(await within(hooks).findByText('حُذف غرفة المناوبة')).toBeVisible();
    expect(await gateway.ports.webhooks.list(1)).toEqual([]);
  });

  it('let a monitor set rules and see the rest', async () => {
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
    expect(await screen.findByRole('button', { name: 'Add a line' })).toBeVisible();
  });

  it('are not for testers, who learn why', async () => {
    const { requests } = await openDashboard({
      at: paths.alerts(),
      connection: { key: 'fih_of-a-tester' },
      prepare: (gateway) => gateway.addKey('fih_of-a-tester', { role: 'tester' }),
    });
    expect(await screen.findByText('Alerts are for owners and monitors')).toBeVisible();
    expect(requests.filter(({ url }) => url.includes('/api/Alerts'))).toEqual([]);
  });
});
