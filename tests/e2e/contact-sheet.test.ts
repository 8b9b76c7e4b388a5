/** Every page in two languages, two themes and two widths: pictures to look at, and what a look would find. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as frame from '#src/i18n/en/frame.ts';
import * as pageWords from '#src/i18n/en/pages.ts';
import { type Language, languages } from '#src/i18n/languages.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { findLookFaults } from '#tests/support/inspect-page.ts';
import { startPageServer, type PageServer } from '#tests/support/page-server.ts';
import { CONNECT, EMPTY, type TourStop, tourOf } from '#tests/support/page-tour.ts';
import { seedKnowledge } from '#tests/support/seed-knowledge.ts';
import { seedUsage } from '#tests/support/seed-usage.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import {
  comeToRest,
  connectByKey,
  type KeptState,
  openVisit,
  OUT,
  type Visit,
} from '#tests/support/visit.ts';
import { savePicture } from '#tests/support/readme-pictures.ts';

const KEY = 'a-key-for-pictures-0001';
const WIDTHS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** `add:drop.title` and `drop.title`: what shows where a word is missing. */
function keysOf(words: object, path = ''): string[] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${path}${name}.`) : [`${path}${name}`],
  );
}
const KEYS = Object.entries({ ...frame, ...pageWords }).flatMap(([namespace, words]) =>
  keysOf(words).flatMap((key) => [key, `${namespace}:${key}`]),
);

let browser: Browser;
let site: PageServer;
let server: RunningServer;
beforeAll(async () => {
  await mkdir(OUT, { recursive: true });
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
  const { page, language } = visit;
  const faults: string[] = [];
  await stop.open(visit, server.origin);
  for (const [width, size] of Object.entries(WIDTHS)) {
    await page.setViewportSize(size);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await stop.settled(visit).waitFor();
      await comeToRest(page);
      const name = `${stop.name}-${language}-${theme}-${width}`;
      await page.screenshot({ path: join(OUT, `${name}.png`) });
      await savePicture(page, name);
      faults.push(...(await findLookFaults(page, KEYS)).map((fault) => `${name}: ${fault}`));
    }
  }
  faults.push(...visit.complaints.splice(0).map((complaint) => `${stop.name}-${language}: ${complaint}`));
  return faults;
}

async function photographAll(language: Language, stops: readonly TourStop[], kept?: KeptState) {
  const visit = await openVisit(browser, { language, ...(kept === undefined ? {} : { kept }) });
  const faults: string[] = [];
  for (const stop of stops) faults.push(...(await photograph(visit, stop)));
  await visit.close();
  return faults;
}

describe('contact sheet', () => {
  const kept = new Map<Language, KeptState>();

  it('shows Connect and the empty pages', async () => {
    const show = async (language: Language) => {
      const faults = await photographAll(language, [CONNECT]);
      const visit = await openVisit(browser, { language });
      const name = language === 'ar' ? 'خدمة العملاء' : 'Customer service';
      await connectByKey(visit, { origin: server.origin, key: KEY, name, remember: true });
      const state = await visit.context.storageState();
      kept.set(language, state);
      await visit.close();
      return [...faults, ...(await photographAll(language, EMPTY, state))];
    };
    expect((await Promise.all(languages.map(show))).flat()).toEqual([]);
  });

  it('shows every page with knowledge on it', async () => {
    const knowledge = await seedKnowledge(server.origin, KEY, site.origin);
    await seedUsage(server, KEY, [knowledge.ids.nasim, knowledge.ids.guide, knowledge.ids.cedar]);
    const stops = tourOf(knowledge);
    const found = await Promise.all(
      languages.map((language) => photographAll(language, stops, kept.get(language))),
    );
    expect(found.flat()).toEqual([]);
  }, 600_000);
});
