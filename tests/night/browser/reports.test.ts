/** A wrong answer is reported, the knowledge is repaired, and the report closes by itself. Real Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
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
  new Blob([`# ${TITLE}\n\n## التجديد\n\nرسوم تجديد البطاقة ${fee} ريال.\n`], { type: 'text/markdown' });
const QUESTION = 'كم رسوم تجديد البطاقة؟';
const STATEMENT = 'رسوم تجديد البطاقة 450 ريال';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

describe.each(languages)('reports, %s', (language) => {
  test('reach the inbox, close by themselves once the knowledge is right, and their reporter reads it', async () => {
    const bot = await createPlainClient(origin, key).createBot({ name: `بلاغات ${language}` });
    const client = createPlainClient(origin, key, bot);
    const id = await client.register(TITLE, await client.upload('رسوم.md', guide(400)));
    await waitForStatus(client, [id]);
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key, bot });
    const main = page.getByRole('main');

    // The fee is 450 by now: wrong, and why, in two strokes.
    await page.goto(`${origin}${paths.playground({ question: QUESTION })}`);
    await page.getByRole('button', { name: t('playground:ask'), exact: true }).click();
    await page.getByRole('group', { name: t('playground:verdict.label') }).waitFor();
    await waitForText(answerOf(visit), '400');
    await page.keyboard.press('2');
    await page.getByRole('button', { name: t('judging:report.reason.out-of-date'), exact: true }).click();
    await waitForText(main, t('judging:report.filedOwners'));
    expect(await findAxeViolations(page)).toEqual([]);

    // What would be right is kept as a test, which fails until the knowledge says so.
    await page.getByRole('button', { name: exactly(`^${t('playground:verdict.correct')}`) }).click();
    const form = page.getByRole('form', { name: t('tests:form.newTitle') });
    await form.getByRole('textbox', { name: t('tests:form.quotes'), exact: true }).fill(STATEMENT);
    await form.getByRole('button', { name: t('tests:form.add'), exact: true }).click();
    await form.getByRole('button', { name: t('judging:result.keepAnyway'), exact: true }).click();
    await form.waitFor({ state: 'detached' });

    // Whoever owns the knowledge sees what is wrong, and how it will close.
    await page.goto(`${origin}${paths.inbox()}`);
    const report = page
      .getByRole('list', { name: t('inbox:list'), exact: true })
      .getByRole('listitem')
      .filter({ hasText: QUESTION });
    await waitForText(report, t('judging:report.reason.out-of-date'));
    await waitForText(report, exactly(t('inbox:test', { outcome: t('judging:outcome.fails') })));
    await report
      .getByRole('button', { name: exactly(t('inbox:action.menu', { question: QUESTION })) })
      .click();
    await page.getByRole('menuitem', { name: t('inbox:action.unit') }).click();
    await page.waitForURL((url) => url.pathname === paths.unit(id));

    // The source is repaired: an evaluation follows, and the reporter reads of it.
    const [source] = await client.sources(id);
    await client.replaceSource(id, source?.id ?? 0, await client.upload('رسوم.md', guide(450)));
    await waitForStatus(client, [id]);
    await page.goto(`${origin}${paths.inbox()}`);
    await waitForText(main, t('inbox:unseen.title', { count: 1 }));
    await page.getByRole('button', { name: t('inbox:unseen.show'), exact: true }).click();
    await waitForText(report, t('inbox:closing.byTest'));
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: t('inbox:unseen.seen'), exact: true }).click();
    await page
      .getByRole('button', { name: t('inbox:unseen.seen'), exact: true })
      .waitFor({ state: 'detached' });
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
