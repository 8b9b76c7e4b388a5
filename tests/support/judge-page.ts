/** A picture of a page, and all that is held against it. */
import { join } from 'node:path';
import * as pageWords from '#src/i18n/en/pages.ts';
import * as shared from '#src/i18n/en/shared.ts';
import * as frame from '#src/i18n/en/shell-bundle.ts';
import { findAxeViolations, findLookFaults } from './inspect-page.ts';
import { OUT, type Visit, waitForIdle } from './visit.ts';

export const WIDTHS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** How a page is shown. */
export interface Look {
  theme: 'light' | 'dark';
  width: keyof typeof WIDTHS;
}

/** Wide before narrow, light before dark. */
export const LOOKS: readonly Look[] = (['wide', 'phone'] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ theme, width })),
);

/** `add:drop.title` and `drop.title`: what shows where a word is missing. */
function keysOf(words: object, path = ''): string[] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${path}${name}.`) : [`${path}${name}`],
  );
}
const KEYS = new Set(
  Object.entries({ ...frame, ...shared, ...pageWords }).flatMap(([namespace, words]) =>
    keysOf(words).flatMap((key) => [key, `${namespace}:${key}`]),
  ),
);

export async function setLook({ page }: Visit, { theme, width }: Look): Promise<void> {
  await page.setViewportSize(WIDTHS[width]);
  await page.emulateMedia({ colorScheme: theme });
}

/** Saves a picture of the page under the name, and returns what axe, a careful look and the console hold against it. */
export async function judgePage({ page, complaints }: Visit, name: string): Promise<string[]> {
  await waitForIdle(page);
  await page.screenshot({ path: join(OUT, `${name}.png`) });
  const looked = await findLookFaults(page, KEYS);
  const faults = [...looked, ...(await findAxeViolations(page)), ...complaints.splice(0)];
  return faults.map((fault) => `${name}: ${fault}`);
}
