import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { NewReport, Report } from '#contract/reports.ts';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { QUESTION, teach } from '#tests/support/playground-page.tsx';
import { startUser } from '#tests/support/user.ts';

const TESTER = 'fih_of-a-tester';

const post = async (gateway: TestGateway, path: string, json: unknown, key?: string): Promise<Response> =>
  gateway.call(path, {
    method: 'POST',
    json,
    headers: key === undefined ? {} : { 'x-user-auth': key },
  });
async function file(gateway: TestGateway, report: NewReport, key = TESTER): Promise<Report> {
  const response = await post(gateway, '/api/Reports/1', report, key);
  return ((await response.json()) as { Response: Report }).Response;
}
const ask = (gateway: TestGateway, Question: string) =>
  gateway.call('/api/v1/RAG/Answer', { method: 'POST', headers: { 'x-run': 'keep' }, json: { Question } });

const openInbox = (
  prepare: (gateway: TestGateway) => Promise<unknown> = async () => {},
  options: Partial<Parameters<typeof openDashboard>[0]> = {},
) =>
  openDashboard({
    at: paths.inbox(),
    ...options,
    prepare: async (gateway) => {
      await teach(gateway);
      await gateway.addKey(TESTER, { role: 'tester', name: 'الدعم' });
      await prepare(gateway);
    },
  });
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Reports' })).getAllByRole('listitem');

describe('the inbox', () => {
  test('is empty until somebody reports', async () => {
    await openInbox();
    expect(await screen.findByText('No open reports')).toBeVisible();
  });

  test('shows a report with its run, reason, note, reporter, unit and what helps', async () => {
    let runId: string | null = null;
    await openInbox(
      async (gateway) => {
        const report = { question: QUESTION, reason: 'out-of-date', note: 'الرسوم قديمة' } as const;
        ({ runId } = await file(gateway, report));
        await ask(gateway, QUESTION);
        await ask(gateway, QUESTION);
      },
      { strict: true },
    );
    const [row] = await rows();
    for (const words of ['Out of date', 'الرسوم قديمة', 'Reported by', 'الدعم', 'Asked 2 times', 'No test'])
      expect(row).toHaveTextContent(words);
    const link = within(row as HTMLElement).getByRole('link', { name: QUESTION });
    expect(link).toHaveAttribute('href', paths.run(runId ?? ''));
    const user = startUser();
    await user.click(within(row as HTMLElement).getByRole('button', { name: /^Actions for/u }));
    const items = screen
      .getAllByRole('menuitem')
      .map((item) => [item.textContent, item.getAttribute('href')]);
    expect(items).toEqual([
      ['Open the passage', expect.stringContaining('/units/1?section=') as string],
      ['Repair the source', paths.unit(1)],
      ['Add a synonym', paths.synonyms({ add: QUESTION.replace('?', '') })],
      ['Add knowledge', paths.addKnowledge()],
      ['Keep as a test', paths.tests({ add: QUESTION })],
    ]);
  });

  test('closes a report by hand with a reason, and says so', async () => {
    await openInbox((gateway) => file(gateway, { question: QUESTION, reason: 'unclear' }));
    await rows();
    const user = startUser();
    await user.click(screen.getByRole('button', { name: /^Close report/u }));
    const form = await screen.findByRole('form', { name: /^Close report/u });
    await user.click(within(form).getByRole('combobox', { name: 'Closed because' }));
    await user.click(await screen.findByRole('option', { name: 'Another reason' }));
    await user.click(within(form).getByRole('button', { name: 'Close' }));
    expect(await within(form).findByText('Say why.')).toBeVisible();
    await user.write(within(form).getByRole('textbox', { name: 'Note' }), 'Not our subject');
    await user.click(within(form).getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('The report is closed.')).toBeVisible();
    expect(await screen.findByText('No open reports')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Closed' }));
    const [row] = await rows();
    await waitFor(() => expect(row).toHaveTextContent('Another reason'));
    expect(row).toHaveTextContent('Not our subject');
  });

  test('says that somebody else closed a report meanwhile', async () => {
    const { gateway } = await openInbox((open) => file(open, { question: QUESTION, reason: 'unclear' }));
    await rows();
    const user = startUser();
    await user.click(screen.getByRole('button', { name: /^Close report/u }));
    const form = await screen.findByRole('form', { name: /^Close report/u });
    await post(gateway, '/api/Reports/1/1/close', { as: 'duplicate' });
    await user.click(within(form).getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('No open reports')).toBeVisible();
  });

  test('filters by whose and why, in the address', async () => {
    const { router } = await openInbox(async (gateway) => {
      await file(gateway, { question: QUESTION, reason: 'unclear' });
      await file(gateway, { question: 'متى الدوام؟', reason: 'wrong-passage' });
    });
    expect(await rows()).toHaveLength(2);
    const user = startUser();
    await user.click(screen.getByRole('combobox', { name: 'Reason' }));
    await user.click(await screen.findByRole('option', { name: 'Unclear' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(router.state.location.search).toBe('?reason=unclear');
    await user.click(screen.getByRole('combobox', { name: 'Whose' }));
    await user.click(await screen.findByRole('option', { name: 'Reported by me' }));
    expect(await screen.findByText('No report matches')).toBeVisible();
  });

  test('بالعربية: يعرف المبلِّغ ما أُغلق من بلاغاته منذ آخر زيارة، ولا يغلقها هو', async () => {
    await openInbox(
      async (gateway) => {
        await file(gateway, { question: QUESTION, reason: 'unclear' });
        await file(gateway, { question: 'متى الدوام؟', reason: 'unclear' });
        await post(gateway, '/api/Reports/1/1/close', { as: 'repaired' });
      },
      { language: 'ar', connection: { key: TESTER } },
    );
    expect(await screen.findByText('أُغلق بلاغ واحد لك منذ آخر زيارة')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^إغلاق البلاغ/u })).toBeNull();
    const user = startUser();
    await user.click(screen.getByRole('button', { name: 'عرض البلاغات المغلقة' }));
    expect(await screen.findByText('جديد')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'تمييز كمقروءة' }));
    await waitFor(() => expect(screen.queryByText('جديد')).toBeNull());
    expect(screen.queryByText('أُغلق بلاغ واحد لك منذ آخر زيارة')).toBeNull();
  });

  test('is not offered over a gateway without reports', async () => {
    await openInbox(undefined, { intercept: deviate('noExtensions') });
    expect(await screen.findByText('The inbox is not available')).toBeVisible();
  });
});

