/** A dashboard whose server passes every call on to another gateway, for one that allows no other origin. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { QUESTIONS } from '#tests/support/known-files.ts';
import { startPageServer, type PageServer } from '#tests/support/page-server.ts';
import { ask, nameUnit, openPlayground } from '#tests/support/playground-steps.ts';
import { seedKnowledge } from '#tests/support/seed-knowledge.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { connectByKey, openVisit, PROBES, waitForText } from '#tests/support/visit.ts';

const KEY = 'a-key-of-the-other-gateway';

let browser: Browser;
let site: PageServer;
let other: RunningServer;
let front: RunningServer;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startPageServer()]);
  other = await startServer({ FIHRIST_API_KEY: KEY, FIHRIST_ALLOW_PRIVATE_URLS: site.host });
  front = await startServer({ FIHRIST_UPSTREAM: other.origin });
  await seedKnowledge(other.origin, KEY, site.origin);
});
afterAll(async () => {
  await browser?.close();
  await front?.stop();
  await other?.stop();
  await site?.close();
});

it('signs in with a key of the other gateway, says which part is wrong, and streams its answers', async () => {
  const visit = await openVisit(browser, {
    language: 'ar',
    expected: new RegExp(`status of 401|${PROBES.source}`, 'u'),
  });
  const { page, t } = visit;
  await page.goto(front.origin);
  await page.getByRole('heading', { level: 1, name: t('connect:title'), exact: true }).waitFor();
  await page.getByLabel(t('connect:key'), { exact: true }).fill('a-key-of-nobody-at-all');
  await page.getByLabel(t('connect:bot'), { exact: true }).fill('1');
  await page.getByRole('button', { name: t('connect:submit'), exact: true }).click();
  await waitForText(page.getByRole('alert'), t('connect:wrong.key'));

  await connectByKey(visit, { origin: front.origin, key: KEY });
  await openPlayground(visit);
  await nameUnit(visit, 'دليل خدمات العملاء الإلكترونية');
  const answered = await ask(visit, QUESTIONS.guide);
  expect(answered.mediaType).toContain('text/event-stream');
  expect(answered.first).toContain(QUESTIONS.guide.section);
  expect(visit.complaints).toEqual([]);
  await visit.close();
});
