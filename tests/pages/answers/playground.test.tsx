import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { paths } from '#src/paths.ts';
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

describe('asking', () => {
  test('streams a grounded answer with its documents, their sections, scores, matched words and units', async () => {
    const dashboard = await openPlayground({ strict: true });
    await ask();
    const [first] = await documents();
    expect(await screen.findByRole('heading', { name: 'Answered', level: 2 })).toBeVisible();
    const answered = screen.getByRole('region', { name: 'Answer' });
    expect(answered).toHaveTextContent(/The company pays the return shipping/u);
    expect(first).toHaveTextContent('The company pays the return shipping');
    expect(first).toHaveTextContent('Return shipping fees');
    expect(within(first as HTMLElement).getByRole('img', { name: /^Score \d/u })).toBeInTheDocument();
    const marked = [...(first?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent);
    expect(marked).toEqual(expect.arrayContaining(['pays', 'return', 'shipping']));
    // Folded, a passage has its names in one line; what a person chooses says all of them.
    expect(within(first as HTMLElement).queryByText('read 21 Nov')).toBeNull();
    await startUser().click(first as HTMLElement);
    const date = within(first as HTMLElement)
      .getByText('read 21 Nov')
      .closest('time');
    expect(date).toHaveAttribute('title', expect.stringMatching(/^Text from Saturday, 21 November 2026/u));
    expect(within(first as HTMLElement).getByRole('link', { name: 'Returns' })).toHaveAttribute(
      'href',
      paths.unit(1, { section: 'Returns and exchanges › Return shipping fees' }),
    );
    expect(screen.getByText(/^Cost: \d+ tokens$/u)).toBeVisible();
    await startUser().click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText(/^\d+ of 1,000,000 used$/u)).toBeVisible();
    const [request] = askRequests(dashboard);
    expect(new URL(request?.url ?? '').pathname).toBe('/api/v1/RAG/Stream/Answer');
    // Defaults are left out.
    await expect(request?.json()).resolves.toEqual({
      Question: QUESTION,
      IndexNames: ['Returns'],
      IsStream: true,
    });
  });

  test('يجيب كاملًا بالعربية ويعلّم الكلمات على رسمها الأصلي', async () => {
    const dashboard = await openPlayground({
      language: 'ar',
      at: `${paths.playground({ question: 'كم يومًا لإرجاع المنتج؟', index: ['دليل العملاء'] })}&streamed=false`,
    });
    await ask('إرسال السؤال');
    const [first] = await documents('المقاطع المسترجعة');
    expect(first).toHaveTextContent('مهلة الإرجاع');
    await startUser().click(first as HTMLElement);
    expect(within(first as HTMLElement).getByText('نص 21 نوفمبر')).toBeVisible();
    const marked = [...(first?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent);
    expect(marked).toContain('المُنتَج');
    expect(await screen.findByRole('heading', { name: 'تمت الإجابة' })).toBeVisible();
    expect(screen.getByText('مقطعان')).toBeVisible();
    const user = startUser();
    await waitFor(async () => {
      await user.click(screen.getByRole('button', { name: 'نسخ الإجابة' }));
      const copied = await navigator.clipboard.readText();
      expect(copied).toMatch(/14 يومًا[^\n]*\n\nالمصدر: دليل العملاء › .*مهلة الإرجاع$/u);
    });
    expect(askRequests(dashboard).map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/RAG/Answer']);
  });

  test('streams from all units when none is named, is kept as such, and names the unit of each passage', async () => {
    const dashboard = await openPlayground({
      at: paths.playground({ question: QUESTION }),
      prepare: async (gateway) => {
        await teach(gateway);
        await gateway.addUnit('لم تجهز', '# جديد\n\nنص.');
      },
    });
    expect(await screen.findByText(/Searching all units/u)).toBeVisible();
    await ask();
    const [first] = await documents();
    expect(await within(first as HTMLElement).findByRole('link', { name: 'Returns' })).toBeVisible();
    const [request] = askRequests(dashboard);
    expect(new URL(request?.url ?? '').pathname).toBe('/api/v1/RAG/Stream/Answer');
    expect(await request?.json()).toMatchObject({ IndexNames: ['Returns', 'دليل العملاء', 'لم تجهز'] });
    expect(screen.getByText('As it is written')).toBeVisible();
    expect(screen.queryByText('Some units were not searched')).toBeNull();
    const [summary] = await dashboard.gateway.ports.runs.list(1, { limit: 1 });
    const run = await dashboard.gateway.ports.runs.get(1, summary?.id ?? '');
    expect(run).toMatchObject({ names: null, run: { details: { skipped: [] } } });
    expect(screen.queryByRole('button', { name: 'Remove Returns' })).toBeNull();
  });

  test('asks whole, and says why, where the units are too many to be named', async () => {
    const dashboard = await openPlayground({
      at: paths.playground({ question: QUESTION }),
      intercept: async (request, pass) => {
        const response = await pass();
        if (!request.url.includes('/AIKnowledge/all/')) return response;
        const { Response: list, ...envelope } = await response.json();
        return Response.json({ ...envelope, Response: { ...list, total: 1001 } });
      },
    });
    expect(await screen.findByText(/streaming needs a list of at most 1,000 units/u)).toBeVisible();
    expect(screen.getByText('All at once')).toBeVisible();
    await ask();
    await documents();
    const [request] = askRequests(dashboard);
    expect(new URL(request?.url ?? '').pathname).toBe('/api/v1/RAG/Answer');
    expect(await request?.json()).not.toHaveProperty('IndexNames');
  });

  test('names the units that were left out', async () => {
    await openPlayground({
      at: paths.playground({ question: QUESTION, index: ['Returns', 'لم تجهز'] }),
      prepare: async (gateway) => {
        await teach(gateway);
        await gateway.addUnit('لم تجهز', '# جديد\n\nنص.');
      },
    });
    await ask();
    expect(await screen.findByText('Some units were not searched')).toBeVisible();
    expect(screen.getByText(/لم تجهز.*The unit is switched off/u)).toBeVisible();
  });
});

test('asks no sooner than it knows what the gateway can tell', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const dashboard = await openPlayground({
    shell: true,
    intercept: async (request, pass) => {
      if (request.url.endsWith('/api/Capabilities')) await promise;
      return pass();
    },
  });
  await ask();
  expect(askRequests(dashboard)).toHaveLength(0);
  resolve();
  await documents();
  expect(askRequests(dashboard)[0]?.headers.get(HEADERS.answerDetail)).toBe('events');
});

describe('a bot without knowledge', () => {
  test('says so, and leads to where it is added', async () => {
    const { gateway } = await openDashboard({ at: paths.playground() });
    expect(await screen.findByText('No knowledge yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add knowledge' })).toHaveAttribute('href', paths.addKnowledge());
    expect(screen.queryByText(/Searching all units/u)).toBeNull();
    await gateway.addUnit('دليل العملاء', '# دليل\n\nنص يكفي للقراءة.');
    expect(await screen.findByText('Nothing is ready yet')).toBeVisible();
    await gateway.indexAll();
    expect(await screen.findByText(/Searching all units/u)).toBeVisible();
  });
});

