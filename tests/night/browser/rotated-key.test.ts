/** A key of an app from its first day to its last, on the dashboard and by the calls that it makes. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { languages } from '#src/i18n/languages.ts';
import { paths } from '#src/paths.ts';
import { createPlainClient } from '#tests/support/plain-client.ts';
import {
  connectBrowser,
  openVisit,
  PROBES,
  signInWithKey,
  type Visit,
  waitForText,
} from '#tests/support/visit.ts';

const { origin, key: owner } = inject('server');
const BOT = 'بوت التطبيق';
const APP = 'تطبيق الجوال App';

let browser: Browser;
let bot = 0;
beforeAll(async () => {
  [browser, bot] = await Promise.all([
    connectBrowser(),
    createPlainClient(origin, owner).createBot({ name: BOT }),
  ]);
});
afterAll(async () => browser?.close());

/** What the gateway says to a call with this key. */
async function statusOf(key: string): Promise<number> {
  const headers = { [HEADERS.key]: key, [HEADERS.bot]: String(bot) };
  const response = await fetch(`${origin}/api/AIKnowledge/all/${bot}`, { headers });
  await response.body?.cancel();
  return response.status;
}

/** Reads the key, shown only once, and confirms that it is saved. */
async function takeShownKey({ page, t }: Visit): Promise<string> {
  const shown = page.getByRole('group', { name: t('keys:shown.label'), exact: true });
  const key = (await shown.innerText()).trim();
  expect(page.url()).not.toContain(key);
  await page.getByRole('button', { name: t('keys:shown.kept') }).click();
  await shown.waitFor({ state: 'detached' });
  return key;
}

describe.each(languages)('a rotated key, %s', (language) => {
  test('goes on under another key while both work, and ends where it is revoked', async () => {
    const visit = await openVisit(browser, { language, expected: PROBES });
    const { page, t } = visit;
    await signInWithKey(visit, { origin, key: owner, bot });
    await page.goto(`${origin}${paths.keys()}`);

    await page.getByRole('button', { name: t('keys:create'), exact: true }).click();
    const form = page.getByRole('form', { name: t('keys:form.new') });
    const name = `${APP} ${language}`;
    await form.getByRole('textbox', { name: t('keys:form.name') }).fill(name);
    await form.getByRole('radio', { name: new RegExp(`^${t('terms:role.curator')}`, 'u') }).check();
    await form.getByRole('combobox', { name: t('keys:form.chooseBots') }).fill(BOT);
    await page.getByRole('option', { name: BOT, exact: true }).click();
    await form.getByRole('button', { name: t('keys:form.submit') }).click();
    const first = await takeShownKey(visit);
    expect(await statusOf(first)).toBe(200);

    await page.getByRole('button', { name: t('keys:actionsOf', { name }) }).click();
    await page.getByRole('menuitem', { name: t('keys:rotate'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('keys:rotation.title') });
    await dialog.getByRole('radio', { name: t('keys:rotation.at24') }).check();
    await dialog.getByRole('button', { name: t('keys:rotate'), exact: true }).click();
    const second = await takeShownKey(visit);
    expect(second).not.toBe(first);
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);

    // Somebody works on a dashboard with the old one.
    const other = await openVisit(browser, { language, expected: /status of 40[014]/u });
    await signInWithKey(other, { origin, key: first, bot });

    // Replaced keys stand last.
    const old = page
      .getByRole('table', { name: t('keys:list'), exact: true })
      .getByRole('row')
      .filter({ hasText: name });
    await old
      .last()
      .getByRole('button', { name: t('keys:actionsOf', { name }) })
      .click();
    await page.getByRole('menuitem', { name: t('keys:revoke'), exact: true }).click();
    const revoking = page.getByRole('dialog', { name: t('keys:revocation.title') });
    await waitForText(revoking, name);
    await revoking.getByRole('button', { name: t('keys:revoke'), exact: true }).click();
    await page.getByText(t('keys:revoked', { name })).waitFor();
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);

    await other.page
      .getByRole('link', { name: t('shell:knowledge') })
      .first()
      .click();
    const alert = other.page.getByRole('alert').filter({ hasText: t('faults:title.unauthorized') });
    await alert.first().waitFor();
    expect(await alert.count()).toBe(1);
    await alert.getByRole('link', { name: t('faults:next.connect') }).click();
    await other.page.getByRole('heading', { level: 1, name: t('connect:title'), exact: true }).waitFor();
    await signInWithKey(other, { origin, key: second, bot });
    await waitForText(other.page.getByRole('banner'), BOT);

    expect(visit.complaints).toEqual([]);
    expect(other.complaints).toEqual([]);
    await Promise.all([visit.close(), other.close()]);
  }, 180_000);
});
