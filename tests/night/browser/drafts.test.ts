/** A fee is corrected, its draft breaks a test, the answer is accepted, published and taken back. Real Chromium. */
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
const TITLE = 'رسوم البطاقات';
const FEE = 'كم رسوم تجديد البطاقة؟';
const guide = (fee: number) =>
  new Blob([`# ${TITLE}\n\n## التجديد\n\nرسوم تجديد البطاقة ${fee} ريال.\n`], { type: 'text/markdown' });

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

describe.each(storyLanguages)('drafts, %s', (language) => {
  test('say what a change breaks before it is live, and lead on and back', async () => {
    const rules = { personChanges: 'unless-test-breaks' } as const;
    const bot = await createPlainClient(origin, key).createBot({ name: `مسودات ${language}`, ...rules });
    const client = createPlainClient(origin, key, bot);
    const id = await client.register(TITLE, await client.upload('رسوم.md', guide(400)));
    await waitForStatus(client, [id]);
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key, bot });
    const main = page.getByRole('main');
    const ask = async (figure: string) => {
      await page.goto(`${origin}${paths.playground({ question: FEE })}`);
      await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
      await page.getByRole('group', { name: t('playground:verdict.label') }).waitFor();
      await waitForText(answerOf(visit), figure);
    };
    await ask('400');
    await page.keyboard.press('1');
    await waitForText(main, t('judging:result.kept.passes'));

    const [source] = await client.sources(id);
    await client.replaceSource(id, source?.id ?? 0, await client.upload('رسوم.md', guide(450)));
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
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
