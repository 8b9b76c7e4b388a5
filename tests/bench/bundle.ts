/** The scripts that a real browser asks for on a fresh load, each as it would travel with gzip. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from '#tests/support/browser.ts';
import { startServer } from '#tests/support/server.ts';
import { BENCH_KEY, registerFile, uploadBytes, waitSettled } from './call-gateway.ts';
import { type Figure, round, say } from './figures.ts';

const KILOBYTE = 1000;

export async function measureBundle(): Promise<Figure[]> {
  const server = await startServer({ FIHRIST_API_KEY: BENCH_KEY, FIHRIST_LOG: 'error' });
  const browser = await launchBrowser();
  try {
    // The page with something to list.
    const text = '# دليل المتجر\n\nيحق للعميل إرجاع المنتج خلال خمسة عشر يومًا.\n';
    const file = await uploadBytes(server.origin, 'دليل.md', text);
    const id = await registerFile(server.origin, 'دليل المتجر', file, Buffer.byteLength(text));
    await waitSettled(server.origin, id);
    const fresh = await browser.newContext();
    const connect = await listScripts(fresh, `${server.origin}/connect`);
    await fresh.close();
    const signedIn = await signIn(browser, server.link, server.origin);
    const knowledge = await listScripts(signedIn, `${server.origin}/knowledge`);
    await signedIn.close();
    return [...summarise('/connect', connect, '<= 190'), ...summarise('/knowledge', knowledge, '<= 330')];
  } finally {
    await browser.close();
    await server.stop();
  }
}

function summarise(page: string, scripts: ReadonlyMap<string, number>, aim: string): Figure[] {
  for (const [name, bytes] of [...scripts].toSorted(([, a], [, b]) => b - a).slice(0, 12))
    say(
      `${page}  ${round(bytes / KILOBYTE, 1)
        .toFixed(1)
        .padStart(6)} kB  ${name}`,
    );
  const sum = [...scripts.values()].reduce((total, bytes) => total + bytes, 0);
  return [
    {
      figure: `${page}, first-load scripts`,
      measured: round(sum / KILOBYTE, 1),
      unit: `kB gzip, ${scripts.size} files`,
      aim,
    },
  ];
}

/** A context whose key is kept in the browser, as "keep me signed in here" leaves it, but with an empty cache. */
async function signIn(browser: Browser, link: string, origin: string): Promise<BrowserContext> {
  const first = await browser.newContext();
  const page = await first.newPage();
  await page.goto(link);
  await page.waitForFunction(() => sessionStorage.length + localStorage.length > 0);
  await page.waitForLoadState('networkidle');
  const stored = await page.evaluate(() => ({
    session: Object.entries(sessionStorage),
    local: Object.entries(localStorage),
  }));
  await first.close();
  const context = await browser.newContext();
  await context.addInitScript(
    ({ session, local, origin: pageOrigin }) => {
      if (location.origin !== pageOrigin) return;
      for (const [name, value] of session) sessionStorage.setItem(name, String(value));
      for (const [name, value] of local) localStorage.setItem(name, String(value));
    },
    { ...stored, origin },
  );
  return context;
}

/** Every script asked for until the network is quiet: its file's name and its bytes after gzip. */
async function listScripts(context: BrowserContext, address: string): Promise<Map<string, number>> {
  const page = await context.newPage();
  const scripts = new Map<string, number>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== new URL(address).origin || !pathname.endsWith('.js')) return;
    scripts.set(pathname.split('/').at(-1) ?? pathname, gzipBytes(pathname));
  });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const shown = new URL(page.url()).pathname;
  if (shown !== new URL(address).pathname) throw new Error(`${address} led to ${shown}`);
  await page.close();
  return scripts;
}

function gzipBytes(pathname: string): number {
  const file = join('dist', pathname);
  if (existsSync(`${file}.gz`)) return readFileSync(`${file}.gz`).byteLength;
  return gzipSync(readFileSync(file), { level: 9 }).byteLength;
}
