/** What axe holds against each page, in both languages, and the way to the first answer without a mouse. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { startPageServer, type PageServer } from '#tests/support/page-server.ts';
import { CONNECT, EMPTY, type TourStop, tourOf } from '#tests/support/page-tour.ts';
import { seedKnowledge } from '#tests/support/seed-knowledge.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { comeToRest, connectByKey, openVisit, PROBES, type Visit } from '#tests/support/visit.ts';

const KEY = 'a-key-for-reading-pages-1';

let browser: Browser;
let site: PageServer;
let server: RunningServer;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startPageServer()]);
  server = await startServer({ FIHRIST_API_KEY: KEY, FIHRIST_ALLOW_PRIVATE_URLS: site.host });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await site?.close();
});

async function judge(visit: Visit, stops: readonly TourStop[]): Promise<string[]> {
  const found: string[] = [];
  for (const stop of stops) {
    await stop.open(visit, server.origin);
    await stop.settled(visit).waitFor();
    await comeToRest(visit.page);
    const violations = [...(await findAxeViolations(visit.page)), ...visit.complaints.splice(0)];
    found.push(...violations.map((violation) => `${stop.name} ${visit.language}: ${violation}`));
  }
  return found;
}

describe('pages', () => {
  it('give axe nothing to find, in either language', async () => {
    const visits = await Promise.all([
      openVisit(browser, { language: 'en', theme: 'light', expected: PROBES }),
      openVisit(browser, { language: 'ar', theme: 'dark', width: 390, height: 844, expected: PROBES }),
    ]);
    const judgeAll = async (stops: readonly TourStop[]) =>
      (await Promise.all(visits.map((visit) => judge(visit, stops)))).flat();
    const found = await judgeAll([CONNECT]);
    await Promise.all(visits.map((visit) => connectByKey(visit, { origin: server.origin, key: KEY })));
    found.push(...(await judgeAll(EMPTY)));
    found.push(...(await judgeAll(tourOf(await seedKnowledge(server.origin, KEY, site.origin)))));
    expect(found).toEqual([]);
    await Promise.all(visits.map((visit) => visit.close()));
  }, 300_000);

  it.each(languages)('lead from the link to the first answer by keys alone, %s', async (language) => {
    const own = await startServer();
    const visit = await openVisit(browser, { language });
    const { page, t } = visit;
    try {
      await page.goto(own.link);
      await page.getByRole('button', { name: t('overview:empty.trySample') }).waitFor();
      await tabTo(visit, t('overview:empty.trySample'));
      await page.keyboard.press('Enter');
      const question = page.getByRole('main').locator(`a[lang="${language}"][href*="question="]`);
      await question.waitFor({ timeout: 60_000 });
      await tabTo(visit, (await question.innerText()).trim());
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: t('playground:question') }).waitFor();
      const ask = page.getByRole('button', { name: t('playground:ask'), exact: true });
      await ask.waitFor();
      await tabTo(visit, t('playground:ask'));
      await page.keyboard.press('Enter');
      const answer = page.getByRole('region', { name: t('playground:title') }).locator('[aria-busy="false"]');
      await answer.waitFor();
      expect(await answer.innerText()).toContain(language === 'ar' ? '15 يومًا' : '30 days');
      expect(visit.complaints).toEqual([]);
      await visit.close();
    } finally {
      await own.stop();
    }
  });
});

/** Presses Tab until what has the focus says these words, and is marked as having it. */
async function tabTo({ page }: Visit, words: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return { name: '', marked: false };
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      const name = element.getAttribute('aria-label') ?? element.innerText;
      return { name: name.trim(), marked: outlineStyle !== 'none' || boxShadow !== 'none' };
    });
    passed.push(focused.name);
    if (focused.name !== words) continue;
    expect(focused.marked, `${words} shows that it has the focus`).toBe(true);
    return;
  }
  throw new Error(`Tab never reached ${words}: ${passed.join(' | ')}`);
}
