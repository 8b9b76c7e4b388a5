import { type Visit, waitForText } from './visit.ts';

/** Goes back to a version on the page that lists the versions of a unit, and waits until this is done. */
export async function rollBack({ page, t }: Visit, number: number): Promise<void> {
  await page.getByRole('button', { name: t('history:rollBack.action', { number }), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('history:rollBack.confirm'), exact: true }).click();
  await waitForText(page.getByRole('main'), t('history:rollBack.done', { number }));
}