describe('gaps', () => {
  test('group what was not answered, with its runs and what helps, and count cited units', async () => {
    await openInbox(
      async (gateway) => {
        await ask(gateway, 'What is the price of a ticket to the moon?');
        await ask(gateway, 'The price of moon tickets?');
        await ask(gateway, QUESTION);
      },
      { at: paths.inbox({ view: 'gaps' }), strict: true },
    );
    const list = await screen.findByRole('list', { name: 'Groups of questions' });
    expect(list).toHaveTextContent('2 times');
    const user = startUser();
    await user.click(within(list).getByRole('button', { name: /^Show questions like/u }));
    for (const name of ['What is the price of a ticket to the moon?', 'The price of moon tickets?'])
      expect(within(list).getByRole('link', { name })).toHaveAttribute(
        'href',
        expect.stringContaining('/runs/'),
      );
    await user.click(within(list).getByRole('button', { name: /^Actions for/u }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Add a synonym',
      'Add knowledge',
      'Keep as a test',
    ]);
    await user.keyboard('{Escape}');
    expect(screen.getByText(/calls of other programs are not included/u)).toBeVisible();
    const cited = screen.getByRole('region', { name: 'Cited units' });
    await waitFor(() => expect(cited).toHaveTextContent('1 answer'));
    expect(cited).toHaveTextContent('Of 3 kept questions');
  });

  test('say that the bot keeps a share of what other programs ask, where it does', async () => {
    await openInbox((gateway) => gateway.call('/api/Bots/1', { method: 'PUT', json: { keptPercent: 10 } }), {
      at: paths.inbox({ view: 'gaps' }),
    });
    expect(
      await screen.findByText(/the share of other programs’ questions that the bot keeps/u),
    ).toBeVisible();
    expect(screen.queryByText(/calls of other programs are not included/u)).toBeNull();
  });

  test('بالعربية: لا نواقص حين لا يُسأل شيء', async () => {
    await openInbox(undefined, { language: 'ar', at: paths.inbox({ view: 'gaps' }) });
    expect(await screen.findByText('لا نواقص')).toBeVisible();
  });
});

describe('the overview', () => {
  test('says how many reports wait, and how questions were answered', async () => {
    await openInbox(
      async (gateway) => {
        await file(gateway, { question: QUESTION, reason: 'unclear' });
        await ask(gateway, QUESTION);
      },
      { at: paths.overview(), strict: true },
    );
    expect(await screen.findByText('1 open report for you')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open inbox' })).toHaveAttribute(
      'href',
      paths.inbox({ of: 'owner' }),
    );
    const answers = await screen.findByRole('region', { name: 'How are questions answered?' });
    expect(answers).toHaveTextContent(/1 question in 28 days, .*100%/u);
    const user = startUser();
    await user.click(within(answers).getByRole('button', { name: 'Show as a table' }));
    expect(within(answers).getByRole('table', { name: 'Questions by day and result' })).toBeVisible();
  });
});
