/** What was deleted yesterday comes back: from the list and from the audit log, or goes for good. Real Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { findAxeViolations } from '#tests/support/inspect-page.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
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
const DAY_MS = 24 * 60 * 60 * 1000;
const TITLES = { listed: 'دليل الإجازات', audited: 'Leave policy', gone: 'إعلان قديم' };

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(async () => browser?.close());

/** A bot of its own with three units that are ready; their ids. */
async function addUnits(name: string) {
  const bot = await createPlainClient(origin, key).createBot({ name });
  const client = createPlainClient(origin, key, bot);
  const ids: number[] = [];
  for (const title of Object.values(TITLES)) {
    const text = new Blob([`# ${title}\n\nمدة الإجازة السنوية 30 يومًا.`], { type: 'text/markdown' });
    ids.push(await client.register(title, await client.upload('دليل.md', text)));
  }
  await waitForStatus(client, ids);
  const [listed = 0, audited = 0, gone = 0] = ids;
  return { bot, listed, audited, gone };
}

const openBin = ({ page }: Visit) => page.goto(`${origin}${paths.knowledge({ status: 'bin' })}`);
const named = (pattern: string) => new RegExp(pattern.replaceAll(/[\u2068\u2069]/gu, ''), 'u');

describe.each(languages)('the bin in %s', (language) => {
  test('gives back what was deleted the day before, from the list and from the audit log', async () => {
    const { bot, listed, audited, gone } = await addUnits(`محذوفات ${language}`);
    const visit = await openVisit(browser, {
      language,
      expected: new RegExp(`${PROBES.source}|status of 404`, 'u'),
    });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key, bot });

    // One from its page, two from the list: asked alike, and nothing is typed.
    await page.goto(`${origin}${paths.unit(listed)}`);
    await page.getByRole('button', { name: t('unit:action.more') }).click();
    await page.getByRole('menuitem', { name: t('unit:action.delete') }).click();
    await page.getByRole('button', { name: t('unit:delete.confirm') }).click();
    await waitForText(page.getByRole('main'), t('bin:unit.title'));
    await page.goto(`${origin}${paths.knowledge()}`);
    await page.getByRole('checkbox', { name: t('knowledge:selectAll') }).check();
    await page.getByRole('button', { name: t('knowledge:action.delete'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:delete'), exact: true })
      .click();
    await waitForText(page.getByRole('main'), t('knowledge:outcome.deleted', { count: 2 }));

    await page.clock.setFixedTime(Date.now() + DAY_MS);
    await openBin(visit);
    const rows = page.getByRole('table', { name: t('bin:list') }).getByRole('row');
    const row = rows.filter({ hasText: TITLES.listed });
    await waitForText(row, t('bin:left', { count: 29 }));
    expect(await findAxeViolations(page)).toEqual([]);
    await row.getByRole('button', { name: named(`^${t('bin:restore')}`) }).click();
    await waitForText(page.getByRole('main'), t('bin:outcome.restored', { count: 1 }));
    await row.waitFor({ state: 'detached' });

    await page.goto(`${origin}${paths.audit({ kind: 'unit', subject: String(audited) })}`);
    await page.getByRole('link', { name: TITLES.audited }).first().click();
    await waitForText(page.getByRole('main'), t('bin:unit.title'));
    expect(await findAxeViolations(page)).toEqual([]);
    await page.goBack();
    // The page that is left has such a button too, until the audit log is there.
    const log = page.getByRole('table', { name: t('audit:list') });
    await log.getByRole('button', { name: named(`^${t('bin:restore')}`) }).click();
    await page.getByRole('button', { name: t('bin:outcome.openUnit') }).click();
    await page.getByRole('main').locator('[role=status] time').waitFor();

    await page.goto(`${origin}${paths.unit(gone)}`);
    await page.getByRole('button', { name: t('bin:purge') }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: t('bin:purge') }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(TITLES.gone);
    await dialog.getByRole('button', { name: t('bin:purge') }).click();
    await waitForText(page.getByRole('main'), t('unit:delete.toKnowledge'));
    await openBin(visit);
    await waitForText(page.getByRole('main'), t('bin:empty.title'));
    const list = await createPlainClient(origin, key, bot).list();
    expect(list.items.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([listed, audited]);
    expect(visit.complaints).toEqual([]);
    await visit.close();
  });
});
