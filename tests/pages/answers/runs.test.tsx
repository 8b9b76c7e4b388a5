import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { paths } from '#src/paths.ts';
import { closeAfterTest } from '#tests/support/closing.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import {
  ask,
  askRequests,
  documents,
  openPlayground,
  QUESTION,
  teach,
} from '#tests/support/playground-page.tsx';
import { startUser } from '#tests/support/user.ts';

const addressOf = ({ router }: Awaited<ReturnType<typeof openDashboard>>) => router.state.location.pathname;
const ANSWER = /The company pays the return shipping/u;

/** A run that was kept before the page is opened; `change` is what happens then. */
async function openRun(
  change: (gateway: Parameters<typeof teach>[0]) => Promise<unknown> = () => Promise.resolve(),
  options: Pick<Parameters<typeof openDashboard>[0], 'language' | 'intercept'> = {},
) {
  let id = '';
  const dashboard = await openDashboard({
    ...options,
    at: paths.playground(),
    prepare: async (gateway) => {
      await teach(gateway);
      const response = await gateway.call('/api/v1/RAG/Answer', {
        method: 'POST',
        headers: { [HEADERS.run]: 'keep' },
        json: { Question: QUESTION, IndexNames: ['Returns'], Limit: 5 },
      });
      id = response.headers.get(HEADERS.requestId) ?? '';
      await change(gateway);
    },
  });
  await dashboard.router.navigate(paths.run(id));
  return { dashboard, id };
}

