import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { INJECTED_FAULTS } from '#mocks/faults.ts';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import { foreign } from '#tests/support/foreign.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import type { Dashboard } from '#tests/support/open-dashboard.tsx';
import { keepInCatalogue, WITHOUT_ID } from '#tests/support/local-catalogue.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { addThreeUnits } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

const RETURNS = `# Returns and exchanges

## Return window

A customer may return a product within 14 days of the day the order is received.

## Return shipping fees

The company pays the return shipping if the product is damaged. Otherwise the customer pays a fixed 20 riyals.
`;
const DALEEL = `# الإرجاع والاستبدال

## مهلة الإرجاع

يحق للعميل إرجاع المُنتَج خلال 14 يومًا من تاريخ استلام الطلب.

## رسوم شحن الإرجاع

تتحمل الشركة رسوم الشحن إذا كان المنتج تالفًا، وفي غير ذلك يتحمل العميل 20 ريالًا.
`;
const QUESTION = 'Who pays for the return shipping?';

async function teach(gateway: TestGateway) {
  await gateway.addUnit('Returns', RETURNS);
  await gateway.addUnit('دليل العملاء', DALEEL);
  await gateway.indexAll();
}

const open = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({
    at: paths.playground({ question: QUESTION, index: ['Returns'] }),
    prepare: teach,
    ...options,
  });
const ask = async (name = 'Ask') => startUser().click(await screen.findByRole('button', { name }));
const documents = async (name = 'Retrieved passages') => {
  const pane = await screen.findByRole('region', { name });
  await within(pane).findAllByRole('listitem');
  return within(pane)
    .getAllByRole('listitem')
    .filter(({ parentElement }) => parentElement?.tagName === 'OL');
};
const asked = ({ requests }: Dashboard) => requests.filter(({ url }) => /\/RAG\/.*Answer$/u.test(url));

