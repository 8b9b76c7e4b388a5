/** A page that changed: what differs, and the way back, in real Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { openAddPage, register, retitle, typeAddresses, waitForStatus } from '#tests/support/add-steps.ts';
import { type PageServer, startPageServer } from '#tests/support/page-server.ts';
import { rollBack } from '#tests/support/roll-back.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { storyLanguages } from '#tests/support/story-languages.ts';
import { connectBrowser, openVisit, signInWithLink, waitForText } from '#tests/support/visit.ts';

const TITLE = 'رسوم التوصيل';
const [BEFORE, AFTER] = ['18 ريالًا', '20 ريالًا'];

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

describe.each(storyLanguages)('a fee that changed, in %s', (language) => {
  let pages: PageServer;
  let server: RunningServer;
  beforeAll(async () => {
    pages = await startPageServer();
    server = await startServer({ FIHRIST_ALLOW_PRIVATE_URLS: pages.host });
  });
  afterAll(async () => {
    await server?.stop();
    await pages?.close();
  });

  test('is seen in the history after a refresh, and taken back', async () => {
    const visit = await openVisit(browser, { language });
    const { page, t } = visit;
    const main = page.getByRole('main');
    await signInWithLink(visit, server.link);
    await openAddPage(visit);
    await typeAddresses(visit, [`${pages.origin}/delivery`]);
    await retitle(visit, `${pages.origin}/delivery`, TITLE);
    await register(visit, 1);
    await waitForStatus(visit, TITLE, 'ready');

    pages.edit(BEFORE, AFTER);
    await page.goto(`${server.origin}${paths.unit(1)}`);
    await waitForText(main, BEFORE);
    await page.getByRole('button', { name: t('unit:action.refresh'), exact: true }).click();
    await waitForText(main, AFTER);

    await page.getByRole('link', { name: t('terms:history'), exact: true }).click();
    await page.getByRole('link', { name: t('history:openNamed', { number: 2 }), exact: true }).click();
    const changes = page.getByRole('list', { name: t('history:changes.items'), exact: true });
    await changes.waitFor();
    expect(await changes.getByRole('listitem').count()).toBe(1);
    expect(await changes.locator('del').textContent()).toContain('18');
    expect(await changes.locator('ins').textContent()).toContain('20');

    await rollBack(visit, 1);
    await page.goto(`${server.origin}${paths.unit(1)}`);
    await waitForText(main, BEFORE);

    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
