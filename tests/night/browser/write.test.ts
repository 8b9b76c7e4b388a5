/** Questions with answers are written, asked, corrected and taken back. Real Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { answerOf } from '#tests/support/playground-steps.ts';
import { rollBack } from '#tests/support/roll-back.ts';
import { storyLanguages } from '#tests/support/story-languages.ts';
import { connectBrowser, openVisit, PROBES, signInWithKey, waitForText } from '#tests/support/visit.ts';
import { waitForStatus } from '#tests/support/wait-for-status.ts';

const { origin, key } = inject('server');
const TITLE = 'دوام رمضان';
const HOURS = {
  question: 'متى تفتح الفروع في رمضان؟',
  answer: 'تفتح الفروع من العاشرة صباحًا حتى الثالثة عصرًا.',
};
const FEES = { question: 'كم رسوم تجديد البطاقة؟', answer: 'رسوم تجديد البطاقة 50 ريالًا سنويًا.' };

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

describe.each(storyLanguages)('writing in place, %s', (language) => {
  test('questions with answers are written, asked, corrected and taken back', async () => {
    const bot = await createPlainClient(origin, key).createBot({ name: `كتابة ${language}` });
    const client = createPlainClient(origin, key, bot);
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key, bot });
    const main = page.getByRole('main');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const row = (number: number) => page.getByRole('group', { name: t('write:questionNumber', { number }) });
    const field = (number: number, name: 'question' | 'answer') =>
      row(number).getByRole('textbox', { name: t(`write:${name}`), exact: true });
    const ask = async (figure: string) => {
      await page.goto(`${origin}${paths.playground({ question: FEES.question })}`);
      await press(t('playground:ask'));
      await page.getByRole('group', { name: t('playground:verdict.label') }).waitFor();
      await waitForText(answerOf(visit), figure);
    };

    await page.goto(`${origin}${paths.addKnowledge()}`);
    await page.getByRole('link', { name: t('add:drop.write'), exact: true }).click();
    await page.getByRole('textbox', { name: t('write:unitTitle'), exact: true }).fill(TITLE);
    await press(t('write:kind.questions'));
    await field(1, 'question').fill(HOURS.question);
    await field(1, 'answer').fill(HOURS.answer);
    await press(t('write:addQuestion'));
    await page.keyboard.type(FEES.question);
    await field(2, 'answer').fill(FEES.answer);
    // By keyboard alone, and back again: the focus goes with the question.
    await page.getByRole('button', { name: t('write:moveUp', { number: 2 }), exact: true }).focus();
    await page.keyboard.press('Enter');
    expect(await field(1, 'question').inputValue()).toBe(FEES.question);
    await page.keyboard.press('Enter');
    expect(await field(2, 'question').inputValue()).toBe(FEES.question);
    await field(1, 'answer').focus();
    await page.getByRole('tooltip').waitFor({ state: 'hidden' });
    expect(await findAxeViolations(page)).toEqual([]);

    // What was typed outlives the page.
    await page.reload();
    await waitForText(main, t('write:restored.title'));
    await press(t('write:view.preview'));
    const preview = page.getByRole('region', { name: t('write:view.preview') });
    await waitForText(preview.getByRole('listitem').nth(1), FEES.answer);
    await waitForText(preview.getByRole('listitem').nth(1), FEES.question);
    expect(await findAxeViolations(page)).toEqual([]);
    await press(t('write:add'));
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    const [unit] = (await client.list()).items;
    const id = unit?.id ?? 0;
    await waitForStatus(client, [id]);
    await ask('50');

    await page.goto(`${origin}${paths.unit(id)}`);
    await page
      .getByRole('link', { name: t('repair:editText'), exact: true })
      .first()
      .click();
    await field(2, 'answer').fill(FEES.answer.replace('50', '60'));
    await press(t('common:save'));
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
    await waitForStatus(client, [id]);
    await ask('60');

    await page.goto(`${origin}${paths.unitVersions(id)}`);
    await rollBack(visit, 1);
    await ask('50');
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
