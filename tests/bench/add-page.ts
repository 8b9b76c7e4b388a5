/** Blocked main thread of the page Add in real Chromium: small files beside the units that were added before. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { paths } from '#src/paths.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { startServer } from '#tests/support/server.ts';
import { BENCH_KEY } from './call-gateway.ts';
import { type Figure, round, say } from './figures.ts';

const CASES = [
  { files: 60, earlier: 0 },
  { files: 60, earlier: 366 },
  { files: 300, earlier: 0 },
];
const FIRST_EARLIER_ID = 100_000;
const TIMEOUT_MS = 180_000;
/** A round of reading the states of units, after the last row is there. */
const SETTLE_MS = 2000;

type Case = (typeof CASES)[number];
type RegisteredUnit = { key: string; title: string; kind: 'file'; names: string[]; id: number };
type Phase = {
  seconds: number;
  /** Sum of the tasks over 50 ms, by the clock. */
  blockedSeconds: number;
  /** The same by the processor time of the main thread, which a busy machine hardly changes. */
  blockedCpuSeconds: number;
  longestMs: number;
  calls: number;
};
type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
};

/** Units as the page keeps them in the tab; the gateway has none of them. */
const earlierUnits = (count: number): RegisteredUnit[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `unit-${index}`,
    title: `دليل ${index + 1}`,
    kind: 'file',
    names: [`دليل ${index + 1}.md`],
    id: FIRST_EARLIER_ID + index,
  }));

/** Every unit is ready at once: the bench measures the page, whose machine also indexes. */
async function answerReady(page: Page): Promise<void> {
  await page.route('**/states?*', async (route) => {
    const ids = new URL(route.request().url()).searchParams.get('ids')?.split(',') ?? [];
    const state = {
      stage: null,
      progress: null,
      position: null,
      passages: 1,
      reason: null,
      files: 1,
      urls: 0,
    };
    const items = ids.map((id) => ({ ...state, id: Number(id), status: 'ready' }));
    await route.fulfill({ json: { StatusCode: 200, Response: { items }, Consumption: '0/1' } });
  });
}

async function signIn(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return page;
}

/** The page with the earlier units in its list, and an observer of long tasks. */
async function openAddPage(page: Page, units: RegisteredUnit[]): Promise<void> {
  await page.evaluate((registered) => {
    const id = sessionStorage.getItem('fihrist.connection') ?? localStorage.getItem('fihrist.connection');
    const none = { title: '', description: '' };
    const texts = { items: {}, all: { file: none, url: none }, addresses: '' };
    const draft = { grouping: 'each', texts, registered, items: [] };
    sessionStorage.setItem(`fihrist.add.${id}`, JSON.stringify(draft));
  }, units);
  await page.goto(new URL(paths.addKnowledge(), page.url()).href);
  await page.getByRole('heading', { level: 1, name: 'Add knowledge' }).waitFor();
  if (units.length > 0) await page.getByText(`All ${units.length} units are ready.`).waitFor();
  await page.evaluate(() => {
    const durations: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration);
    }).observe({ type: 'longtask' });
    Object.assign(globalThis, { longTasks: durations });
  });
}

/** Processor time of the tasks of the page's main thread that took more than 50 ms of it, in seconds. */
function sumLongTasks(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const durations = traceEvents
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && mainThreads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1e6)
    .filter((seconds) => seconds > 0.05);
  return durations.reduce((sum, seconds) => sum + seconds, 0);
}

/** Time, sum of the tasks over 50 ms, and calls of one step of a person. */
async function measurePhase(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<Phase> {
  let calls = 0;
  const count = () => {
    calls += 1;
  };
  await page.evaluate('longTasks.length = 0');
  page.on('request', count);
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  const begun = performance.now();
  await act();
  const seconds = (performance.now() - begun) / 1000;
  await sleep(SETTLE_MS);
  page.off('request', count);
  const blockedCpuSeconds = sumLongTasks(await browser.stopTracing());
  const durations = await page.evaluate<number[]>('longTasks');
  const blockedSeconds = durations.reduce((sum, duration) => sum + duration, 0) / 1000;
  return { seconds, blockedSeconds, blockedCpuSeconds, longestMs: Math.max(0, ...durations), calls };
}

async function chooseFiles(page: Page, count: number): Promise<void> {
  const files = Array.from({ length: count }, (_, index) => ({
    name: `سياسة ${index + 1}.md`,
    mimeType: 'text/markdown',
    buffer: Buffer.from(`# سياسة ${index + 1}\n\nنص السياسة ${index + 1}.\n`),
  }));
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.getByRole('button', { name: `Add ${count} units` }).waitFor();
}

async function addChosen(page: Page, { files, earlier }: Case): Promise<void> {
  await page.getByRole('button', { name: `Add ${files} units` }).click();
  await page.getByText(`All ${earlier + files} units are ready.`).waitFor();
}

async function measureCase(browser: Browser, { files, earlier }: Case): Promise<Figure[]> {
  const server = await startServer({ FIHRIST_API_KEY: BENCH_KEY, FIHRIST_LOG: 'error' });
  try {
    const page = await signIn(browser, server.link);
    await answerReady(page);
    await openAddPage(page, earlierUnits(earlier));
    const phases = [
      ['chosen to ready to add', await measurePhase(browser, page, () => chooseFiles(page, files))],
      ['Add to all ready', await measurePhase(browser, page, () => addChosen(page, { files, earlier }))],
    ] as const;
    await page.context().close();
    return phases.map(([name, { seconds, blockedSeconds, blockedCpuSeconds, longestMs, calls }]) => ({
      figure: `${files} files beside ${earlier} added units, ${name}`,
      measured: `${round(blockedCpuSeconds, 2)} / ${round(blockedSeconds, 2)} / ${round(longestMs)} / ${round(seconds, 1)} / ${calls}`,
      unit: 's blocked by processor time / by the clock / ms longest task / s in all / requests',
      aim: '<= 1 s blocked, both steps together',
    }));
  } finally {
    await server.stop();
  }
}

export async function measureAddPage(): Promise<Figure[]> {
  const browser = await launchBrowser();
  try {
    const figures: Figure[] = [];
    for (const files of CASES) {
      const measured = await measureCase(browser, files);
      for (const { figure, measured: values } of measured) say(`${figure}: ${values}`);
      figures.push(...measured);
    }
    return figures;
  } finally {
    await browser.close();
  }
}