describe('a question that was asked', () => {
  test('has an address of its own, to which Back leads from the next one', async () => {
    const dashboard = await openPlayground();
    await ask();
    await waitFor(() => expect(addressOf(dashboard)).toMatch(/^\/runs\/[\w-]{36}$/u));
    const first = addressOf(dashboard);
    expect(askRequests(dashboard)[0]?.headers.get(HEADERS.run)).toBe('keep');
    const user = startUser();
    const box = screen.getByRole('textbox', { name: 'Question' });
    await user.clear(box);
    await user.write(box, 'How many days are there to return a product?');
    await ask();
    await waitFor(() => expect(addressOf(dashboard)).not.toBe(first));
    expect(await screen.findByRole('link', { name: /How many days/u, current: 'page' })).toBeVisible();
    await dashboard.router.navigate(-1);
    await waitFor(() => expect(addressOf(dashboard)).toBe(first));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Answer' })).toHaveTextContent(ANSWER));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue(QUESTION));
  });

  test('is shown as it was by its address, with who asked, its settings and passages', async () => {
    await openRun();
    const region = await screen.findByRole('region', { name: 'Answer' });
    expect(region).toHaveTextContent(ANSWER);
    expect(region).toHaveTextContent(/Asked .*21 Nov|Asked Today/u);
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue(QUESTION);
    expect(screen.getByRole('button', { name: 'Passages: reset to 10' })).toBeVisible();
    expect((await documents()).length).toBeGreaterThan(0);
    expect(screen.queryByText(/changed since/u)).toBeNull();
  });

  test('يُظهر بالعربية ما حُذف من مقاطعه، ويحذفه المالك', async () => {
    const { dashboard } = await openRun(
      (gateway) => gateway.call('/api/AIKnowledge/1/1?forever=true', { method: 'DELETE' }),
      { language: 'ar' },
    );
    const region = await screen.findByRole('region', { name: 'الإجابة' });
    expect(region).toHaveTextContent(ANSWER);
    expect((await screen.findAllByText('حُذف نهائيًا')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('link', { name: 'Returns' })).toBeNull();
    const user = startUser();
    await user.click(screen.getByRole('button', { name: 'حذف التجربة' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'حذف' }));
    await waitFor(() => expect(addressOf(dashboard)).toBe(paths.playground()));
  });

  test('leaves the question before it to Back, and nothing to a new one', async () => {
    const { dashboard, id } = await openRun();
    await screen.findByRole('region', { name: 'Answer' });
    const box = () => screen.getByRole('textbox', { name: 'Question' });
    await dashboard.router.navigate(paths.playground({ question: 'Typed before?' }));
    await waitFor(() => expect(box()).toHaveValue('Typed before?'));
    await dashboard.router.navigate(paths.run(id));
    await waitFor(() => expect(box()).toHaveValue(QUESTION));
    await dashboard.router.navigate(-1);
    await waitFor(() => expect(box()).toHaveValue('Typed before?'));
    await dashboard.router.navigate(paths.run(id));
    await waitFor(() => expect(box()).toHaveValue(QUESTION));
    await startUser().click(screen.getByRole('link', { name: 'New question' }));
    await waitFor(() => expect(box()).toHaveValue(''));
  });

  test('keeps the focus where it is when it gets its address, and can be deleted at once', async () => {
    const dashboard = await openPlayground({ shell: true });
    await ask();
    await waitFor(() => expect(addressOf(dashboard)).toMatch(/^\/runs\//u));
    const run = addressOf(dashboard);
    const remove = await screen.findByRole('button', { name: 'Delete run' });
    expect(screen.getByRole('region', { name: 'Answer' })).toHaveFocus();
    expect(screen.queryByText(/^Asked /u)).toBeNull();
    const user = startUser();
    await user.click(remove);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(addressOf(dashboard)).toBe(paths.playground()));
    expect(screen.queryByRole('region', { name: 'Answer' })).toBeNull();
    await dashboard.router.navigate(run);
    expect(await screen.findByText(/^This run does not exist\./u)).toBeVisible();
    expect(screen.queryByText(ANSWER)).toBeNull();
  });

  test('that could not be kept is said, and stays within reach of the next question', async () => {
    let answers = 0;
    await openPlayground({
      at: `${paths.playground({ question: QUESTION })}&streamed=false`,
      intercept: async (request, pass) => {
        const response = await pass();
        if (!request.url.endsWith('/RAG/Answer') || (answers += 1) > 1) return response;
        response.headers.set(HEADERS.run, 'not-kept');
        return response;
      },
    });
    await ask();
    expect(await screen.findByText('This run could not be kept')).toBeVisible();
    const user = startUser();
    const box = screen.getByRole('textbox', { name: 'Question' });
    await user.clear(box);
    await user.write(box, 'How many days are there to return a product?');
    await ask();
    await user.click(
      await screen.findByRole('button', {
        name: /^Who pays for the return shipping/u,
      }),
    );
    expect(await screen.findByText('This run could not be kept')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('region', { name: 'Answer' })).toHaveTextContent(ANSWER));
  });

  test('is stopped from another run, and is in the list then', async () => {
    const { dashboard, id } = await openRun(undefined, {
      intercept: (request) => (request.url.endsWith('Answer') ? new Promise(() => {}) : undefined),
    });
    await screen.findByRole('region', { name: 'Answer' });
    const user = startUser();
    const box = screen.getByRole('textbox', { name: 'Question' });
    await user.clear(box);
    await user.write(box, 'And for spare parts?');
    await ask();
    await user.click(await screen.findByRole('link', { name: /^Who pays for the return/u }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Answer' })).toHaveTextContent(ANSWER));
    expect(addressOf(dashboard)).toBe(paths.run(id));
    await user.click(screen.getByRole('button', { name: /^Stop/u }));
    expect(await screen.findByRole('button', { name: 'Ask' })).toBeVisible();
  });

  test('shows the earlier questions in whose context it was asked', async () => {
    const ids: string[] = [];
    const dashboard = await openDashboard({
      at: paths.playground(),
      prepare: async (gateway) => {
        await teach(gateway);
        for (const Question of [QUESTION, 'And if it is not?']) {
          const response = await gateway.call('/api/v1/RAG/Answer', {
            method: 'POST',
            headers: { [HEADERS.run]: 'keep' },
            json: { Question, UpdateGlobal: true },
          });
          ids.push(response.headers.get(HEADERS.requestId) ?? '');
        }
      },
    });
    await dashboard.router.navigate(paths.run(ids[1] ?? ''));
    await startUser().click(await screen.findByText('Asked in the context of earlier questions'));
    expect(screen.getByRole('region', { name: 'Answer' })).toHaveTextContent(QUESTION);
    await dashboard.router.navigate(paths.run(ids[0] ?? ''));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Answer' })).toHaveTextContent(ANSWER));
    await waitFor(() => expect(screen.queryByText('Asked in the context of earlier questions')).toBeNull());
  });

  test('is reached from Usage', async () => {
    const { dashboard, id } = await openRun();
    await dashboard.router.navigate(paths.usage({ range: '30' }));
    const user = startUser();
    await user.click(
      await screen.findByRole('link', {
        name: new RegExp(id, 'u'),
        // In a column that a narrow page leaves out.
        hidden: true,
      }),
    );
    await waitFor(() => expect(addressOf(dashboard)).toBe(paths.run(id)));
  });

  test('that does not exist is said, with a way on', async () => {
    await openPlayground({ at: paths.run('00000000-0000-4000-8000-000000000000') });
    expect(await screen.findByText(/^This run does not exist\./u)).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'New question' }).length).toBeGreaterThan(0);
  });
});

