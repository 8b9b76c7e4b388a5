import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { keepInCatalogue, WITHOUT_ID } from '#tests/support/local-catalogue.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { addPartlyReady, addThreeUnits } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

describe('Overview', () => {
  test('says in a sentence how the knowledge stands, and what to do about a failure', async () => {
    await openDashboard({ strict: true, at: paths.overview(), prepare: addThreeUnits });
    const health = await screen.findByRole('region', { name: 'Is your knowledge ready?' });
    expect(health).toHaveTextContent('2 of 3 units are ready.');
    expect(health).toHaveTextContent('1 unit failed and needs attention.');
    expect(within(health).getByRole('img', { name: /Ready 2 and Failed 1/ })).toBeInTheDocument();
    const failures = screen.getByRole('region', { name: 'Recent failures' });
    expect(failures).toHaveTextContent('ملصقات قديمة');
    expect(failures).toHaveTextContent('Too little text was found');
    expect(failures).toHaveTextContent('Use a document or a page with text');
    const step = within(failures).getByRole('link', { name: /^(?:Replace source|Change address): / });
    expect(step.getAttribute('href')).toMatch(/^\/units\/\d+\?repair=\d+$/);
    expect(within(failures).getByRole('link', { name: 'View failed unit' })).toHaveAttribute(
      'href',
      '/knowledge?status=failed',
    );
  });

  test.each([
    ['en', 'The disk of the server is full', /Questions are still answered/],
    ['ar', 'قرص الخادم ممتلئ', /الإجابة عن الأسئلة مستمرة/],
  ] as const)('says that the disk of the server is full, in %s', async (language, title, text) => {
    const disk = { storage: 'files', freeBytes: 2 } as const;
    const diskSpace = { reserveBytes: 0, read: () => Promise.resolve([disk]), recordWrite: () => {} };
    await openDashboard({
      at: paths.overview(),
      language,
      ports: () => ({ diskSpace }),
      prepare: async (gateway) => {
        await addThreeUnits(gateway);
        diskSpace.reserveBytes = 3;
      },
    });
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(title);
    expect(notice).toHaveTextContent(text);
  });

  test.each([
    [
      'en',
      'The data of the server is damaged',
      /restore the last backup/,
      'Dismiss',
      /^Open the unit:.*دليل تالف/,
    ],
    ['ar', 'بيانات الخادم تالفة', /استعادة آخر نسخة احتياطية/, 'إخفاء', /^افتح الوحدة:.*دليل تالف/],
  ] as const)(
    'tells owners of damaged data until they dismiss it, in %s',
    async (language, title, text, dismiss, open) => {
      const user = startUser();
      let isDamaged = false;
      const ports = ({ index }: TestGateway['ports']) => ({
        index: {
          ...index,
          writePassages: (...given: Parameters<typeof index.writePassages>) =>
            isDamaged
              ? Promise.reject(Object.assign(new Error('malformed'), { errcode: 11 }))
              : index.writePassages(...given),
        },
      });
      const prepare = async (gateway: TestGateway) => {
        await addThreeUnits(gateway);
        await gateway.addUnit('دليل تالف', 'نص');
        isDamaged = true;
        await gateway.indexAll();
        gateway.ports.dataDamage.recordDatabase({});
        await gateway.addKey('fih_of-a-curator', { role: 'curator' });
      };
      const { unmount } = await openDashboard({ at: paths.overview(), language, ports, prepare });
      const notice = await screen.findByRole('alert');
      expect(notice).toHaveTextContent(title);
      expect(notice).toHaveTextContent(text);
      // A unit with this failure needs no replacement file.
      expect(screen.getByRole('link', { name: open })).toHaveAttribute('href', '/units/4');
      await user.click(within(notice).getByRole('button', { name: dismiss }));
      expect(screen.queryByRole('alert')).toBeNull();
      expect(Object.keys(sessionStorage).filter((name) => name.startsWith('fihrist.damage.'))).toHaveLength(
        1,
      );
      unmount();
      isDamaged = false;
      await openDashboard({
        at: paths.overview(),
        language,
        ports,
        prepare,
        connection: { key: 'fih_of-a-curator' },
      });
      await screen.findAllByRole('region');
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test('offers no repair to a key that may not change units', async () => {
    await openDashboard({
      at: paths.overview(),
      connection: { key: 'fih_of-a-tester' },
      prepare: async (gateway) => {
        await gateway.addKey('fih_of-a-tester', { role: 'tester' });
        await addThreeUnits(gateway);
      },
    });
    const failures = await screen.findByRole('region', { name: 'Recent failures' });
    const step = within(failures).getByRole('link', { name: /^Open the unit: / });
    expect(step.getAttribute('href')).toMatch(/^\/units\/\d+$/);
  });

  test('says it in Arabic, in one system of digits', async () => {
    const { container } = await openDashboard({
      at: paths.overview(),
      language: 'ar',
      prepare: addThreeUnits,
    });
    const health = await screen.findByRole('region', { name: 'هل المعرفة جاهزة؟' });
    expect(health).toHaveTextContent('الوحدات الجاهزة: 2 من 3 وحدات.');
    expect(health).toHaveTextContent('فشلت وحدة واحدة وتحتاج إلى مراجعة.');
    expect(screen.getByRole('region', { name: 'أحدث حالات الفشل' })).toHaveTextContent('لم يُعثر على نص كافٍ');
    expect(container.textContent).not.toMatch(/[\u0660-\u0669]/);
  });

  test.each([
    ['en', /0 of 1 unit is ready/, /1 unit is partly ready/, 'View partly ready unit'],
    ['ar', /0 من وحدة واحدة/, /وحدة واحدة جاهزة جزئيًا/, 'عرض الوحدة الجاهزة جزئيًا'],
  ] as const)('counts and names a partly ready unit, in %s', async (language, ready, partly, all) => {
    await openDashboard({ at: paths.overview(), language, prepare: (gateway) => addPartlyReady(gateway) });
    const [health, failures] = await screen.findAllByRole('region');
    expect(health).toHaveTextContent(ready);
    expect(health).toHaveTextContent(partly);
    const [step] = within(failures as HTMLElement).getAllByRole('link', { name: /دليل الإرجاع/ });
    expect(step).toHaveAttribute('href', paths.unit(1, { repair: 2 }));
    expect(screen.getByRole('link', { name: all })).toHaveAttribute('href', '/knowledge?status=partlyReady');
  });

  test('shows what is used and left', async () => {
    await openDashboard({
      at: paths.overview(),
      quota: 5000,
      prepare: async (gateway) => {
        await addThreeUnits(gateway);
        const json = {
          Question: 'Within how many days may a product be returned?',
          IndexNames: ['Returns policy'],
        };
        const headers = { 'X-Answerer': 'extractive' };
        const answered = await gateway.call('/api/v1/RAG/Answer', { method: 'POST', json, headers });
        expect(await answered.json()).toMatchObject({ StatusCode: 200 });
      },
    });
    const quota = await screen.findByRole('region', { name: 'Will the quota last?' });
    await waitFor(() => expect(quota).toHaveTextContent(/\d+ of 5,000 tokens/));
    expect(quota).toHaveTextContent(/9\d(\.\d)?% of the text quota is left\./);
  });

  test('says how many units are read again after an upgrade', async () => {
    await openDashboard({
      at: paths.overview(),
      prepare: async (gateway) => {
        await addThreeUnits(gateway);
        await gateway.ports.jobs.queueOutdated(1, 10);
      },
    });
    expect(
      await screen.findByText('2 units are being read again after an update, and answer meanwhile.'),
    ).toBeVisible();
  });

  test('leads a newcomer through sample knowledge to a first question', async () => {
    const user = startUser();
    const { gateway, requests, router } = await openDashboard({ at: paths.overview() });
    expect(await screen.findByText('Three steps to your first answer')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try sample knowledge' }));
    const registrations = () =>
      requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/api/AIKnowledge/1'));
    await waitFor(() => expect(registrations()).toHaveLength(2));
    await screen.findByText('Uploading and indexing two guides.');
    await screen.findByText('2 units are in progress.');
    await gateway.indexAll();
    const english = await screen.findByRole('link', { name: /Within how many days/ });
    const arabic = screen.getByRole('link', { name: /خلال كم يوم/ });
    for (const [link, answer] of [
      [english, '30 days'],
      [arabic, '15 يوم'],
    ] as const) {
      const query = new URL(link.getAttribute('href') ?? '', 'http://x').searchParams;
      const json = { Question: query.get('question'), IndexNames: query.getAll('index') };
      const response = await gateway.call('/api/v1/RAG/Answer', {
        method: 'POST',
        json,
        headers: { 'X-Answerer': 'extractive' },
      });
      expect(((await response.json()) as { Response: { answer: string } }).Response.answer).toContain(answer);
    }
    // The questions wait for whoever looks elsewhere first, and go once one is answered.
    await act(() => router.navigate(paths.knowledge()));
    await act(() => router.navigate(paths.overview()));
    await user.click(await screen.findByRole('link', { name: /Within how many days/ }));
    expect((await screen.findAllByText(/30 days/u))[0]).toBeVisible();
    await screen.findByRole('heading', { name: /^Answered/u });
    await act(() => router.navigate(paths.overview()));
    await screen.findByText('All 2 units are ready.');
    expect(screen.queryByRole('link', { name: /Within how many days/ })).toBeNull();
  });

  test('shows the first steps in Arabic', async () => {
    await openDashboard({ at: paths.overview(), language: 'ar' });
    expect(await screen.findByText('ثلاث خطوات إلى أول إجابة')).toBeVisible();
    expect(screen.getByRole('button', { name: 'تجربة معرفة نموذجية' })).toBeEnabled();
  });

  test('gives no meaning to the numbers of a foreign gateway', async () => {
    await openDashboard({
      at: paths.overview(),
      prepare: addThreeUnits,
      intercept: deviate('noExtensions', 'otherStatusNumbers'),
    });
    const health = await screen.findByRole('region', { name: 'Is your knowledge ready?' });
    expect(health).toHaveTextContent('There are 3 units.');
    expect(health).toHaveTextContent('status numbers is unknown');
  });

  test('يعرض الوحدات التي لم تُرجع البوابة أرقامها', async () => {
    keepInCatalogue(WITHOUT_ID);
    await openDashboard({
      at: paths.overview(),
      language: 'ar',
      intercept: deviate('noExtensions', 'noList'),
    });
    const list = await screen.findByRole('list', { name: 'وحدات أُضيفت هنا ورقمها غير معروف' });
    expect(within(list).getByRole('link', { name: 'السؤال عن هذه الوحدة: دليل الموظف' })).toHaveAttribute(
      'href',
      paths.playground({ index: ['دليل الموظف'] }),
    );
  });

  test('counts through the list once the numbers are named', async () => {
    await openDashboard({
      at: paths.overview(),
      prepare: addThreeUnits,
      connection: { statusNames: { '9': 'ready', '10': 'failed' } },
      intercept: deviate('noExtensions', 'otherStatusNumbers'),
    });
    const health = await screen.findByRole('region', { name: 'Is your knowledge ready?' });
    expect(health).toHaveTextContent('2 of 3 units are ready.');
  });

  test('says what failed and reads again when asked', async () => {
    const user = startUser();
    let broken = true;
    const html = () => new Response('<h1>Bad gateway</h1>', { status: 500 });
    await openDashboard({
      at: paths.overview(),
      prepare: addThreeUnits,
      intercept: (request, pass) => (broken && request.url.includes('summary') ? html() : pass()),
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Gateway error');
    broken = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/2 of 3 units are ready/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
