import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createTest } from '#contract/operations/tests.ts';
import type { ReportList } from '#contract/reports.ts';
import { paths } from '#src/paths.ts';
import * as files from '#src/ui/download-file.ts';
import { readSheetRows } from '#src/ui/test/read-sheet-rows.ts';
import { writeSheet } from '#src/ui/test/write-sheet.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { teach } from '#tests/support/playground-page.tsx';
import { startUser } from '#tests/support/user.ts';

const QUESTIONS = [
  'Who pays for the return shipping?',
  'How many days are there to return a product?',
  'What is the capital of Japan?',
];

async function askBatch(options: Partial<Parameters<typeof openDashboard>[0]> = {}) {
  const dashboard = await openDashboard({ at: paths.testBatch(), prepare: teach, ...options });
  const user = startUser();
  await user.write(await screen.findByRole('textbox', { name: 'Questions' }), QUESTIONS.join('\n'));
  expect(screen.getByText('3 questions')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ask all questions' }));
  const list = await screen.findByRole('list', { name: 'Questions and answers' });
  return { dashboard, user, list };
}
const rows = (list: HTMLElement) => within(list).getAllByRole('listitem');

describe('a batch of questions', () => {
  test('is answered free of charge, judged by keys alone, and taken back', async () => {
    const { dashboard, user, list } = await askBatch();
    await screen.findByText(/3.* of .*3.* answered/u);
    const [first, second, third] = rows(list);
    expect(first).toHaveTextContent('20 riyals');
    expect(third).toHaveTextContent('Not found');
    first?.focus();
    await user.keyboard('[Digit1]');
    expect(second).toHaveFocus();
    await user.keyboard('[KeyA]');
    expect(third).toHaveFocus();
    await user.keyboard('[Digit2]');
    await screen.findByText(/3.* judged/u);
    const tests = async () => {
      const response = await dashboard.gateway.call('/api/Tests/1');
      const { Response } = (await response.json()) as { Response: { items: { question: string }[] } };
      return Response.items.map(({ question }) => question);
    };
    await waitFor(async () => expect((await tests()).toSorted()).toEqual(QUESTIONS.slice(0, 2).toSorted()));
    // The last verdict kept no test; the one before did.
    await user.keyboard('[KeyU]');
    expect(third).toHaveFocus();
    await user.keyboard('[ArrowUp]');
    await user.click(within(second as HTMLElement).getByRole('button', { name: 'Wrong' }));
    await waitFor(async () => expect(await tests()).toEqual([QUESTIONS[0]]));
    const usage = await dashboard.gateway.call('/api/Consumption/1');
    expect(JSON.stringify(await usage.json())).not.toMatch(/"used":[1-9]/u);
  });

  test('reports a wrong answer with one click, and withdraws the report with the verdict', async () => {
    const { dashboard, user, list } = await askBatch();
    await screen.findByText(/3.* of .*3.* answered/u);
    const [first, second] = rows(list);
    first?.focus();
    await user.keyboard('[Digit2]');
    expect(second).toHaveFocus();
    const why = within(first as HTMLElement).getByRole('group', { name: 'Why is it wrong?' });
    await user.click(within(why).getByRole('button', { name: 'Unclear' }));
    const reports = async (state: string) => {
      const response = await dashboard.gateway.call(`/api/Reports/1?state=${state}`);
      return ((await response.json()) as { Response: ReportList }).Response.items;
    };
    await waitFor(() =>
      expect(within(why).getByRole('button', { name: 'Unclear' })).toHaveAttribute('aria-pressed', 'true'),
    );
    expect(await reports('open')).toMatchObject([{ question: QUESTIONS[0], reason: 'unclear' }]);
    await user.click(within(first as HTMLElement).getByRole('button', { name: 'Wrong' }));
    await user.keyboard('[KeyU]');
    await waitFor(async () =>
      expect(await reports('closed')).toMatchObject([{ closing: { as: 'withdrawn' } }]),
    );
    expect(within(first as HTMLElement).queryByRole('group', { name: 'Why is it wrong?' })).toBeNull();
  });

  test('comes from an Excel sheet and goes to one', async () => {
    await openDashboard({ at: paths.testBatch(), prepare: teach });
    const save = vi.spyOn(files, 'downloadFile').mockImplementation(() => {});
    const user = startUser();
    const field = await screen.findByRole('textbox', { name: 'Questions' });
    const upload = (rows: string[][]) =>
      user.upload(
        screen.getByLabelText('Questions from a file', { selector: 'input' }),
        new File([writeSheet(rows, { name: 'q', rightToLeft: false })], 'q.xlsx'),
      );
    await upload([['notes'], ['x']]);
    expect(await screen.findByText(/no column of questions/u)).toBeVisible();
    await upload([
      ['no', 'question'],
      ['1', '=Who pays for\nthe return shipping?'],
    ]);
    await waitFor(() => expect(field).toHaveValue('=Who pays for the return shipping?'));
    await user.click(screen.getByRole('button', { name: 'Ask all questions' }));
    await screen.findByText(/1.* of .*1.* answered/u);
    await user.click(screen.getByRole('button', { name: 'Export XLSX' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    const [blob, name] = save.mock.calls[0] ?? [];
    expect(name).toBe('judged-questions.xlsx');
    const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer());
    expect((await readSheetRows(bytes))[1]?.[0]).toBe('=Who pays for the return shipping?');
  });

  test('keeps no test of a verdict that was taken back before it was stored', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let stores = 0;
    const { dashboard, user, list } = await askBatch({
      intercept: async (request, pass) => {
        const body = request.method === 'POST' ? await request.clone().text() : '';
        if (body.includes('"keep":"always"')) {
          stores += 1;
          await promise;
        }
        return pass();
      },
    });
    await screen.findByText(/3.* of .*3.* answered/u);
    const [first, second] = rows(list);
    first?.focus();
    await user.keyboard('[Digit1][KeyU]');
    second?.focus();
    await user.keyboard('[Digit1]');
    second?.focus();
    await user.keyboard('[KeyA]');
    resolve();
    await waitFor(() => expect(stores).toBeGreaterThan(1));
    const tests = async () => {
      const response = await dashboard.gateway.call('/api/Tests/1');
      const { Response } = (await response.json()) as { Response: { items: { question: string }[] } };
      return Response.items.map(({ question }) => question);
    };
    await waitFor(async () => expect(await tests()).toEqual([QUESTIONS[1]]));
    await screen.findByText(/1.* judged/u);
  });

  test('يبقى بالعربية ما تعذّر طرحه، ويُطرح من جديد', async () => {
    let refused = 0;
    await openDashboard({
      language: 'ar',
      at: paths.testBatch(),
      prepare: teach,
      intercept: (request, pass) => {
        if (!new URL(request.url).pathname.endsWith(createTest.path.replace('{botId}', '1')))
          return undefined;
        refused += 1;
        return refused === 1 ? Response.error() : pass();
      },
    });
    const user = startUser();
    await user.write(await screen.findByRole('textbox', { name: 'الأسئلة' }), 'كم يومًا لإرجاع المنتج؟');
    await user.click(screen.getByRole('button', { name: 'طرح كل الأسئلة' }));
    expect(await screen.findByText('تعذّرت الإجابة')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'طرح البقية' }));
    const list = screen.getByRole('list', { name: 'الأسئلة والإجابات' });
    await waitFor(() => expect(rows(list)[0]).toHaveTextContent('14 يومًا'));
  });
});
