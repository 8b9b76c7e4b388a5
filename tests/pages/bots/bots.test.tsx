import { screen, waitFor, within } from '@testing-library/react';
import { run } from 'axe-core';
import { describe, expect, test } from 'vitest';
import { type Bot, botListSchema } from '#contract/bots.ts';
import { envelope } from '#contract/envelope.ts';
import { addRecentQuestion } from '#src/api/stores/recent-questions.ts';
import { paths } from '#src/paths.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const EVERY = 'fih_owner-of-every-bot';
/** An owner of every bot, and two bots to look at: دليل and Second. */
const asOwnerOfAll = {
  connection: { key: EVERY },
  prepare: (gateway: TestGateway) => gateway.addKey(EVERY, { bots: [1, 2], allBots: true, name: 'الإدارة' }),
};
const call = (gateway: TestGateway, path: string, init: Parameters<TestGateway['call']>[1] = {}) =>
  gateway.call(path, { ...init, headers: { 'x-user-auth': EVERY, ...init?.headers } });
const botNamed = async (gateway: TestGateway, name: string): Promise<Bot | undefined> => {
  const response = await call(gateway, '/api/Bots?limit=100');
  return envelope(botListSchema)
    .parse(await response.json())
    .Response.items.find((bot) => bot.name === name);
};
const row = async (name: RegExp) =>
  within(await screen.findByRole('table', { name: 'Bots' }))
    .getAllByRole('row')
    .find((item) => name.test(item.textContent)) as HTMLElement;
