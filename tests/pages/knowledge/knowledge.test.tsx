import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { deviate, endpointOf } from '#tests/support/foreign-gateway.ts';
import { keepInCatalogue, WITHOUT_ID } from '#tests/support/local-catalogue.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { addPartlyReady, addThreeUnits, addUpdateFailed, DALEEL } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

// Computing roles, names and styles of a whole table takes seconds here; rows are found by their text instead.
const rowOf = async (title: string) => {
  const row = (await screen.findByText(title, { selector: '[data-id] a *, [data-id] a' })).closest(
    '[data-id]',
  );
  if (!(row instanceof HTMLElement)) throw new Error('not in a row');
  return row;
};
const isShown = (title: string) => screen.queryByText(title, { selector: '[data-id] *' }) !== null;
const chip = (name: string, group = 'Status') => within(screen.getByLabelText(group)).getByText(name);

describe('Knowledge', () => {
  test('shows each unit with its status, its reason and its figures', async () => {
    await openDashboard({ strict: true, at: paths.knowledge(), prepare: addThreeUnits });
    expect(await rowOf('دليل الإرجاع')).toHaveTextContent(/Ready.*1 file.*1.*Text from 21 Nov/);
    expect(await rowOf('ملصقات قديمة')).toHaveTextContent(/Failed.*Too little text was found/);
    expect(await rowOf('ملصقات قديمة')).not.toHaveTextContent('Text from');
    const link = (await rowOf('Returns policy')).querySelector('a');
    expect(link?.getAttribute('href')).toMatch(/^\/units\/\d+$/);
    expect(await screen.findByText(/3 units · 2 passages/)).toBeVisible();
  });

  test('shows a partly ready unit as such, filters by it, and leads to what repairs it', async () => {
    const user = startUser();
    const { router } = await openDashboard({
      at: paths.knowledge(),
      prepare: async (gateway) => {
        await addPartlyReady(gateway);
        await gateway.addUnit('Returns policy', 'Within 14 days.');
        await gateway.indexAll();
      },
    });
    const row = await rowOf('دليل الإرجاع');
    expect(row).toHaveTextContent(/Partly ready.*1 source failed/);
    const repair = within(row).getByRole('link', {
      name: /^1 source failed. (?:Replace source|Change address): /,
    });
    expect(repair).toHaveAttribute('href', paths.unit(1, { repair: 2 }));
    await user.click(screen.getByRole('button', { name: /^Partly ready/ }));
    await waitFor(() => expect(screen.queryByText('Returns policy')).toBeNull());
    expect(router.state.location.search).toBe('?status=partlyReady');
    await user.click(screen.getByRole('button', { name: /^Ready 1|^Ready1/ }));
    await waitFor(() => expect(screen.queryByText('دليل الإرجاع')).toBeNull());
    expect(await rowOf('Returns policy')).toHaveTextContent(/Ready/);
  });

  test('offers to read again what an older reader read, and says nothing where there is none', async () => {
    const user = startUser();
    const { gateway } = await openDashboard({
      at: paths.knowledge(),
      prepare: async (gateway) => {
        await addThreeUnits(gateway);
        await gateway.db.change({ bot: 1 }, (trx) =>
          trx.updateTable('reading').set({ reader_version: 0 }).execute(),
        );
      },
    });
    expect(await screen.findByText('2 units were read by an older reader')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Read again with the new reader' }));
    await waitFor(() => expect(screen.queryByText(/were read by an older reader/)).toBeNull());
    await gateway.indexAll();
    expect(
      await gateway.db.read.selectFrom('reading').select('id').where('reader_version', '>', 0).execute(),
    ).toHaveLength(2);
  });

  test('shows a unit that could not be updated as such in Arabic, and filters by it', async () => {
    const user = startUser();
    await openDashboard({
      at: paths.knowledge(),
      language: 'ar',
      prepare: async (gateway) => {
        await addUpdateFailed(gateway);
        await gateway.addUnit('Returns policy', 'Within 14 days.');
        await gateway.indexAll();
      },
    });
    expect(await rowOf('دليل الإرجاع')).toHaveTextContent(
      /تعذّر التحديث. ما زالت الإجابات تعتمد على نص 21 نوفمبر.*الملف المحفوظ مفقود/u,
    );
    await user.click(chip('تعذّر التحديث', 'الحالة'));
    await waitFor(() => expect(isShown('Returns policy')).toBe(false));
    expect(isShown('دليل الإرجاع')).toBe(true);
    await user.click(chip('جاهزة', 'الحالة'));
    await waitFor(() => expect(isShown('دليل الإرجاع')).toBe(false));
    expect(await rowOf('Returns policy')).toBeVisible();
  });

  test('speaks Arabic throughout, in one system of digits', async () => {
    const { container } = await openDashboard({
      at: paths.knowledge(),
      language: 'ar',
      prepare: addThreeUnits,
    });
    expect(await rowOf('ملصقات قديمة')).toHaveTextContent(/فشلت.*لم يُعثر على نص كافٍ/);
    const heads = [...container.querySelectorAll('th')].map((head) => head.textContent);
    expect(heads).toEqual(['', 'العنوان', 'الحالة', 'المصادر', 'المقاطع', 'آخر تعديل', 'الإجراءات']);
    expect(screen.getByText('1–3 من 3')).toBeVisible();
    expect(container.textContent).not.toMatch(/[\u0660-\u0669]|Rows per page|Select/);
  });

  test('keeps search, status and sort in the address, and the gateway does the work', async () => {
    const user = startUser();
    const { router } = await openDashboard({ at: paths.knowledge(), prepare: addThreeUnits });
    await rowOf('Returns policy');
    await user.write(screen.getByLabelText('Search units'), 'الارجاع');
    await waitFor(() => expect(isShown('Returns policy')).toBe(false));
    expect(await rowOf('دليل الإرجاع')).toBeVisible();
    expect(new URLSearchParams(router.state.location.search).get('search')).toBe('الارجاع');
    await user.click(screen.getByLabelText('Clear search'));
    await rowOf('Returns policy');
    await user.click(chip('Failed'));
    await waitFor(() => expect(isShown('Returns policy')).toBe(false));
    expect(await rowOf('ملصقات قديمة')).toBeVisible();
    expect(router.state.location.search).toBe('?status=failed');
    await user.click(screen.getByText('Title'));
    await waitFor(() => expect(router.state.location.search).toContain('sort=title'));
  });

  test('opens as its address says', async () => {
    await openDashboard({
      at: paths.knowledge({ status: 'ready', search: 'returns' }),
      prepare: addThreeUnits,
    });
    expect(await rowOf('Returns policy')).toBeVisible();
    expect(isShown('ملصقات قديمة')).toBe(false);
    expect(chip('Ready').closest('button')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByLabelText('Search units')).toHaveValue('returns');
  });

  test('switches units off and on in one go, marks them, and filters by what is in no answer', async () => {
    const user = startUser();
    const { gateway, router } = await openDashboard({
      at: paths.knowledge(),
      async prepare(gateway) {
        await addThreeUnits(gateway);
        const json = { off: false, validFrom: null, validUntil: '2026-11-01T00:00:00Z' };
        await gateway.call('/api/AIKnowledge/1/1/availability', { method: 'PUT', json });
      },
    });
    const titles = ['Returns policy', 'دليل الإرجاع'];
    const marked = async (text: string) => {
      for (const title of titles)
        await waitFor(async () => expect(await rowOf(title)).toHaveTextContent(text));
    };
    for (const title of titles) await user.click(within(await rowOf(title)).getByLabelText('Select unit'));
    expect(screen.queryByRole('button', { name: 'Switch on' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Switch off' }));
    expect(await screen.findByText('2 units switched off')).toBeVisible();
    await marked('Switched off');
    expect(screen.getByRole('button', { name: 'Switch on' })).toHaveFocus();
    expect(screen.queryByText(/^Ask about/u)).toBeNull();
    await user.click(await screen.findByRole('button', { name: /^Not in answers/u }));
    await waitFor(() => expect(isShown('ملصقات قديمة')).toBe(false));
    expect(router.state.location.search).toBe('?status=unavailable');
    await user.click(screen.getByRole('button', { name: 'Switch on' }));
    expect(await screen.findByText('2 units switched on')).toBeVisible();
    // The one of which the time is over stays out.
    const expired = (await gateway.ports.units.get(1, 1))?.title ?? '';
    await waitFor(async () => expect(await rowOf(expired)).toHaveTextContent(/Expired/));
    await waitFor(() => expect(titles.filter(isShown)).toEqual([expired]));
  });

  test('moves by itself while anything is unsettled', async () => {
    const { gateway } = await openDashboard({
      at: paths.knowledge(),
      prepare: (testGateway) => testGateway.addUnit('قيد العمل', DALEEL),
    });
    expect(await rowOf('قيد العمل')).toHaveTextContent(/Waiting.*Position 1 in queue/);
    await gateway.indexAll();
    await waitFor(async () => expect(await rowOf('قيد العمل')).toHaveTextContent('Ready'));
  });

  test('deletes what was confirmed, brings it back, and acts on a selection', async () => {
    const user = startUser();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { gateway, requests } = await openDashboard({
      at: paths.knowledge(),
      prepare: addThreeUnits,
      intercept: (request, pass) => (request.url.endsWith('/reindex') ? answered.then(() => pass()) : pass()),
    });
    const row = await rowOf('ملصقات قديمة');
    await user.click(within(row).getByLabelText(/^Actions for/));
    await user.click(await screen.findByText('Delete'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this unit?' });
    expect(dialog).toHaveTextContent('ملصقات قديمة');
    expect(dialog).toHaveTextContent('30 days');
    await user.click(within(dialog).getByText('Delete'));
    await waitFor(() => expect(isShown('ملصقات قديمة')).toBe(false));
    await user.click(await screen.findByText('Restore'));
    expect(await rowOf('ملصقات قديمة')).toBeVisible();

    for (const title of ['Returns policy', 'دليل الإرجاع']) {
      await user.click(within(await rowOf(title)).getByLabelText('Select unit'));
    }
    expect(await screen.findByText('2 selected')).toBeVisible();
    const ask = new URL(screen.getByText('Ask about these').getAttribute('href') ?? '', 'http://x');
    expect(ask.searchParams.getAll('index').sort()).toEqual(['Returns policy', 'دليل الإرجاع']);
    const indexAgain = screen.getByRole('button', { name: 'Read again' });
    await user.click(indexAgain);
    await waitFor(() => expect(indexAgain).toHaveAttribute('aria-disabled', 'true'));
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(indexAgain);
    expect(indexAgain).toHaveFocus();
    answer();
    expect(await screen.findByText('Indexing 2 units again')).toBeVisible();
    expect(requests.filter(({ url }) => url.endsWith('/reindex'))).toHaveLength(2);
    expect(indexAgain).toHaveFocus();
    await waitFor(async () => expect(await rowOf('Returns policy')).toHaveTextContent('Waiting'));
    await gateway.indexAll();
  });

  test('teaches when there is nothing, and when nothing matches', async () => {
    const user = startUser();
    await openDashboard({ at: paths.knowledge({ search: 'كلمة' }) });
    expect(await screen.findByText('No matching units')).toBeVisible();
    await user.click(screen.getByText('Show all units'));
    expect(await screen.findByText('No knowledge yet')).toBeVisible();
  });

  test('says what failed, in place, and reads again', async () => {
    const user = startUser();
    let broken = true;
    const words = 'تعطل الخادم';
    const fault = () =>
      Response.json({ StatusCode: 500, Response: words, Consumption: '0/0' }, { status: 500 });
    await openDashboard({
      at: paths.knowledge(),
      prepare: addThreeUnits,
      intercept: (request, pass) => (broken && request.url.includes('/all/1') ? fault() : pass()),
    });
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText(words).closest('bdi')).not.toBeNull();
    broken = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await rowOf('Returns policy')).toBeVisible();
  });
});

describe('Knowledge of a foreign gateway', () => {
  test('without a list: what was opened here, and any unit by its id', async () => {
    const user = startUser();
    const { router } = await openDashboard({
      at: paths.unit(1),
      prepare: addThreeUnits,
      intercept: deviate('noExtensions', 'noList'),
    });
    await screen.findByRole('heading', { name: 'Returns policy' });
    await router.navigate(paths.knowledge());
    expect(await screen.findByText('This gateway cannot list its units')).toBeVisible();
    expect(await rowOf('Returns policy')).toHaveTextContent('Status 2');
    await user.write(screen.getByLabelText('Unit ID'), '٢{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/units/2'));
  });

  test('without a list: asks for one again when told to, and shows what the gateway has gained', async () => {
    const user = startUser();
    const silent = deviate('noExtensions', 'noList');
    let hasList = false;
    await openDashboard({
      at: paths.knowledge(),
      prepare: addThreeUnits,
      intercept: (request, pass) =>
        hasList && endpointOf(request) === 'listUnits' ? pass() : silent(request, pass),
    });
    const again = await screen.findByRole('button', { name: 'Check for a list again' });
    await user.click(again);
    expect(await screen.findByText('Still no list of units.')).toBeVisible();
    hasList = true;
    await user.click(again);
    expect(await rowOf('ملصقات قديمة')).toBeVisible();
    expect(again).not.toBeInTheDocument();
    expect(document.body).not.toHaveFocus();
  });

  test('without a list: what was added here without an id, as another tab has it too', async () => {
    const user = startUser();
    keepInCatalogue(WITHOUT_ID);
    await openDashboard({
      at: paths.knowledge(),
      prepare: addThreeUnits,
      intercept: deviate('noExtensions', 'noList'),
    });
    const list = await screen.findByRole('list', { name: 'Added here, ID unknown' });
    expect(list).toHaveTextContent(/دليل الموظف.*الإجازات والدوام.*Added from files · /u);
    expect(screen.queryByText(/^No units added/u)).toBeNull();
    keepInCatalogue({ ...WITHOUT_ID, key: 'b', title: 'الأسعار' }, WITHOUT_ID);
    await user.click(await within(list).findByRole('button', { name: /^Remove from list: .الأسعار/u }));
    const asks = await screen.findByRole('dialog', { name: 'Remove from this list?' });
    expect(asks).toHaveTextContent('The gateway keeps it');
    await user.click(within(asks).getByRole('button', { name: 'Remove from list' }));
    await waitFor(() => expect(within(list).queryByText('الأسعار')).toBeNull());

    await user.click(within(list).getByRole('button', { name: /^Enter ID: .دليل الموظف/u }));
    const asksForId = await screen.findByRole('dialog', { name: 'Enter the unit ID' });
    await user.write(within(asksForId).getByLabelText('Unit ID'), '2{Enter}');
    await user.click(await within(asksForId).findByRole('button', { name: 'Use unit 2' }));
    expect(await screen.findByText(/دليل الإرجاع.*is unit 2$/u)).toBeVisible();
    expect(await rowOf('دليل الإرجاع')).toHaveTextContent('Status 2');
    expect(list).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    keepInCatalogue(WITHOUT_ID);
    await user.click(await screen.findByRole('button', { name: /^Remove from list: .دليل الموظف/u }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove from list' }),
    );
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('without a list: filters by the status numbers that were named', async () => {
    const user = startUser();
    const unit = { description: '', sourceStatus: 2 };
    keepInCatalogue(
      { ...unit, id: 1, title: 'Returns policy' },
      { ...unit, id: 3, title: 'ملصقات قديمة', sourceStatus: 3 },
    );
    await openDashboard({
      at: paths.knowledge(),
      prepare: addThreeUnits,
      intercept: deviate('noExtensions', 'noList'),
      connection: { statusNames: { '2': 'ready', '3': 'failed' } },
    });
    const ready = await rowOf('Returns policy');
    expect(ready).toHaveTextContent('Ready');
    // All that can be done with a selection over this gateway is to ask about it.
    expect(within(await rowOf('ملصقات قديمة')).queryByRole('checkbox')).toBeNull();
    await user.click(within(ready).getByRole('checkbox'));
    expect(screen.getByRole('link', { name: 'Ask about this' })).toBeVisible();
    await user.click(chip('Failed'));
    await waitFor(() => expect(isShown('Returns policy')).toBe(false));
    expect(await rowOf('ملصقات قديمة')).toHaveTextContent('Failed');
  });

  test('with other status numbers: the numbers themselves, until one is named in place', async () => {
    const user = startUser();
    const intercept = deviate('noExtensions', 'otherStatusNumbers');
    await openDashboard({ at: paths.knowledge(), prepare: addThreeUnits, intercept });
    const row = await rowOf('Returns policy');
    expect(row).toHaveTextContent('Status 9');
    expect(screen.queryByLabelText('Status')).toBeNull();
    within(row).getByText('Name it').focus();
    await user.keyboard('{Enter}{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(row).toHaveTextContent('Ready'));
    expect(chip('Ready')).toBeVisible();
    expect(row).toContainElement(document.activeElement as HTMLElement);
  });

  test('with named numbers: their words, and a filter by them', async () => {
    const intercept = deviate('noExtensions', 'otherStatusNumbers');
    const connection = { statusNames: { '9': 'ready', '10': 'failed' } };
    await openDashboard({
      at: paths.knowledge(),
      language: 'ar',
      prepare: addThreeUnits,
      intercept,
      connection,
    });
    expect(await rowOf('Returns policy')).toHaveTextContent('جاهزة');
    expect(chip('فشلت', 'الحالة')).toBeVisible();
  });

  test('a field that is missing is named, and nothing is shown half', async () => {
    await openDashboard({
      at: paths.knowledge(),
      prepare: addThreeUnits,
      intercept: deviate('missingTitle'),
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^This gateway responds in another form/u);
    // A repeat brings the same.
    expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull();
    const path = within(alert).getByText(/GET \/api\/AIKnowledge\/all\/\{botId\} · items\.0\.title/u);
    expect(path).not.toBeVisible();
    await startUser().click(within(alert).getByText('Details'));
    expect(path).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('times that the gateway does not know are unknown', async () => {
    await openDashboard({
      at: paths.knowledge(),
      prepare: addThreeUnits,
      intercept: deviate('noExtensions', 'nullDates', 'digitIds'),
    });
    expect(await rowOf('Returns policy')).toHaveTextContent('Unknown');
  });

  test('units that cannot be listed are not counted', async () => {
    await openDashboard({
      at: paths.knowledge(),
      prepare: addThreeUnits,
      intercept: deviate('noExtensions', 'noList'),
    });
    expect(await screen.findByText(/^As of/u)).toBeVisible();
    expect(screen.queryByText(/\d units?/u)).toBeNull();
  });
});
