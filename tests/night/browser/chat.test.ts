/** A conversation in real Chromium, over the whole product and a model server that streams. */
import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import type { FakeModelServer } from '#tests/support/fake-model-server.ts';
import { startFakeModelServer } from '#tests/support/fake-model-server.ts';
import { findAxeViolations, findLookFaults } from '#tests/support/inspect-page.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { startServer } from '#tests/support/server.ts';
import type { Visit } from '#tests/support/visit.ts';
import { connectBrowser, openVisit, PROBES, signInWithKey, waitForIdle } from '#tests/support/visit.ts';

const KEY = 'a-key-for-conversations-1';
const QUESTION = 'كم يومًا لإرجاع المنتج؟';
const HOSTILE = `نعم، خلال **14 يومًا**.

<img src=x onerror="document.title='hurt'"> [هنا](javascript:document.title='hurt')

![](https://pictures.example/pixel.png)

| المدة | الرسوم |
|---|---|
| 14 يومًا | لا شيء |

\`\`\`sh
curl https://api.example/v1/returns # طلب إرجاع
\`\`\`
`;

let browser: Browser;
let model: FakeModelServer;
let server: RunningServer;
beforeAll(async () => {
  browser = await connectBrowser();
  model = await startFakeModelServer();
  server = await startServer({
    FIHRIST_API_KEY: KEY,
    FIHRIST_CHAT_URL: model.url,
    FIHRIST_CHAT_MODEL: 'qwen',
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await model?.close();
});
beforeEach(() => {
  model.script({ answer: () => HOSTILE });
  model.always({ kind: 'well' });
  model.asked.length = 0;
});

async function openChat(visit: Visit): Promise<void> {
  await signInWithKey(visit, { origin: server.origin, key: KEY, remember: true });
  await visit.page.goto(`${server.origin}${paths.chat()}`);
  await field(visit).waitFor();
  await visit.page.getByRole('button', { name: visit.t('chat:mode.model'), exact: true }).click();
}
const field = ({ page, t }: Visit) => page.getByRole('textbox', { name: t('chat:composer.message') });
const button = ({ page, t }: Visit, key: 'send' | 'stop' | 'answer.regenerate' | 'question.edit') =>
  page.getByRole('button', { name: t(`chat:${key}`), exact: true });

async function say(visit: Visit, message: string): Promise<void> {
  await field(visit).fill(message);
  await field(visit).press('Enter');
}

/** Requests to anywhere but the product. */
function watchOutside(page: Page): string[] {
  const outside: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== server.origin) outside.push(request.url());
  });
  return outside;
}

