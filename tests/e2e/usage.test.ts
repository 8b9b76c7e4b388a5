/** Those who watch the quota, and those who meet its end, in real Chromium against the real product. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { HEADERS } from '#contract/headers.ts';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { arabicGuide } from '#tests/support/known-files.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { connectByKey, openVisit, PROBES, waitForText } from '#tests/support/visit.ts';

const OWNER = 'an-owner-key-for-usage-01';
const GUIDE = 'دليل خدمات العملاء';
const QUESTION = 'كم رسوم التحويل الدولي؟';
/** Spreadsheets would run this. */
const WIDGET = '=HYPERLINK("https://example.com")';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser?.close());

async function addGuide(origin: string): Promise<void> {
  const client = createPlainClient(origin, OWNER);
  const { name, mimeType, buffer } = arabicGuide();
  const id = await client.register(
    GUIDE,
    await client.upload(name, new Blob([new Uint8Array(buffer)], { type: mimeType })),
  );
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const [state] = await client.states([id]);
    if (state?.status === 'ready') return;
    if (state?.status === 'failed') throw new Error('the guide could not be indexed');
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const headersOf = (key: string) => ({
  [HEADERS.key]: key,
  [HEADERS.bot]: '1',
  'content-type': 'application/json',
});

async function makeKey(origin: string, name: string, role: string): Promise<string> {
  const response = await fetch(`${origin}${ENDPOINTS.createKey.path}`, {
    method: 'POST',
    headers: headersOf(OWNER),
    body: JSON.stringify({ name, role, bots: [1] }),
  });
  const { Response: made } = (await response.json()) as { Response: { key: string } };
  return made.key;
}

const askAs = (origin: string, key: string, index = GUIDE) =>
  fetch(`${origin}${ENDPOINTS.answer.path}`, {
    method: 'POST',
    headers: headersOf(key),
    body: JSON.stringify({ Question: QUESTION, IndexNames: [index] }),
  });

describe.each(languages)('a monitor’s day in %s', (language) => {
  let server: RunningServer;
  let monitor: string;
  beforeAll(async () => {
    server = await startServer({ FIHRIST_API_KEY: OWNER });
    await addGuide(server.origin);
    monitor = await makeKey(server.origin, 'مراقبة الحصة', 'monitor');
    const widget = await makeKey(server.origin, WIDGET, 'tester');
    for (const key of [widget, widget, widget, OWNER]) {
      // oxlint-disable-next-line no-await-in-loop
      const { status } = await askAs(server.origin, key);
      if (status !== 200) throw new Error(`the question was answered with ${status}`);
    }
    await askAs(server.origin, OWNER, 'فهرس لا وجود له');
  });
  afterAll(async () => server?.stop());

  it('begins with a key, shows who used what, and ends with a file', async () => {
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await connectByKey(visit, { origin: server.origin, key: monitor });
    await page
      .getByRole('link', { name: t('shell:usage'), exact: true })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: t('usage:title'), exact: true }).waitFor();

    const gauge = page.getByRole('region', { name: t('spending:heading.text'), exact: true });
    await waitForText(gauge, /10,000,000/);
    await waitForText(
      page.getByRole('region', { name: t('spending:forecast.question'), exact: true }),
      t('spending:forecast.unknown'),
    );
    const sums = page.getByRole('table', { name: t('usage:use.sums') });
    const answers = sums.getByRole('row').filter({ hasText: t('usage:action.answer') });
    await answers.getByRole('cell', { name: '4', exact: true }).waitFor();
    // Both drawings are there, each once the code for it has come.
    await page
      .getByRole('figure', { name: t('usage:use.chart') })
      .locator('svg')
      .first()
      .waitFor();
    expect(await page.locator('.MuiChartsAxis-tickLabel').count()).toBeGreaterThan(4);

    const consumers = page.getByRole('table', { name: t('usage:consumers.title') });
    await consumers.getByRole('button', { name: WIDGET }).click();
    const calls = page.getByRole('table', { name: t('usage:calls.title') });
    await waitForText(page.getByRole('region', { name: t('usage:calls.title') }), WIDGET);
    await expect.poll(() => calls.getByRole('row').count()).toBe(4);

    await page.getByRole('button', { name: t('usage:use.key'), exact: true }).click();
    await waitForText(sums, WIDGET);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('usage:use.csv') }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    const amounts = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',').at(-1)));
    const usage = await fetch(`${server.origin}/api/Usage/1`, { headers: headersOf(monitor) });
    const { Response: now } = (await usage.json()) as {
      Response: { ledgers: { ledger: string; used: number }[] };
    };
    const used = now.ledgers.find(({ ledger }) => ledger === 'text')?.used;
    expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(used);
    expect(text).toContain(`"'=HYPERLINK(""https://example.com"")"`);

    // The address keeps what is shown.
    await page.reload();
    await waitForText(sums, WIDGET);
    await waitForText(page.getByRole('region', { name: t('usage:failures.title') }), 'indexes-unknown');
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  it('leads nowhere that a monitor may not go', async () => {
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await connectByKey(visit, { origin: server.origin, key: monitor });
    expect((await askAs(server.origin, monitor)).status).toBe(403);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    await page.goto(`${server.origin}${paths.usage()}`);
    await page.getByRole('table', { name: t('usage:calls.title') }).waitFor();
    await page.goto(`${server.origin}${paths.settings()}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText(WIDGET).count()).toBe(0);
    expect(refused).toEqual([]);
    await visit.close();
  });
});

describe.each(languages)('an exhausted quota in the playground in %s', (language) => {
  let server: RunningServer;
  beforeAll(async () => {
    // What a question may cost at most, and not much more.
    server = await startServer({ FIHRIST_API_KEY: OWNER, FIHRIST_QUOTA_TOKENS: '1060' });
    await addGuide(server.origin);
  });
  afterAll(async () => server?.stop());

  it('is told before, refused in words, and leaves a way on', async () => {
    const visit = await openVisit(browser, { language, expected: /status of 40[024]/ });
    const { page, t } = visit;
    await connectByKey(visit, { origin: server.origin, key: OWNER });
    await page.goto(`${server.origin}${paths.playground({ question: QUESTION, index: [GUIDE] })}`);
    const cost = page.getByRole('group', { name: t('spending:before.label') });
    await waitForText(cost, /1,060/);
    const ask = page.getByRole('button', { name: t('playground:ask'), exact: true });
    await ask.click();
    const panel = page.getByRole('region', { name: t('playground:title') });
    await panel.locator('[aria-busy="false"]').waitFor();
    const usage = (await (
      await fetch(`${server.origin}/api/Usage/1`, { headers: headersOf(OWNER) })
    ).json()) as {
      Response: { ledgers: { ledger: string; used: number }[] };
    };
    const used = usage.Response.ledgers.find(({ ledger }) => ledger === 'text')?.used ?? 0;
    await waitForText(
      panel,
      t('spending:after.exact', { amount: t('spending:amount.text', { count: used }) }),
    );

    await waitForText(cost, t('spending:amount.text', { count: 1060 - used }));
    await waitForText(cost, t('spending:before.see'));
    await ask.click();
    const alert = panel.getByRole('alert');
    await waitForText(alert, t('faults:title.quota'));
    await waitForText(alert, new RegExp((1060 - used).toLocaleString('en')));
    expect(await page.getByRole('textbox', { name: t('playground:question') }).inputValue()).toBe(QUESTION);
    await alert.getByRole('link', { name: t('faults:next.raise') }).waitFor();

    // A shorter answer fits into what is left.
    const shorter = `${paths.playground({ question: QUESTION, index: [GUIDE] })}&MaxOutputTokens=200`;
    await page.goto(`${server.origin}${shorter}`);
    await ask.click();
    await panel.locator('[aria-busy="false"]').waitFor();
    expect(await panel.getByRole('alert').count()).toBe(0);

    await page.goto(`${server.origin}${paths.playground({ question: QUESTION, index: [GUIDE] })}`);
    await ask.click();
    await alert.getByRole('link', { name: t('faults:next.quota') }).click();
    await page.getByRole('heading', { level: 1, name: t('usage:title'), exact: true }).waitFor();
    await waitForText(page.getByRole('region', { name: t('usage:failures.title') }), '402');
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
