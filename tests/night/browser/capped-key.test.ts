/** A key whose cap is reached: whoever asks learns which limit it is, and an owner raises it where the alert leads. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { createKey } from '#contract/operations/keys.ts';
import { paths } from '#src/paths.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { connectBrowser, openVisit, PROBES, signInWithKey, waitForText } from '#tests/support/visit.ts';
import { waitForStatus } from '#tests/support/wait-for-status.ts';

const { origin, key: owner } = inject('server');
const GUIDE = 'دليل الرسوم';
const QUESTION = 'كم رسوم التحويل الدولي؟';
const NAME = 'مكتب الدعم';
/** Enough for one question, not for two. */
const CAP = 60;

let browser: Browser;
let bot = 0;
beforeAll(async () => {
  browser = await connectBrowser();
  bot = await createPlainClient(origin, owner).createBot({ name: 'بوت السقف' });
  const client = createPlainClient(origin, owner, bot);
  const text = 'رسوم التحويل الدولي خمسون ريالًا لكل عملية.\n';
  const id = await client.register(GUIDE, await client.upload('رسوم.txt', new Blob([text])));
  await waitForStatus(client, [id]);
});
afterAll(async () => browser?.close());

/** The secret of a new key with the cap. */
async function makeCappedKey(): Promise<string> {
  const response = await fetch(`${origin}${createKey.path}`, {
    method: 'POST',
    headers: { [HEADERS.key]: owner, [HEADERS.bot]: String(bot), 'content-type': 'application/json' },
    body: JSON.stringify({ name: NAME, role: 'tester', bots: [bot], caps: { text: CAP } }),
  });
  return ((await response.json()) as { Response: { key: string } }).Response.key;
}

test('is told from the estimate to the raised cap', async () => {
  const asking = await openVisit(browser, { language: 'ar', expected: /status of 40[024]/u });
  await signInWithKey(asking, { origin, key: await makeCappedKey(), bot });
  const { page, t } = asking;
  await page.goto(`${origin}${paths.playground({ question: QUESTION, index: [GUIDE] })}`);
  const cost = page.getByRole('group', { name: t('spending:before.label') });
  const remainingText = (amount: number) =>
    t('spending:before.left.key', { amount: t('spending:amount.text', { count: amount }) });
  await waitForText(cost, remainingText(CAP));
  await page.getByRole('meter', { name: t('shell:textCap') }).waitFor();

  const ask = page.getByRole('button', { name: t('playground:ask'), exact: true });
  const panel = page.getByRole('region', { name: t('playground:run.region') });
  await ask.click();
  await panel.locator('[aria-busy="false"]').waitFor();
  await waitForText(panel, 'خمسون ريالًا');
  await expect.poll(async () => cost.innerText()).not.toContain(remainingText(CAP));
  await ask.click();
  const alert = panel.getByRole('alert');
  await waitForText(alert, NAME);
  await waitForText(alert, t('faults:frees.raise'));
  expect(await alert.getByRole('link', { name: t('faults:next.raiseCap') }).count()).toBe(0);

  const raising = await openVisit(browser, { language: 'en', expected: PROBES });
  await signInWithKey(raising, { origin, key: owner, bot });
  await raising.page.goto(`${origin}${paths.alerts()}`);
  const fired = raising.page
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`${NAME}.* reached its cap \\(\\d+ of ${CAP} tokens\\)`, 'u') });
  await fired.getByRole('link', { name: raising.t('alerts:next.raiseCap') }).click();
  const form = raising.page.getByRole('form', { name: raising.t('keys:raise.title', { name: NAME }) });
  await form
    .getByRole('button', { name: raising.t('keys:raise.double', { amount: String(CAP * 2) }) })
    .click();
  await form.getByRole('button', { name: raising.t('keys:form.save') }).click();
  await raising.page.getByText(raising.t('keys:raise.done', { name: NAME })).waitFor();
  const row = raising.page.getByRole('row').filter({ hasText: NAME });
  await waitForText(row, new RegExp(`of ${CAP * 2} tokens`, 'u'));
  expect(raising.complaints).toEqual([]);

  await ask.click();
  await alert.waitFor({ state: 'detached' });
  await waitForText(panel, 'خمسون ريالًا');
  expect(asking.complaints).toEqual([]);
  await Promise.all([asking.close(), raising.close()]);
});
