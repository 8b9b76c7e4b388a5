import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { printFaultParameters } from '#contract/faults.ts';
import type { KeyRole } from '#gateway/modules/access/model.ts';
import { paths } from '#src/paths.ts';
import { deviate } from '#tests/support/foreign-gateway.ts';
import type { TestGateway } from '#tests/support/gateway.ts';
import { openDashboard } from '#tests/support/open-dashboard.tsx';
import { addThreeUnits } from '#tests/support/units.ts';
import { startUser } from '#tests/support/user.ts';

const ASK = { Question: 'Within how many days may a product be returned?', IndexNames: ['Returns policy'] };

/** Collects files offered for download; following their links would leave the page. */
function interceptDownloads(): Blob[] {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) saved.push(file);
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  return saved;
}

/** A week in which one question a day is asked by the key of a bot, so that there is something to see. */
async function useForAWeek(gateway: TestGateway) {
  await addThreeUnits(gateway);
  await gateway.addKey('fih_a-key-of-whatsapp-00', { name: 'بوت واتساب', role: 'tester', bots: [1] });
  for (let day = 0; day < 7; day += 1) {
    gateway.time.now = new Date(Date.parse('2026-11-14T09:00:00Z') + day * 86_400_000);
    const answered = await gateway.call('/api/v1/RAG/Answer', {
      method: 'POST',
      json: ASK,
      headers: { 'x-user-auth': 'fih_a-key-of-whatsapp-00' },
    });
    expect(answered.status).toBe(200);
    await answered.body?.cancel();
  }
  gateway.time.now = new Date('2026-11-21T09:00:00Z');
}

const WEEK = paths.usage({ range: '30' });
const signedInAs = (role: KeyRole) => ({
  connection: { key: `fih_key-of-a-${role}-0000` },
  prepare: async (gateway: TestGateway) => {
    await useForAWeek(gateway);
    await gateway.addKey(`fih_key-of-a-${role}-0000`, { role, name: role });
  },
});

