/** Every page in two languages, two themes and two widths: pictures to look at, and what axe and a look would find. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Language, languages } from '#src/i18n/languages.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { judgePage, LOOKS, setLook } from '#tests/support/judge-page.ts';
import { type PageServer, startPageServer } from '#tests/support/page-server.ts';
import { CONNECT, EMPTY, type TourStop, tourOf } from '#tests/support/page-tour.ts';
import { savePicture } from '#tests/support/readme-pictures.ts';
import { seedKnowledge } from '#tests/support/seed-knowledge.ts';
import { seedUsage } from '#tests/support/seed-usage.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { type KeptState, openVisit, signInWithKey, type Visit } from '#tests/support/visit.ts';

const KEY = 'a-key-for-pictures-0001';

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

/** Opens a page once and shows it in both themes and widths. */
async function photograph(visit: Visit, stop: TourStop): Promise<string[]> {
  const faults: string[] = [];
  await stop.open(visit, server.origin);
  for (const look of LOOKS) {
    await setLook(visit, look);
    await stop.settled(visit).waitFor();
    const name = `${stop.name}-${visit.language}-${look.theme}-${look.width}`;
    faults.push(...(await judgePage(visit, name)));
    await savePicture(visit.page, name);
  }
  return faults;
}

async function photographAll(language: Language, stops: readonly TourStop[], state?: KeptState) {
  const visit = await openVisit(browser, { language, ...(state === undefined ? {} : { storage: state }) });
  const faults: string[] = [];
  for (const stop of stops) faults.push(...(await photograph(visit, stop)));
  await visit.close();
  return faults;
}

describe('contact sheet', () => {
  const states = new Map<Language, KeptState>();

  test('shows Connect and the empty pages', async () => {
    const show = async (language: Language) => {
      const faults = await photographAll(language, [CONNECT]);
      const visit = await openVisit(browser, { language });
      const name = language === 'ar' ? 'خدمة العملاء' : 'Customer service';
      await signInWithKey(visit, { origin: server.origin, key: KEY, name, remember: true });
      const state = await visit.context.storageState();
      states.set(language, state);
      await visit.close();
      return [...faults, ...(await photographAll(language, EMPTY, state))];
    };
    expect((await Promise.all(languages.map(show))).flat()).toEqual([]);
  }, 300_000);

  test('shows every page with knowledge on it', async () => {
    const knowledge = await seedKnowledge(server.origin, KEY, site.origin);
    await seedUsage(server, KEY, [knowledge.ids.nasim, knowledge.ids.guide, knowledge.ids.cedar]);
    const stops = tourOf(knowledge);
    const faults = await Promise.all(
      languages.map((language) => photographAll(language, stops, states.get(language))),
    );
    expect(faults.flat()).toEqual([]);
  }, 1_200_000);
});
