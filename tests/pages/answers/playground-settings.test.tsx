import { runInNewContext } from 'node:vm';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { paths } from '#src/paths.ts';
import { foreign } from '#tests/support/foreign.ts';
import { keepInCatalogue, WITHOUT_ID } from '#tests/support/local-catalogue.ts';
import { ask, askRequests, documents, openPlayground, QUESTION } from '#tests/support/playground-page.tsx';
import { addThreeUnits } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

describe('the address, the settings and the copied request', () => {
  test('keeps the whole test in the address, shows what differs and takes it back', async () => {
    const user = startUser();
    const address = `${paths.playground({ question: QUESTION, index: ['Returns'] })}&Limit=3&MaxLimit=4&answerer=none&UpdateGlobal=true`;
    const dashboard = await openPlayground({ at: address });
    await user.click(await screen.findByRole('button', { name: 'Documents: reset to 10' }));
    await waitFor(() => expect(dashboard.router.state.location.search).not.toContain('MaxLimit'));
    expect(new URLSearchParams(dashboard.router.state.location.search).getAll('index')).toEqual(['Returns']);

    await ask();
    expect(await screen.findByRole('heading', { name: '2 passages · no answer requested' })).toBeVisible();
    const [request] = askRequests(dashboard);
    expect(request?.headers.get(HEADERS.answerer)).toBe('none');
    await expect(request?.json()).resolves.toMatchObject({ Limit: 3, UpdateGlobal: true });
    // The settings of a kept run are with the run.
    expect(await screen.findByRole('button', { name: 'Passages: reset to 10' })).toBeVisible();
  });

  test('shows every parameter with its range, refuses what is out of it and says what changes nothing', async () => {
    const user = startUser();
    const dashboard = await openPlayground();
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

  test('sends a gateway that announces nothing what the interface names, and a field once it is named', async () => {
    const user = startUser();
    const address = `${paths.playground({ question: QUESTION, index: ['Returns'] })}&MaxLimit=5&UpdateGlobal=true&answerer=none`;
    const connection = { fieldNames: { MaxLimit: 'حد_المستندات' } };
    const dashboard = await openPlayground({ at: address, connection, intercept: foreign() });
    await ask();
    await documents();
    const [request] = askRequests(dashboard);
    const sent = { Question: QUESTION, IndexNames: ['Returns'], حد_المستندات: 5, IsStream: true };
    await expect(request?.clone().json()).resolves.toEqual(sent);
    expect(request?.headers.get(HEADERS.answerer)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy request' }));
    await user.click(screen.getByRole('menuitem', { name: 'Copy as curl' }));
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

  test('copies the request without the key, as a command, a statement and its body', async () => {
    const user = startUser();
    const dashboard = await openPlayground();
    await ask();
    await documents();
    const copyAs = async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'Copy request' }));
      await user.click(screen.getByRole('menuitem', { name }));
      return navigator.clipboard.readText();
    };
    const curl = await copyAs('Copy as curl');
    const statement = await copyAs('Copy as TypeScript');
    for (const copied of [curl, statement]) {
      expect(copied).toContain('/api/v1/RAG/Stream/Answer');
      expect(copied).toContain('<API_KEY>');
      expect(copied).not.toContain('fih_');
    }
    const body: unknown = await askRequests(dashboard)[0]?.json();
    expect(JSON.parse(await copyAs('Copy as JSON'))).toEqual(body);
    // Arguments of the call that the statement makes.
    const fetched: unknown[] = [];
    const fetch = (...call: unknown[]) => fetched.push(...call);
    runInNewContext(`(async () => { ${statement} })()`, { fetch });
    expect(fetched[0]).toMatch(/\/api\/v1\/RAG\/Stream\/Answer$/u);
    expect(fetched[1]).toMatchObject({ method: 'POST', body: JSON.stringify(body) });
  });
});

describe('naming units', () => {
  test('searches them on the server as one types, with their status, and takes them by keyboard', async () => {
    const user = startUser();
    const dashboard = await openPlayground({ at: paths.playground(), language: 'ar' });
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

  test('lists those that failed last, and does not offer them', async () => {
    const user = startUser();
    await openPlayground({ at: paths.playground(), prepare: addThreeUnits });
    await user.click(await screen.findByRole('combobox', { name: 'Units to search' }));
    const options = await screen.findAllByRole('option');
    expect(options.at(-1)).toHaveTextContent('ملصقات قديمة');
    expect(options.map((option) => option.getAttribute('aria-disabled'))).toEqual(['false', 'false', 'true']);
  });

  test('offers a unit that failed but answers from its older index, without a warning', async () => {
    const user = startUser();
    await openPlayground({
      at: paths.playground(),
      prepare: async (gateway) => {
        await addThreeUnits(gateway);
        await gateway.db.change({ bot: 1 }, (trx) =>
          trx.updateTable('unit').set({ status: 'failed' }).where('title', '=', 'Returns policy').execute(),
        );
      },
    });
    await user.click(await screen.findByRole('combobox', { name: 'Units to search' }));
    const option = await screen.findByRole('option', { name: /Returns/u });
    expect(option).toHaveAttribute('aria-disabled', 'false');
    expect(option).toHaveTextContent('Failed');
    await user.click(option);
    expect(await screen.findByRole('button', { name: 'Remove Returns policy' })).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Returns policy: Failed' })).toBeNull();
  });

  test('takes any words where the gateway cannot list its units', async () => {
    const user = startUser();
    keepInCatalogue(WITHOUT_ID);
    const dashboard = await openPlayground({
      at: paths.playground({ question: QUESTION }),
      intercept: foreign(),
    });
    await user.click(await screen.findByRole('combobox', { name: 'Units to search' }));
    // A unit of the local catalogue without an id is offered; a note says that the gateway does not list it yet.
    await user.click(await screen.findByRole('option', { name: WITHOUT_ID.title }));
    await ask();
    expect(await screen.findByRole('alert')).toHaveTextContent(WITHOUT_ID.title);
    await user.click(screen.getByRole('button', { name: /^Remove .دليل الموظف/u }));
    await user.write(screen.getByRole('combobox', { name: 'Units to search' }), 'Returns{Enter}');
    await ask();
    await documents();
    await expect(askRequests(dashboard)[1]?.json()).resolves.toMatchObject({ IndexNames: ['Returns'] });
  });
});