describe('the list of runs', () => {
  test('leads to earlier ones, marks the open one, and finds by words', async () => {
    const dashboard = await openPlayground({
      prepare: async (gateway) => {
        await teach(gateway);
        for (const Question of ['Who pays?', 'How many days?'])
          await gateway.call('/api/v1/RAG/Answer', {
            method: 'POST',
            headers: { [HEADERS.run]: 'keep' },
            json: { Question },
          });
      },
    });
    const runs = await screen.findByRole('region', { name: 'Runs' });
    expect(await within(runs).findAllByRole('link', { name: /Who pays|How many days/u })).toHaveLength(2);
    const user = startUser();
    await user.write(within(runs).getByRole('searchbox', { name: 'Search questions' }), 'days');
    await waitFor(() => expect(within(runs).queryByRole('link', { name: /Who pays/u })).toBeNull());
    await user.click(await within(runs).findByRole('link', { name: /How many days/u }));
    await waitFor(() => expect(addressOf(dashboard)).toMatch(/^\/runs\//u));
    await waitFor(() =>
      expect(within(runs).getByRole('link', { name: /How many days/u })).toHaveAttribute(
        'aria-current',
        'page',
      ),
    );
  });

  test('compares the open run with an earlier one', async () => {
    const { dashboard, id } = await openRun(async (gateway) => {
      await gateway.call('/api/v1/RAG/Answer', {
        method: 'POST',
        headers: { [HEADERS.run]: 'keep' },
        json: { Question: QUESTION, Limit: 1 },
      });
    });
    const user = startUser();
    const runs = await screen.findByRole('region', { name: 'Runs' });
    await user.click(await within(runs).findByRole('link', { name: /^Compare with:/u }));
    expect(await screen.findByText(/^The answers are the same\./u)).toBeVisible();
    const [first, second] = screen.getAllByRole('article');
    expect(first).toHaveTextContent('Passages: 5');
    // A title in the other language would turn the line around it.
    expect(
      within(first as HTMLElement).getByText(/^\u2068?Returns\u2069?$/u, { selector: 'bdi' }),
    ).toBeVisible();
    expect(second).toHaveTextContent('Passages: 1');
    expect(first).toHaveTextContent(ANSWER);
    const rows = within(screen.getByRole('table', { name: 'Passages of both runs' })).getAllByRole('row');
    expect(rows.at(-1)).toHaveTextContent(/Not retrieved$/u);
    await user.click(screen.getByRole('link', { name: 'Close comparison' }));
    await documents();
    expect(`${addressOf(dashboard)}${dashboard.router.state.location.search}`).toBe(paths.run(id));
  });

  test('is of this browser over a gateway that keeps none: Back, reload and deletion, no call but documented ones', async () => {
    const dashboard = await openPlayground({ intercept: deviate('noExtensions') });
    await ask();
    await waitFor(() => expect(addressOf(dashboard)).toMatch(/^\/runs\/[\w-]+$/u));
    const first = addressOf(dashboard);
    const user = startUser();
    const box = screen.getByRole('textbox', { name: 'Question' });
    await user.clear(box);
    await user.write(box, 'How many days are there to return a product?');
    await ask();
    await waitFor(() => expect(addressOf(dashboard)).not.toBe(first));
    await dashboard.router.navigate(-1);
    await waitFor(() => expect(screen.getByRole('region', { name: 'Answer' })).toHaveTextContent(ANSWER));
    dashboard.unmount();

    const { gateway } = dashboard;
    const again = await openDashboard({ at: first, over: gateway, intercept: deviate('noExtensions') });
    const region = await screen.findByRole('region', { name: 'Answer' });
    expect(region).toHaveTextContent(ANSWER);
    expect((await documents()).length).toBeGreaterThan(0);
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue(QUESTION);
    expect(await screen.findByRole('link', { name: /How many days.*Answer received/u })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mine' })).toBeNull();
    await user.write(screen.getByRole('searchbox', { name: 'Search questions' }), 'shipping');
    await waitFor(() => expect(screen.queryByRole('link', { name: /How many days/u })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Delete run' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('deleted from this browser');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(addressOf(again)).toBe(paths.playground()));
    expect(await screen.findByText('No run matches.')).toBeVisible();
    const called = [...dashboard.requests, ...again.requests].map(({ url }) => new URL(url).pathname);
    expect(called.filter((path) => path.startsWith('/api/Runs'))).toEqual([]);
    expect(askRequests(dashboard)[0]?.headers.get(HEADERS.run)).toBeNull();
  });

  test('says over such a gateway that a run is not in this browser', async () => {
    await openDashboard({
      at: paths.run('browser-gone'),
      prepare: teach,
      intercept: deviate('noExtensions'),
    });
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(await screen.findByText(/kept with their answers in this browser/u)).toBeVisible();
  });
});

test('questions of other programs are listed apart, and say what was masked', async () => {
  const askedBy = async (gateway: Parameters<typeof teach>[0]) => {
    await gateway.call('/api/Bots/1', { method: 'PUT', json: { keptPercent: 100 } });
    const json = { Question: `${QUESTION} 0551234567`, IndexNames: ['Returns'], Limit: 5 };
    await gateway.call('/api/v1/RAG/Answer', { method: 'POST', json });
    // Runs of programs are written once a second.
    const programRuns = () => gateway.ports.runs.list(1, { origin: 'program', limit: 1 });
    await expect.poll(programRuns).toHaveLength(1);
  };
  await openRun(askedBy);
  const user = startUser();
  await user.click(await screen.findByRole('button', { name: 'Programs' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: QUESTION })).toBeNull());
  await user.click(await screen.findByRole('link', { name: /^Who.*••••/u }));
  expect(await screen.findByText(/Asked by another program\. E-mail addresses/u)).toBeVisible();
});

test('on a phone the list is a drawer, which takes the focus, leads to a run and gives the focus back', async () => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: object) => void } };
  closeAfterTest(() => happyDOM.setViewport({ width: 1024, height: 768 }));
  happyDOM.setViewport({ width: 390, height: 844 });
  const { dashboard, id } = await openRun(undefined, { language: 'ar' });
  const user = startUser();
  // The page before stays on screen for a moment, and its drawer would go with it.
  const showsQuestion = (question: string) =>
    waitFor(() => expect(screen.getByRole('textbox', { name: 'السؤال' })).toHaveValue(question));
  await showsQuestion(QUESTION);
  const button = screen.getByRole('button', { name: 'التجارب' });
  expect(screen.queryByRole('region', { name: 'التجارب' })).toBeNull();
  await user.click(button);
  const drawer = await screen.findByRole('dialog', { name: 'التجارب' });
  await waitFor(() =>
    expect(document.activeElement?.closest('[role=presentation]')).toContainElement(drawer),
  );
  expect(await within(drawer).findByRole('link', { name: /^Who pays/u })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await user.click(within(drawer).getByRole('button', { name: 'إغلاق التجارب' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(button).toHaveFocus());
  await dashboard.router.navigate(paths.playground());
  await showsQuestion('');
  await user.click(await screen.findByRole('button', { name: 'التجارب' }));
  await user.click(
    await within(await screen.findByRole('dialog')).findByRole('link', { name: /^Who pays/u }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(addressOf(dashboard)).toBe(paths.run(id));
});
