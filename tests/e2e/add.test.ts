/** Files dropped on a page that is not theirs, to the question about them, and lines of two directions, in real Chromium. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { register } from '#tests/support/add-steps.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { storyLanguages } from '#tests/support/story-languages.ts';
import { connectBrowser, openVisit, PROBES, signInWithKey, waitForText } from '#tests/support/visit.ts';

const { origin, key } = inject('server');
const MIXED_LINE = 'واجهة REST API (الإصدار v2.1) للاتصال';
const TEXT = `الفصل السادس: الربط البرمجي\nPlease install version v2.1 first\n${MIXED_LINE}`;

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

type Dropped = { name: string; text: string };

/** Drags files over the window and lets go of them. */
async function drop(page: Page, overlay: Locator, files: Dropped[]): Promise<void> {
  const dragged = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, text } of all) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: dragged });
  await overlay.waitFor();
  await overlay.dispatchEvent('drop', { dataTransfer: dragged });
}

/** Whether everything between the brackets of a line is drawn between them, from right to left. */
function bracketsEnclose(line: Locator): Promise<boolean> {
  return line.evaluate((element) => {
    const node = element.firstChild as Text;
    const centreOf = (offset: number) => {
      const range = document.createRange();
      range.setStart(node, offset);
      range.setEnd(node, offset + 1);
      const { left, right } = range.getBoundingClientRect();
      return (left + right) / 2;
    };
    const open = node.data.indexOf('(');
    const close = node.data.indexOf(')');
    const inner = Array.from({ length: close - open - 1 }, (_, index) => centreOf(open + 1 + index));
    return inner.every((centre) => centre < centreOf(open) && centre > centreOf(close));
  });
}

describe.each(storyLanguages)('adding knowledge in %s', (language) => {
  test('goes from a drop on another page to the question, and draws every line in its own direction', async () => {
    const bot = await createPlainClient(origin, key).createBot({ name: `إضافة ${language}` });
    const refused = /Failed to load resource.*status of 415/u;
    const expected = new RegExp(`${PROBES.source}|${refused.source}`, 'u');
    const visit = await openVisit(browser, { language, expected });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key, bot });
    await page.goto(`${origin}${paths.knowledge()}`);
    await waitForText(page.getByRole('main'), t('knowledge:empty.title'));

    await drop(page, page.getByText(t('fileDrop:title')), [
      { name: 'الربط.txt', text: TEXT },
      { name: 'garbage.pdf', text: '\u0000\u0001\u0002\u0003'.repeat(40) },
    ]);
    await page.getByRole('heading', { level: 1, name: t('add:title'), exact: true }).waitFor();
    const list = page.getByRole('main');
    await waitForText(list, t('faults:fault.content-mismatch', { extension: 'PDF' }));
    await waitForText(list, t('add:bar.attention', { count: 1 }));
    expect(await findAxeViolations(page)).toEqual([]);
    await register(visit, 1);
    await waitForText(list, t('add:bar.allReady', { count: 1 }));

    await page.getByRole('link', { name: t('add:bar.ask', { count: 1 }), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: t('playground:title'), exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.getAll('index')).toEqual(['الربط']);
    await page.goBack();
    await page.getByRole('link', { name: 'الربط', exact: true }).click();

    const line = page.getByText(MIXED_LINE);
    await line.waitFor();
    expect(await bracketsEnclose(line)).toBe(true);
    const copied = await line.evaluate(({ parentElement }) => {
      getSelection()?.selectAllChildren(parentElement as Element);
      return getSelection()?.toString();
    });
    expect(copied).toBe(TEXT);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
