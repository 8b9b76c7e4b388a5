import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createProofWorker } from '#gateway/modules/evaluation/services/proof-worker.ts';
import { paths } from '#src/paths.ts';
import { deviate, type Forward } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { draftText } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

const GUIDE = `# دليل الخدمات

## تجديد جواز السفر

مدة تجديد جواز السفر خمسة أيام عمل، ورسومه 300 ريال تدفع عبر المنصة.
`;
const TITLE = 'دليل الخدمات';
const QUESTION = 'كم رسوم تجديد جواز السفر؟';

const send = (gateway: TestGateway, method: string, path: string, json: unknown) =>
  gateway.call(path, { method, json });

async function prove({ ports, time }: TestGateway): Promise<void> {
  const worker = createProofWorker(ports);
  await worker.runDue();
  time.now = new Date(time.now.getTime() + 2_000);
  await worker.runDue();
}

/** A unit whose draft has another fee, a test of the fee, and the draft of a new unit. */
async function fill(gateway: TestGateway): Promise<void> {
  const guide = await gateway.addUnit(TITLE, GUIDE);
  await gateway.indexAll();
  await send(gateway, 'POST', '/api/Tests/1', {
    question: QUESTION,
    expectation: { quotes: ['ورسومه 300 ريال'], band: 'answered' },
  });
  await draftText(gateway, guide, GUIDE.replace('300', '450'));
  await send(gateway, 'PUT', '/api/Bots/1', { personChanges: 'by-person' });
  await gateway.addUnit('Parking', '# Parking\n\nParking costs 12 riyals a day.');
  await gateway.indexAll();
}
const schedule = (gateway: TestGateway) =>
  send(gateway, 'POST', '/api/Drafts/1/publish', {
    drafts: [{ unitId: 1, version: 2 }],
    on: '2099-12-31T05:30:00.000Z',
  });
