/** The pictures that the README shows: taken from the contact sheet when `FIHRIST_TEST_PICTURES=1`. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { waitForIdle } from './visit.ts';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');

/** Larger ones take too long to load in a README. */
const LARGEST = { width: 1280, height: 800 };

/** Names in the contact sheet, and what they are called in the README. */
const PICTURES: Readonly<Record<string, string>> = {
  'playground-ar-light-wide': 'playground-ar',
  'playground-weak-ar-light-wide': 'playground-weak-ar',
  'playground-nothing-en-light-wide': 'playground-not-found-en',
  'knowledge-en-light-wide': 'knowledge-en',
  'unit-arabic-en-dark-wide': 'unit-dark',
  'usage-ar-dark-wide': 'usage-ar-dark',
  'playground-ar-light-phone': 'playground-phone-ar',
};

export async function savePicture(page: Page, name: string): Promise<void> {
  const picture = PICTURES[name];
  if (picture === undefined || process.env['FIHRIST_TEST_PICTURES'] !== '1') return;
  const size = page.viewportSize();
  if (size !== null && size.width > LARGEST.width) await page.setViewportSize(LARGEST);
  await waitForIdle(page);
  await page.screenshot({ path: join(FOLDER, `${picture}.png`) });
  if (size !== null) await page.setViewportSize(size);
}
