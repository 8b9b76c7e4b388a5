/** Monitors of the quota and askers at its end, in real Chromium against the real product. */
import { buffer } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { answer } from '#contract/operations/answers.ts';
import { createKey } from '#contract/operations/keys.ts';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { arabicGuide } from '#tests/support/known-files.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import {
  connectBrowser,
  openVisit,
  PROBES,
  signInWithKey,
  type Visit,
  waitForText,
} from '#tests/support/visit.ts';

const { origin, key: owner } = inject('server');
const GUIDE = 'دليل خدمات العملاء';
const QUESTION = 'كم رسوم التحويل الدولي؟';
/** Spreadsheets would run this. */
const WIDGET = '=HYPERLINK("https://example.com")';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

/** A bot with nothing but the guide, and what is used of it. */
async function createBot(name: string, textQuota = 10_000_000): Promise<number> {
  const bot = await createPlainClient(origin, owner).createBot({ name, quotas: { text: textQuota } });
  const client = createPlainClient(origin, owner, bot);
  const guide = arabicGuide();
  const id = await client.register(
    GUIDE,
    await client.upload(guide.name, new Blob([new Uint8Array(guide.buffer)], { type: guide.mimeType })),
  );
  for (;;) {
    const [state] = await client.states([id]);
    if (state?.status === 'ready') return bot;
    if (state?.status === 'failed') throw new Error('the guide could not be indexed');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const headersOf = (key: string, bot: number) => ({
  [HEADERS.key]: key,
  [HEADERS.bot]: String(bot),
  'content-type': 'application/json',
});

async function makeKey(bot: number, name: string, role: string): Promise<string> {
  const response = await fetch(`${origin}${createKey.path}`, {
    method: 'POST',
    headers: headersOf(owner, bot),
    body: JSON.stringify({ name, role, bots: [bot] }),
  });
  const { Response: created } = (await response.json()) as { Response: { key: string } };
  return created.key;
}

const askAs = (bot: number, key: string, index = GUIDE) =>
  fetch(`${origin}${answer.path}`, {
    method: 'POST',
    headers: headersOf(key, bot),
    body: JSON.stringify({ Question: QUESTION, IndexNames: [index] }),
  });

/** Failures are written some seconds after the response; the usage page would show them within a minute. */
const reloadUntilFailure = async ({ page, t }: Visit, text: string) => {
  await expect
    .poll(async () => {
      await page.reload();
      const failures = page.getByRole('region', { name: t('usage:failures.title') });
      return waitForText(failures, text, 5_000).then(
        () => 'shown',
        () => 'missing',
      );
    })
    .toBe('shown');
};

describe.each(languages)('a monitor’s day in %s', (language) => {
  let bot: number;
  let monitor: string;
  beforeAll(async () => {
    bot = await createBot(`المراقبة ${language}`);
    monitor = await makeKey(bot, 'مراقبة الحصة', 'monitor');
    const widget = await makeKey(bot, WIDGET, 'tester');
    for (const key of [widget, widget, widget, owner]) {
      const { status } = await askAs(bot, key);
      if (status !== 200) throw new Error(`the question was answered with ${status}`);
    }
    await askAs(bot, owner, 'فهرس لا وجود له');
  });

  test('begins with a key, shows who used what, and ends with a file', async () => {
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key: monitor, bot });
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
    const sums = page.getByRole('table', { name: t('usage:use.sums.action') });
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
    const calls = page.getByRole('table', { name: t('usage:calls.title'), exact: true });
    await waitForText(page.getByRole('region', { name: t('usage:calls.title'), exact: true }), WIDGET);
    await expect.poll(() => calls.getByRole('row').count()).toBe(4);

    await page.getByRole('button', { name: t('usage:use.key'), exact: true }).click();
    const sumsByKey = page.getByRole('table', { name: t('usage:use.sums.key') });
    await waitForText(sumsByKey, WIDGET);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('usage:use.csv') }).click(),
    ]);
    const text = (await buffer(await download.createReadStream())).toString();
    expect(text.startsWith('\uFEFF')).toBe(true);
    const amounts = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',').at(-1)));
    const usage = await fetch(`${origin}/api/Usage/${bot}`, { headers: headersOf(monitor, bot) });
    const { Response: now } = (await usage.json()) as {
      Response: { ledgers: { ledger: string; used: number }[] };
    };
    const used = now.ledgers.find(({ ledger }) => ledger === 'text')?.used;
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(used);
    expect(text).toContain(`"'=HYPERLINK(""https://example.com"")"`);

    // The address keeps what is shown.
    await page.reload();
    await waitForText(sumsByKey, WIDGET);
    await reloadUntilFailure(visit, 'indexes-unknown');
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });

  test('leads nowhere that a monitor may not go', async () => {
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key: monitor, bot });
    expect((await askAs(bot, monitor)).status).toBe(403);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    await page.goto(`${origin}${paths.usage()}`);
    await page.getByRole('table', { name: t('usage:calls.title'), exact: true }).waitFor();
    await page.goto(`${origin}${paths.settings()}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText(WIDGET).count()).toBe(0);
    expect(refused).toEqual([]);
    await visit.close();
  });
});

/** Tokens that pay for the question, and not for its answer. */
const LEFT = 20;

async function setQuota(bot: number, text: number): Promise<void> {
  await fetch(`${origin}/api/Bots/${bot}`, {
    method: 'PUT',
    headers: headersOf(owner, bot),
    body: JSON.stringify({ quotas: { text } }),
  });
}

describe.each(languages)('an exhausted quota in the playground in %s', (language) => {
  let bot: number;
  beforeAll(async () => {
    bot = await createBot(`الحصة ${language}`, 1060);
  });

  test('is told before, refused in words, and leaves a way on', async () => {
    const visit = await openVisit(browser, { language, expected: /status of 40[024]/ });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key: owner, bot });
    await page.goto(`${origin}${paths.playground({ question: QUESTION, index: [GUIDE] })}`);
    const cost = page.getByRole('group', { name: t('spending:before.label') });
    await waitForText(cost, /1,060/);
    const ask = page.getByRole('button', { name: t('playground:ask'), exact: true });
    await ask.click();
    const panel = page.getByRole('region', { name: t('playground:run.region') });
    await panel.locator('[aria-busy="false"]').waitFor();
    const usage = (await (
      await fetch(`${origin}/api/Usage/${bot}`, { headers: headersOf(owner, bot) })
    ).json()) as {
      Response: { ledgers: { ledger: string; used: number }[] };
    };
    const used = usage.Response.ledgers.find(({ ledger }) => ledger === 'text')?.used ?? 0;
    await waitForText(
      panel,
      t('spending:after.exact', { amount: t('spending:amount.text', { count: used }) }),
    );

    await setQuota(bot, used + LEFT);
    await page.reload();
    await waitForText(cost, t('spending:amount.text', { count: LEFT }));
    await waitForText(cost, t('spending:before.see'));
    await ask.click();
    const alert = panel.getByRole('alert');
    await waitForText(alert, t('faults:title.quota'));
    await waitForText(alert, String(LEFT));
    expect(await page.getByRole('textbox', { name: t('playground:question') }).inputValue()).toBe(QUESTION);
    await alert.getByRole('link', { name: t('faults:next.quota') }).waitFor();

    // The way on opens the very settings that hold the quota.
    await alert.getByRole('link', { name: t('faults:next.raise') }).click();
    const quota = page.getByRole('textbox', { name: t('terms:ledger.text'), exact: true });
    await quota.fill('5000');
    await page.getByRole('button', { name: t('bots:form.save'), exact: true }).click();
    await quota.waitFor({ state: 'detached' });
    await page.goto(`${origin}${paths.playground({ question: QUESTION, index: [GUIDE] })}`);
    await ask.click();
    await panel.locator('[aria-busy="false"]').waitFor();
    expect(await panel.getByRole('alert').count()).toBe(0);

    await page.goto(`${origin}${paths.usage()}`);
    await page.getByRole('heading', { level: 1, name: t('usage:title'), exact: true }).waitFor();
    await reloadUntilFailure(visit, '402');
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
