/** Every page once, with its headers and what axe and a look hold against it, and the way to the first answer without a mouse. */
import type { Browser } from 'playwright-core';
import { matchPath } from 'react-router';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Language, languages } from '#src/i18n/languages.ts';
import { routePatterns } from '#src/paths.ts';
import { isNight } from '#tests/support/full-counts.ts';
import { judgePage, LOOKS, type Look, setLook } from '#tests/support/judge-page.ts';
import { CONNECT, EMPTY, type TourStop, tourOf } from '#tests/support/page-tour.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { startServer } from '#tests/support/server.ts';
import { storyLanguages } from '#tests/support/story-languages.ts';
import { connectBrowser, openVisit, PROBES, signInWithKey, type Visit } from '#tests/support/visit.ts';
import { joinHeaders, type WatchedHeaders, watchHeaders } from '#tests/support/watch-headers.ts';

const { origin, key, seeded } = inject('server');

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

interface Station {
  stop: TourStop;
  language: Language;
  look: Look;
}

/** Each stop once, in the next of the eight combinations; the contact sheet of the night has them all. */
const stationsOf = (stops: readonly TourStop[]): Station[] =>
  stops.map((stop, index) => ({
    stop,
    language: languages[index % languages.length] ?? 'ar',
    look: LOOKS[Math.floor(index / languages.length) % LOOKS.length] as Look,
  }));

interface Toured extends WatchedHeaders {
  /** What is held against the stops. */
  faults: string[];
  /** Paths of the pages. */
  visited: string[];
  cookies: string[];
}

/** Every stop of one language. */
async function tour(language: Language): Promise<Toured> {
  const faults: string[] = [];
  const visited: string[] = [];
  const cookies: string[] = [];
  const stopAt = async (visit: Visit, stations: readonly Station[]) => {
    for (const { stop, look } of stations.filter((station) => station.language === language)) {
      await setLook(visit, look);
      await stop.open(visit, origin);
      await stop.settled(visit).waitFor();
      visited.push(new URL(visit.page.url()).pathname);
      faults.push(...(await judgePage(visit, `${stop.name}-${language}-${look.theme}-${look.width}`)));
    }
  };
  const open = () => openVisit(browser, { language, expected: PROBES });
  const end = async (visit: Visit) => {
    cookies.push(...(await visit.context.cookies()).map(({ name }) => name));
    faults.push(...visit.complaints);
    await visit.close();
  };
  const first = await open();
  const firstHeaders = watchHeaders(first, origin);
  await stopAt(first, [{ stop: CONNECT, language, look: LOOKS[0] as Look }]);
  const bot = await createPlainClient(origin, key).createBot({ name: 'فارغ' });
  await signInWithKey(first, { origin, key, bot });
  await stopAt(first, stationsOf(EMPTY));
  const headers = [await firstHeaders()];
  await end(first);
  const second = await open();
  const secondHeaders = watchHeaders(second, origin);
  await signInWithKey(second, { origin, key });
  await stopAt(second, stationsOf(tourOf(seeded)));
  headers.push(await secondHeaders());
  await end(second);
  return { faults, visited, cookies, ...joinHeaders(headers) };
}

describe('pages', () => {
  // At night the contact sheet shows every page in every look.
  test.skipIf(isNight)(
    'give axe, a careful look and the policy nothing to find, set no cookie, and come with exactly these headers',
    async () => {
      const tours = await Promise.all(languages.map(tour));
      const { odd, seen, nonces } = joinHeaders(tours);
      expect(tours.flatMap(({ faults }) => faults)).toEqual([]);
      expect(odd).toEqual([]);
      expect(tours.flatMap(({ cookies }) => cookies)).toEqual([]);
      // One nonce a document, never the same.
      expect(nonces.size).toBe(seen.get('page'));
      expect(seen.get('asset')).toBeGreaterThan(10);
      expect(seen.get('api')).toBeGreaterThan(10);
      const visited = new Set(tours.flatMap((toured) => toured.visited));
      const missed = Object.values(routePatterns).filter(
        (pattern) => ![...visited].some((path) => matchPath(pattern, path) !== null),
      );
      expect(missed).toEqual([]);
      expect([...visited]).toContain('/nowhere');
    },
    300_000,
  );

  test.each(storyLanguages)('lead from the link to the first answer by keys alone, %s', async (language) => {
    const own = await startServer();
    const visit = await openVisit(browser, { language });
    const { page, t } = visit;
    try {
      await page.goto(own.link);
      await page.getByRole('button', { name: t('overview:empty.trySample') }).waitFor();
      await tabTo(visit, t('overview:empty.trySample'));
      await page.keyboard.press('Enter');
      const question = page.getByRole('main').locator(`a[lang="${language}"][href*="question="]`);
      await question.waitFor();
      await tabTo(visit, (await question.innerText()).trim());
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: t('playground:question') }).waitFor();
      const ask = page.getByRole('button', { name: t('playground:ask'), exact: true });
      await ask.waitFor();
      await tabTo(visit, t('playground:ask'));
      await page.keyboard.press('Enter');
      const answer = page
        .getByRole('region', { name: t('playground:run.region') })
        .locator('[aria-busy="false"]');
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
