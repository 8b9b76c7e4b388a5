/** The main job in real Chromium, as a person does it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { session } from '#contract/operations/session.ts';
import {
  chooseFiles,
  openAddPage,
  register,
  registeredRow,
  retitle,
  typeAddresses,
  waitForStatus,
} from '#tests/support/add-steps.ts';
import { arabicGuide, QUESTIONS, scannedLetter, warrantyTerms } from '#tests/support/known-files.ts';
import { type PageServer, startPageServer } from '#tests/support/page-server.ts';
import {
  ask,
  chooseDelivery,
  explainDocument,
  nameUnit,
  openPlayground,
  readQuota,
} from '#tests/support/playground-steps.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { storyLanguages } from '#tests/support/story-languages.ts';
import { connectBrowser, openVisit, signInWithLink, waitForText } from '#tests/support/visit.ts';

const GUIDE = 'دليل خدمات العملاء';
const WARRANTY = 'Warranty and returns';
const DELIVERY = 'التوصيل Delivery';
const GONE = 'A page that is gone';
const SCANNED = 'Scanned letter';

let browser: Browser;
let pages: PageServer;
beforeAll(async () => {
  [browser, pages] = await Promise.all([connectBrowser(), startPageServer()]);
});
afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

describe.each(storyLanguages)('the main job in %s', (language) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ FIHRIST_ALLOW_PRIVATE_URLS: pages.host });
  });
  afterAll(async () => server?.stop());

  test('goes from the printed link to grounded answers, and out again', async () => {
    const visit = await openVisit(browser, { language });
    const { page, t } = visit;
    let key = '';
    page.on('request', (request) => {
      key = request.headers()[HEADERS.key] ?? key;
    });

    await signInWithLink(visit, server.link);
    expect(page.url()).toBe(`${server.origin}/`);
    await page.getByRole('heading', { name: t('overview:empty.title') }).waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');

    const gone = `${pages.origin}/gone`;
    const delivery = `${pages.origin}/delivery`;
    await openAddPage(visit);
    await chooseFiles(visit, [arabicGuide(), warrantyTerms(), scannedLetter()]);
    await typeAddresses(visit, [delivery, gone]);
    await retitle(visit, delivery, DELIVERY);
    await retitle(visit, gone, GONE);
    await register(visit, 5);
    for (const title of [GUIDE, WARRANTY, DELIVERY]) await waitForStatus(visit, title, 'ready');
    for (const title of [GONE, SCANNED]) await waitForStatus(visit, title, 'failed');
    await waitForText(registeredRow(visit, SCANNED), t('faults:remedy.pictures-of-text'));

    await page
      .getByRole('link', { name: t('shell:knowledge'), exact: true })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: t('knowledge:title'), exact: true }).waitFor();
    await page.reload();
    const row = (title: string) => page.getByRole('row').filter({ hasText: title });
    for (const title of [GUIDE, WARRANTY, DELIVERY]) await waitForText(row(title), t('statuses:ready'));
    await waitForText(row(SCANNED), t('faults:reason.pictures-of-text'));
    await waitForText(row(GONE), t('faults:reason.http-status', { status: '404' }));

    await page.getByRole('link', { name: GONE, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: GONE, exact: true }).waitFor();
    await page.reload();
    await waitForText(page.getByRole('main'), t('faults:reason.http-status', { status: '404' }));
    await waitForText(page.getByRole('main'), t('faults:remedy.http-status'));

    await openPlayground(visit);
    for (const title of [GUIDE, WARRANTY, DELIVERY]) await nameUnit(visit, title);
    let quota = await readQuota(visit);
    for (const item of [QUESTIONS.guide, QUESTIONS.warranty, QUESTIONS.delivery]) {
      const whole = item === QUESTIONS.delivery;
      if (whole) await chooseDelivery(visit, 'whole');
      const got = await ask(visit, item, whole ? 'whole' : 'streamed');
      expect(got.mediaType).toContain(whole ? 'application/json' : 'text/event-stream');
      expect(got.first).toContain(item.section);
      expect(got.score).toBeGreaterThan(0);
      expect(got.first).toContain(t('answer:used.quoted'));
      const why = await explainDocument(visit, 1);
      expect(why).toContain(got.score.toFixed(2));
      const before = quota;
      await expect.poll(() => readQuota(visit)).not.toBe(before);
      quota = await readQuota(visit);
    }

    await page
      .getByRole('listitem', { name: t('playground:documents.rank', { rank: 1 }), exact: true })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 1, name: DELIVERY, exact: true }).waitFor();
    await page.getByRole('button', { name: t('unit:action.more'), exact: true }).click();
    await page.getByRole('menuitem', { name: t('unit:action.delete'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('unit:delete.title') });
    await dialog.getByRole('button', { name: t('unit:delete.confirm'), exact: true }).click();
    await waitForText(page.getByRole('main'), t('bin:unit.title'));

    expect((await fetchSession(server, key)).status).toBe(200);
    await page.getByRole('button', { name: t('shell:account'), exact: true }).click();
    await page.getByRole('menuitem', { name: t('shell:signOut'), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: t('connect:title'), exact: true }).waitFor();
    expect((await fetchSession(server, key)).status).toBe(401);

    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});

/** Whether a key is still good. */
function fetchSession(server: RunningServer, key: string): Promise<Response> {
  return fetch(`${server.origin}${session.path}`, {
    headers: { [HEADERS.key]: key, [HEADERS.bot]: '1' },
  });
}
