import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listRuns } from '#contract/operations/runs.ts';
import { listTests } from '#contract/operations/tests.ts';
import type { ReportList } from '#contract/reports.ts';
import { paths } from '#src/paths.ts';
import { ask, documents, openPlayground, QUESTION } from '#tests/support/playground-page.tsx';
import { startUser } from '#tests/support/user.ts';

const verdicts = () => screen.findByRole('group', { name: 'Is the answer right?' });

describe('judging an answer', () => {
  test('as right keeps a test, which is said, and takes it back with the verdict', async () => {
    const { gateway } = await openPlayground();
    const tests = async () => {
      const response = await gateway.call(listTests.path.replace('{botId}', '1'));
      const { Response } = (await response.json()) as {
        Response: { items: { question: string; outcome: string }[] };
      };
      return Response.items;
    };
    await ask();
    const user = startUser();
    const right = within(await verdicts()).getByRole('button', { name: /^Right/u });
    await user.click(right);
    expect(await screen.findByText('Kept as a test. It passes.')).toBeVisible();
    expect(await tests()).toMatchObject([{ question: QUESTION, outcome: 'passes' }]);
    await waitFor(() => expect(right).toHaveAttribute('aria-pressed', 'true'));
    expect(screen.getByRole('link', { name: 'Open tests' })).toHaveAttribute('href', paths.tests());
    await user.click(right);
    await waitFor(() => expect(right).toHaveAttribute('aria-pressed', 'false'));
    expect(await tests()).toEqual([]);
  });

  test('as wrong by key takes a note, and shows it to the next reader', async () => {
    await openPlayground();
    await ask();
    const user = startUser();
    await verdicts();
    await user.keyboard('2');
    const note = await screen.findByRole('textbox', { name: 'What is wrong? (optional)' });
    await user.write(note, 'The fee is old');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save note' })).toBeNull());
    expect(screen.getByRole('textbox', { name: 'What is wrong? (optional)' })).toHaveValue('The fee is old');
  });

  test('as wrong asks why in one click, and reports it with the note, once', async () => {
    const { gateway } = await openPlayground();
    await ask();
    const user = startUser();
    await verdicts();
    await user.keyboard('2');
    const why = await screen.findByRole('group', { name: 'Why is it wrong?' });
    await user.click(within(why).getByRole('button', { name: 'Out of date' }));
    expect(await screen.findByText(/Reported to the owners of the bot/u)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open inbox' })).toHaveAttribute(
      'href',
      paths.inbox({ of: 'reporter' }),
    );
    const reason = within(why).getByRole('button', { name: 'Out of date' });
    expect(reason).toHaveAttribute('aria-pressed', 'true');
    expect(reason).toHaveFocus();
    const note = screen.getByRole('textbox', { name: 'What is wrong? (optional)' });
    await user.write(note, 'The fee is old');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    const reports = async (state: string) => {
      const response = await gateway.call(`/api/Reports/1?state=${state}`);
      return ((await response.json()) as { Response: ReportList }).Response.items;
    };
    await waitFor(async () =>
      expect(await reports('open')).toMatchObject([
        { question: QUESTION, reason: 'out-of-date', note: 'The fee is old' },
      ]),
    );
    // Who takes the verdict back takes the report back.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save note' })).toBeNull());
    expect(note).toHaveFocus();
    await user.click(within(await verdicts()).getByRole('button', { name: /^Wrong/u }));
    await waitFor(async () =>
      expect(await reports('closed')).toMatchObject([{ closing: { as: 'withdrawn' } }]),
    );
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Why is it wrong?' })).toBeNull());
  });

  test('as wrong takes a reason while the rest of the page is read again', async () => {
    const reread = Promise.withResolvers<void>();
    let isJudged = false;
    await openPlayground({
      intercept({ method, url }, pass) {
        isJudged ||= method === 'PUT';
        const isList = new URL(url).pathname === listRuns.path.replace('{botId}', '1');
        return isJudged && method === 'GET' && isList ? reread.promise.then(() => pass()) : undefined;
      },
    });
    await ask();
    const user = startUser();
    await verdicts();
    await user.keyboard('2');
    const why = await screen.findByRole('group', { name: 'Why is it wrong?' });
    await user.click(within(why).getByRole('button', { name: 'Unclear' }));
    expect(await screen.findByText(/^Reported to/u)).toBeVisible();
    reread.resolve();
  });

  test('as wrong takes a note alone where the gateway takes no reports', async () => {
    await openPlayground({
      intercept: async (request, pass) => {
        const response = await pass();
        if (!request.url.endsWith('/api/Capabilities')) return response;
        const body = (await response.json()) as { Response: { extensions: string[] } };
        const extensions = body.Response.extensions.filter((id) => id !== 'createReport');
        return Response.json({ ...body, Response: { ...body.Response, extensions } });
      },
    });
    await ask();
    await verdicts();
    await startUser().keyboard('2');
    expect(await screen.findByRole('textbox', { name: 'What is wrong? (optional)' })).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Why is it wrong?' })).toBeNull();
  });

  test('بالعربية: يُحفظ المقطع الذي يجيب السؤال بمفتاح واحد', async () => {
    await openPlayground({
      language: 'ar',
      at: paths.playground({ question: 'كم يومًا لإرجاع المنتج؟', index: ['دليل العملاء'] }),
    });
    await ask('إرسال السؤال');
    await documents('المقاطع المسترجعة');
    await screen.findByRole('group', { name: 'هل الإجابة صحيحة؟' });
    await startUser().keyboard('[KeyA]');
    expect(await screen.findByText('حُفظ السؤال اختبارًا، والنتيجة: ناجح.')).toBeVisible();
  });

  test('as right, where it is right no more, says so before a test is kept', async () => {
    const { gateway } = await openPlayground();
    await ask();
    const bar = await verdicts();
    await gateway.call('/api/AIKnowledge/1/1', { method: 'DELETE' });
    const user = startUser();
    await user.click(within(bar).getByRole('button', { name: /^Right/u }));
    expect(await screen.findByText(/does not pass: Cannot be asked/u)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep anyway' }));
    expect(await screen.findByText('Kept as a test: Cannot be asked')).toBeVisible();
  });

  test('leads to a test with another expectation', async () => {
    const { router } = await openPlayground();
    await ask();
    await verdicts();
    await startUser().keyboard('3');
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.tests()));
    expect(await screen.findByRole('textbox', { name: 'Question' })).toHaveValue(QUESTION);
    expect(screen.getByRole('button', { name: 'Remove Returns' })).toBeVisible();
  });
});