describe('the keyboard', () => {
  test('asks with Enter, walks the documents with J and K by their place, whatever the layout', async () => {
    const user = startUser();
    await openPlayground();
    const question = await screen.findByRole('textbox', { name: 'Question' });
    await user.click(question);
    await user.keyboard('{Enter}');
    expect(screen.getByRole('region', { name: 'Answer' })).toHaveFocus();
    const [first, second] = await documents();
    expect(first).toHaveAttribute('aria-current', 'true');
    await user.keyboard('[KeyJ]');
    expect(question).toHaveValue(QUESTION);
    expect(second).toHaveAttribute('aria-current', 'true');
    expect(second).toHaveFocus();
    await user.keyboard('[KeyK]');
    expect(first).toHaveAttribute('aria-current', 'true');
    await user.click(question);
    await user.keyboard('j');
    expect(question).toHaveValue(`${QUESTION}j`);
    expect(first).toHaveAttribute('aria-current', 'true');
  });

  test('does nothing by single keys where they are switched off, and names none', async () => {
    localStorage.setItem('fihrist.preferences', JSON.stringify({ language: 'en', singleKeys: false }));
    const user = startUser();
    await openPlayground();
    await ask();
    const [first, second] = await documents();
    const verdicts = await screen.findByRole('group', { name: 'Is the answer right?' });
    expect(verdicts.querySelector('kbd, [aria-keyshortcuts]')).toBeNull();
    await user.keyboard('[KeyJ][Digit2]');
    expect(first).toHaveAttribute('aria-current', 'true');
    expect(second).not.toHaveAttribute('aria-current', 'true');
    expect(screen.queryByRole('textbox', { name: 'What is wrong? (optional)' })).toBeNull();
  });

  test('leaves the focus where a person has moved on to while the answer came, and says the answer once', async () => {
    const user = startUser();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await openPlayground({
      at: `${paths.playground({ question: QUESTION })}&streamed=false`,
      intercept: (request, pass) =>
        request.url.endsWith('/RAG/Answer') ? held.then(() => pass()) : undefined,
    });
    const question = await screen.findByRole('textbox', { name: 'Question' });
    await user.click(question);
    await user.keyboard('{Enter}');
    const answer = screen.getByRole('region', { name: 'Answer' });
    const said: string[] = [];
    const status = within(answer).getAllByRole('status')[0] as HTMLElement;
    new MutationObserver(() => said.push(status.textContent)).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    await user.click(question);
    await user.keyboard('k');
    release();
    await documents();
    await waitFor(() => expect(said).toEqual([expect.stringMatching(/^Answer: .*return shipping/su)]));
    expect(question).toHaveFocus();
    expect(question).toHaveValue(`${QUESTION}k`);
  });

  test('stops with Esc and keeps what came', async () => {
    const user = startUser();
    const hold = new Promise<void>(() => {});
    await openPlayground({
      intercept: (request, pass) =>
        request.url.includes('/Stream/Answer')
          ? pass().then((response) => {
              let events = 0;
              const held = new TransformStream<Uint8Array, Uint8Array>({
                transform: async (chunk, controller) => {
                  events += 1;
                  if (events > 2) await hold;
                  controller.enqueue(chunk);
                },
              });
              return new Response(response.body?.pipeThrough(held) ?? null, response);
            })
          : undefined,
    });
    await ask();
    await documents();
    await screen.findByRole('button', { name: /Stop/u });
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: 'Ask' })).toBeVisible();
    expect(screen.getAllByText('Stopped').length).toBeGreaterThan(0);
    expect(await documents()).toHaveLength(2);
  });
});
