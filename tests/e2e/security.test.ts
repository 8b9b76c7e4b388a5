/** What browsers are told, and what a page of somebody else can do: in real Chromium. pages.test.ts reads the headers of every page. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { paths } from '#src/paths.ts';
import { type PageServer, startPageServer } from '#tests/support/page-server.ts';
import { SECURITY, securityHeaders } from '#tests/support/security-headers.ts';
import { connectBrowser, openVisit } from '#tests/support/visit.ts';

const server = inject('server');
const { key } = server;
/** The origin that FIHRIST_CORS_ORIGINS names. */
const named = inject('site');
const AUTH = { 'x-user-auth': key, 'x-bot': '1' };

let browser: Browser;
let foreign: PageServer;
beforeAll(async () => {
  [browser, foreign] = await Promise.all([connectBrowser(), startPageServer()]);
});
afterAll(async () => {
  await browser?.close();
  await foreign?.close();
});

describe('a page', () => {
  test('runs nothing that did not come with it, and calls nobody', async () => {
    const visit = await openVisit(browser, { language: 'en', expected: /./u });
    const { page } = visit;
    await page.goto(`${server.origin}${paths.connect()}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const called = await page.evaluate(async (elsewhere) => {
      const refused: string[] = Object.assign(globalThis, { refused: [] as string[] }).refused;
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        refused.push(effectiveDirective),
      );
      const mark = 'globalThis.wasRun = true';
      const inline = document.createElement('script');
      inline.textContent = mark;
      const remote = document.createElement('script');
      remote.src = `${elsewhere}/delivery`;
      const data = document.createElement('script');
      data.src = `data:text/javascript,${mark}`;
      const style = document.createElement('style');
      style.textContent = 'body { outline: 9px solid }';
      const base = document.createElement('base');
      base.href = elsewhere;
      const frame = document.createElement('iframe');
      frame.src = `${elsewhere}/delivery`;
      const object = document.createElement('object');
      object.data = `${elsewhere}/delivery`;
      const picture = document.createElement('img');
      picture.src = `${elsewhere}/x.png`;
      document.body.append(inline, remote, data, style, frame, object, picture);
      document.head.append(base);
      document.body.setAttribute('onclick', mark);
      document.body.click();
      // oxlint-disable-next-line no-implied-eval -- that is what is tried
      setTimeout(mark, 0);
      return fetch(`${elsewhere}/delivery`, { mode: 'no-cors' }).then(
        () => 'called',
        () => 'refused',
      );
    }, foreign.origin);
    expect(called).toBe('refused');
    const refused = () =>
      page.evaluate(() => [...new Set((globalThis as unknown as { refused: string[] }).refused)].sort());
    await expect
      .poll(refused)
      .toEqual([
        'base-uri',
        'connect-src',
        'frame-src',
        'img-src',
        'object-src',
        'script-src',
        'script-src-attr',
        'script-src-elem',
        'style-src-elem',
      ]);
    const outcome = await page.evaluate(
      (elsewhere) => ({
        wasRun: 'wasRun' in globalThis,
        outline: getComputedStyle(document.body).outlineWidth === '9px',
        base: document.baseURI.startsWith(elsewhere),
      }),
      foreign.origin,
    );
    expect(outcome).toEqual({ wasRun: false, outline: false, base: false });
    await visit.close();
  });
});

describe('a page of another origin', () => {
  interface Init {
    method?: string;
    mode?: 'cors' | 'no-cors';
    headers?: Record<string, string>;
    body?: string;
  }
  /** What a page at `origin` gets of a call. */
  async function readFrom(origin: string, path: string, init: Init = {}) {
    const visit = await openVisit(browser, { language: 'en', expected: /./u });
    await visit.page.goto(`${origin}/delivery`);
    const got = await visit.page.evaluate(
      async ({ address, options }) =>
        fetch(address, options).then(
          async (response) => ({
            type: response.type,
            status: response.status,
            body: await response.text(),
            consumption: response.headers.get('X-Consumption'),
            fault: response.headers.get('X-Fault'),
          }),
          (error: Error) => ({ error: error.name }),
        ),
      { address: server.origin + path, options: init },
    );
    await visit.close();
    return got;
  }

  test('reads nothing of the API unless its origin was named, not even with a right key', async () => {
    for (const [path, init] of [
      ['/api/Capabilities', { headers: AUTH }],
      ['/api/Capabilities', {}],
      ['/api/Session', { method: 'POST', body: '{"code":"x"}' }],
      ['/api/Capabilities', { mode: 'no-cors' }],
      ['/healthz', { mode: 'no-cors' }],
      ['/', {}],
      ['/', { mode: 'no-cors' }],
    ] satisfies [string, Init][])
      expect([path, init, await readFrom(foreign.origin, path, init)]).toEqual([
        path,
        init,
        { error: 'TypeError' },
      ]);
  });

  test('reads answers and refusals where FIHRIST_CORS_ORIGINS names it, and only of the API', async () => {
    expect(await readFrom(named, '/api/Capabilities', { headers: AUTH })).toMatchObject({
      type: 'cors',
      status: 200,
      consumption: expect.stringMatching(/^\d+\/\d+$/),
    });
    expect(
      await readFrom(named, '/api/Capabilities', { headers: { ...AUTH, 'x-bot': '999' } }),
    ).toMatchObject({
      status: 403,
      fault: 'not-allowed',
    });
    expect(await readFrom(named, '/')).toEqual({ error: 'TypeError' });
  });

  test('cannot hold the dashboard, the API or a file in a frame', async () => {
    const file = await uploadPage();
    for (const origin of [foreign.origin, named]) {
      const visit = await openVisit(browser, { language: 'en', expected: /./u });
      await visit.page.goto(`${origin}/delivery`);
      // The page can frame its own pages, so an empty frame is evidence.
      await visit.page.evaluate((src) => {
        const frame = document.createElement('iframe');
        frame.src = src;
        document.body.append(frame);
      }, `${origin}/delivery`);
      await visit.page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
      for (const address of [
        server.origin,
        `${server.origin}${paths.settings()}`,
        `${server.origin}/api/Usage/1`,
        file,
      ]) {
        await visit.page.evaluate(async (src) => {
          document.querySelector('iframe')?.remove();
          const frame = document.createElement('iframe');
          const settled = new Promise((resolve) => {
            frame.addEventListener('load', resolve);
            // A download starts no load.
            setTimeout(resolve, 2000);
          });
          frame.src = src;
          document.body.append(frame);
          await settled;
        }, address);
        const inside = visit.page.frames()[1];
        expect([address, /^(?:chrome-error:|about:blank|$)/u.test(inside?.url() ?? '')]).toEqual([
          address,
          true,
        ]);
        expect(await inside?.getByRole('heading').count()).toBe(0);
      }
      await visit.close();
    }
  });

  test('keeps no hold of a window that it opened on the dashboard', async () => {
    const visit = await openVisit(browser, { language: 'en', expected: /./u });
    const { page } = visit;
    await page.goto(`${foreign.origin}/delivery`);
    /** Whether the opener ever sees its window as closed, as it does once COOP has cut the tie. */
    const losesHold = (address: string, withinMs = 60_000) =>
      page.evaluate(
        ({ src, ms }) =>
          new Promise<boolean>((resolve) => {
            const held = window.open(src);
            const end = (isClosed: boolean): void => {
              clearInterval(look);
              clearTimeout(limit);
              held?.close();
              resolve(isClosed);
            };
            const look = setInterval(() => held?.closed && end(true), 50);
            const limit = setTimeout(() => end(false), ms);
          }),
        { src: address, ms: withinMs },
      );
    expect(await losesHold(server.origin)).toBe(true);
    expect(await losesHold(`${server.origin}${paths.settings()}`)).toBe(true);
    // Of a window on a page that asks for nothing it keeps hold.
    expect(await losesHold(`${named}/delivery`, 2000)).toBe(false);
    await visit.close();
  });
});

/** Uploads a page with a script in it and returns its address. */
async function uploadPage(): Promise<string> {
  const form = new FormData();
  const page = '<!doctype html><title>صفحة</title><h1>صفحة</h1><script>document.title = "run"</script>';
  form.set('Attachment', new Blob([page], { type: 'text/html' }), 'صفحة.html');
  const response = await fetch(`${server.origin}/api/UploadBlob`, {
    method: 'POST',
    headers: AUTH,
    body: form,
  });
  return ((await response.json()) as { FileURL: string }).FileURL;
}

type Asked = [string, keyof typeof SECURITY, () => string | Promise<string>, RequestInit];

describe('what is no page', () => {
  test.each([
    ['a file that was uploaded', 'file', uploadPage, {}],
    ['a part of it', 'file', uploadPage, { headers: { range: 'bytes=0-9' } }],
    ['an asset that is not there', 'missing', () => '/assets/none.js', {}],
    ['a file name that is none', 'missing', () => '/robots.txt', {}],
    ['another method', 'refusedPage', () => '/', { method: 'POST' }],
    ['health', 'bare', () => '/healthz', {}],
    ['an answer', 'api', () => '/api/Capabilities', { headers: AUTH }],
    ['401', 'api', () => '/api/Capabilities', {}],
    ['404 of the API', 'api', () => '/api/none', { headers: AUTH }],
    ['405 of the API', 'api', () => '/api/Capabilities', { method: 'PATCH', headers: AUTH }],
    [
      '413',
      'api',
      () => '/api/Session',
      { method: 'POST', body: 'x'.repeat(2_000_000), headers: { 'content-type': 'application/json' } },
    ],
    ['a file that is not there', 'api', () => '/api/Files/1/f/g/n', {}],
  ] satisfies Asked[])('%s has exactly the headers of its kind', async (_, kind, address, init) => {
    const response = await fetch(new URL(await address(), server.origin), init);
    await response.body?.cancel();
    expect(securityHeaders(Object.fromEntries(response.headers))).toEqual(SECURITY[kind]);
  });

  test('an uploaded page is saved, never shown', async () => {
    const visit = await openVisit(browser, { language: 'ar', expected: /./u });
    const { page } = visit;
    const download = page.waitForEvent('download');
    await page.goto(await uploadPage()).catch(() => {});
    expect((await download).suggestedFilename()).toContain('.html');
    expect(await page.title()).not.toBe('run');
    await visit.close();
  });
});
