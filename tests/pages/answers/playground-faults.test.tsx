import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { INJECTED_FAULTS } from '#mocks/faults.ts';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import { ask, askRequests, documents, openPlayground, QUESTION } from '#tests/support/playground-page.tsx';
import { startUser } from '#tests/support/user.ts';

describe('when it goes wrong', () => {
  test('shows a cut stream as cut, keeps question and answer so far, and asks again', async () => {
    const user = startUser();
    const dashboard = await openPlayground();
    dashboard.failNext({ kind: 'cut', after: 3 }, '/Stream/Answer');
    await ask();
    expect(await screen.findByText('The answer was cut off')).toBeVisible();
    expect(screen.getByText(/Incomplete answer/u, { selector: 'h2' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue(QUESTION);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Answered' })).toBeVisible();
    const runs = await screen.findByRole('region', { name: 'Runs' });
    expect(await within(runs).findAllByRole('link', { name: /Answered/u })).not.toEqual([]);
  });

  test('says of a stream in a form of its own that it is complete, asks whole on request, and remembers it', async () => {
    const user = startUser();
    const dashboard = await openPlayground({
      intercept: deviate('noExtensions', 'ownStreamFormWithoutDocuments'),
    });
    await ask();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('This gateway streams in a form this dashboard does not know');
    expect(screen.queryByText(/cut off/u)).toBeNull();
    expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(within(alert).getByRole('button', { name: 'Ask whole' }));
    await documents();
    expect(dashboard.connections.current()).toMatchObject({ askedWhole: ['streamAnswer'] });
    await ask();
    const pathnames = () => askRequests(dashboard).map(({ url }) => new URL(url).pathname);
    await waitFor(() =>
      expect(pathnames()).toEqual(['/api/v1/RAG/Stream/Answer', '/api/v1/RAG/Answer', '/api/v1/RAG/Answer']),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    await dashboard.router.navigate(paths.settings());
    await user.click(await screen.findByRole('button', { name: /^Stream again: .?Answers/u }));
    expect(dashboard.connections.current()).toMatchObject({ askedWhole: [] });
  });

  test('asks whole after a stream whose text has another name, also before a known final event', async () => {
    const user = startUser();
    await openPlayground({ intercept: deviate('noExtensions', 'unknownTextEvents') });
    await ask();
    expect(await screen.findByRole('heading', { name: /^The answer cannot be read here/u })).toBeVisible();
    expect(screen.queryByText('The answer is empty.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Ask whole' }));
    expect(await screen.findByRole('heading', { name: 'Answer received' })).toBeVisible();
  });

  test('shows an answer whose passages have another form, and says so where they would be', async () => {
    await openPlayground({ intercept: deviate('noExtensions', 'oddDocuments') });
    await ask();
    expect(await screen.findByRole('heading', { name: 'Answer received' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Retrieved passages' })).toHaveTextContent(
      'This gateway sends its passages in another form, so they are not shown.',
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows passages without a score last, and a quota in words as it was sent', async () => {
    await openPlayground({
      at: paths.playground({ question: QUESTION }),
      intercept: deviate('noExtensions', 'partlyBareDocuments', 'wordedConsumption'),
    });
    await ask();
    const passages = await documents();
    expect(passages.map((passage) => within(passage).getByRole('img').getAttribute('aria-label'))).toEqual([
      'Score 0.50',
      'No score',
      'No score',
    ]);
    await startUser().click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText('unlimited')).toBeVisible();
  });

  test('counts the time of an answer from its request, not from what the page asked before', async () => {
    const begin = performance.now.bind(performance);
    let later = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => begin() + later);
    const { promise: probed, resolve: endProbe } = Promise.withResolvers<void>();
    await openPlayground({
      // A page without its shell waits for what the gateway can do.
      shell: true,
      intercept: (request, pass) =>
        request.url.endsWith('/api/Capabilities')
          ? probed.then(() => deviate('noCapabilities')(request, pass))
          : deviate('noExtensions')(request, pass),
    });
    await ask();
    later = 80_000;
    endProbe();
    const heading = await screen.findByRole('heading', { name: 'Answer received' });
    expect(heading.parentElement).not.toHaveTextContent(/(?<![.\d])8\d(?:\.\d)? s|1 min/u);
    clock.mockRestore();
  });

  test('offers over another gateway none of what only ours has, whatever the address says', async () => {
    const user = startUser();
    const first = new TextEncoder().encode('data: {"chunk":"يدفع العميل"}\n\n');
    let isExhausted = false;
    const dashboard = await openPlayground({
      at: `${paths.playground({ question: QUESTION, index: ['Returns'] })}&answerer=extractive`,
      intercept: (request, pass) =>
        !request.url.endsWith('/Stream/Answer')
          ? deviate('noExtensions')(request, pass)
          : isExhausted
            ? Response.json({ StatusCode: 402, Response: 'نفدت', Consumption: '9/9' }, { status: 402 })
            : new Response(new ReadableStream({ start: (controller) => controller.enqueue(first) })),
    });
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Estimated cost' })).toHaveTextContent(
        /^1,000,000 tokens left$/u,
      ),
    );
    await user.click(await screen.findByRole('button', { name: 'Settings' }));
    const drawer = await screen.findByRole('dialog', { name: 'Settings' });
    expect(within(drawer).queryByText('Answer method')).toBeNull();
    expect(within(drawer).queryByText(/24 hours/u)).toBeNull();
    await user.click(within(drawer).getByRole('button', { name: 'Close settings' }));
    await ask();
    expect(await screen.findByText('يدفع العميل')).toBeVisible();
    expect(askRequests(dashboard)[0]?.headers.has(HEADERS.answerer)).toBe(false);
    const pane = screen.getByRole('region', { name: 'Retrieved passages' });
    expect(pane).toHaveTextContent('No passages have arrived yet.');
    await user.click(screen.getByRole('button', { name: /^Stop/u }));
    await waitFor(() => expect(pane).toHaveTextContent('No passages arrived.'));
    isExhausted = true;
    await ask();
    // Whether it reserves by the longest answer is not known.
    expect(await screen.findByText('Not enough quota')).toBeVisible();
    expect(screen.queryByRole('button', { name: /shorter/u })).toBeNull();
  });

  test('leads from an exhausted quota to the quota, and does not offer to repeat', async () => {
    const dashboard = await openPlayground();
    dashboard.failNext(INJECTED_FAULTS.quotaExceeded, '/Stream/Answer');
    await ask();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Not enough quota')).toBeVisible();
    expect(within(alert).getByRole('link', { name: 'View usage' })).toBeVisible();
    expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  describe('a busy gateway', () => {
    // The clock alone is held: what counts down looks at it four times a second.
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
    afterEach(() => void vi.useRealTimers());
    const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
    const nextLook = () => new Promise((resolve) => setTimeout(resolve, 600));
    const openBusy = async (headers: Record<string, string> = {}) => {
      const dashboard = await openPlayground({
        intercept: (request) =>
          /\/RAG\/.*Answer$/u.test(request.url)
            ? Response.json(
                { StatusCode: 429, Response: 'مشغول', Consumption: '1/9' },
                { status: 429, headers },
              )
            : undefined,
      });
      await ask();
      return dashboard;
    };

    test('is asked again twice by itself, in one run, and then by a person alone', async () => {
      const dashboard = await openBusy();
      for (const count of [1, 2]) {
        expect(await screen.findByText('Trying again in 5 s')).toBeVisible();
        expect(askRequests(dashboard)).toHaveLength(count);
        passSeconds(4);
        expect(await screen.findByText('Trying again in 1 s')).toBeVisible();
        expect(askRequests(dashboard)).toHaveLength(count);
        passSeconds(1);
        await waitFor(() => expect(askRequests(dashboard)).toHaveLength(count + 1));
      }
      expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
      expect(screen.queryByRole('timer')).toBeNull();
      passSeconds(3600);
      await nextLook();
      expect(askRequests(dashboard)).toHaveLength(3);
      expect(screen.queryByRole('heading', { name: 'Earlier questions' })).toBeNull();
    });

    test('answers in the same run once it is asked again', async () => {
      const dashboard = await openPlayground();
      dashboard.failNext(INJECTED_FAULTS.tooManyCalls, '/Stream/Answer');
      await ask();
      expect(await screen.findByText('Trying again in 1 s')).toBeVisible();
      passSeconds(1);
      expect(await screen.findByRole('heading', { name: 'Answered' })).toBeVisible();
      expect(askRequests(dashboard)).toHaveLength(1);
      expect(screen.queryByRole('heading', { name: 'Earlier questions' })).toBeNull();
    });

    test('is waited for as long as it says, or not at all once a person cancels', async () => {
      const dashboard = await openBusy({ 'Retry-After': '30' });
      expect(await screen.findByText('Trying again in 30 s')).toBeVisible();
      await startUser().click(screen.getByRole('button', { name: 'Cancel' }));
      expect(screen.queryByRole('timer')).toBeNull();
      passSeconds(31);
      await nextLook();
      expect(askRequests(dashboard)).toHaveLength(1);
      expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    });
  });

  test('يسمّي الوحدات التي لا وجود لها بلغة الصفحة', async () => {
    await openPlayground({
      language: 'ar',
      at: paths.playground({ question: 'ما الرسوم؟', index: ['لا وجود لها'] }),
    });
    await ask('إرسال السؤال');
    expect(await screen.findByRole('alert')).toHaveTextContent('لا وجود لها');
    expect(screen.getByRole('textbox', { name: 'السؤال' })).toHaveValue('ما الرسوم؟');
  });
});