describe('asking', () => {
  it('streams a grounded answer with its documents, their sections, scores, matched words and units', async () => {
    const dashboard = await open();
    await ask();
    const [first] = await documents();
    expect(await screen.findByRole('heading', { name: 'Answered', level: 2 })).toBeVisible();
    const answered = screen.getByRole('region', { name: 'Playground' });
    expect(answered).toHaveTextContent(/The company pays the return shipping/u);
    expect(first).toHaveTextContent('The company pays the return shipping');
    expect(first).toHaveTextContent('Return shipping fees');
    expect(within(first as HTMLElement).getByRole('img', { name: /^Score \d/u })).toBeInTheDocument();
    const marked = [...(first?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent);
    expect(marked).toEqual(expect.arrayContaining(['pays', 'return', 'shipping']));
    expect(within(first as HTMLElement).getByRole('link', { name: 'Returns' })).toHaveAttribute(
      'href',
      paths.unit(1, { section: 'Returns and exchanges › Return shipping fees' }),
    );
    expect(screen.getByText(/^Cost: \d+ tokens$/u)).toBeVisible();
    await startUser().click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText(/^\d+ of 1,000,000 used$/u)).toBeVisible();
    const [request] = asked(dashboard);
    expect(new URL(request?.url ?? '').pathname).toBe('/api/v1/RAG/Stream/Answer');
    // What has its default is left out.
    await expect(request?.json()).resolves.toEqual({
      Question: QUESTION,
      IndexNames: ['Returns'],
      IsStream: true,
    });
  });

  it('يجيب كاملًا بالعربية ويعلّم الكلمات على رسمها الأصلي', async () => {
    const dashboard = await open({
      language: 'ar',
      at: `${paths.playground({ question: 'كم يومًا لإرجاع المنتج؟', index: ['دليل العملاء'] })}&streamed=false`,
    });
    await ask('إرسال السؤال');
    const [first] = await documents('المقاطع المسترجعة');
    expect(first).toHaveTextContent('مهلة الإرجاع');
    const marked = [...(first?.querySelectorAll('mark') ?? [])].map(({ textContent }) => textContent);
    expect(marked).toContain('المُنتَج');
    expect(await screen.findByRole('heading', { name: 'تمت الإجابة' })).toBeVisible();
    expect(screen.getByText('مقطعان')).toBeVisible();
    expect(asked(dashboard).map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/RAG/Answer']);
  });

  it('searches all ready units, whole, when none is named, and names the unit of each passage', async () => {
    const dashboard = await open({ at: paths.playground({ question: QUESTION }) });
    expect(await screen.findByText(/All ready units are searched/u)).toBeVisible();
    await ask();
    const [first] = await documents();
    expect(await within(first as HTMLElement).findByRole('link', { name: 'Returns' })).toBeVisible();
    const [request] = asked(dashboard);
    expect(new URL(request?.url ?? '').pathname).toBe('/api/v1/RAG/Answer');
    expect(await request?.json()).not.toHaveProperty('IndexNames');
  });

  it('names the units that were left out', async () => {
    await open({
      at: paths.playground({ question: QUESTION, index: ['Returns', 'لم تجهز'] }),
      prepare: async (gateway) => {
        await teach(gateway);
        await gateway.addUnit('لم تجهز', '# جديد\n\nنص.');
      },
    });
    await ask();
    expect(await screen.findByText('Some units were not searched')).toBeVisible();
    expect(screen.getByText(/لم تجهز.*The unit is disabled/u)).toBeVisible();
  });
});

describe('the address, the settings and the copied request', () => {
  it('keeps the whole test in the address, shows what differs and takes it back', async () => {
    const user = startUser();
    const at = `${paths.playground({ question: QUESTION, index: ['Returns'] })}&Limit=3&answerer=none&UpdateGlobal=true`;
    const dashboard = await open({ at });
    await ask();
    expect(await screen.findByRole('heading', { name: '2 passages · no answer requested' })).toBeVisible();
    const [request] = asked(dashboard);
    expect(request?.headers.get(HEADERS.answerer)).toBe('none');
    await expect(request?.json()).resolves.toMatchObject({ Limit: 3, UpdateGlobal: true });

    await user.click(screen.getByRole('button', { name: 'Passages: reset to 10' }));
    await waitFor(() => expect(dashboard.router.state.location.search).not.toContain('Limit'));
    expect(new URLSearchParams(dashboard.router.state.location.search).getAll('index')).toEqual(['Returns']);
  });

  it('shows every parameter with its range, refuses what is out of it and says what changes nothing', async () => {
    const user = startUser();
    const dashboard = await open();
    await user.click(await screen.findByRole('button', { name: 'Settings' }));
    const drawer = await screen.findByRole('dialog', { name: 'Settings' });
    expect(within(drawer).getByText('From 1 to 4,096, default 1,024')).toBeVisible();
    expect(within(drawer).getByText(/No effect now: no chat model/u)).toBeVisible();
    const passages = within(drawer).getByRole('textbox', { name: /^Passages/u });
    await user.clear(passages);
    await user.write(passages, '51');
    expect(within(drawer).getByText('Enter a whole number from 1 to 50')).toBeVisible();
    await user.clear(passages);
    await user.write(passages, '7');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dashboard.router.state.location.search).toContain('Limit=7'));
  });

  it('sends a gateway that announces nothing what the interface names, and a field once it is named', async () => {
    const user = startUser();
    const at = `${paths.playground({ question: QUESTION, index: ['Returns'] })}&MaxLimit=5&UpdateGlobal=true&answerer=none`;
    const connection = { fieldNames: { MaxLimit: 'حد_المستندات' } };
    const dashboard = await open({ at, connection, intercept: foreign() });
    await ask();
    await documents();
    const [request] = asked(dashboard);
    const sent = { Question: QUESTION, IndexNames: ['Returns'], حد_المستندات: 5, IsStream: true };
    await expect(request?.clone().json()).resolves.toEqual(sent);
    expect(request?.headers.get(HEADERS.answerer)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy as curl' }));
    const copied = await navigator.clipboard.readText();
    expect(copied).toContain(JSON.stringify(sent));
    expect(copied).not.toContain('X-Answer');
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    const drawer = await screen.findByRole('dialog', { name: 'Settings' });
    expect(within(drawer).getByText('حد_المستندات')).toBeVisible();
    expect(within(drawer).getByText(/Not available with this gateway/u)).toHaveTextContent(
      /Shared context.*Answer method/u,
    );
    expect(within(drawer).getByRole('link', { name: 'Enter its field names' })).toBeVisible();
  });

  it('copies the request without the key', async () => {
    const user = startUser();
    await open();
    await ask();
    await documents();
    await user.click(screen.getByRole('button', { name: 'Copy as curl' }));
    const copied = await navigator.clipboard.readText();
    expect(copied).toContain('/api/v1/RAG/Stream/Answer');
    expect(copied).toContain('<API_KEY>');
    expect(copied).not.toContain('fih_');
  });
});

