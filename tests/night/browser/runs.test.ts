/** An answer is found again: after a reload, by Back, by its link in another tab. Real Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { answerOf } from '#tests/support/playground-steps.ts';
import {
  connectBrowser,
  openVisit,
  PROBES,
  signInWithKey,
  type Visit,
  waitForText,
} from '#tests/support/visit.ts';
import { waitForStatus } from '#tests/support/wait-for-status.ts';

const { origin, key } = inject('server');
const GUIDE =
  '# دليل الإجازات\n\n## المدة\n\nمدة الإجازة السنوية 30 يومًا.\n\n## الطلب\n\nيُقدَّم الطلب قبل 14 يومًا من بداية الإجازة.\n';
const FIRST = { question: 'كم مدة الإجازة السنوية؟', figure: '30' };
const SECOND = { question: 'قبل كم يوم يُقدَّم طلب الإجازة؟', figure: '14' };

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

/** A bot of its own that knows the guide. */
async function teach(name: string): Promise<number> {
  const bot = await createPlainClient(origin, key).createBot({ name });
  const client = createPlainClient(origin, key, bot);
  const text = new Blob([GUIDE], { type: 'text/markdown' });
  const id = await client.register('دليل الإجازات', await client.upload('دليل.md', text));
  await waitForStatus(client, [id]);
  return bot;
}

/** Asks, and returns the address that the answer gets. */
async function askFor(visit: Visit, { question, figure }: typeof FIRST): Promise<string> {
  const { page, t } = visit;
  const before = page.url();
  await page.getByRole('textbox', { name: t('playground:question') }).fill(question);
  await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
  await page.waitForURL((url) => url.href !== before && url.pathname.startsWith('/runs/'));
  await waitForText(answerOf(visit), figure);
  return page.url();
}

describe.each(languages)('a question that was asked, %s', (language) => {
  test('is there again after reload and Back, in another tab and beside another', async () => {
    const bot = await teach(`تجارب ${language}`);
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key, bot });
    await page.goto(`${origin}${paths.playground()}`);
    const first = await askFor(visit, FIRST);
    const second = await askFor(visit, SECOND);
    expect(second).not.toBe(first);

    await page.reload();
    await waitForText(answerOf(visit), SECOND.figure);
    await page.goBack();
    await waitForText(answerOf(visit), FIRST.figure);
    expect(await page.getByRole('textbox', { name: t('playground:question') }).inputValue()).toBe(
      FIRST.question,
    );

    const tab = await visit.context.newPage();
    await tab.goto(second);
    await waitForText(answerOf({ ...visit, page: tab }), SECOND.figure);
    await tab.close();

    const list = page.getByRole('region', { name: t('playground:runs.title') });
    await list
      .getByRole('link', { name: t('playground:runs.compare.with', { question: SECOND.question }) })
      .click();
    await page.getByRole('table', { name: t('playground:runs.compare.passages') }).waitFor();
    await waitForText(page.getByRole('main'), t('playground:runs.compare.answer.differs'));
    // The tooltip of the link goes with the pointer.
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    expect(await findAxeViolations(page)).toEqual([]);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
