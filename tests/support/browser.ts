/** Real Chromium without root, from the npm package or from `FIHRIST_TEST_BROWSER`. */

import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserServer, chromium as playwright } from 'playwright-core';

const SPEECH = join(import.meta.dirname, '../fixtures/audio/speech-16k.wav');

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
  // A sound file in place of the microphone.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-audio-capture=${SPEECH}%noloop`,
];

/** The program itself, unpacked if need be. */
export async function findBrowser(): Promise<string> {
  return process.env['FIHRIST_TEST_BROWSER'] ?? (await chromium.executablePath());
}

const findOptions = async () => ({ executablePath: await findBrowser(), args: FLAGS, headless: true });

export async function launchBrowser(): Promise<Browser> {
  return playwright.launch(await findOptions());
}

/** A browser for other processes. */
export async function launchBrowserServer(): Promise<BrowserServer> {
  return playwright.launchServer(await findOptions());
}
