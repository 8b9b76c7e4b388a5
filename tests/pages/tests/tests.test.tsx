import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { readTestFile } from '#common/read-test-file.ts';
import type { NewTest } from '#contract/tests.ts';
import { paths } from '#src/paths.ts';
import * as files from '#src/ui/download-file.ts';
import { writeSheet } from '#src/ui/test/write-sheet.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { QUESTION, teach } from '#tests/support/playground-page.tsx';
import { startUser } from '#tests/support/user.ts';

const addTest = (gateway: TestGateway, test: NewTest) =>
  gateway.call('/api/Tests/1', { method: 'POST', json: { keep: 'always', ...test } });

const openTests = (
  tests: readonly NewTest[] = [],
  options: Partial<Parameters<typeof openDashboard>[0]> = {},
) =>
  openDashboard({
    at: paths.tests(),
    ...options,
    prepare: async (gateway) => {
      await teach(gateway);
      for (const test of tests) await addTest(gateway, test);
    },
  });

const PASSES: NewTest = { question: QUESTION, expectation: { contains: ['20 riyals'] } };
const FAILS: NewTest = {
  question: 'How many days are there to return a product?',
  expectation: { contains: ['30 days'] },
};
/** The card of a test: the page is too narrow for the table here. */
const rowOf = async (question: string) => {
  const name = new RegExp(`details of: .?${question}`, 'u');
  return (await screen.findByRole('button', { name })).closest('li') as HTMLElement;
};
const shows = async (question: string, words: string) =>
  waitFor(async () => expect(await rowOf(question)).toHaveTextContent(words));

