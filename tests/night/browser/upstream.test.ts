/** A dashboard whose server passes calls on to a gateway that allows no other origin. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { QUESTIONS } from '#tests/support/known-files.ts';
import { ask, nameUnit, openPlayground } from '#tests/support/playground-steps.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { connectBrowser, openVisit, PROBES, signInWithKey, waitForText } from '#tests/support/visit.ts';

/** The other gateway. */
const { origin, key, seeded } = inject('server');

let browser: Browser;
let front: RunningServer;
beforeAll(async () => {
  [browser, front] = await Promise.all([connectBrowser(), startServer({ FIHRIST_UPSTREAM: origin })]);
});
afterAll(async () => {
  await browser?.close();
  await front?.stop();
});

test('signs in with a key of the other gateway, says which part is wrong, and streams its answers', async () => {
  const visit = await openVisit(browser, {
    language: 'ar',
    expected: new RegExp(`status of 401|${PROBES.source}`, 'u'),
  });
  const { page, t } = visit;
  await page.goto(front.origin);
  await page.getByRole('heading', { level: 1, name: t('connect:title'), exact: true }).waitFor();
  // No link leads here.
  expect(await page.getByText('npm run link', { exact: true }).count()).toBe(0);
  await page.getByLabel(t('connect:key'), { exact: true }).fill('a-key-of-nobody-at-all');
  await page.getByLabel(t('connect:bot'), { exact: true }).fill('1');
  await page.getByRole('button', { name: t('connect:submit'), exact: true }).click();
  await waitForText(page.getByRole('alert'), t('connect:wrong.key'));

  await signInWithKey(visit, { origin: front.origin, key });
  // The frame names the gateway, not the server between.
  await page.getByText(new URL(origin).host, { exact: true }).first().waitFor();
  await openPlayground(visit);
  await nameUnit(visit, seeded.titles.guide);
  const answered = await ask(visit, QUESTIONS.guide);
  expect(answered.mediaType).toContain('text/event-stream');
  expect(answered.first).toContain(QUESTIONS.guide.section);
  expect(visit.complaints).toEqual([]);
  await visit.close();
});
