/** What a person does on the page that adds knowledge. */
import type { Locator } from 'playwright-core';
import type { KnownFile } from './known-files.ts';
import { type Visit, waitForText } from './visit.ts';

/** From the overview. */
export async function openAddPage({ page, t }: Visit): Promise<void> {
  await page
    .getByRole('link', { name: t('overview:add'), exact: true })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: t('add:title'), exact: true }).waitFor();
}

/** Chooses files by the button, as many at once as there are. */
export async function chooseFiles({ page, t }: Visit, files: KnownFile[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    // The hidden input beside it has the same name.
    page.locator('button', { hasText: t('add:drop.chooseFiles') }).click(),
  ]);
  await chooser.setFiles(files);
}

export async function typeAddresses({ page, t }: Visit, addresses: string[]): Promise<void> {
  await page.getByRole('textbox', { name: t('add:addresses.label') }).fill(addresses.join('\n'));
  await page
    .getByRole('button', { name: t('add:addresses.add', { count: addresses.length }), exact: true })
    .click();
}

/** Gives the row of a file or an address another title. */
export async function retitle({ page, t }: Visit, name: string, title: string): Promise<void> {
  await page.getByRole('textbox', { name: t('add:row.titleOf', { name }), exact: true }).fill(title);
}

/** Waits until `count` units may be registered, and registers them. */
export async function register({ page, t }: Visit, count: number): Promise<void> {
  await page.getByRole('button', { name: t('add:bar.register', { count }), exact: true }).click();
}

/** The line of a registered unit below the form. */
export function registeredRow({ page, t }: Visit, title: string): Locator {
  return page
    .getByRole('region', { name: t('add:registered.title') })
    .getByRole('listitem')
    .filter({ hasText: title });
}

export async function waitForStatus(visit: Visit, title: string, status: 'ready' | 'failed'): Promise<void> {
  await waitForText(registeredRow(visit, title), visit.t(`statuses:${status}`));
}
