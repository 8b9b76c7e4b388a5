import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { startUser } from '#tests/support/user.ts';

const BRANCHES = `# دليل الفروع

## ساعات العمل

تفتح الفروع أبوابها من الثامنة صباحًا حتى الرابعة عصرًا، وهذه هي ساعات العمل المعتمدة.

## العضوية المميزة

العضوية المميزة بمئتي ريال في السنة، وتُجدد قبل نهايتها بأسبوع.

## مواقف السيارات

تتسع مواقف السيارات لمئة سيارة أمام كل فرع.
`;
/** Names that only this shop uses: no lexicon of a language knows them. */
const PLAN = ['نجمة', 'العضوية المميزة'];
const HOURS = ['دوام', 'ساعات العمل'];
const FEES = ['رسوم', 'مصاريف', 'عمولة'];

const add = (gateway: TestGateway, expressions: string[], note = '') =>
  gateway.call('/api/Synonyms/1', { method: 'POST', json: { expressions, note } });
const groupsOf = async (gateway: TestGateway) =>
  (await gateway.ports.synonyms.all(1)).groups.map(({ expressions }) => expressions);
const addBoth = async (gateway: TestGateway) => {
  await add(gateway, HOURS, 'كما يسأل الناس');
  await add(gateway, FEES);
};
const addGuide = async (gateway: TestGateway) => {
  await gateway.addUnit('دليل الفروع', BRANCHES);
  await gateway.indexAll();
};
const field = () => screen.findByRole('textbox', { name: 'Type an expression and press Enter' });
const list = () => screen.findByRole('list', { name: 'Synonym groups' });

describe('Synonyms', () => {
  test('teach by an Arabic example, which becomes the first group', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: paths.synonyms() });
    expect(await screen.findByRole('group', { name: 'Example group' })).toHaveTextContent('العضوية المميزة');
    await user.click(screen.getByRole('button', { name: 'Use this example' }));
    const form = await screen.findByRole('form', { name: 'New group' });
    expect(within(form).getByRole('button', { name: /^Remove .*باقة نجمة/ })).toBeVisible();
    await user.click(within(form).getByRole('button', { name: 'Save group' }));
    expect(await list()).toHaveTextContent('Star plan');
    expect(await screen.findByText(/Group saved/)).toBeVisible();
    expect(await groupsOf(gateway)).toEqual([['باقة نجمة', 'العضوية المميزة', 'Star plan']]);
  });

  test('are typed one by one or pasted together, told apart, and taken out again by keys', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: paths.synonyms({ add: 'دوام' }) });
    const form = await screen.findByRole('form', { name: 'New group' });
    const expressions = within(
      within(form).getByRole('group', { name: 'Expressions with the same meaning' }),
    );
    expect(expressions.getByText('دوام')).toBeVisible();
    await user.click(within(form).getByRole('button', { name: 'Save group' }));
    expect(await within(form).findByRole('alert')).toHaveTextContent('at least one more');
    await user.write(await field(), 'دَوام{Enter}');
    expect(await within(form).findByRole('alert')).toHaveTextContent('as the same');
    await user.clear(await field());
    await user.click(await field());
    await user.paste('ساعات العمل = المواعيد');
    expect(expressions.getByText('المواعيد')).toBeVisible();
    await user.keyboard('{Backspace}');
    expect(expressions.queryByText('المواعيد')).toBeNull();
    await user.write(screen.getByLabelText('Note'), 'من اللهجة');
    // What is typed last counts without Enter.
    await user.write(await field(), 'أوقات العمل');
    await user.click(within(form).getByRole('button', { name: 'Save group' }));
    expect(await list()).toHaveTextContent('من اللهجة');
    expect(await groupsOf(gateway)).toEqual([['دوام', 'ساعات العمل', 'أوقات العمل']]);
  });

  test('are found, changed and removed, and come back', async () => {
    const user = startUser();
    const { gateway, router } = await openDashboard({ strict: true, at: paths.synonyms(), prepare: addBoth });
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(2);
    await user.write(screen.getByRole('searchbox', { name: 'Search groups' }), 'عموله');
    await waitFor(async () => expect(within(await list()).getAllByRole('listitem')).toHaveLength(1));
    expect(router.state.location.search).toContain('search=');
    await user.click(screen.getByRole('button', { name: /Edit group: .*رسوم/ }));
    await user.write(await field(), 'أجرة{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save group' }));
    await waitFor(async () => expect(await groupsOf(gateway)).toEqual([HOURS, [...FEES, 'أجرة']]));
    await user.click(await screen.findByRole('button', { name: /Delete group: .*رسوم/ }));
    await waitFor(async () => expect(await groupsOf(gateway)).toEqual([HOURS]));
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await waitFor(async () => expect(await groupsOf(gateway)).toEqual([HOURS, [...FEES, 'أجرة']]));
  });

  test('of someone else are shown before they are written over, and nothing that was typed is lost', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({
      at: paths.synonyms(),
      prepare: (testGateway) => add(testGateway, HOURS),
    });
    await user.click(await screen.findByRole('button', { name: /Edit group:/ }));
    await user.write(await field(), 'مواعيد{Enter}');
    const change = { method: 'PUT', json: { expressions: [...HOURS, 'أوقات'] } };
    await gateway.call('/api/Synonyms/1/1', change);
    await user.click(screen.getByRole('button', { name: 'Save group' }));
    const conflict = await screen.findByText(/Your changes are not saved yet/);
    expect(conflict).toHaveTextContent('أوقات');
    expect(screen.getByRole('button', { name: /^Remove .*مواعيد/ })).toBeVisible();
    expect(await groupsOf(gateway)).toEqual([[...HOURS, 'أوقات']]);
    await user.click(screen.getByRole('button', { name: 'Replace their version' }));
    await waitFor(async () => expect(await groupsOf(gateway)).toEqual([[...HOURS, 'مواعيد']]));
  });

  test('removed by someone else are created again', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({
      at: paths.synonyms(),
      prepare: (testGateway) => add(testGateway, HOURS),
    });
    await user.click(await screen.findByRole('button', { name: /Edit group:/ }));
    await user.write(await field(), 'مواعيد{Enter}');
    await gateway.call('/api/Synonyms/1/1', { method: 'DELETE' });
    await user.click(screen.getByRole('button', { name: 'Save group' }));
    expect(await screen.findByText(/Save to create it again/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save group' }));
    await waitFor(async () => expect(await groupsOf(gateway)).toEqual([[...HOURS, 'مواعيد']]));
  });

  test('that are known already are refused with the group that has them', async () => {
    const user = startUser();
    await openDashboard({ at: paths.synonyms(), prepare: (testGateway) => add(testGateway, FEES) });
    await user.click(await screen.findByRole('button', { name: 'Add group' }));
    await user.click(await field());
    await user.paste('رسوم,عموله');
    await user.click(screen.getByRole('button', { name: 'Save group' }));
    expect(await screen.findByText(/already has all of these/)).toHaveTextContent('مصاريف');
  });
});