describe('naming units', () => {
  it('searches them on the server as one types, with their status, and takes them by keyboard', async () => {
    const user = startUser();
    const dashboard = await open({ at: paths.playground(), language: 'ar' });
    const box = await screen.findByRole('combobox', { name: 'الوحدات المشمولة بالبحث' });
    await user.write(box, 'دليل');
    const option = await screen.findByRole('option', { name: /دليل العملاء/u });
    expect(within(option).getByText('جاهزة')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('option', { name: /Returns/u })).toBeNull());
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: /إزالة/u })).toBeInTheDocument();
    expect(dashboard.requests.some(({ url }) => new URL(url).searchParams.get('search') === 'دليل')).toBe(
      true,
    );
  });

  it('lists those that failed last, and does not offer them', async () => {
    const user = startUser();
    await open({ at: paths.playground(), prepare: addThreeUnits });
    await user.click(await screen.findByRole('combobox'));
    const options = await screen.findAllByRole('option');
    expect(options.at(-1)).toHaveTextContent('ملصقات قديمة');
    expect(options.map((option) => option.getAttribute('aria-disabled'))).toEqual(['false', 'false', 'true']);
  });

  it('offers a unit that failed but answers from its older index, without a warning', async () => {
    const user = startUser();
    await open({
      at: paths.playground(),
      prepare: async (gateway) => {
        await addThreeUnits(gateway);
        await gateway.db.change({ bot: 1 }, (trx) =>
          trx.updateTable('unit').set({ status: 'failed' }).where('title', '=', 'Returns policy').execute(),
        );
      },
    });
    await user.click(await screen.findByRole('combobox'));
    const option = await screen.findByRole('option', { name: /Returns/u });
    expect(option).toHaveAttribute('aria-disabled', 'false');
    expect(option).toHaveTextContent('Failed');
    await user.click(option);
    expect(await screen.findByRole('button', { name: 'Remove Returns policy' })).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Returns policy: Failed' })).toBeNull();
  });

  it('takes any words where the gateway cannot list its units', async () => {
    const user = startUser();
    keepInCatalogue(WITHOUT_ID);
    const dashboard = await open({ at: paths.playground({ question: QUESTION }), intercept: foreign() });
    await user.click(await screen.findByRole('combobox'));
    // Offered by what this browser added, although nobody knows its id; that the gateway has it not yet is said.
    await user.click(await screen.findByRole('option', { name: WITHOUT_ID.title }));
    await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent(WITHOUT_ID.title);
    await user.click(screen.getByRole('button', { name: /^Remove .دليل الموظف/u }));
    await user.write(screen.getByRole('combobox'), 'Returns{Enter}');
    await ask();
    await documents();
    await expect(asked(dashboard)[1]?.json()).resolves.toMatchObject({ IndexNames: ['Returns'] });
  });
});

it('asks no sooner than it knows what the gateway can tell', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const dashboard = await open({
    shell: true,
    intercept: async (request, pass) => {
      if (request.url.endsWith('/api/Capabilities')) await promise;
      return pass();
    },
  });
  await ask();
  expect(asked(dashboard)).toHaveLength(0);
  resolve();
  await documents();
  expect(asked(dashboard)[0]?.headers.get(HEADERS.answerDetail)).toBe('events');
});

describe('a bot without knowledge', () => {
  it('says so, and leads to where it is added', async () => {
    const { gateway } = await openDashboard({ at: paths.playground() });
    expect(await screen.findByText('No knowledge yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add knowledge' })).toHaveAttribute('href', paths.addKnowledge());
    expect(screen.queryByText(/All ready units are searched/u)).toBeNull();
    await gateway.addUnit('دليل العملاء', '# دليل\n\nنص.');
    expect(await screen.findByText('Nothing is ready yet', {}, { timeout: 8000 })).toBeVisible();
    await gateway.indexAll();
    expect(await screen.findByText(/All ready units are searched/u, {}, { timeout: 8000 })).toBeVisible();
  });
});

