/** Lighthouse on the sign-in page, in both languages. It is no dependency: npx fetches it into npm's cache. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '#tests/support/browser.ts';
import { startServer } from '#tests/support/server.ts';
import { type Figure, round, say } from './figures.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const RUNS = [
  { form: 'phone', language: 'en', options: [] },
  { form: 'phone', language: 'ar', options: [] },
  { form: 'desktop', language: 'en', options: ['--preset=desktop'] },
  { form: 'desktop', language: 'ar', options: ['--preset=desktop'] },
] as const;

interface Report {
  categories: Record<string, { score: number | null } | undefined>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string } | undefined>;
}

export async function measureLighthouse(): Promise<Figure[]> {
  const browser = await findBrowser();
  const server = await startServer({ FIHRIST_LOG: 'error' });
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-lighthouse-'));
  try {
    return RUNS.flatMap(({ form, language, options }) => {
      const name = `/connect, ${form}, ${language}`;
      const report = runLighthouse(browser, `${server.origin}/connect`, language, options, folder);
      const scores = CATEGORIES.map((category) =>
        round((report.categories[category]?.score ?? Number.NaN) * 100),
      );
      for (const { title, score } of Object.values(report.audits).filter((audit) => audit !== undefined))
        if (score !== null && score < 0.9) say(`${name}: ${round(score, 2)} ${title}`);
      const shown = (audit: string) => report.audits[audit]?.displayValue ?? '?';
      return [
        { figure: name, measured: scores.join(' / '), unit: CATEGORIES.join(' / ') },
        {
          figure: `${name}, first / largest paint`,
          measured: `${shown('first-contentful-paint')} / ${shown('largest-contentful-paint')}`,
          unit: 'throttled by Lighthouse',
        },
      ];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  }
}

function runLighthouse(
  browser: string,
  address: string,
  language: string,
  options: readonly string[],
  folder: string,
): Report {
  const file = join(folder, 'report.json');
  const flags = `--headless=shell --no-sandbox --no-zygote --disable-gpu --lang=${language} --accept-lang=${language}`;
  const done = spawnSync(
    'npx',
    [
      '-y',
      LIGHTHOUSE,
      address,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      `--chrome-flags=${flags}`,
      ...options,
    ],
    { cwd: folder, env: { ...process.env, CHROME_PATH: browser }, encoding: 'utf8' },
  );
  if (done.status !== 0) throw new Error(`Lighthouse: ${(done.stderr || done.stdout).slice(-500)}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}