describe('The measured effect', () => {
  test('shows where expressions stand and what sample questions find, before anything is saved', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({ at: paths.synonyms({ add: 'نجمة' }), prepare: addGuide });
    const questions = await screen.findByRole('textbox', { name: 'Sample questions' });
    await user.write(questions, 'بكم نجمة؟\nأين مواقف السيارات؟');
    await user.write(await field(), 'العضوية المميزة{Enter}');
    const uses = await screen.findByRole('list', { name: 'Where each expression occurs' });
    await waitFor(() => expect(uses).toHaveTextContent('in 1 passage of 1 unit'));
    expect(uses).toHaveTextContent('in no passage');
    expect(await screen.findByText('The first passage changes in 1 of 2 questions.')).toBeVisible();
    const after = await screen.findByRole('list', { name: 'With this group' });
    expect(within(after).getAllByRole('listitem')[0]).toHaveTextContent('بمئتي');
    expect(screen.getByText('Contains none of these expressions')).toBeVisible();
    expect(await groupsOf(gateway)).toEqual([]);
  });

  test('becomes tests with one click once the group is saved, each question once and only with an answer', async () => {
    const user = startUser();
    const { gateway, router } = await openDashboard({
      at: paths.synonyms({ add: 'نجمة' }),
      prepare: addGuide,
    });
    const questions = await screen.findByRole('textbox', { name: 'Sample questions' });
    await user.write(questions, 'بكم العضوية المميزة؟\nما عاصمة اليابان؟');
    await user.write(await field(), 'العضوية المميزة{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save group' }));
    await user.click(await screen.findByRole('button', { name: 'Keep the questions as tests' }));
    expect(await screen.findByText('1 question is now a test')).toBeVisible();
    expect(screen.getByText(/No answer, so not added: .*اليابان/u)).toBeVisible();
    const { tests } = gateway.ports;
    const saved = await tests.list(1, { order: 'newest', limit: 9 });
    expect(saved).toMatchObject([
      { question: 'بكم العضوية المميزة؟', expectation: { quotes: [expect.stringMatching(/بمئتي/u)] } },
    ]);
    await user.click(await screen.findByRole('button', { name: /Edit group: / }));
    await user.click(screen.getByRole('button', { name: 'Save group' }));
    await user.click(await screen.findByRole('button', { name: 'Keep the questions as tests' }));
    expect(await screen.findByText('No question was added as a test')).toBeVisible();
    expect(screen.getByText(/Already tests: .*المميزة/u)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'View tests' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.tests()));
  });

  test('of a saved group begins with what was asked in this tab', async () => {
    const user = startUser();
    const { gateway, router } = await openDashboard({
      at: paths.playground({ question: 'بكم نجمة؟' }),
      prepare: async (testGateway) => {
        await addGuide(testGateway);
        await add(testGateway, PLAN);
      },
    });
    await user.click(await screen.findByRole('button', { name: /^Ask/ }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/runs\//u));
    await router.navigate(paths.synonyms());
    await user.click(await screen.findByRole('button', { name: /Effect of group:/ }));
    const questions = await screen.findByRole('textbox', { name: 'Sample questions' });
    expect((questions as HTMLTextAreaElement).value.split('\n')[0]).toBe('بكم نجمة؟');
    expect(await screen.findByText(/The first passage changes in/)).toBeVisible();
    expect(await groupsOf(gateway)).toEqual([PLAN]);
  });
});

