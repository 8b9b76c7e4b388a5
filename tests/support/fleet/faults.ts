/** What breaks in a fleet, at random. A seed gives the order; the moments differ with the machine. */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Fleet, FleetProcess } from '#tests/support/fleet.ts';
import type { Random } from './random.ts';
import { CUT_MOMENTS } from './tcp-proxy.ts';

export type KillKind = 'gateway' | 'indexer' | 'indexer-child' | 'backend' | 'postmaster';
/** Of a hundred kills. After the last two PostgreSQL recovers, which takes longest. */
const KILLS: readonly (readonly [KillKind, number])[] = [
  ['indexer-child', 35],
  ['gateway', 25],
  ['indexer', 20],
  ['backend', 14],
  ['postmaster', 6],
];

export interface FaultCounts {
  kills: Record<KillKind, number>;
  terminated: number;
  cuts: number;
  store: Record<'503' | 'hang' | 'cut' | 'lost', number>;
  failedStarts: number;
}

const MAX_PAUSE_MS = 1_200;
const STORE_FAULT_MS = 1_500;
const RETRY_MS = 250;

/** SIGKILLs until there were `kills` of them, each with a restart, and other faults in between. */
export async function injectFaults(
  fleet: Fleet,
  { kills, random, onKill = () => {} }: { kills: number; random: Random; onKill?: (kind: KillKind) => void },
): Promise<FaultCounts> {
  const counts: FaultCounts = {
    kills: { gateway: 0, indexer: 0, 'indexer-child': 0, backend: 0, postmaster: 0 },
    terminated: 0,
    cuts: 0,
    store: { '503': 0, hang: 0, cut: 0, lost: 0 },
    failedStarts: 0,
  };
  const starting = new Set<Promise<void>>();
  const down = new Set<FleetProcess>();

  const restart = (process: FleetProcess) => {
    const started: Promise<void> = (async () => {
      counts.failedStarts += await startAsSupervisor(fleet, process);
      down.delete(process);
    })();
    starting.add(started);
    void started.then(() => starting.delete(started));
  };
  const killProcess = async (all: readonly FleetProcess[]): Promise<boolean> => {
    const victim = random.pick(all.filter((each) => each.isRunning() && !down.has(each)));
    if (!victim) return false;
    down.add(victim);
    await victim.end('SIGKILL');
    restart(victim);
    return true;
  };

  const killers: Record<KillKind, () => Promise<boolean>> = {
    gateway: () => killProcess(fleet.gateways),
    indexer: () => killProcess(fleet.indexers),
    async 'indexer-child'() {
      const indexer = random.pick(fleet.indexers.filter((each) => each.indexerPid() !== undefined));
      return indexer !== undefined && kill(indexer.indexerPid());
    },
    async backend() {
      const pid = await pickBackend(fleet, random);
      // The server ends all connections, recovers and goes on.
      return kill(pid) && untilConnected(fleet);
    },
    async postmaster() {
      if (!kill(fleet.postgres.pid())) return false;
      await restartPostgres(fleet);
      return untilConnected(fleet);
    },
  };

  for (let done = 0; done < kills; ) {
    const kind = pickKind(random);
    // All of the kind may be starting just now.
    while (!(await killers[kind]())) await pause(RETRY_MS);
    counts.kills[kind] += 1;
    done += 1;
    onKill(kind);
    await pause(random.next() * MAX_PAUSE_MS);
    if (random.below(2) === 0) {
      fleet.proxy.cut(random.pick(CUT_MOMENTS), random.next());
      counts.cuts += 1;
    }
    if (random.below(6) === 0) {
      const pid = await pickBackend(fleet, random);
      if (pid !== undefined && (await terminate(fleet, pid))) counts.terminated += 1;
    }
    if (random.below(8) === 0) {
      const what = random.pick(['503', 'hang', 'cut', 'lost'] as const);
      fleet.store.misbehave(what === '503' ? { status: 503, code: 'SlowDown' } : what);
      counts.store[what] += 1;
      await pause(random.next() * STORE_FAULT_MS);
      fleet.store.behave();
    }
  }
  fleet.store.behave();
  await Promise.all(starting);
  return counts;
}

/**
 * Starts a process, and again when it ends at once, as it does without a database, or on a machine too busy to reach it in
 * time. Returns how many starts failed.
 */
export async function startAsSupervisor(fleet: Fleet, process: FleetProcess): Promise<number> {
  for (let failedStarts = 0; ; failedStarts++) {
    if (await process.start()) return failedStarts;
    await process.end('SIGKILL');
    await untilConnected(fleet);
  }
}

function pickKind(random: Random): KillKind {
  let weightLeft = random.next() * KILLS.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [kind, weight] of KILLS) {
    weightLeft -= weight;
    if (weightLeft < 0) return kind;
  }
  return 'indexer-child';
}

/** Kills a process; false when the process is gone. */
function kill(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Rows over a connection of its own; undefined where the server does not answer. */
export async function lookAt<Row extends object>(
  fleet: Pick<Fleet, 'databaseUrl'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[] | undefined> {
  const client = new Client({
    connectionString: fleet.databaseUrl,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Row>(text, values);
    return rows;
  } catch {
    return undefined;
  } finally {
    // Never resolves for a connection that failed while it was being made.
    void client.end().catch(() => {});
  }
}

/** A server process that works for the fleet, in the middle of a transaction if there is one. */
async function pickBackend(fleet: Fleet, random: Random): Promise<number | undefined> {
  const rows = await lookAt<{ pid: number; state: string }>(
    fleet,
    `select pid, state from pg_stat_activity where application_name like 'fihrist-%' order by pid`,
  );
  const busy = rows?.filter(({ state }) => state !== 'idle') ?? [];
  return random.pick(busy.length > 0 ? busy : (rows ?? []))?.pid;
}

async function terminate(fleet: Fleet, pid: number): Promise<boolean> {
  const rows = await lookAt<{ ended: boolean }>(fleet, 'select pg_terminate_backend($1) as ended', [pid]);
  return rows?.[0]?.ended === true;
}

async function restartPostgres(fleet: Fleet): Promise<void> {
  for (;;) {
    try {
      return await fleet.postgres.restart('immediate');
    } catch {
      // Processes of the killed server still end.
      await pause(RETRY_MS);
    }
  }
}

async function untilConnected(fleet: Fleet): Promise<true> {
  while (!(await lookAt(fleet, 'select 1'))) await pause(RETRY_MS);
  return true;
}