describe('the tests', () => {
  test('begin with how to get one, and one is written, asked and kept', async () => {
    await openTests();
    expect(await screen.findByText('No tests yet')).toBeVisible();
    const user = startUser();
    await user.click(screen.getByRole('button', { name: 'New test' }));
    const form = screen.getByRole('form', { name: 'New test' });
    await user.click(within(form).getByRole('button', { name: 'Ask and keep' }));
    expect(within(form).getByText('Enter a question.')).toBeVisible();
    await user.write(within(form).getByRole('textbox', { name: 'Question' }), QUESTION);
    await user.write(within(form).getByRole('textbox', { name: 'The answer has' }), '20 riyals');
    await user.click(within(form).getByRole('button', { name: 'Ask and keep' }));
    expect(await screen.findByText(/Test saved/u)).toBeVisible();
    await shows('Who pays', 'Passes');
    expect(screen.getByText(/1.* of .*1.* tests pass/u)).toBeVisible();
  });

  test('that do not pass are reported before they are kept', async () => {
    await openTests();
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: 'New test' }));
    const form = screen.getByRole('form', { name: 'New test' });
    await user.write(within(form).getByRole('textbox', { name: 'Question' }), FAILS.question ?? '');
    await user.write(within(form).getByRole('textbox', { name: 'The answer has' }), '30 days');
    await user.click(within(form).getByRole('button', { name: 'Ask and keep' }));
    expect(await within(form).findByText(/The answer does not have: .*30 days/u)).toBeVisible();
    await user.click(within(form).getByRole('button', { name: 'Keep anyway' }));
    await shows('How many days', 'Fails');
  });

  test('keep what is typed of a new one while the list is searched', async () => {
    await openTests([PASSES], { at: paths.tests({ add: 'كم مدة الضمان؟', index: ['Returns'] }) });
    const form = await screen.findByRole('form', { name: 'New test' });
    const user = startUser();
    await user.write(within(form).getByRole('textbox', { name: 'The answer has' }), 'عامان');
    await user.write(await screen.findByRole('searchbox', { name: 'Search questions' }), 'pays');
    await rowOf('Who pays');
    expect(within(form).getByRole('textbox', { name: 'The answer has' })).toHaveValue('عامان');
    expect(within(form).getByRole('textbox', { name: 'Question' })).toHaveValue('كم مدة الضمان؟');
  });

  test('show what they expect and what they expected before, once the new answer is accepted', async () => {
    await openTests([FAILS]);
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: /^Actions for/u }));
    await user.click(screen.getByRole('menuitem', { name: 'Accept the new answer' }));
    expect(await screen.findByText('The new answer is expected from now on')).toBeVisible();
    await shows('How many days', 'Passes');
    await user.click(screen.getByRole('button', { name: /^Show details of/u }));
    expect(await screen.findByText('1 earlier expectation')).toBeVisible();
    await user.click(screen.getByText('1 earlier expectation'));
    expect(screen.getByText('30 days')).toBeVisible();
  });

  test('are filtered by outcome in the address, and cleared', async () => {
    const { router } = await openTests([PASSES, FAILS]);
    await rowOf('Who pays');
    const user = startUser();
    await user.click(screen.getByRole('button', { name: /^Fails/u }));
    await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
    expect(router.state.location.search).toBe('?outcome=fails');
    expect(await rowOf('How many days')).toBeVisible();
  });

  test('are edited and deleted', async () => {
    await openTests([FAILS]);
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: /^Actions for/u }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const form = await screen.findByRole('form', { name: 'Edit test' });
    const contains = within(form).getByRole('textbox', { name: 'The answer has' });
    await user.clear(contains);
    await user.write(contains, '14 days');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await shows('How many days', 'Passes');
    await user.click(screen.getByRole('button', { name: /^Actions for/u }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No tests yet')).toBeVisible();
  });

  test('تُجمع بالعربية في مجموعات تُنشأ وتُعاد تسميتها وتُحذف', async () => {
    await openTests([PASSES], { language: 'ar' });
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: 'مجموعة جديدة' }));
    await user.write(screen.getByRole('textbox', { name: 'الاسم' }), 'أسئلة الرسوم');
    await user.click(screen.getByRole('button', { name: 'حفظ' }));
    expect(await screen.findByRole('link', { name: 'أسئلة الرسوم' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'إعادة التسمية: أسئلة الرسوم' }));
    const name = screen.getByRole('textbox', { name: 'الاسم' });
    await user.clear(name);
    await user.write(name, 'رسوم 2027');
    await user.click(screen.getByRole('button', { name: 'حفظ' }));
    expect(await screen.findByRole('link', { name: 'رسوم 2027' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^حذف .*رسوم 2027/u }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'حذف' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'رسوم 2027' })).toBeNull());
  });

  test('come from a file after a preview, once each, with their sets', async () => {
    await openTests([PASSES]);
    const user = startUser();
    const choose = async (text: string) => {
      await user.click(await screen.findByRole('button', { name: 'Import and export' }));
      await user.click(screen.getByRole('menuitem', { name: 'Import tests' }));
      const dialog = await screen.findByRole('dialog', { name: 'Import tests' });
      const file = new File([text], 'أسئلة.csv', { type: 'text/csv' });
      await user.upload(within(dialog).getByLabelText('Choose file', { selector: 'input' }), file);
      return dialog;
    };
    const csv = [
      'السؤال,contains,band,set,notes',
      `${QUESTION},20 riyals,,,`,
      'How many days are there to return a product?,14 days,answered,Returns set,x',
      ',nothing,,,',
      'What is the capital of Japan?,,sometimes,,',
    ].join('\n');
    const dialog = await choose(csv);
    expect(await within(dialog).findByText('1 test in the file')).toBeVisible();
    expect(within(dialog).getByText(/1.* exists already/u)).toBeVisible();
    expect(within(dialog).getByRole('combobox', { name: 'notes' })).toHaveTextContent('Ignored');
    expect(within(dialog).getByRole('combobox', { name: 'band' })).toHaveTextContent('status');
    const problems = within(dialog).getByRole('list', { name: 'Rows that cannot be imported' });
    expect(problems).toHaveTextContent(/Line .?4.?: no value \(.?question.?\)/u);
    expect(problems).toHaveTextContent(/Line .?5.?: unknown value \(.?status.?\).*sometimes/u);
    await user.click(within(dialog).getByRole('button', { name: 'Import 1 test' }));
    expect(await within(dialog).findByText(/Import finished: .?1.? of .?1.? tests added/u)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await shows('How many days', 'Passes');
    expect(screen.getByRole('link', { name: 'Returns set' })).toBeVisible();
    const again = await choose(csv);
    expect(await within(again).findByText('0 tests in the file')).toBeVisible();
    expect(within(again).getByRole('button', { name: 'Import 0 tests' })).toBeDisabled();
  });

  test('come from an Excel sheet, whose columns a person names', async () => {
    await openTests();
    const user = startUser();
    const rows = [
      ['نص العميل', 'سؤال', 'رد'],
      ['Who pays for the return shipping?', '1', '20 riyals'],
    ];
    const sheet = writeSheet(rows, { name: 'أسئلة', rightToLeft: true });
    await user.click(await screen.findByRole('button', { name: 'Import and export' }));
    await user.click(screen.getByRole('menuitem', { name: 'Import tests' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import tests' });
    const input = within(dialog).getByLabelText('Choose file', { selector: 'input' });
    await user.upload(input, new File([sheet], 'أسئلة.xlsx'));
    const columns = await within(dialog).findByRole('group', { name: 'What the columns hold' });
    const choose = async (header: string, column: string) => {
      await user.click(within(columns).getByRole('combobox', { name: header }));
      await user.click(await screen.findByRole('option', { name: column }));
    };
    await choose('سؤال', 'Ignored');
    await choose('نص العميل', 'question');
    await choose('رد', 'the answer has');
    await user.click(await within(dialog).findByRole('button', { name: 'Import 1 test' }));
    expect(await within(dialog).findByText(/Import finished: .?1.? of .?1.? tests added/u)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await shows('Who pays', 'Passes');
  });

  test('go to a file that comes back as the same tests', async () => {
    await openTests([PASSES, FAILS]);
    const save = vi.spyOn(files, 'downloadFile').mockImplementation(() => {});
    const user = startUser();
    await user.click(await screen.findByRole('button', { name: 'Import and export' }));
    await user.click(screen.getByRole('menuitem', { name: 'Export CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    const [file, name] = save.mock.calls[0] ?? [];
    expect(name).toBe('tests.csv');
    const content = await readTestFile((await file?.text()) ?? '', { name: 'tests.csv' });
    expect(content).toMatchObject({
      problems: [],
      tests: [
        { question: PASSES.question, expectation: { contains: ['20 riyals'] } },
        { question: FAILS.question, expectation: { contains: ['30 days'] } },
      ],
    });
  });

  test('are not offered where a gateway announces others of our extensions', async () => {
    await openDashboard({
      at: paths.tests(),
      intercept: async (request, pass) => {
        const response = await pass();
        if (!request.url.endsWith('/api/Capabilities')) return response;
        const { Response: said, ...rest } = (await response.json()) as { Response: { extensions: string[] } };
        const extensions = said.extensions.filter((id) => id !== 'listTests');
        return Response.json({ ...rest, Response: { ...said, extensions } });
      },
    });
    expect(await screen.findByText('No tests at this gateway')).toBeVisible();
  });
});