describe('Import and export', () => {
  test('checks a text, tells what is not right, and takes the rest', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({
      at: paths.synonyms(),
      prepare: (testGateway) => add(testGateway, HOURS),
    });
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import groups' });
    await user.click(within(dialog).getByRole('textbox', { name: 'Groups' }));
    await user.paste('دوام = ساعات العمل\nرسوم = مصاريف\nوحيدة\n');
    await user.click(within(dialog).getByRole('button', { name: 'Preview' }));
    expect(await within(dialog).findByText(/New groups: 1/)).toHaveTextContent('Existing: 1');
    expect(within(dialog).getByText(/Line 3/)).toHaveTextContent('وحيدة');
    // Enter held on "Preview" must not press "Import now", which comes in its place.
    expect(within(dialog).getByRole('status')).toHaveFocus();
    expect(await groupsOf(gateway)).toEqual([HOURS]);
    await user.click(within(dialog).getByRole('button', { name: 'Import now' }));
    expect(await within(dialog).findByText('Import complete')).toBeVisible();
    expect(await groupsOf(gateway)).toEqual([HOURS, ['رسوم', 'مصاريف']]);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(async () => expect(within(await list()).getAllByRole('listitem')).toHaveLength(2));
  });

  test('reads a file of the old Arabic encoding and says so', async () => {
    const user = startUser();
    const { container } = await openDashboard({
      at: paths.synonyms(),
      prepare: (testGateway) => add(testGateway, HOURS),
    });
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import groups' });
    // رسوم;فلوس in Windows-1256.
    const bytes = Uint8Array.from([0xd1, 0xd3, 0xe6, 0xe3, 0x3b, 0xdd, 0xe1, 0xe6, 0xd3]);
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error(`no file input: ${container.innerHTML}`);
    await user.upload(input, new File([bytes], 'مرادفات.csv', { type: 'text/csv' }));
    expect(await within(dialog).findByText(/Windows-1256/)).toBeVisible();
    expect(within(dialog).getByRole('textbox', { name: 'Groups' })).toHaveValue('رسوم;فلوس');
  });

  test('gives a table and lines to take away', async () => {
    const user = startUser();
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) blobs.push(blob);
      return 'blob:test';
    });
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await openDashboard({ at: paths.synonyms(), prepare: (testGateway) => add(testGateway, HOURS) });
    for (const form of ['Table (CSV)', 'Lines (word = synonym)']) {
      await user.click(await screen.findByRole('button', { name: 'Export' }));
      await user.click(await screen.findByRole('menuitem', { name: form }));
    }
    await waitFor(() => expect(names).toEqual(['synonyms-1.csv', 'synonyms-1.txt']));
    expect(await blobs[0]?.text()).toContain('دوام,ساعات العمل');
    expect(await blobs[1]?.text()).toBe('دوام = ساعات العمل\n');
  });
});

describe('Who may what', () => {
  test.each([
    ['monitor', false],
    ['tester', true],
  ] as const)('a %s reads, and measures only where it may ask', async (role, mayMeasure) => {
    await openDashboard({
      at: paths.synonyms(),
      connection: { key: 'other-key' },
      prepare: async (testGateway) => {
        await testGateway.addKey('other-key', { role });
        await add(testGateway, HOURS);
      },
    });
    expect(await screen.findByText(/Owners and curators can change them/)).toBeVisible();
    expect(await list()).toHaveTextContent('ساعات العمل');
    for (const name of [/^Add group$/, /^Import$/, /^Edit/, /^Delete/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryAllByRole('button', { name: /^Effect/ })).toHaveLength(mayMeasure ? 1 : 0);
  });

  test('is led here from the rail, the search and the old address, in Arabic', async () => {
    const user = startUser();
    const { router } = await openDashboard({ shell: true, at: paths.knowledge(), language: 'ar' });
    const [rail] = await screen.findAllByRole('navigation');
    await user.click(await within(rail as HTMLElement).findByRole('link', { name: 'المرادفات' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'المرادفات' })).toBeVisible();
    expect(await screen.findByText('لا توجد مرادفات بعد')).toBeVisible();
    await router.navigate(paths.overview());
    await user.keyboard('{Control>}k{/Control}');
    await user.write(await screen.findByRole('combobox'), 'المراد');
    await user.click(await screen.findByRole('option', { name: 'المرادفات' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.synonyms()));
    await router.navigate('/settings/synonyms?add=دوام');
    expect(router.state.location).toMatchObject({ pathname: paths.synonyms() });
    expect(new URLSearchParams(router.state.location.search).get('add')).toBe('دوام');
  });

  test('finds nothing of it on a gateway that keeps none', async () => {
    const { router } = await openDashboard({ at: paths.settings(), intercept: deviate('noExtensions') });
    expect(await screen.findByRole('region', { name: 'Connection' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Synonyms' })).toBeNull();
    await router.navigate(paths.synonyms());
    expect(await screen.findByText('Synonyms are not available')).toBeVisible();
  });
});
