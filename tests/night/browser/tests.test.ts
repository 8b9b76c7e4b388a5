/** An answer is judged right, the knowledge changes, and the page tells which test it broke and why. Real Chromium. */
import { buffer } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { readSheetRows } from '#src/ui/test/read-sheet-rows.ts';
import { writeSheet } from '#src/ui/test/write-sheet.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { answerOf } from '#tests/support/playground-steps.ts';
import {
  connectBrowser,
  exactly,
  openVisit,
  PROBES,
  signInWithKey,
  waitForText,
} from '#tests/support/visit.ts';
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
const fees = (renewal: number) =>
  new Blob(
    [
      `# ${TITLE}\n\n## رسوم الخدمات\n\n| الخدمة | الرسوم |\n|---|---|\n| تجديد البطاقة | ${renewal} ريال |\n\n## رسوم المكتبة\n\n| الخدمة | الرسوم |\n|---|---|\n| حجز القاعة | 40 ريالًا |\n\n## هل المواقف مجانية؟\n\nنعم، لمدة ساعتين.\n`,
    ],
    { type: 'text/markdown' },
  );
const DRAFTS = ['كم رسوم تجديد البطاقة؟', 'كم رسوم حجز القاعة؟', 'هل المواقف مجانية؟'] as const;
const HALL = 'بكم تُحجز القاعة؟';
const FEE = 'كم رسوم تجديد البطاقة؟';
const DAYS = 'خلال كم يوم تُسلَّم البطاقة؟';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

describe.each(languages)('tests, %s', (language) => {
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

  test('are drafted on day one, and one fee later one of them is lost', async () => {
    const bot = await createPlainClient(origin, key).createBot({ name: `يوم أول ${language}` });
    const client = createPlainClient(origin, key, bot);
    const id = await client.register(TITLE, await client.upload('رسوم.md', fees(300)));
    await waitForStatus(client, [id]);
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key, bot });

    // Two drafts are kept in a new set, one is dropped, all by key.
    await page.goto(`${origin}${paths.tests()}`);
    await page.getByRole('link', { name: t('tests:empty.draft'), exact: true }).click();
    await page.getByRole('textbox', { name: t('tests:batch.newSet') }).fill('اليوم الأول');
    await page.getByRole('button', { name: t('tests:batch.draft.start'), exact: true }).click();
    const list = page.getByRole('list', { name: t('tests:batch.list') });
    const rows = list.getByRole('listitem');
    const drops = list.getByRole('button', { name: t('tests:batch.draft.wrong'), exact: true });
    await expect.poll(() => drops.count()).toBe(DRAFTS.length);
    expect(await rows.count()).toBe(DRAFTS.length);
    for (const [place, question] of DRAFTS.entries()) await waitForText(rows.nth(place), question);
    expect(await findAxeViolations(page)).toEqual([]);
    await rows.first().focus();
    for (const press of ['1', '1', '2']) await page.keyboard.press(press);
    await page.goto(`${origin}${paths.tests()}`);
    await page.getByText(exactly(t('judging:summary.passing', { passing: '2', total: '2' }))).waitFor();

    // A fee changes, and its test alone is lost.
    const [source] = await client.sources(id);
    await client.replaceSource(id, source?.id ?? 0, await client.upload('رسوم.md', fees(350)));
    await waitForStatus(client, [id]);
    await page.getByText(exactly(t('judging:summary.passing', { passing: '1', total: '2' }))).waitFor();
    const broken = page.getByRole('row').filter({ hasText: DRAFTS[0] });
    await waitForText(broken, t('judging:outcome.fails'));
    await waitForText(broken, TITLE);
    await waitForText(page.getByRole('row').filter({ hasText: DRAFTS[1] }), t('judging:outcome.passes'));

    // The tests go to a sheet, a question is added there, and it alone comes back.
    const choose = async (action: 'export.xlsx' | 'import.action') => {
      await page.getByRole('button', { name: t('tests:transfer'), exact: true }).click();
      await page.getByRole('menuitem', { name: t(`tests:${action}`), exact: true }).click();
    };
    const [download] = await Promise.all([page.waitForEvent('download'), choose('export.xlsx')]);
    const sheet = await readSheetRows(new Uint8Array(await buffer(await download.createReadStream())));
    const added =
      sheet.at(-1)?.map((cell) => ((DRAFTS as readonly string[]).includes(cell) ? HALL : cell)) ?? [];
    expect(added).toContain(HALL);
    await choose('import.action');
    const edited = writeSheet([...sheet, added], { name: 'q', rightToLeft: language === 'ar' });
    await page
      .getByLabel(t('tests:import.file'), { exact: true })
      .and(page.locator('input'))
      .setInputFiles({
        name: 'اختبارات.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: Buffer.from(await edited.arrayBuffer()),
      });
    const dialog = page.getByRole('dialog', { name: t('tests:import.title') });
    await waitForText(dialog, exactly(t('tests:import.repeated', { count: 2 })));
    await dialog.getByRole('button', { name: exactly(t('tests:import.run', { count: 1 })) }).click();
    await waitForText(dialog, exactly(t('tests:import.done', { added: '1', total: '1' })));
    await dialog.getByRole('button', { name: t('common:close'), exact: true }).click();
    await page.getByRole('row').filter({ hasText: HALL }).waitFor();
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
