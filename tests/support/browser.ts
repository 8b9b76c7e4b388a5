/** Real Chromium without root, from the npm package or from `FIHRIST_TEST_BROWSER`. */
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** The package's own flags switch web security off; a browser under test must keep it on. */
const FLAGS = [
  '--headless=shell',
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

/** The program itself, unpacked if need be. */
export async function findBrowser(): Promise<string> {
  return process.env['FIHRIST_TEST_BROWSER'] ?? (await chromium.executablePath());
}

/** `more`: further flags, such as a sound file in place of the microphone. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = await findBrowser();
  return playwright.launch({ executablePath, args: [...FLAGS, ...more], headless: true });
}