describe('the keyboard', () => {
  it('asks with Enter, walks the documents with J and K by their place, whatever the layout', async () => {
    const user = startUser();
    await open();
    const question = await screen.findByRole('textbox', { name: 'Question' });
    await user.click(question);
    await user.keyboard('{Enter}');
    const [first, second] = await documents();
    expect(first).toHaveAttribute('aria-current', 'true');
    await user.keyboard('j');
    expect(question).toHaveValue(`${QUESTION}j`);
    act(() => question.blur());
    await user.keyboard('[KeyJ]');
    expect(second).toHaveAttribute('aria-current', 'true');
    expect(second).toHaveFocus();
    await user.keyboard('[KeyK]');
    expect(first).toHaveAttribute('aria-current', 'true');
  });

  it('stops with Esc and keeps what came', async () => {
    const user = startUser();
    const hold = new Promise<void>(() => {});
    await open({
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

describe('when it goes wrong', () => {
  it('shows a cut stream as cut, keeps question and answer so far, and asks again', async () => {
    const user = startUser();
    const dashboard = await open();
    dashboard.failNext({ kind: 'cut', after: 3 }, '/Stream/Answer');
    await ask();
    expect(await screen.findByText('The answer was cut off')).toBeVisible();
    expect(screen.getByText(/Incomplete answer/u, { selector: 'h2' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue(QUESTION);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Answered' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Earlier questions' })).toBeVisible();
  });

  it('says of a stream in a form of its own that it is complete, asks whole on request, and remembers it', async () => {
    const user = startUser();
    const dashboard = await open({ intercept: deviate('noExtensions', 'ownStreamFormWithoutDocuments') });
    await ask();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('This gateway streams in a form this dashboard does not know');
    expect(screen.queryByText(/cut off/u)).toBeNull();
    expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(within(alert).getByRole('button', { name: 'Ask whole' }));
    await documents();
    expect(dashboard.connections.current()).toMatchObject({ askedWhole: ['streamAnswer'] });
    await ask();
    const pathnames = () => asked(dashboard).map(({ url }) => new URL(url).pathname);
    await waitFor(() =>
      expect(pathnames()).toEqual(['/api/v1/RAG/Stream/Answer', '/api/v1/RAG/Answer', '/api/v1/RAG/Answer']),
    );
    expect(screen.queryByRole('alert')).toBeNull();
    await dashboard.router.navigate(paths.settings());
    await user.click(await screen.findByRole('button', { name: /^Stream again: .?Answers/u }));
    expect(dashboard.connections.current()).toMatchObject({ askedWhole: [] });
  });

  it('offers over another gateway none of what only ours has, whatever the address says', async () => {
    const user = startUser();
    const first = new TextEncoder().encode('data: {"chunk":"يدفع العميل"}\n\n');
    let isExhausted = false;
    const dashboard = await open({
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
    expect(asked(dashboard)[0]?.headers.has(HEADERS.answerer)).toBe(false);
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

  it('leads from an exhausted quota to the quota, and does not offer to repeat', async () => {
    const dashboard = await open();
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
      const dashboard = await open({
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

    it('is asked again twice by itself, in one run, and then by a person alone', async () => {
      const dashboard = await openBusy();
      for (const count of [1, 2]) {
        expect(await screen.findByText('Trying again in 5 s')).toBeVisible();
        expect(asked(dashboard)).toHaveLength(count);
        passSeconds(4);
        expect(await screen.findByText('Trying again in 1 s')).toBeVisible();
        expect(asked(dashboard)).toHaveLength(count);
        passSeconds(1);
        await waitFor(() => expect(asked(dashboard)).toHaveLength(count + 1));
      }
      expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
      expect(screen.queryByRole('timer')).toBeNull();
      passSeconds(3600);
      await nextLook();
      expect(asked(dashboard)).toHaveLength(3);
      expect(screen.queryByRole('heading', { name: 'Earlier questions' })).toBeNull();
    });

    it('answers in the same run once it is asked again', async () => {
      const dashboard = await open();
      dashboard.failNext(INJECTED_FAULTS.tooManyCalls, '/Stream/Answer');
      await ask();
      expect(await screen.findByText('Trying again in 1 s')).toBeVisible();
      passSeconds(1);
      expect(await screen.findByRole('heading', { name: 'Answered' })).toBeVisible();
      expect(asked(dashboard)).toHaveLength(1);
      expect(screen.queryByRole('heading', { name: 'Earlier questions' })).toBeNull();
    });

    it('is waited for as long as it says, or not at all once a person cancels', async () => {
      const dashboard = await openBusy({ 'Retry-After': '30' });
      expect(await screen.findByText('Trying again in 30 s')).toBeVisible();
      await startUser().click(screen.getByRole('button', { name: 'Cancel' }));
      expect(screen.queryByRole('timer')).toBeNull();
      passSeconds(31);
      await nextLook();
      expect(asked(dashboard)).toHaveLength(1);
      expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    });
  });

  it('يسمّي الوحدات التي لا وجود لها بلغة الصفحة', async () => {
    await open({ language: 'ar', at: paths.playground({ question: 'ما الرسوم؟', index: ['لا وجود لها'] }) });
    await ask('إرسال السؤال');
    expect(await screen.findByRole('alert')).toHaveTextContent('لا وجود لها');
    expect(screen.getByRole('textbox', { name: 'السؤال' })).toHaveValue('ما الرسوم؟');
  });
});
