/** An owner invites a curator by a link, who adds a unit in another browser; the session ends with the person. Real Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { chooseFiles, register } from '#tests/support/add-steps.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import {
  connectBrowser,
  exactly,
  openVisit,
  PROBES,
  signInWithKey,
  signInWithLink,
  waitForText,
} from '#tests/support/visit.ts';

const { origin, key } = inject('server');
const TITLE = 'دليل الاستقبال';
const GUIDE = {
  name: `${TITLE}.md`,
  mimeType: 'text/markdown',
  buffer: Buffer.from(`# ${TITLE}\n\nيبدأ دوام الاستقبال في الثامنة صباحًا.\n`),
};

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

const ENDED = /status of 401/u;

describe.each(languages)('people, %s', (language) => {
  test('an invited curator adds a unit that is theirs, until they are removed', async () => {
    const name = language === 'ar' ? 'سارة القحطاني' : 'Sara Haddad';
    const botName = `استقبال ${language}`;
    const bot = await createPlainClient(origin, key).createBot({ name: botName });
    const owner = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = owner;
    await signInWithKey(owner, { origin, key, bot });
    await page.goto(`${origin}${paths.people()}`);
    await page.getByRole('button', { name: t('keys:people.invite'), exact: true }).click();
    const form = page.getByRole('form', { name: t('keys:people.invite') });
    await form.getByRole('textbox', { name: t('keys:form.name') }).fill(name);
    await form.getByRole('combobox', { name: t('keys:form.chooseBots') }).fill(botName);
    await page.getByRole('option', { name: botName }).click();
    await form.getByRole('button', { name: t('keys:people.submit'), exact: true }).click();
    const link = await page.getByRole('group', { name: t('keys:people.link.label') }).innerText();
    expect(await findAxeViolations(page)).toEqual([]);
    const row = page.getByRole('row').filter({ hasText: name });
    await waitForText(row, t('keys:people.neverSeen'));

    const curator = await openVisit(browser, { language, expected: ENDED });
    await signInWithLink(curator, link);
    await curator.page.goto(`${origin}${paths.addKnowledge()}`);
    await chooseFiles(curator, [GUIDE]);
    await register(curator, 1);
    await curator.page.getByRole('link', { name: TITLE }).first().waitFor();
    await curator.page.goto(`${origin}${paths.knowledge()}?owner=mine`);
    await waitForText(curator.page.getByRole('row').filter({ hasText: TITLE }), name);
    // A curator neither sees nor manages people.
    expect(await curator.page.getByRole('link', { name: curator.t('shell:people') }).count()).toBe(0);

    await page.goto(`${origin}${paths.knowledge()}`);
    await page.getByRole('combobox', { name: t('terms:owner.label') }).click();
    await page.getByRole('option', { name }).click();
    await page.getByRole('link', { name: TITLE }).click();
    await page.getByRole('button', { name: exactly(t('terms:owner.of', { name })) }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await page.goto(`${origin}${paths.people()}`);
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: t('keys:people.remove'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('keys:people.removal.title') });
    await dialog.getByRole('button', { name: t('keys:people.remove'), exact: true }).click();
    await waitForText(page.getByRole('main'), exactly(t('keys:people.removed', { name })));

    // The session ended: whoever arrives with it is led to Connect.
    await curator.page.goto(`${origin}${paths.knowledge()}`);
    await waitForText(curator.page.getByRole('main'), curator.t('connect:ended.title'));
    // The audit log keeps the name.
    await page.goto(`${origin}${paths.audit()}`);
    await waitForText(page.getByRole('main'), name);
    expect([...owner.complaints, ...curator.complaints]).toEqual([]);
    await owner.close();
    await curator.close();
  });
});