const openDrafts = ({ prepare, ...options }: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({
    at: paths.drafts(),
    prepare: async (gateway) => {
      await fill(gateway);
      await prepare?.(gateway);
    },
    ...options,
  });
/** Titles in names are isolated from the words around them. */
const named = (action: string) => new RegExp(`^${action}: .?${TITLE}`, 'u');
const rowOf = async (title: string) => {
  const link = await screen.findByRole('link', { name: title });
  return link.closest('li') as HTMLElement;
};

/** A gateway of ours from before drafts. */
async function withoutDrafts(request: Request, pass: Forward): Promise<Response> {
  const response = await pass();
  if (!new URL(request.url).pathname.endsWith('/Capabilities')) return response;
  const { Response: said, ...envelope } = (await response.json()) as { Response: { extensions: string[] } };
  const extensions = said.extensions.filter((id) => !id.endsWith('Drafts'));
  return Response.json({ ...envelope, Response: { ...said, extensions } });
}

describe('the drafts page', () => {
  test('shows each draft with its unit, causes, passages, what it waits for and its changes', async () => {
    await openDrafts({ strict: true });
    const guide = await rowOf(TITLE);
    for (const words of ['Change', '1 passage', 'Sources changed', 'اختبار', 'Not tested yet'])
      expect(guide).toHaveTextContent(words);
    expect(guide).toHaveTextContent('Waiting for someone to publish it');
    const changes = within(guide).getByRole('link', { name: named('See what changed') });
    expect(changes).toHaveAttribute('href', paths.unitVersion(1, 2));
    expect(await rowOf('Parking')).toHaveTextContent('New unit');
  });

  test('shows what a proof found, with the way to both answers, and says when it is out of date', async () => {
    const user = startUser();
    const { gateway, router } = await openDrafts();
    await user.click(await screen.findByRole('button', { name: named('Test') }));
    expect(await screen.findByText('Testing. The result appears here.')).toBeVisible();
    await act(() => prove(gateway));
    const guide = await rowOf(TITLE);
    await waitFor(() => expect(guide).toHaveTextContent('1 lost'), { timeout: 8_000 });
    expect(within(guide).getByRole('button', { name: named('Test again') })).toHaveTextContent('Test again');
    expect(guide).not.toHaveTextContent('Out of date');
    const other = { drafts: [{ unitId: 2, version: 1 }], untested: true };
    await send(gateway, 'POST', '/api/Drafts/1/publish', other);
    await waitFor(() => expect(guide).toHaveTextContent('Publishing tests it again first'), {
      timeout: 8_000,
    });
    await user.click(within(guide).getByRole('link', { name: named('Compare answers') }));
    const changed = await screen.findByRole('region', { name: /^What drafts would change/u });
    expect(await within(changed).findByRole('link', { name: 'Compare both answers' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/runs\/.+with=/u),
    );
    await user.click(within(changed).getByRole('button', { name: /^Accept the new answer/u }));
    expect(await within(changed).findByText(/^New answer accepted/u)).toBeVisible();
    await user.click(within(changed).getAllByRole('link', { name: 'Open drafts' })[0] as HTMLElement);
    expect(router.state.location.pathname).toBe(paths.drafts());
  });

  test('publishes one that was tested, says so, and keeps the focus near', async () => {
    const user = startUser();
    await openDrafts({ prepare: prove });
    await user.click(await screen.findByRole('button', { name: named('Publish') }));
    const done = await screen.findByText('1 draft is live');
    await waitFor(() => expect(screen.queryByRole('link', { name: TITLE })).toBeNull());
    expect(done.closest('[tabindex="-1"]')).toHaveFocus();
    expect(await rowOf('Parking')).toBeVisible();
  });

  test('publishes one that was not tested once its tests were asked, and says what these broke', async () => {
    const user = startUser();
    const { gateway } = await openDrafts();
    await user.click(await screen.findByRole('button', { name: named('Publish') }));
    expect(
      await screen.findByText('Testing first: 1 draft goes live unless another test breaks'),
    ).toBeVisible();
    const guide = await rowOf(TITLE);
    await waitFor(() => expect(guide).toHaveTextContent('Being published: its tests are asked first'));
    expect(within(guide).getByRole('button', { name: named('Publish without testing') })).toBeEnabled();
    await act(() => prove(gateway));
    await waitFor(() => expect(guide).toHaveTextContent('No longer passing: 1 test'), { timeout: 8_000 });
    await user.click(within(guide).getByRole('button', { name: named('Publish') }));
    expect(await screen.findByText('1 draft is live')).toBeVisible();
  });

  test('publishes one without its tests', async () => {
    const user = startUser();
    await openDrafts();
    await user.click(await screen.findByRole('button', { name: named('Publish') }));
    const publish = await screen.findByRole('button', { name: named('Publish without testing') });
    await waitFor(() => expect(publish).not.toHaveAttribute('aria-disabled'));
    await user.click(publish);
    expect(await screen.findByText('1 draft is live')).toBeVisible();
  });

  test('shows kept questions beside the tests, with both answers of each that changed', async () => {
    const user = startUser();
    await openDrafts({
      prepare: async (gateway) => {
        const keep = { method: 'POST', headers: { 'x-run': 'keep' } };
        for (const Question of [QUESTION, 'كم عمق المحيط؟'])
          await gateway.call('/api/v1/RAG/Answer', { ...keep, json: { Question } });
        await prove(gateway);
      },
    });
    const guide = await rowOf(TITLE);
    await waitFor(() =>
      expect(guide).toHaveTextContent('Frequent questions: 1 answered differently · 1 answered as before'),
    );
    await user.click(within(guide).getByRole('link', { name: named('Compare answers') }));
    const list = await screen.findByRole('list', { name: /^Frequent questions/u });
    const [item] = within(list).getAllByRole('listitem');
    for (const words of [QUESTION, 'Answered differently', 'asked 1 time', 'Before: Answered', TITLE])
      expect(item).toHaveTextContent(words);
    expect(within(list).getByRole('link', { name: 'Compare both answers' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/runs\/.+with=/u),
    );
  });

  test('discards several after a question', async () => {
    const user = startUser();
    await openDrafts();
    await user.click(await screen.findByRole('checkbox', { name: 'Select all drafts on this page' }));
    const bar = screen.getByRole('group', { name: 'Selected drafts' });
    expect(bar).toHaveTextContent('2 selected');
    await user.click(within(bar).getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard 2 drafts?' });
    expect(dialog).toHaveTextContent(TITLE);
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('2 drafts discarded')).toBeVisible();
    expect(await screen.findByText('No drafts')).toBeVisible();
  });

  test('publishes at a time of the clocks of the bot, and refuses one that has passed', async () => {
    const user = startUser();
    const { requests } = await openDrafts({
      prepare: (gateway) => send(gateway, 'PUT', '/api/Bots/1', { zone: 'Asia/Riyadh' }),
    });
    await user.click(await screen.findByRole('button', { name: named('Publish at a time') }));
    const dialog = await screen.findByRole('dialog', { name: 'Publish at a time' });
    expect(dialog).toHaveTextContent('Time zone: Asia/Riyadh');
    const day = within(dialog).getByRole('textbox', { name: 'Day' });
    const confirm = within(dialog).getByRole('button', { name: 'Publish at a time' });
    await user.clear(day);
    await user.write(day, '2020-01-01');
    await user.click(confirm);
    expect(await within(dialog).findByText('Choose a time in the future.')).toBeVisible();
    await user.clear(day);
    await user.write(day, '2099-12-31');
    const time = within(dialog).getByRole('textbox', { name: 'Time' });
    await user.clear(time);
    await user.write(time, '٨:٣٠');
    await user.click(confirm);
    expect(await screen.findByText('1 draft goes live at the chosen time')).toBeVisible();
    expect(await rowOf(TITLE)).toHaveTextContent('Goes live 31 Dec 2099 08:30');
    const sent = requests.filter(({ url }) => url.endsWith('/publish')).at(-1);
    expect(await sent?.json()).toMatchObject({ on: '2099-12-31T05:30:00.000Z' });
  });

  test('changes the time that was set, shows who set it, and cancels it', async () => {
    const user = startUser();
    await openDrafts({
      prepare: async (gateway) => {
        await send(gateway, 'PUT', '/api/Bots/1', { zone: 'Asia/Riyadh' });
        await schedule(gateway);
      },
    });
    const guide = await rowOf(TITLE);
    expect(guide).toHaveTextContent('Goes live 31 Dec 2099 08:30. Set by');
    await user.click(within(guide).getByRole('button', { name: named('Change time') }));
    const dialog = await screen.findByRole('dialog', { name: 'Change time' });
    const time = within(dialog).getByRole('textbox', { name: 'Time' });
    expect(
      [time, within(dialog).getByRole('textbox', { name: 'Day' })].map(
        (field) => (field as HTMLInputElement).value,
      ),
    ).toEqual(['08:30', expect.stringContaining('2099-12-31')]);
    await user.clear(time);
    await user.write(time, '9:15');
    await user.click(within(dialog).getByRole('button', { name: 'Change time' }));
    await waitFor(() => expect(guide).toHaveTextContent('Goes live 31 Dec 2099 09:15'));
    await user.click(within(guide).getByRole('button', { name: named('Cancel schedule') }));
    expect(await screen.findByText(/^1 schedule cancelled/u)).toBeVisible();
    await waitFor(() => expect(guide).toHaveTextContent('Waiting for someone to publish it'));
    expect(within(guide).queryByRole('button', { name: named('Cancel schedule') })).toBeNull();
  });

  test('says that a draft is another one by now, and shows that', async () => {
    const user = startUser();
    const { gateway } = await openDrafts();
    const button = await screen.findByRole('button', { name: named('Publish') });
    await draftText(gateway, 1, GUIDE.replace('300', '500'));
    await user.click(button);
    expect(await screen.findByText(/^Someone else changed, published or discarded the draft/u)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reload drafts' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await user.click(await screen.findByRole('button', { name: named('Publish') }));
    expect(await screen.findByText(/^Testing first: 1 draft/u)).toBeVisible();
  });

  test('بالعربية: تُعرض المسودة بسبب حجزها وما تنتظره، وتُنشر', async () => {
    const user = startUser();
    await openDrafts({
      language: 'ar',
      prepare: async (gateway) => {
        const keep = { method: 'POST', headers: { 'x-run': 'keep' } };
        await gateway.call('/api/v1/RAG/Answer', { ...keep, json: { Question: QUESTION } });
        await prove(gateway);
      },
    });
    const guide = await rowOf(TITLE);
    expect(guide).toHaveTextContent('تغيير المصادر');
    expect(guide).toHaveTextContent('اختبار واحد لم يعد ينجح');
    expect(guide).toHaveTextContent('الأسئلة المتكررة: إجابة واحدة تغيّرت');
    expect(guide).toHaveTextContent('في انتظار أن ينشرها شخص');
    await user.click(within(guide).getByRole('button', { name: /^نشر: /u }));
    expect(await screen.findByText('نُشرت المسودة')).toBeVisible();
  });

  test('says what drafts are while there are none, and is not offered over other gateways', async () => {
    const { unmount } = await openDashboard({ at: paths.drafts() });
    expect(await screen.findByText('No drafts')).toBeVisible();
    expect(screen.getByText(/^A draft is a change that is indexed but not live/u)).toBeVisible();
    unmount();
    await openDashboard({ at: paths.drafts(), intercept: deviate('noExtensions') });
    expect(await screen.findByText('No drafts at this gateway')).toBeVisible();
  });
});

describe('a unit with a draft', () => {
  test('بالعربية: يُعرض موعد نشرها، ويُغيَّر ويُلغى', async () => {
    const user = startUser();
    await openDrafts({ at: paths.unit(1), language: 'ar', prepare: schedule });
    const notice = (await screen.findByText('مسودة في الانتظار')).closest('[role=status]') as HTMLElement;
    await waitFor(() => expect(notice).toHaveTextContent('موعد النشر: 31 ديسمبر 2099'));
    expect(within(notice).getByRole('button', { name: 'تغيير الموعد' })).toBeVisible();
    expect(notice.parentElement).not.toHaveFocus();
    await user.click(within(notice).getByRole('button', { name: 'إلغاء الموعد' }));
    await waitFor(() => expect(notice).toHaveTextContent('في انتظار أن ينشرها شخص'));
    await waitFor(() => expect(notice.parentElement).toHaveFocus());
    await user.click(within(notice).getByRole('button', { name: 'نشر في موعد' }));
    const dialog = await screen.findByRole('dialog', { name: 'نشر في موعد' });
    await user.click(within(dialog).getByRole('button', { name: 'نشر في موعد' }));
    await waitFor(() => expect(notice).toHaveTextContent('موعد النشر:'));
  });

  test('is published once its tests were asked, at once without them, or not after all', async () => {
    const user = startUser();
    await openDrafts({ at: paths.unit(1) });
    const notice = (await screen.findByText('Draft waits')).closest('[role=status]') as HTMLElement;
    const button = (name: string) => within(notice).findByRole('button', { name });
    await user.click(await button('Publish'));
    await user.click(await button('Cancel publishing'));
    await waitFor(() => expect(notice).toHaveTextContent('Waiting for someone to publish it'));
    await user.click(await button('Publish'));
    await user.click(await button('Publish without testing'));
    expect(await screen.findByText('1 draft is live')).toBeVisible();
  });

  test('says so, publishes it in place, and is found in the list', async () => {
    const user = startUser();
    const { gateway, router } = await openDrafts({ at: paths.knowledge() });
    expect((await screen.findAllByText('Draft waits')).length).toBeGreaterThan(0);
    await act(() => router.navigate(paths.unit(1)));
    const notice = (await screen.findByText('Draft waits')).closest('[role=status]') as HTMLElement;
    expect(notice).toHaveTextContent('Answers use the text before it.');
    expect(within(notice).getByRole('link', { name: 'See what changed' })).toHaveAttribute(
      'href',
      paths.unitVersion(1, 2),
    );
    await user.click(within(notice).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(notice).toHaveTextContent('its tests are asked first'));
    await act(() => prove(gateway));
    await user.click(await within(notice).findByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('1 draft is live')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Draft waits')).toBeNull());
  });

  test('says of a new one that it is a draft, and discards it', async () => {
    const user = startUser();
    await openDrafts({ at: paths.unit(2) });
    expect(await screen.findByText('Indexed, but not live yet.')).toBeVisible();
    expect(screen.queryByText('Waiting')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard this draft?' });
    await user.click(within(dialog).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('1 draft discarded')).toBeVisible();
  });
});

describe('a change that is saved as a draft', () => {
  const openUnit = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
    openDashboard({
      at: paths.unit(1),
      prepare: async (gateway) => {
        await gateway.addUnit(TITLE, GUIDE);
        await gateway.indexAll();
      },
      ...options,
    });

  test('waits: another file', async () => {
    const user = startUser();
    const { gateway } = await openUnit();
    await user.click(await screen.findByRole('button', { name: /^Actions for/u }));
    await user.click(await screen.findByRole('menuitem', { name: 'Replace file' }));
    const dialog = await screen.findByRole('dialog', { name: 'Replace file' });
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
    await user.upload(input as HTMLInputElement, new File([GUIDE.replace('300', '450')], 'دليل.md'));
    await user.click(within(dialog).getByRole('button', { name: 'Save as draft' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await act(() => gateway.indexAll());
    expect(await screen.findByText('Draft waits', undefined, { timeout: 8_000 })).toBeVisible();
  });

  test('is sent by reading again too', async () => {
    const user = startUser();
    const { requests } = await openUnit();
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Read again as draft' }));
    await waitFor(() => {
      const sent = requests.find(({ url }) => url.endsWith('/reindex'));
      expect(sent?.headers.get('x-knowledge')).toBe('draft');
    });
  });

  test('is not offered over a gateway without drafts', async () => {
    const user = startUser();
    await openUnit({ at: paths.unit(1, { repair: 1 }), intercept: withoutDrafts });
    const dialog = await screen.findByRole('dialog', { name: 'Replace file' });
    expect(within(dialog).queryByRole('button', { name: 'Save as draft' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'More' }));
    expect(await screen.findAllByRole('menuitem')).not.toHaveLength(0);
    expect(screen.queryByRole('menuitem', { name: 'Read again as draft' })).toBeNull();
  });

  test('بالعربية: تُضاف وحدة جديدة كمسودة، ولا تبقى في الانتظار', async () => {
    const user = startUser();
    const { gateway, requests } = await openDashboard({ at: paths.addKnowledge(), language: 'ar' });
    const [input] = await screen.findAllByLabelText('اختيار ملفات', { selector: 'input' });
    await user.upload(input as HTMLInputElement, new File([GUIDE], 'دليل.md'));
    await user.click(await screen.findByRole('button', { name: 'طرق أخرى للإضافة' }));
    await user.click(await screen.findByRole('menuitem', { name: 'إضافة كمسودة' }));
    const row = (await screen.findByRole('link', { name: 'دليل' })).closest('li') as HTMLElement;
    const sent = requests.find(({ method, url }) => method === 'POST' && url.endsWith('/AIKnowledge/1'));
    expect(sent?.headers.get('x-knowledge')).toBe('draft');
    await act(() => gateway.indexAll());
    expect(await within(row).findByText('مسودة', undefined, { timeout: 8_000 })).toBeVisible();
  });
});

test('the playground asks live or drafts, says which, and keeps no question over drafts', async () => {
  const user = startUser();
  const { requests } = await openDrafts({ at: paths.playground({ question: QUESTION }) });
  await user.click(await screen.findByRole('button', { name: 'Drafts' }));
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  expect(await screen.findByText('Answer from drafts')).toBeVisible();
  const answer = screen.getByRole('region', { name: 'Answer' });
  await waitFor(() => expect(answer).toHaveTextContent('450'));
  expect(screen.queryByRole('group', { name: 'Is the answer right?' })).toBeNull();
  const sent = requests.filter(({ url }) => url.endsWith('Answer')).at(-1);
  expect([sent?.headers.get('x-knowledge'), sent?.headers.get('x-run')]).toEqual(['draft', null]);
  await user.click(screen.getByRole('button', { name: 'Live' }));
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(answer).toHaveTextContent('300'));
  expect(screen.queryByText('Answer from drafts')).toBeNull();
});

test('the overview says how many drafts wait', async () => {
  await openDrafts({ at: paths.overview() });
  expect(await screen.findByText('2 drafts wait')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open drafts' })).toHaveAttribute('href', paths.drafts());
});