/** Chooses from the menu of a bot. */
const choose = async (user: ReturnType<typeof startUser>, name: RegExp, action: string) => {
  await user.click(within(await row(name)).getByRole('button', { name: /^More actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

describe('Bots', () => {
  test('are made with a quota, a period and a zone that is found by its place', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ strict: true, at: paths.bots(), ...asOwnerOfAll });
    await user.click(await screen.findByRole('button', { name: 'Create bot' }));
    const form = await screen.findByRole('form', { name: 'New bot' });
    await user.write(within(form).getByRole('textbox', { name: 'Name' }), 'خدمة العملاء');
    await user.write(within(form).getByRole('textbox', { name: 'Text' }), '5,000,000');
    await user.click(within(form).getByRole('button', { name: 'On the 1st of each month' }));
    const zone = within(form).getByRole('combobox', { name: 'Time zone' });
    await user.clear(zone);
    await user.write(zone, 'riyadh');
    await user.click(await screen.findByRole('option', { name: /Asia\/Riyadh/ }));
    await user.click(within(form).getByRole('button', { name: 'Create bot' }));
    expect(await screen.findByText(/خدمة العملاء.* created/)).toBeVisible();
    expect(await botNamed(gateway, 'خدمة العملاء')).toMatchObject({
      period: 'monthly',
      zone: 'Asia/Riyadh',
      quotas: { text: 5_000_000 },
    });
    const added = await row(/خدمة العملاء/);
    await waitFor(() => expect(added).toHaveTextContent(/Text: .*0 of 5,000,000 tokens/));
  });

  test('are changed over the version that was looked at; what somebody else did is offered', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: paths.bots(), ...asOwnerOfAll });
    await choose(user, /Second/, 'Settings');
    const form = await screen.findByRole('form', { name: 'Settings for Second' });
    const hosts = within(form).getByRole('textbox', { name: 'Allowed hosts for web pages' });
    await user.write(hosts, 'help.example.com');
    await user.click(within(form).getByRole('button', { name: 'Say “not found”' }));
    const theirs = await call(gateway, '/api/Bots/2', { method: 'PUT', json: { concurrency: 3 } });
    expect(theirs.status).toBe(200);
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This bot was changed by someone else')).toBeVisible();
    expect(hosts).toHaveValue('help.example.com');
    await user.click(screen.getByRole('button', { name: 'Replace their version' }));
    expect(await screen.findByText(/Second saved/)).toBeVisible();
    expect(await botNamed(gateway, 'Second')).toMatchObject({
      allowedHosts: ['help.example.com'],
      weakAnswers: 'not-found',
    });
    expect(await row(/Second/)).toHaveTextContent('Answers only what is sure');
    expect(await row(/دليل/)).not.toHaveTextContent('Answers only what is sure');
  });

  test('keep a share of what programs ask, which nobody but its owner begins', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: paths.bots(), ...asOwnerOfAll });
    await choose(user, /Second/, 'Settings');
    const form = within(await screen.findByRole('form', { name: 'Settings for Second' }));
    const share = form.getByRole('textbox', { name: 'Share kept' });
    expect(share).toHaveValue('0');
    await user.clear(share);
    await user.write(share, '120');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/100/u)).toBeVisible();
    await user.clear(share);
    await user.write(share, '٢٠');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Second saved/)).toBeVisible();
    expect(await botNamed(gateway, 'Second')).toMatchObject({ keptPercent: 20, keptDays: 28 });
  });

  test('بالعربية: يُحدَّد كم تُحفظ النسخ السابقة، ولا تُقبل أقل من ثلاث', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: paths.bots(), language: 'ar', ...asOwnerOfAll });
    await user.click(await screen.findByRole('button', { name: /^إجراءات أخرى على .?Second/u }));
    await user.click(await screen.findByRole('menuitem', { name: 'الإعدادات' }));
    const form = within(await screen.findByRole('form', { name: /Second/u }));
    const group = within(form.getByRole('group', { name: 'النسخ السابقة للوحدات' }));
    const [days, count] = [/مدة الحفظ/u, /آخر النسخ/u].map((name) => group.getByRole('textbox', { name }));
    if (!days || !count) throw new Error('fields of the setting are absent');
    await user.clear(days);
    await user.write(days, '٤٠٠');
    await user.clear(count);
    await user.write(count, '2');
    await user.click(form.getByRole('button', { name: 'حفظ' }));
    expect(await group.findByText(/3/u)).toBeVisible();
    await user.clear(count);
    await user.write(count, '5');
    await user.click(form.getByRole('button', { name: 'حفظ' }));
    await waitFor(async () =>
      expect(await botNamed(gateway, 'Second')).toMatchObject({ versionDays: 400, versionCount: 5 }),
    );
  });

  test('say which host is not one', async () => {
    const user = startUser();
    const { requests } = await openDashboard({ at: paths.bots(), ...asOwnerOfAll });
    await choose(user, /Second/, 'Settings');
    const form = await screen.findByRole('form', { name: 'Settings for Second' });
    await user.write(
      within(form).getByRole('textbox', { name: 'Allowed hosts for web pages' }),
      'https://example.com/a',
    );
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await within(form).findByText(/https:\/\/example\.com\/a: has an invalid format/)).toBeVisible();
    expect(requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  test('are archived and come back, go to the bin by their name, and from there for good with a receipt', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: paths.bots(), ...asOwnerOfAll });
    await user.click(await screen.findByRole('button', { name: 'More actions for Second' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    const notice = (await screen.findByText('Second archived')).closest('[role="status"]');
    expect((await botNamed(gateway, 'Second'))?.archivedOn).not.toBeNull();
    await user.click(within(notice as HTMLElement).getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Second restored')).toBeVisible();
    expect((await botNamed(gateway, 'Second'))?.archivedOn).toBeNull();

    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: 'More actions for Second' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
      const dialog = await screen.findByRole('dialog', { name: 'Delete this bot?' });
      const confirm = within(dialog).getByRole('button', { name: 'Delete bot' });
      expect(confirm).toBeDisabled();
      await user.write(within(dialog).getByRole('textbox'), 'Second');
      await user.click(confirm);
    };
    await remove();
    expect(await screen.findByText('Second moved to the bin')).toBeVisible();
    await waitFor(async () => expect(await row(/Second/)).toHaveTextContent(/Deleted permanently on 21 Dec/));
    await remove();
    expect(await screen.findByText('Second permanently deleted')).toBeVisible();
    expect(screen.getByText(/^Deleted\. Units: 0,/)).toBeVisible();
    expect(await botNamed(gateway, 'Second')).toBeUndefined();
  });

  test('are only shown to those who may not change them', async () => {
    await openDashboard({
      at: paths.bots(),
      connection: { key: 'fih_of-a-tester' },
      prepare: (gateway) => gateway.addKey('fih_of-a-tester', { role: 'tester', bots: [1, 2] }),
    });
    await startUser().click(within(await row(/Second/)).getByRole('button'));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(items).toEqual(['Open']);
    expect(screen.getByText(/Only owners can change them/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create bot', hidden: true })).toBeNull();
  });

  test('say in red that a quota is used up, and never that such a bot is active', async () => {
    await openDashboard({
      at: paths.bots(),
      quota: 1000,
      ...asOwnerOfAll,
      prepare: async (gateway) => {
        await asOwnerOfAll.prepare(gateway);
        const { ledger, usage, clock } = gateway.ports;
        const call = { botId: 1, ledger: 'text', keyId: 'k', action: 'answer' } as const;
        await ledger.reserve({ ...call, requestId: 'r', amount: 1000, on: clock.now() });
        await ledger.settle(1, 'r', { amount: 940, estimated: false });
        const rejected = { ...call, day: 20261121, status: 402, fault: 'quota-exceeded', count: 3 };
        await usage.addFailures([{ ...rejected, on: clock.now() }]);
      },
    });
    await waitFor(async () =>
      expect(await row(/دليل/)).toHaveTextContent(/Quota used up, rejecting since 21 Nov \d\d:\d\d/),
    );
    expect(await row(/دليل/)).not.toHaveTextContent('Active');
    expect(await row(/Second/)).toHaveTextContent('Active');
  });

  test('stand in Arabic, for eyes and for assistive technology', async () => {
    const { container } = await openDashboard({ at: paths.bots(), language: 'ar', ...asOwnerOfAll });
    const list = await screen.findByRole('table', { name: 'الروبوتات' });
    expect(list).toHaveTextContent(/حصة لمرة واحدة/);
    const { violations } = await run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  });
});

describe('the switch of bots', () => {
  test('goes on with another bot by keyboard, on the same page and with nothing of the one before', async () => {
    const user = startUser();
    const { requests, router } = await openDashboard({
      shell: true,
      at: paths.playground({ question: 'كم مدة الضمان؟', index: ['دليل'] }),
      ...asOwnerOfAll,
    });
    const opener = await screen.findByRole('button', { name: /^Bot: .*دليل.* Switch bot/ });
    opener.focus();
    await user.keyboard('{Enter}');
    const menu = await screen.findByRole('menu', { name: 'Bots' });
    expect(within(menu).getByRole('menuitemradio', { name: 'دليل' })).toBeChecked();
    const before = requests.length;
    await user.keyboard('{ArrowDown}{Enter}');
    const now = await screen.findByRole('button', { name: 'Bot: Second. Switch bot' });
    await waitFor(() => expect(now).toHaveFocus());
    expect(router.state.location.search).toBe(`?${new URLSearchParams({ question: 'كم مدة الضمان؟' })}`);
    expect(await screen.findByDisplayValue('كم مدة الضمان؟')).toBeVisible();
    const botHeaders = () => requests.slice(before).map((request) => request.headers.get('x-bot'));
    await waitFor(() => expect(botHeaders()).toContain('2'));
    // Calls for the first bot may have begun while the menu was open.
    expect(new Set(botHeaders().slice(botHeaders().indexOf('2')))).toEqual(new Set(['2']));
    expect(sessionStorage.getItem('fihrist.connections')).toContain('"bot":"2"');
  });

  test('leaves a unit, which the other bot has not, for its knowledge', async () => {
    const user = startUser();
    const { router } = await openDashboard({
      shell: true,
      at: paths.unit(1),
      connection: { key: EVERY },
      prepare: async (gateway) => {
        await asOwnerOfAll.prepare(gateway);
        await gateway.addUnit('دليل الفروع', '# ساعات العمل\n\nمن الثامنة حتى الرابعة.');
        await gateway.indexAll();
      },
    });
    await screen.findByRole('heading', { level: 1, name: 'دليل الفروع' });
    await user.click(await screen.findByRole('button', { name: /^Bot: / }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Second' }));
    expect(await screen.findByText('No knowledge yet')).toBeVisible();
    expect(router.state.location.pathname).toBe(paths.knowledge());
    expect(document.body).not.toHaveTextContent('دليل الفروع');
  });

  test('searches where there are many, also without tashkeel', async () => {
    const user = startUser();
    await openDashboard({
      shell: true,
      at: paths.overview(),
      connection: { key: EVERY },
      prepare: async (gateway) => {
        await asOwnerOfAll.prepare(gateway);
        for (const name of ['فرع جدّة', 'فرع أبها', 'Kuwait', 'Doha', 'Manama', 'Muscat', 'Cairo'])
          await call(gateway, '/api/Bots', { method: 'POST', json: { name } });
      },
    });
    await user.click(await screen.findByRole('button', { name: /^Bot: / }));
    await user.write(await screen.findByRole('combobox', { name: 'Search bots' }), 'فرع ابها');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: /^Bot: .*فرع أبها/ })).toBeVisible();
  });

  test('is only the name of a bot that is alone', async () => {
    await openDashboard({ shell: true, at: paths.overview() });
    const [top] = await screen.findAllByRole('banner');
    await waitFor(() => expect(top).toHaveTextContent(/دليل/));
    expect(screen.queryByRole('button', { name: /^Bot: / })).toBeNull();
  });

  test('keeps the questions of each bot apart', async () => {
    const { router } = await openDashboard({ at: paths.synonyms({ add: 'دوام' }), ...asOwnerOfAll });
    const field = await screen.findByRole('textbox', { name: 'Sample questions' });
    expect(field).toHaveValue('');
    const [connection] = JSON.parse(sessionStorage.getItem('fihrist.connections') ?? '[]') as {
      id: string;
    }[];
    addRecentQuestion(`${connection?.id}.1`, 'متى ينتهي الدوام؟');
    addRecentQuestion(`${connection?.id}.2`, 'What closes first?');
    await router.navigate(paths.overview());
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    await router.navigate(paths.synonyms({ add: 'عمل' }));
    expect(await screen.findByRole('textbox', { name: 'Sample questions' })).toHaveValue('متى ينتهي الدوام؟');
  });
});
