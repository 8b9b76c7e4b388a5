/**
 * Runs the checks and the tiers of tests beside each other, as many as keep the cores busy, and prints the output of
 * each whole when it ends. `--quick`: format, lint, types, unit and the pages that changed. `--night`: the night
 * tier, with `--full` at its full counts.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';

interface Step {
  name: string;
  command: string;
  args: string[];
  /** Of `CORES`, how many it keeps busy. */
  cores: number;
  /** Names of steps that must have passed before. */
  after?: string[];
  env?: Record<string, string>;
  /** A file in which Vitest reports: a tier of tests. Without one, a check that passes or fails as a whole. */
  report?: string;
}

interface Outcome {
  passed: number;
  failed: number;
  /** Names of the tests that failed. */
  failures?: string[];
  /** Why it failed, where its output does not say so. */
  reason?: string;
}

const CORES = availableParallelism();
/** Steps wait for timers, browsers and what they killed: with one more than there are cores, none stands idle. */
const CORES_TO_FILL = CORES + 1;
const SEPARATOR = '='.repeat(80);

const reports = mkdtempSync(join(tmpdir(), 'fihrist-test-'));
const begun = performance.now();
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

const check = (name: string, command: string, args: string[], cores = 1): Step => ({
  name,
  command,
  args,
  cores,
});

/** A tier is a project of vite.config.ts; as many of its files run at a time as it has cores. */
function tier(
  project: string,
  cores: number,
  { args = [], name = project, ...more }: Partial<Step> = {},
): Step {
  const report = join(reports, `${name.replaceAll(/\W/g, '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    command: 'vitest',
    args: ['run', '--project', project, `--maxWorkers=${cores}`, ...reporters, ...args],
    cores,
    report,
    ...more,
  };
}

/** One program works the types out once, for its rules and for their errors in all configurations. */
const LINT_AND_TYPES = check('lint and types', 'oxlint', ['--type-aware', '--type-check']);
/** Without rules that want types. */
const LINT = check('lint', 'oxlint', []);
// Incremental. Several checkers each work out the same types again; the other core is busy anyway.
const TYPES = check('types', 'tsc', ['-b', '--singleThreaded']);
const UNIT = tier('unit', 1);
const FORMAT = check('format', 'biome', ['check', '.']);
const BUILD = check('build', process.execPath, ['gateway/node/server/build.ts']);
// Servers that tests start serve the dashboard, so it is built before.
const PROCESS = tier('process*', CORES, { name: 'process', after: ['build'] });
const PAGES = tier('pages', CORES);
const E2E = tier('e2e', 2, { after: ['build'] });
// Beside the night tier, which mostly waits for what it killed.
const STORIES = tier('stories', 2, { after: ['build'] });
/** See tests/support/full-counts.ts. */
const AT_NIGHT = { FIHRIST_TEST_NIGHT: '1' };
/** The stories that `npm test` tells in Arabic, in English. */
const E2E_IN_ENGLISH = tier('e2e', 1, {
  name: 'e2e in English',
  after: ['build'],
  args: ['add', 'pages', 'session', 'story'].map((name) => `tests/e2e/${name}.test.ts`),
  env: AT_NIGHT,
});
/** Every story in React's strict mode, which `npm test` has for one story of each page. */
const STRICT_PAGES = tier('pages', 1, { name: 'pages in strict mode', env: AT_NIGHT });
/** The unit tests whose counts are small, or that are left out, in `npm test`. */
const LONG_UNITS = tier('unit', 1, {
  name: 'unit at large counts',
  args: ['conformance/conformance', 'engine/reading/long-documents', 'usage/forecast'].map(
    (name) => `tests/unit/${name}.test.ts`,
  ),
  env: AT_NIGHT,
});

/** Figures beside the last ones that were written down, never a verdict. */
const COST = check('cost of a question', process.execPath, ['tests/bench/run.ts', 'cost', '--quick']);

function stepsOf(options: readonly string[]): Step[] {
  if (options.includes('--night')) {
    const env = options.includes('--full') ? { FIHRIST_TEST_FULL: '1' } : {};
    const night = tier('night', 1, { after: ['build'], env });
    return [BUILD, STORIES, night, E2E_IN_ENGLISH, STRICT_PAGES, LONG_UNITS, TYPES, COST];
  }
  if (options.includes('--quick')) {
    const pages = changedPages();
    // On all cores: it takes longest here, and little else is there to keep them busy.
    return [
      tier('unit', CORES),
      TYPES,
      LINT,
      FORMAT,
      ...(pages.length > 0 ? [tier('pages', CORES, { args: pages })] : []),
    ];
  }
  // What takes long begins early.
  return [BUILD, PAGES, UNIT, PROCESS, LINT_AND_TYPES, FORMAT, E2E];
}

/** Tests of pages that differ from the main branch, or whose folder in `src` does: `tests/pages/chat` is of `src/features/chat`. */
function changedPages(): string[] {
  const changed = [
    ...git('diff', '--name-only', findBase()),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const folders = new Set(changed.flatMap((path) => /^src\/(?:features\/)?([^/]+)\//.exec(path)?.[1] ?? []));
  return git('ls-files', '--cached', '--others', '--exclude-standard', 'tests/pages').filter((path) => {
    const [, folder = ''] = /^tests\/pages\/([^/]+)\/.*\.test\.tsx?$/.exec(path) ?? [];
    return folder !== '' && existsSync(path) && (folders.has(folder) || changed.includes(path));
  });
}

/** The lines that git prints. */
function git(...args: string[]): string[] {
  const text = execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return text.split('\n').filter((line) => line !== '');
}

/** Where this branch left the main one; HEAD in a clone without it. */
function findBase(): string {
  for (const main of ['origin/main', 'main']) {
    try {
      return git('merge-base', 'HEAD', main)[0] ?? 'HEAD';
    } catch {
      // A clone without that branch.
    }
  }
  return 'HEAD';
}

async function run({ command, args, env, report }: Step): Promise<Outcome & { output: string }> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'nothing'));
  });
  const output = Buffer.concat(chunks).toString();
  const outcome = report === undefined ? { passed: code === 0 ? 1 : 0, failed: 0 } : countTests(report);
  // A run may fail without a test that does: by an error outside of tests, by no test at all, or by its own end.
  if (outcome.failed === 0 && (code !== 0 || outcome.passed === 0)) {
    const reason = code === 0 ? 'no test ran' : `ended with ${code}`;
    return { passed: outcome.passed, failed: 1, reason, output };
  }
  return { ...outcome, output };
}

function countTests(report: string): Outcome {
  if (!existsSync(report)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative(process.cwd(), name)}: ${fullName}`),
  );
  return { passed: numPassedTests, failed: numFailedTests, failures };
}

