/** Every check, in the order in which a failure is cheapest to see. `--quick` leaves the browser out. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const quick = process.argv.includes('--quick');
const report = mkdtempSync(join(tmpdir(), 'fihrist-test-'));
const results = join(report, 'results.json');
const started = performance.now();
let passed = 0;
let failed = 0;

/** Runs a tool of node_modules/.bin on this very Node. */
function run(name: string, command: string, args: string[]): boolean {
  const begin = performance.now();
  process.stdout.write(`\n== ${name}\n`);
  const done = spawnSync(command, args, { stdio: 'inherit' });
  process.stdout.write(`== ${name}: ${done.status === 0 ? 'ok' : 'FAILED'}, ${seconds(begin)} s\n`);
  return done.status === 0;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

function check(name: string, command: string, args: string[]): void {
  if (run(name, command, args)) passed += 1;
  else failed += 1;
}

function tests(name: string, projects: string[]): void {
  const filters = projects.flatMap((project) => ['--project', project]);
  const ok = run(name, 'vitest', [
    'run',
    ...filters,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
  ]);
  try {
    const counts = JSON.parse(readFileSync(results, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    passed += counts.numPassedTests;
    failed += counts.numFailedTests;
    if (!ok && counts.numFailedTests === 0) failed += 1;
    rmSync(results);
  } catch {
    failed += 1;
  }
}

check('format', 'biome', ['format', '.']);
check('lint', 'oxlint', ['--type-aware', '--deny-warnings']);
check('types', 'tsc', ['-b']);
// Some tests start the server, which serves the dashboard.
check('build', process.execPath, ['gateway/node/build.ts']);
tests('tests', ['node', 'app']);
if (!quick && failed === 0) tests('browser', ['e2e']);
rmSync(report, { recursive: true, force: true });
process.stdout.write(`\nAll checks took ${seconds(started)} s\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
