/** A person at the dashboard: a browser context of their own, the words of their language, and all that went wrong. */
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { inject, onTestFailed } from 'vitest';
import { createI18n } from '#src/i18n/create-i18n.ts';
import type { Language } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';

/** Where pictures go; git leaves it alone. */
export const OUT = join(import.meta.dirname, '../e2e/out');

const NAMESPACES = [
  'indexPicker',
  'catalogue',
  'fileDrop',
  'common',
  'shell',
  'connect',
  'faults',
  'statuses',
  'overview',
  'knowledge',
  'bin',
  'add',
  'unit',
  'drafts',
  'repair',
  'write',
  'health',
  'playground',
  'tests',
  'judging',
  'inbox',
  'history',
  'voice',
  'chat',
  'models',
  'answer',
  'explain',
  'settings',
  'pagination',
  'synonyms',
  'usage',
  'spending',
  'audit',
  'terms',
  'keys',
  'bots',
  'alerts',
  'jobs',
] as const;

/** The dashboard's own words, counted and filled as it does. */
async function loadAllWords(language: Language) {
  const i18n = await createI18n(language, 'latn');
  return i18n.getFixedT(language, NAMESPACES);
}

type AllWords = Awaited<ReturnType<typeof loadAllWords>>;

export interface Visit {
  language: Language;
  page: Page;
  context: BrowserContext;
  t: AllWords;
  /** Console errors, broken pages and refusals by the content security policy, as they came. */
  complaints: string[];
  close(): Promise<void>;
}

interface VisitOptions {
  language: Language;
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** Console errors that the visit brings about on purpose. */
  expected?: RegExp;
  /** Browser storage of an earlier visit. */
  storage?: KeptState;
}

interface ConnectWith {
  origin: string;
  key: string;
  baseUrl?: string;
  bot?: number | string;
  /** What the connection is called in the top bar. */
  name?: string;
  remember?: boolean;
}

export type KeptState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The browser of the tier e2e; closing it leaves it to the others. */
export const connectBrowser = (): Promise<Browser> => chromium.connect(inject('browser'));

export async function openVisit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { language, theme = 'light', width = 1440, height = 900, expected, storage } = options;
  const context = await browser.newContext({
    locale: language === 'ar' ? 'ar-SA' : 'en-GB',
    timezoneId: 'Asia/Riyadh',
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width, height },
    ...(storage === undefined ? {} : { storageState: storage }),
  });
  context.setDefaultTimeout(240_000);
  const complaints: string[] = [];
  const complain = (words: string) => {
    if (expected?.test(words) !== true) complaints.push(words);
  };
  context.on('page', (page) => {
    page.on('pageerror', (error) => complain(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') complain(`${message.text()} (${message.location().url})`);
    });
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} refused ${event.blockedURI}`),
    );
  });
  const page = await context.newPage();
  onTestFailed(async ({ task }) => {
    const name = `failed ${task.name} ${language}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
    console.error(`${page.url()}\n${complaints.join('\n')}`);
    await page.screenshot({ path: join(OUT, `${name}.png`) }).catch(() => {});
  });
  return {
    language,
    page,
    context,
    t: await loadAllWords(language),
    complaints,
    close: () => context.close(),
  };
}

/** Opens the printed link and waits until it has become a key. */
export async function signInWithLink({ page, t }: Visit, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: t('overview:title'), exact: true }).waitFor();
}

/** Connect asks for a unit and a model that cannot be, or not by a monitor, to learn which part is wrong; Chromium reports the refusals. */
export const PROBES = /status of 40[034].*(?:byId\/0|chat\/completions)\)$/u;

type Field = 'baseUrl' | 'key' | 'bot' | 'name';

/** Unfolds the fields for a key on Connect, unless they are open. */
export async function openKeyFields({ page, t }: Visit): Promise<void> {
  const unfold = page.getByRole('button', { name: t('connect:withKey.title'), exact: true });
  // Where a key is the only way there is nothing to unfold.
  await unfold
    .or(page.getByLabel(t('connect:key'), { exact: true }))
    .first()
    .waitFor();
  if ((await unfold.count()) > 0 && (await unfold.getAttribute('aria-expanded')) === 'false')
    await unfold.click();
}

/** Signs in on Connect with a key; `baseUrl` empty for the server of the page. */
export async function signInWithKey(
  visit: Visit,
  { origin, key, baseUrl = '', bot = 1, name = '', remember = false }: ConnectWith,
): Promise<void> {
  const { page, t } = visit;
  await page.goto(`${origin}${paths.connect()}`);
  await openKeyFields(visit);
  for (const [field, value] of Object.entries({ baseUrl, key, bot: String(bot), name }) as [
    Field,
    string,
  ][]) {
    if (value !== '') await page.getByLabel(t(`connect:${field}`), { exact: true }).fill(value);
  }
  if (remember) await page.getByRole('checkbox', { name: t('connect:remember') }).check();
  await page.getByRole('button', { name: t('connect:submit'), exact: true }).click();
  await page.getByRole('heading', { level: 1, name: t('overview:title'), exact: true }).waitFor();
}

/** A sentence with names in it, whether or not marks isolate these. */
export const exactly = (text: string) => new RegExp(text.replaceAll(/[\u2068\u2069]/gu, '.?'), 'u');

/** Waits until a part of the page holds these words. */
export async function waitForText(part: Locator, text: string | RegExp, timeout = 240_000): Promise<void> {
  await part.filter({ hasText: text }).first().waitFor({ timeout });
}

/** Waits for the fonts, the end of all motion and two frames more. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