describe('a conversation', () => {
  test.each(languages)(
    'is asked, answered again, edited, kept over a reload and saved, %s',
    async (language) => {
      const visit = await openVisit(browser, { language, expected: PROBES });
      const { page, t } = visit;
      const outside = watchOutside(page);
      await openChat(visit);

      await say(visit, QUESTION);
      await page.getByRole('table').waitFor();
      await button(visit, 'answer.regenerate').waitFor();
      expect(await page.locator('strong', { hasText: '14 يومًا' }).count()).toBe(1);
      // What the model wrote as markup is text, leads nowhere and fetches nothing.
      expect(await page.title()).toContain(t('chat:title'));
      expect(
        await page
          .getByRole('list', { name: t('chat:conversation') })
          .locator('img')
          .count(),
      ).toBe(0);
      await page.getByText('<img src=x onerror').waitFor();
      expect(outside).toEqual([]);
      await waitForIdle(page);
      expect(await findAxeViolations(page)).toEqual([]);
      expect(await findLookFaults(page, new Set())).toEqual([]);

      model.script({ answer: () => 'جواب ثانٍ.' });
      await button(visit, 'answer.regenerate').click();
      await page.getByText('جواب ثانٍ.').waitFor();
      await page.getByText('2/2').waitFor();

      model.script({ answer: () => 'عن الشحن.' });
      await button(visit, 'question.edit').click();
      const form = page.getByRole('form', { name: t('chat:question.edit') });
      await form.getByRole('textbox').fill('وماذا عن الشحن؟');
      await form.getByRole('textbox').press('Enter');
      await page.getByText('عن الشحن.').waitFor();
      await button(visit, 'send').waitFor();

      await page.reload();
      await page.getByText('عن الشحن.').waitFor();
      const wordings = page.getByRole('group', { name: t('chat:version.questions') });
      await wordings.getByRole('button', { name: t('chat:version.earlier') }).click();
      await page.getByText('جواب ثانٍ.').waitFor();

      await page.getByRole('button', { name: t('chat:menu.label') }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: t('chat:menu.export.markdown') }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('كم يومًا لإرجاع المنتج؟.md');
      const saved = await text(await file.createReadStream());
      expect(saved).toContain('جواب ثانٍ.');
      expect(saved).not.toContain('عن الشحن.');
      expect(model.bodies('chat/completions')).toHaveLength(3);
      expect(visit.complaints).toEqual([]);
      await visit.close();
    },
  );

  test.each(languages)(
    'keeps each item of a list beside its mark, whatever its language, %s',
    async (language) => {
      const items = [
        '- تم',
        '- done',
        '',
        '1. افتح الإعدادات',
        '2. `npm start`',
        '',
        '   then wait',
        '3. - حفظ',
      ];
      model.script({ answer: () => [...items, '   - save'].join('\n') });
      const visit = await openVisit(browser, { language, expected: PROBES });
      const { page } = visit;
      await openChat(visit);
      await say(visit, QUESTION);
      await button(visit, 'answer.regenerate').waitFor();
      /** Pixels between where the list begins and where the words of an item do. */
      const gaps = await page.locator('[dir="auto"] li').evaluateAll((items) =>
        items.map((item) => {
          const words = document.createRange();
          words.selectNodeContents(item);
          const begun = item.getBoundingClientRect();
          const lines = [...words.getClientRects()].filter(({ width }) => width > 0);
          const right = getComputedStyle(item.parentElement ?? item).direction === 'rtl';
          return Math.max(
            ...lines.map((line) => (right ? begun.right - line.right : line.left - begun.left)),
          );
        }),
      );
      expect(gaps).toHaveLength(7);
      expect(Math.max(...gaps)).toBeLessThan(120);
      await visit.close();
    },
  );

  test('is stopped where it stands, and the model is left', async () => {
    model.script({ answer: () => ({ pieces: Array.from({ length: 400 }, (_, index) => `كلمة ${index} `) }) });
    model.always({ kind: 'slow', between: 25 });
    const visit = await openVisit(browser, { language: 'ar', expected: PROBES });
    const { page, t } = visit;
    await openChat(visit);
    await say(visit, QUESTION);
    await page.getByText('كلمة 5 ').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(t('chat:status.stopped'), { exact: true }).waitFor();
    await page.getByText('كلمة 5 ').waitFor();
    await model.when(() => model.open === 0);
    expect(model.asked.at(-1)?.clientDisconnected).toBe(true);
    expect(await field(visit).evaluate((element) => element === document.activeElement)).toBe(true);

    // A page that goes in the middle of an answer keeps what had come.
    model.script({ answer: () => ({ pieces: Array.from({ length: 400 }, (_, index) => `لفظ ${index} `) }) });
    await say(visit, 'ثم؟');
    await page.getByText('لفظ 80 ').waitFor();
    await page.reload();
    await page.getByText('لفظ 5 ').waitFor();
    expect(await page.getByText(t('chat:status.stopped'), { exact: true }).count()).toBe(2);
    await visit.close();
  });

  test('follows an answer that grows, until the reader goes up', async () => {
    const line = (number: number) => `سطر ${number} من جواب طويل.\n\n`;
    model.script({ answer: () => ({ pieces: Array.from({ length: 150 }, (_, index) => line(index)) }) });
    model.always({ kind: 'slow', between: 20 });
    const visit = await openVisit(browser, { language: 'ar', height: 600, expected: PROBES });
    const { page, t } = visit;
    await openChat(visit);
    await say(visit, QUESTION);
    await page.getByText('سطر 40 ').waitFor();
    const scroller = page.getByRole('list', { name: t('chat:conversation') }).locator('xpath=../..');
    const farFromEnd = () =>
      scroller.evaluate((box) => box.scrollHeight - box.clientHeight - Math.round(box.scrollTop));
    await expect.poll(farFromEnd).toBeLessThan(100);
    // The conversation scrolls between its header and the next message, the page does not.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await page.mouse.move(700, 250);
    await page.mouse.wheel(0, -400);
    const toEnd = page.getByRole('button', { name: t('chat:toEnd') });
    await toEnd.waitFor();
    const top = await scroller.evaluate((box) => box.scrollTop);
    await page.getByText('سطر 80 ').waitFor({ state: 'attached' });
    expect(await scroller.evaluate((box) => box.scrollTop)).toBe(top);
    await toEnd.click();
    await expect.poll(farFromEnd).toBeLessThan(100);
    await page.keyboard.press('Escape');
    await visit.close();
  });
});
