/** An answer is judged right, the knowledge changes, and the page tells which test it broke and why. Real Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { answerOf } from '#tests/support/playground-steps.ts';
import { storyLanguages } from '#tests/support/story-languages.ts';
import { connectBrowser, openVisit, PROBES, signInWithKey, waitForText } from '#tests/support/visit.ts';
import { waitForStatus } from '#tests/support/wait-for-status.ts';

const { origin, key } = inject('server');
const TITLE = 'رسوم 2027';
const guide = (fee: number) =>
  new Blob(
    [
      `# ${TITLE}\n\n## التجديد\n\nرسوم تجديد البطاقة ${fee} ريال.\n\n## التسليم\n\nتُسلَّم البطاقة خلال 5 أيام عمل.\n`,
    ],
    { type: 'text/markdown' },
  );
const FEE = 'كم رسوم تجديد البطاقة؟';
const DAYS = 'خلال كم يوم تُسلَّم البطاقة؟';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

const exactly = (text: string) => new RegExp(text.replaceAll(/[\u2068\u2069]/gu, '.?'), 'u');

describe.each(storyLanguages)('tests, %s', (language) => {
  test('tell which answer a change of the knowledge broke, and take the new one', async () => {
    const bot = await createPlainClient(origin, key).createBot({ name: `اختبارات ${language}` });
    const client = createPlainClient(origin, key, bot);
    const id = await client.register(TITLE, await client.upload('رسوم.md', guide(400)));
    await waitForStatus(client, [id]);
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key, bot });
    const main = page.getByRole('main');

    // Two answers are judged right by key alone.
    for (const [question, figure] of [
      [FEE, '400'],
      [DAYS, '5'],
    ] as const) {
      await page.goto(`${origin}${paths.playground({ question })}`);
      await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
      await page.getByRole('group', { name: t('playground:verdict.label') }).waitFor();
      await waitForText(answerOf(visit), figure);
      await page.keyboard.press('1');
      await waitForText(main, t('judging:result.kept.passes'));
    }
    await page.getByRole('link', { name: t('judging:result.open') }).click();
    await page.getByText(exactly(t('judging:summary.passing', { passing: '2', total: '2' }))).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    // One fee changes: one test is lost, because of this unit.
    const [source] = await client.sources(id);
    await client.replaceSource(id, source?.id ?? 0, await client.upload('رسوم.md', guide(450)));
    await waitForStatus(client, [id]);
    await page.getByRole('link', { name: t('tests:status.show') }).click();
    const changes = page.getByRole('region', {
      name: exactly(t('tests:changes.title', { when: '' }).trim()),
    });
    const items = changes.getByRole('listitem');
    await waitForText(items.filter({ hasText: FEE }), t('tests:changes.lost'));
    // Its passages changed with the unit, its outcome did not.
    await waitForText(items.filter({ hasText: DAYS }), t('tests:changes.changed'));
    const row = page.getByRole('row').filter({ hasText: FEE });
    await waitForText(row, t('judging:outcome.fails'));
    await waitForText(row, TITLE);
    expect(await findAxeViolations(page)).toEqual([]);

    // The fee was changed on purpose.
    await row.getByRole('button', { name: exactly(t('tests:action.for', { question: FEE })) }).click();
    await page.getByRole('menuitem', { name: t('tests:action.accept') }).click();
    await waitForText(main, t('tests:done.accepted'));
    await page.getByText(exactly(t('judging:summary.passing', { passing: '2', total: '2' }))).waitFor();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
