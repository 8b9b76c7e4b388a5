/** A fee is corrected in its passage, its draft breaks a test, the answer is accepted, published and taken back. Real Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import { askAll, openEdit } from '#tests/support/playground-steps.ts';
import { rollBack } from '#tests/support/roll-back.ts';
import { connectBrowser, openVisit, PROBES, signInWithKey, waitForText } from '#tests/support/visit.ts';
import { waitForStatus } from '#tests/support/wait-for-status.ts';

const { origin, key } = inject('server');
const TITLE = 'رسوم البطاقات';
const FEE = 'كم رسوم تجديد البطاقة؟';
const sentence = (fee: number) => `رسوم تجديد البطاقة ${fee} ريال.`;
const GUIDE = new Blob([`# ${TITLE}\n\n## التجديد\n\n${sentence(400)}\n`], { type: 'text/markdown' });

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

describe.each(languages)('drafts, %s', (language) => {
  test('say what a change breaks before it is live, and lead on and back', async () => {
    const rules = { personChanges: 'unless-test-breaks' } as const;
    const bot = await createPlainClient(origin, key).createBot({ name: `مسودات ${language}`, ...rules });
    const client = createPlainClient(origin, key, bot);
    const id = await client.register(TITLE, await client.upload('رسوم.md', GUIDE));
    await waitForStatus(client, [id]);
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key, bot });
    const main = page.getByRole('main');
    const ask = (figure: string) => askAll(visit, origin, FEE, figure);
    await ask('400');
    await page.keyboard.press('1');
    await waitForText(main, t('judging:result.kept.passes'));

    await page.goto(`${origin}${paths.unit(id)}`);
    const correcting = await openEdit(visit, 1, 'correct');
    await correcting.getByRole('textbox').first().fill(sentence(450));
    await waitForText(correcting.locator('del'), '400');
    await waitForText(correcting.locator('ins'), '450');
    expect(await findAxeViolations(page)).toEqual([]);
    await correcting.getByRole('button', { name: t('unit:edits.save'), exact: true }).click();
    await correcting.waitFor({ state: 'hidden' });
    await waitForText(main, t('drafts:notice.title'));
    const edits = page.getByRole('list', { name: t('unit:edits.list'), exact: true });
    await waitForText(edits, t('unit:edits.state.draft'));
    await page.goto(`${origin}${paths.drafts()}`);
    await waitForText(main, t('drafts:proof.lost', { count: 1 }));
    expect(await findAxeViolations(page)).toEqual([]);
    await ask('400');

    // The fee was changed on purpose.
    await page.goto(`${origin}${paths.drafts()}`);
    await page.getByRole('link', { name: t('drafts:proof.openNamed', { title: TITLE }) }).click();
    await page.getByRole('button', { name: t('tests:changes.acceptNamed', { question: FEE }) }).click();
    await waitForText(main, t('tests:changes.accepted'));
    await page
      .getByRole('link', { name: t('tests:changes.toDrafts'), exact: true })
      .first()
      .click();
    await page
      .getByRole('button', { name: t('drafts:action.publishNamed', { title: TITLE }), exact: true })
      .click();
    await waitForText(main, t('drafts:done.published', { count: 1 }));
    await ask('450');

    await page.goto(`${origin}${paths.unitVersions(id)}`);
    await rollBack(visit, 1);
    await ask('400');
    await page.goto(`${origin}${paths.unit(id)}`);
    await waitForText(edits, t('unit:edits.state.withdrawn'));
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
