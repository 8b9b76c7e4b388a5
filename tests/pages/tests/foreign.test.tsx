import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import { type Dashboard, openDashboard } from '#tests/support/open-dashboard.tsx';
import { ask, askRequests, QUESTION, teach } from '#tests/support/playground-page.tsx';
import { startUser } from '#tests/support/user.ts';

const QUOTE = 'The company pays the return shipping if the product is damaged.';
const open = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({ at: paths.tests(), prepare: teach, intercept: deviate('noExtensions'), ...options });

/** Requests beyond the documented endpoints, but for those that ask whether there are extensions. */
const testCalls = ({ requests }: Dashboard) =>
  requests.filter(({ url }) => /\/api\/(?:Tests|Runs)/u.test(url)).map(({ url }) => url);

async function write(question: string, quote: string, band?: string): Promise<void> {
  const user = startUser();
  await user.click(await screen.findByRole('button', { name: 'New test' }));
  const form = await screen.findByRole('form', { name: 'New test' });
  fireEvent.change(within(form).getByRole('textbox', { name: 'Question' }), { target: { value: question } });
  fireEvent.change(within(form).getByRole('textbox', { name: 'A passage has' }), {
    target: { value: quote },
  });
  if (band !== undefined) {
    fireEvent.mouseDown(within(form).getByRole('combobox', { name: 'Status of the answer' }));
    fireEvent.click(await screen.findByRole('option', { name: band }));
  }
  await user.click(within(form).getByRole('button', { name: 'Ask and keep' }));
}

test('tests over a gateway that keeps none are kept here, and asked by a button, after their cost', async () => {
  const dashboard = await open({ strict: true });
  expect(await screen.findByText(/kept in this browser/u)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Ask all now' })).toBeDisabled();
  await write(QUESTION, QUOTE);
  expect(await screen.findByText('1 of 1 tests pass')).toBeVisible();
  // What the gateway does not say is never taken for a pass.
  await write(`${QUESTION} Tell me.`, QUOTE, 'Answered');
  const form = await screen.findByRole('form', { name: 'New test' });
  expect(await within(form).findByText(/does not pass: Not judged/u)).toBeVisible();
  const questions = askRequests(dashboard).length;
  const user = startUser();
  await user.click(within(form).getByRole('button', { name: 'Keep anyway' }));
  expect(await screen.findByText('1 of 2 tests pass')).toBeVisible();
  expect(askRequests(dashboard)).toHaveLength(questions);

  const { gateway } = dashboard;
  const changed = new TextEncoder().encode('# Returns\n\nThe customer always pays for the shipping.');
  await gateway.addUnit('Fees', new TextDecoder().decode(changed));
  await gateway.call('/api/AIKnowledge/1/1?forever=true', { method: 'DELETE' });
  await gateway.indexAll();
  await user.click(screen.getByRole('button', { name: 'Ask all now' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ask 2 tests?' });
  expect(await within(dialog).findByText(/costs about \d+ tokens/u)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Ask all' }));
  expect(await screen.findByText(/^A change broke 1 test/u)).toBeVisible();
  expect(await screen.findByText('0 of 2 tests pass')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Show what changed' }));
  expect((await screen.findAllByText(/reports no changes/u)).length).toBeGreaterThan(0);
  expect(testCalls(dashboard)).toEqual([]);
});

test('an imported test is asked by nobody but its evaluation, and a verdict stays without a test', async () => {
  const dashboard = await open({
    at: paths.playground({ question: QUESTION, index: ['Returns'] }),
    intercept: deviate('noExtensions', async (request, pass) => {
      if (!request.url.endsWith('/RAG/Stream/Answer')) return pass();
      const events = ['{"retrieved_documents":[]}', '{"chunk":"Somebody does, I think."}', '{"final":true}'];
      return new Response(events.map((event) => `data: ${event}\n\n`).join(''), {
        headers: { 'content-type': 'text/event-stream' },
      });
    }),
  });
  await ask();
  const user = startUser();
  await user.click(await screen.findByRole('button', { name: /^Right/u }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Right/u })).toHaveAttribute('aria-pressed', 'true'),
  );
  expect(screen.queryByRole('link', { name: 'Open tests' })).toBeNull();
  await dashboard.router.navigate(paths.tests());
  await user.click(await screen.findByRole('button', { name: /^More|Import/u }));
  await user.click(await screen.findByRole('menuitem', { name: /^Import/u }));
  const dialog = await screen.findByRole('dialog');
  const rows = JSON.stringify({ question: QUESTION, quotes: [QUOTE], set: 'Fees' });
  const input = dialog.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File([rows], 'tests.jsonl'));
  await user.click(await within(dialog).findByRole('button', { name: /^Add|^Import/u }));
  expect(await screen.findByText('0 of 1 tests pass')).toBeVisible();
  expect((await screen.findAllByText('Not judged'))[0]).toBeVisible();
  expect(askRequests(dashboard)).toHaveLength(1);
});

test('an evaluation is stopped, and the rest keeps its outcome', async () => {
  let isSlow = false;
  let release: (() => void) | undefined;
  await open({
    intercept: async (request, pass) => {
      if (isSlow && request.url.endsWith('/RAG/Answer'))
        await new Promise<void>((resolve) => (release = resolve));
      return deviate('noExtensions')(request, pass);
    },
  });
  await write(QUESTION, QUOTE);
  expect(await screen.findByText('1 of 1 tests pass')).toBeVisible();
  isSlow = true;
  const user = startUser();
  await user.click(screen.getByRole('button', { name: 'Ask all now' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ask all' }));
  await user.click(await screen.findByRole('button', { name: 'Stop asking' }));
  release?.();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop asking' })).toBeNull());
  expect(screen.getByText('1 of 1 tests pass')).toBeVisible();
});

test('بالعربية: تُحفظ الإجابة الصحيحة اختبارًا في هذا المتصفح', async () => {
  const dashboard = await open({
    language: 'ar',
    at: paths.playground({ question: QUESTION, index: ['Returns'] }),
  });
  await ask('إرسال السؤال');
  await startUser().click(await screen.findByRole('button', { name: /^صحيحة/u }));
  expect(await screen.findByText(/^حُفظ السؤال اختبارًا/u)).toBeVisible();
  await dashboard.router.navigate(paths.tests());
  expect((await screen.findAllByText(QUESTION))[0]).toBeVisible();
  expect(testCalls(dashboard)).toEqual([]);
});

test('a batch says what it costs, and a verdict keeps the answer that was paid for', async () => {
  const dashboard = await open({ at: paths.testBatch() });
  const field = await screen.findByRole('textbox', { name: 'Questions' });
  fireEvent.change(field, { target: { value: `${QUESTION}\nWithin how many days may I return a product?` } });
  expect(await screen.findByText(/The cost of a question is not known yet/u)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Ask all questions' }));
  expect(await screen.findByText(/^2 of 2 answered/u)).toBeVisible();
  fireEvent.click((await screen.findAllByRole('button', { name: /^Right/u }))[0] as HTMLElement);
  expect(await screen.findByText(/1 judged/u)).toBeVisible();
  await dashboard.router.navigate(paths.tests());
  expect(await screen.findByText('1 of 1 tests pass')).toBeVisible();
  expect(askRequests(dashboard)).toHaveLength(2);
  expect(testCalls(dashboard)).toEqual([]);
});
