import type { Check, CheckGroup, Finding } from './check.ts';
import { untestable } from './check.ts';
import { cleanUp, type Leftovers } from './clean-up.ts';
import { Lab, type LabOptions } from './lab.ts';
import { CHECK_GROUPS } from './sections/index.ts';
import { both, fill, type Text } from './text.ts';

export interface Result {
  check: Check;
  finding: Finding;
}

export interface GroupResults {
  group: CheckGroup;
  results: Result[];
}

export interface Report {
  target: { baseUrl: string; bot: string; modelFamily: string };
  startedOn: Date;
  seconds: number;
  calls: number;
  groups: GroupResults[];
  leftovers: Leftovers;
  /** Why the run ended early; null where it did not. */
  stopped: 'time' | 'cancelled' | null;
}

export interface RunOptions extends Omit<LabOptions, 'signal'> {
  groups: readonly CheckGroup[];
  /** Ctrl+C. */
  signal: AbortSignal;
  timeLimitMs: number;
  onProgress: (done: number, total: number) => void;
}

/** Runs all checks, then removes what they made. Checks that the time did not reach are reported as such. */
export async function runChecks(options: RunOptions): Promise<Report> {
  const { groups, target, signal, timeLimitMs, onProgress } = options;
  const startedOn = new Date();
  const started = performance.now();
  const late = AbortSignal.timeout(timeLimitMs);
  const lab = new Lab({ ...options, signal: AbortSignal.any([signal, late]) });
  const total = groups.reduce((sum, { checks }) => sum + checks.length, 0);
  const findings = new Map<Check, Finding>();

  const run = async (check: Check): Promise<void> => {
    findings.set(check, await findingOf(check, lab));
    onProgress(findings.size, total);
  };
  // Checks share their calls, and the lab says how many are under way at once.
  const stage = (when: CheckGroup['when']) =>
    Promise.all(groups.filter((group) => group.when === when).flatMap(({ checks }) => checks.map(run)));
  await stage(undefined);
  await stage('load');
  await stage('after');
  await runDependencies(findings, lab);

  const calls = lab.exchanges.length;
  const stopped = signal.aborted ? 'cancelled' : late.aborted ? 'time' : null;
  const leftovers = await cleanUp(lab, options);
  const { baseUrl, bot, modelFamily } = target;
  return {
    target: { baseUrl, bot, modelFamily },
    startedOn,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    calls,
    groups: CHECK_GROUPS.flatMap((group) => {
      const isChosen = groups.includes(group);
      const checks = group.checks.filter((check) => isChosen || findings.has(check));
      const results = checks.map((check) => ({
        check,
        finding: findings.get(check) ?? untestable(UNREACHED),
      }));
      return results.length === 0 ? [] : [{ group, results }];
    }),
    leftovers,
    stopped,
  };
}

/** Runs the checks of other groups that findings depend on: a failure is in the report wherever it belongs. */
async function runDependencies(findings: Map<Check, Finding>, lab: Lab): Promise<void> {
  // A map also yields what is added on the way: a dependency may have one of its own.
  for (const finding of findings.values()) {
    const id = finding.outcome === 'untestable' ? finding.reason.dependsOn : undefined;
    const check = id === undefined ? undefined : CHECKS.find((candidate) => candidate.id === id);
    if (check && !findings.has(check)) findings.set(check, await findingOf(check, lab));
  }
}

const CHECKS = CHECK_GROUPS.flatMap(({ checks }) => checks);
const UNREACHED = both('the run ended before', 'انتهى الفحص قبل ذلك');
const OWN_FAULT: Text = both('the check itself failed: {reason}', 'فشل الفحص نفسه: {reason}');

/** A check that throws says nothing about the gateway. */
async function findingOf(check: Check, lab: Lab): Promise<Finding> {
  try {
    return await check.run(lab);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return untestable(fill(OWN_FAULT, { reason }));
  }
}

/** How many findings of each kind. */
export function countOutcomes(results: readonly Result[]): Record<Finding['outcome'], number> {
  const counts = { ok: 0, fails: 0, lenient: 0, note: 0, untestable: 0 };
  for (const { finding } of results) counts[finding.outcome]++;
  return counts;
}
