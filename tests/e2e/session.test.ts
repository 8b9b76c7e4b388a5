/** Staying signed in across tabs and restarts of the browser, and finding the way by keys alone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { answer, streamAnswer } from '#contract/operations/answers.ts';
import { session } from '#contract/operations/session.ts';
import { paths } from '#src/paths.ts';
import { QUESTIONS } from '#tests/support/known-files.ts';
import { answerOf } from '#tests/support/playground-steps.ts';
import { storyLanguages } from '#tests/support/story-languages.ts';
import {
  connectBrowser,
  openVisit,
  PROBES,
  signInWithKey,
  signInWithLink,
  type Visit,
  waitForText,
} from '#tests/support/visit.ts';
import { runCommand } from '#tests/unit/node/terminal.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

const heading = ({ page }: Pick<Visit, 'page'>, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

const server = inject('server');

describe('a sign-in by link', () => {
  const printLink = async (): Promise<string> => {
    const { out } = await runCommand(['link', '--json'], {
      FIHRIST_DATA: server.dataFolder,
      PORT: new URL(server.origin).port,
    });
    return (JSON.parse(out) as { link: string }).link;
  };

  test.each(storyLanguages)(
    'holds in a second tab and after a restart until its key is revoked, %s',
    async (language) => {
      const first = await openVisit(browser, { language });
      const { t } = first;
      let key = '';
      first.page.on('request', (request) => {
        key = request.headers()[HEADERS.key] ?? key;
      });
      await signInWithLink(first, await printLink());
      const keep = (page: Visit['page']) =>
        page.getByRole('button', { name: t('connect:keep.yes', { count: 30 }), exact: true });
      await keep(first.page).waitFor();

      // Nothing is decided yet, and the second tab is signed in all the same.
      const second = await first.context.newPage();
      await second.goto(`${server.origin}${paths.knowledge()}`);
      await heading({ page: second }, t('knowledge:title')).waitFor();
      await keep(second).click();
      await keep(first.page).waitFor({ state: 'detached' });
      const storage = await first.context.storageState();
      expect(first.complaints).toEqual([]);
      await first.close();

      // Another day: no tab is open, and what a tab keeps is gone.
      const later = await openVisit(browser, { language, storage, expected: /status of 401/u });
      await later.page.goto(`${server.origin}${paths.settings()}`);
      await heading(later, t('settings:title')).waitFor();
      expect(await keep(later.page).count()).toBe(0);

      await fetch(`${server.origin}${session.path}`, {
        method: 'DELETE',
        headers: { [HEADERS.key]: key, [HEADERS.bot]: '1' },
      });
      await later.page.reload();
      await heading(later, t('connect:title')).waitFor();
      await waitForText(later.page.getByRole('alert'), t('connect:ended.title'));
      await later.page.getByText('npm run link', { exact: true }).waitFor();
      expect(await later.page.getByLabel(t('connect:key'), { exact: true }).count()).toBe(0);

      // The new link is opened beside it: the page that waited goes on where it was.
      const beside = await later.context.newPage();
      await beside.goto(await printLink());
      await heading({ page: beside }, t('overview:title')).waitFor();
      await heading(later, t('settings:title')).waitFor();
      expect(later.complaints).toEqual([]);
      await later.close();
    },
  );
});

describe('Ctrl K', () => {
  const { origin, key, seeded } = server;

  test.each(storyLanguages)('leads everywhere by keys alone, %s', async (language) => {
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key });
    const run = async (words: string, option: string) => {
      await page.keyboard.press('Control+KeyK');
      await page.getByRole('combobox', { name: t('shell:search') }).waitFor();
      await page.keyboard.type(words);
      const chosen = page.getByRole('option', { selected: true }).filter({ hasText: option });
      await chosen.waitFor();
      await page.keyboard.press('Enter');
      await chosen.waitFor({ state: 'detached' });
    };
    const theme = () => page.evaluate(() => document.documentElement.style.colorScheme);

    expect(await theme()).toBe('light');
    await run(language === 'ar' ? 'داكن' : 'dark', t('shell:toDark'));
    await expect.poll(theme).toBe('dark');
    await run(language === 'ar' ? 'مفتاح' : 'new key', t('shell:palette.newKey'));
    await page.getByRole('form', { name: t('keys:form.new') }).waitFor();
    await run(seeded.titles.guide.replaceAll('ة', 'ه').slice(0, 14), seeded.titles.guide);
    await heading(visit, seeded.titles.guide).waitFor();

    // The question is asked at once; nothing moves while Stop stands where Ask was.
    const { question, figure } = language === 'ar' ? QUESTIONS.guide : QUESTIONS.warranty;
    const height = () =>
      page
        .locator('main form')
        .first()
        .evaluate((form) => form.clientHeight);
    const heights: number[] = [];
    const held = Promise.withResolvers<void>();
    const answers: readonly string[] = [answer.path, streamAnswer.path];
    await page.route(
      (url) => answers.includes(url.pathname),
      async (route) => {
        await held.promise;
        await route.continue();
      },
    );
    await run(question, question);
    await page.getByRole('button', { name: t('playground:stop') }).waitFor();
    heights.push(await height());
    held.resolve();
    await waitForText(answerOf(visit), figure);
    heights.push(await height());
    expect(heights[0]).toBe(heights[1]);
    await run(language === 'ar' ? 'خروج' : 'log out', t('shell:signOut'));
    await heading(visit, t('connect:title')).waitFor();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