/** Starts steps in order, each as soon as there is room for it and what it comes after has passed. */
async function runAll(steps: readonly Step[]): Promise<Required<Omit<Outcome, 'reason'>>> {
  const total = { passed: 0, failed: 0, failures: [] as string[] };
  const waiting = [...steps];
  const running = new Map<Step, Promise<Step>>();
  const passed = new Set<string>();
  const ended = new Set<string>();

  const end = (step: Step, since: number, outcome: Outcome, output: string) => {
    ended.add(step.name);
    if (outcome.failed === 0) passed.add(step.name);
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    total.failures.push(...(outcome.failures ?? (outcome.failed > 0 ? [step.name] : [])));
    const counts = step.report === undefined ? [] : [`${outcome.passed} passed, ${outcome.failed} failed`];
    const facts = [
      ...(outcome.reason === undefined ? [] : [outcome.reason]),
      ...counts,
      `${seconds(since)} s`,
    ];
    const verdict = outcome.failed === 0 ? 'ok' : 'FAILED';
    process.stdout.write(
      `\n${SEPARATOR}\n${output.trimEnd()}\n== ${step.name}: ${verdict} (${facts.join('; ')})\n`,
    );
  };
  const start = async (step: Step): Promise<Step> => {
    const since = performance.now();
    const { output, ...outcome } = await run(step);
    end(step, since, outcome, output);
    return step;
  };

  while (waiting.length > 0 || running.size > 0) {
    for (const step of waiting.slice()) {
      const needs = step.after ?? [];
      const missed = needs.find((name) => ended.has(name) && !passed.has(name));
      const busy = [...running.keys()].reduce((sum, { cores }) => sum + cores, 0);
      if (missed !== undefined) {
        end(
          step,
          performance.now(),
          { passed: 0, failed: 1, reason: `not run, because ${missed} failed` },
          '',
        );
      } else if (
        needs.every((name) => passed.has(name)) &&
        (busy === 0 || busy + step.cores <= CORES_TO_FILL)
      ) {
        running.set(step, start(step));
      } else continue;
      waiting.splice(waiting.indexOf(step), 1);
    }
    if (running.size > 0) running.delete(await Promise.race(running.values()));
  }
  return total;
}

try {
  const { passed, failed, failures } = await runAll(stepsOf(process.argv.slice(2)));
  // Once more at the end: what a tier printed is far up by then.
  for (const failure of failures) process.stdout.write(`\nFAILED ${failure}`);
  process.stdout.write(`\nAll of it took ${seconds(begun)} s\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