describe('Usage', () => {
  test('shows a monitor what is left, who used it, and every single call', async () => {
    const user = startUser();
    const { router } = await openDashboard({ strict: true, at: WEEK, ...signedInAs('monitor'), quota: 5000 });
    const gauge = await screen.findByRole('region', { name: 'Text quota' });
    expect(within(gauge).getByRole('meter')).toHaveAccessibleName('Text quota');
    expect(within(gauge).getByRole('meter').getAttribute('aria-valuetext')).toMatch(/\d+ of 5,000 tokens/);
    expect(screen.getByRole('region', { name: 'Will the quota last?' })).toHaveTextContent(
      /At the rate of the last \d+ days, the text quota|Not enough usage/,
    );
    const sums = await screen.findByRole('table', { name: 'By action' });
    expect(within(sums).getByRole('row', { name: /^Answer 7/ })).toBeVisible();
    expect(within(sums).getByRole('row', { name: /^Total 7/ })).toHaveTextContent('100%');

    const consumers = await screen.findByRole('table', { name: 'Highest usage' });
    const calls = () => screen.getByRole('table', { name: 'Requests' });
    await user.click(within(consumers).getByRole('button', { name: 'بوت واتساب' }));
    await waitFor(() => expect(router.state.location.search).toMatch(/key=/));
    await waitFor(() => expect(within(calls()).getAllByRole('row')).toHaveLength(8));
    expect(within(calls()).getAllByRole('button', { name: 'Copy request ID', hidden: true })).toHaveLength(7);
  });

  test.each([
    [
      'en',
      'Requests',
      /402 Not enough quota 12 requests in this minute.*Key gone wrong/,
      /200 Completed.*بوت واتساب/,
    ],
    ['ar', 'الطلبات', /402 الحصة غير كافية 12 طلبًا في هذه الدقيقة.*Key gone wrong/, /200 مكتمل.*بوت واتساب/],
  ] as const)(
    'names the status of every request, and counts rejected ones by the minute (%s)',
    async (...row) => {
      const [language, table, rejected, answered] = row;
      const key = 'fih_key-of-a-monitor-0000';
      await openDashboard({
        at: paths.usage({ range: '30' }),
        language,
        connection: { key },
        prepare: async (gateway) => {
          await useForAWeek(gateway);
          await gateway.addKey(key, { role: 'monitor', name: 'monitor' });
          const { family } = await gateway.addKey('fih_key-gone-wrong-0000', { name: 'Key gone wrong' });
          const on = new Date('2026-11-21T08:59:30Z');
          const failure = { botId: 1, day: 20261121, status: 402, fault: 'quota-exceeded', action: 'answer' };
          await gateway.ports.usage.addFailures([
            { ...failure, keyId: family, ledger: 'text', on, count: 12 },
          ]);
        },
      });
      const requests = await screen.findByRole('table', { name: table });
      const rows = within(requests).getAllByRole('row');
      expect(rows[1]).toHaveAccessibleName(rejected);
      expect(rows[2]).toHaveAccessibleName(answered);
      expect(within(rows[1] as HTMLElement).queryByRole('button')).toBeNull();
    },
  );

  test('names the request that was rejected after it had reserved quota', async () => {
    let id = '';
    await openDashboard({
      at: paths.usage({ range: '30' }),
      ...signedInAs('monitor'),
      prepare: async (gateway) => {
        await signedInAs('monitor').prepare(gateway);
        const { items } = await gateway.ports.usage.calls({
          botId: 1,
          ledger: 'text',
          from: new Date('2026-11-01T00:00:00Z'),
          until: new Date('2026-12-01T00:00:00Z'),
          limit: 1,
        });
        id = items[0]?.requestId ?? '';
        await gateway.ports.usage.addFailures(
          [],
          [
            {
              botId: 1,
              requestId: id,
              status: 402,
              fault: 'quota-exceeded',
              on: new Date('2026-11-21T09:00:00Z'),
            },
          ],
        );
      },
    });
    const requests = await screen.findByRole('table', { name: 'Requests' });
    const [, newest] = within(requests).getAllByRole('row');
    expect(newest).toHaveTextContent('402');
    expect(newest).toHaveTextContent(id);
    expect(newest).not.toHaveTextContent('in this minute');
  });

  test('stacks use by key, and gives every figure of the chart in a table', async () => {
    const user = startUser();
    await openDashboard({ at: paths.usage({ by: 'key' }), ...signedInAs('monitor'), quota: 5000 });
    const sums = await screen.findByRole('table', { name: 'By key' });
    expect(within(sums).getByRole('row', { name: /بوت واتساب 7/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    const slots = await screen.findByRole('table', { name: 'Usage over time as a table' });
    expect(within(slots).getAllByRole('row')).toHaveLength(31);
    expect(within(slots).getByRole('row', { name: /Saturday 14 November/ })).not.toHaveTextContent(/ 0$/);
  });

  test('is written in Arabic, in one system of digits, and by keyboard', async () => {
    const user = startUser();
    const { container, router } = await openDashboard({ at: WEEK, language: 'ar', ...signedInAs('monitor') });
    const sums = await screen.findByRole('table', { name: 'حسب نوع العملية' });
    expect(within(sums).getByRole('row', { name: /^إجابة 7/ })).toBeVisible();
    expect(screen.getByRole('region', { name: 'هل تكفي الحصة؟' })).toBeVisible();
    expect(container.textContent).not.toMatch(/[\u0660-\u0669]/);
    const week = screen.getByRole('button', { name: '7 أيام' });
    week.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?range=7'));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '7 أيام' })).toHaveAttribute('aria-pressed', 'true'),
    );
    expect(screen.getByRole('button', { name: 'ساعات' })).toBeEnabled();
  });

  test('saves exact figures as a file, on the Arabic page too with English column names', async () => {
    const user = startUser();
    const saved = interceptDownloads();
    await openDashboard({ at: paths.usage(), language: 'ar', ...signedInAs('owner') });
    await user.click(await screen.findByRole('button', { name: 'تنزيل CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]?.text())?.trim().split('\r\n') ?? [];
    expect(lines[0]?.replace('\uFEFF', '')).toBe(
      'day,zone,botId,botName,ledger,unit,action,keyId,keyName,requests,amount,estimated',
    );
    expect(lines.slice(1)).toHaveLength(7);
    expect(lines[1]).toMatch(/^2026-11-14,UTC,1,[^,]*,text,tokens,answer,[^,]+,بوت واتساب,1,\d+,\d+$/);
    expect(lines.join()).not.toMatch(/\d,\d{3},/);
  });

  test('says why an export failed, and exports again', async () => {
    const user = startUser();
    const saved = interceptDownloads();
    let isBroken = false;
    await openDashboard({
      at: WEEK,
      ...signedInAs('owner'),
      intercept: (request, pass) =>
        isBroken && request.url.includes('/export') ? new Response('<h1>no</h1>', { status: 503 }) : pass(),
    });
    const button = await screen.findByRole('button', { name: 'Download CSV' });
    isBroken = true;
    await user.click(button);
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('503');
    isBroken = false;
    await user.click(within(notice).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  test('shows others gauge and forecast only, and asks for nothing more', async () => {
    const { requests } = await openDashboard({ at: WEEK, ...signedInAs('tester') });
    expect(await screen.findByRole('region', { name: 'Text quota' })).toBeVisible();
    expect(await screen.findByText(/Owners and monitors can also see usage/)).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull();
    const callPaths = requests
      .map(({ url }) => new URL(url).pathname)
      .filter((path) => path.includes('/Usage'));
    expect(new Set(callPaths)).toEqual(new Set(['/api/Usage/1']));
  });

  test('says what failed, and reads again', async () => {
    const user = startUser();
    let broken = true;
    await openDashboard({
      at: WEEK,
      ...signedInAs('monitor'),
      intercept: (request, pass) =>
        broken && request.url.includes('/consumers') ? new Response('<h1>no</h1>', { status: 500 }) : pass(),
    });
    const region = await screen.findByRole('region', { name: 'Highest usage' });
    const alert = await within(region).findByRole('alert');
    broken = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await within(region).findByRole('table')).toHaveTextContent('بوت واتساب');
  });

  test('says that nothing was used yet', async () => {
    await openDashboard({ at: paths.usage() });
    expect(await screen.findByText('Not enough usage yet for a forecast.')).toBeVisible();
    expect((await screen.findAllByText('No usage in this date range.')).length).toBeGreaterThan(0);
    expect(await screen.findByText('No failed requests in this date range.')).toBeVisible();
  });
});

describe('Usage of a foreign gateway', () => {
  test('is what this browser saw of it, said to be that, and can be forgotten', async () => {
    const user = startUser();
    const now = Math.floor(Date.now() / 1000);
    const rows = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((days, index) => [
      now - days * 86_400,
      index * 500,
      10_000,
    ]);
    const name = `fihrist.consumption ${location.origin} 1`;
    localStorage.setItem(name, JSON.stringify(rows));
    const { requests } = await openDashboard({
      at: paths.usage(),
      intercept: deviate('noExtensions', 'noList'),
    });
    expect(await screen.findByRole('region', { name: 'Usage seen in this browser' })).toHaveTextContent(
      'This gateway does not record usage.',
    );
    const gauge = screen.getByRole('region', { name: 'Text quota' });
    expect(within(gauge).getByRole('meter')).toHaveAttribute('aria-valuetext', '4,500 of 10,000 tokens');
    expect(screen.getByRole('region', { name: 'Will the quota last?' })).toHaveTextContent(
      'At the current rate, the text quota runs out on',
    );
    expect(requests.some(({ url }) => url.includes('/history'))).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Delete this history' }));
    const group = screen.getByRole('group', { name: 'Delete the usage seen in this browser?' });
    await user.click(within(group).getByRole('button', { name: 'Delete this history' }));
    expect(await screen.findByText(/No quota figures yet/)).toBeVisible();
    expect(localStorage.getItem(name)).toBeNull();
  });
});

describe('Before you spend', () => {
  const playground = (question: string) => paths.playground({ question, index: ['Returns policy'] });
  const cost = () => screen.getByRole('group', { name: 'Estimated cost' });

  test('says what a question may cost against what is left, and then what it did', async () => {
    const user = startUser();
    await openDashboard({ at: playground(ASK.Question), quota: 500_000, prepare: addThreeUnits });
    await waitFor(() => expect(cost()).toHaveTextContent(/^About \d+ tokens; 500,000 tokens left$/));
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText(/^Cost: \d+ tokens$/)).toBeVisible();
    await waitFor(() => expect(cost()).toHaveTextContent(/499,\d{3} tokens left$/));
    await user.clear(screen.getByRole('textbox', { name: 'Question' }));
    expect(cost()).toHaveTextContent(/^499,\d{3} tokens left$/);
  });

  test('warns before it is sent; a 402 names the ledger, keeps the question and offers what helps', async () => {
    const user = startUser();
    const prepare = async (gateway: TestGateway) => {
      await gateway.ports.ledger.grant(1, 'text', 20, { period: 'daily', zone: 'Asia/Riyadh' });
      return addThreeUnits(gateway);
    };
    await openDashboard({ at: playground(ASK.Question), quota: 20, prepare });
    await waitFor(() =>
      expect(cost()).toHaveTextContent(
        /about \d+ tokens needed, 20 tokens left\. Usage resets on \w+ \d+ November\./,
      ),
    );
    expect(within(cost()).getByRole('link', { name: 'View usage' })).toHaveAttribute('href', '/usage');
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Not enough quota');
    expect(alert).toHaveTextContent('20 of 20 are left');
    expect(within(alert).getByRole('link', { name: 'View usage' })).toHaveAttribute('href', '/usage');
    expect(await within(alert).findByRole('link', { name: 'Raise the quota' })).toHaveAttribute(
      'href',
      '/settings/bots?edit=1',
    );
    expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue(ASK.Question);
  });

  const asCapped = (cap: number) => ({
    quota: 500_000,
    connection: { key: 'fih_key-of-a-tester-0000' },
    prepare: async (gateway: TestGateway) => {
      await addThreeUnits(gateway);
      const { family } = await gateway.addKey('fih_key-of-a-tester-0000', {
        role: 'tester',
        name: 'مكتب الدعم',
        caps: { text: cap },
      });
      const used = {
        botId: 1,
        ledger: 'text',
        requestId: 'before',
        keyId: family,
        action: 'answer',
      } as const;
      await gateway.ports.ledger.reserve({ ...used, amount: cap - 20, on: gateway.time.now });
      await gateway.ports.ledger.settle(1, 'before', { amount: cap - 20, estimated: true });
    },
  });

  test('speaks of the cap of a key where it binds: estimate, 402 and who can raise it, in Arabic too', async () => {
    const user = startUser();
    await openDashboard({ at: playground(ASK.Question), language: 'ar', ...asCapped(1000) });
    const line = await screen.findByRole('group', { name: 'التكلفة التقديرية' });
    await waitFor(() => expect(line).toHaveTextContent('والمتبقي من سقف مفتاحك 20 رمزًا'));
    await user.click(screen.getByRole('button', { name: 'إرسال السؤال' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('استهلك المفتاح مكتب الدعم 980 من سقفه البالغ 1,000');
    expect(alert).toHaveTextContent('اطلب من أحد المالكين رفع الحد');
    expect(within(alert).queryByRole('link', { name: 'رفع السقف' })).toBeNull();
    expect(within(alert).queryByText(/500,000/)).toBeNull();
  });

  test('shows the cap in the meter and on the usage page, beside the quota of the bot', async () => {
    await openDashboard({ at: paths.usage(), shell: true, ...asCapped(1000) });
    const gauge = await screen.findByRole('region', { name: 'Text cap of your key' });
    expect(within(gauge).getByRole('meter')).toHaveAttribute('aria-valuetext', '980 of 1,000 tokens');
    expect(gauge).toHaveTextContent('Quota of the bot980 of 500,000');
    expect(await screen.findByText(/This cap is for the key .*مكتب الدعم.* alone/)).toBeVisible();
    expect(screen.getByRole('meter', { name: 'Cap of your key' })).toHaveAttribute(
      'aria-valuetext',
      'Used up: 980 of 1,000 tokens, 98%',
    );
  });

  test('a capped key may still ask for a quotation where a model’s answer does not fit', async () => {
    const user = startUser();
    await openDashboard({
      at: playground(ASK.Question),
      ...asCapped(1000),
      // What a model would write costs more than is left; what is quoted is sent on.
      intercept: (request, pass) =>
        request.url.endsWith('/Stream/Answer') && request.headers.get('x-answerer') === null
          ? Response.json(
              { StatusCode: 402, Response: 'short', Consumption: '980/500000' },
              {
                status: 402,
                headers: {
                  'X-Fault': 'key-cap-exceeded',
                  'X-Fault-Parameters': printFaultParameters({
                    ledger: 'text',
                    key: 'k',
                    name: 'مكتب الدعم',
                    used: 100,
                    left: 900,
                    total: 1000,
                    needed: 4096,
                    held: 0,
                    resetsOn: '',
                    frees: 'raise',
                  }),
                },
              },
            )
          : pass(request),
    });
    await user.click(await screen.findByRole('button', { name: 'Ask' }));
    const alert = await screen.findByRole('alert');
    expect(within(alert).queryByRole('button', { name: 'Ask for a shorter answer' })).toBeNull();
    await user.click(
      await within(alert).findByRole('button', { name: /^Ask for a quotation \(about \d+ tokens\)$/ }),
    );
    expect(await screen.findByText(/has used 980 of its cap/)).toBeVisible();
  });

  test('tells the cost on a foreign gateway by what the quota moved', async () => {
    const user = startUser();
    await openDashboard({
      shell: true,
      at: paths.playground({ question: ASK.Question }),
      quota: 500_000,
      prepare: addThreeUnits,
      intercept: async (request, pass) => {
        const response = await deviate('noExtensions')(request, pass);
        const headers = new Headers(response.headers);
        headers.delete('X-Charge');
        return new Response(response.body, { status: response.status, headers });
      },
    });
    // The quota before, which the answer's is held against.
    await screen.findByRole('meter', { name: 'Text quota' });
    // The charge of another gateway is unknown; the rest of the quota is known.
    expect(screen.getByRole('group', { name: 'Estimated cost' })).toHaveTextContent(/^500,000 tokens left$/);
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText(/^Cost: about \d+ tokens$/)).toBeVisible();
  });
});
