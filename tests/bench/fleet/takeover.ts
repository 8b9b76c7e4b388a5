/** Seconds until another process takes over the work of a killed process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { waitSettled } from '#tests/bench/call-gateway.ts';
import { round } from '#tests/bench/figures.ts';
import type { LibraryUnit } from '#tests/bench/search-corpus.ts';
import { descendantsOf } from '#tests/bench/watch-processes.ts';
import { addUnit } from './knowledge.ts';
import type { Member } from './member.ts';
import { listProcesses, type Side } from './sides.ts';

const LOOK_EVERY_MS = 20;

const secondsSince = (begun: number) => round((performance.now() - begun) / 1000, 1);

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await look();
    if (value !== undefined) return value;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Who does the alert checks. */
const alertsOwner = async (side: Side) =>
  (await listProcesses(side)).find(({ tasks }) => tasks.includes('alerts'))?.name;

/** SIGKILL of the gateway that does the alert checks; until another does. The killed one is `dead`. */
export async function killTaskOwner(
  side: Side,
  gateways: readonly Member[],
): Promise<{ seconds: number; dead: Member }> {
  const owner = await until(() => alertsOwner(side));
  const dead = gateways.find(({ name }) => name === owner);
  if (!dead) throw new Error(`${owner} is none of the gateways`);
  const begun = performance.now();
  await dead.kill();
  await until(async () => ((await alertsOwner(side)) === owner ? undefined : true));
  return { seconds: secondsSince(begun), dead };
}

const leaseHolders = async (side: Side) =>
  (await listProcesses(side))
    .filter(({ role, leases }) => role === 'indexer' && leases > 0)
    .map(({ name }) => name);

/** SIGKILL of the indexer that has just leased a unit, as if its machine were gone; until another leases it, and until it is ready. */
export async function killLeaseHolder(
  side: Side,
  gateway: Member,
  indexers: readonly Member[],
  unit: LibraryUnit,
): Promise<{ leased: number; ready: number; dead: Member }> {
  const id = await addUnit(gateway.origin, unit);
  const holder = await until(async () => (await leaseHolders(side))[0]);
  const dead = indexers.find(({ name }) => name === holder);
  if (!dead) throw new Error(`${holder} is none of the indexers`);
  const begun = performance.now();
  await dead.kill();
  await until(async () => ((await leaseHolders(side)).some((name) => name !== holder) ? true : undefined));
  const leased = secondsSince(begun);
  await waitSettled(gateway.origin, id);
  return { leased, ready: secondsSince(begun), dead };
}

/** SIGKILL of the indexer process alone, which its parent starts again; until the unit is ready. */
export async function killIndexerChild(side: Side, server: Member, unit: LibraryUnit): Promise<number> {
  const id = await addUnit(server.origin, unit);
  await until(async () => ((await leaseHolders(side)).length > 0 ? true : undefined));
  const child = descendantsOf(server.pid).find(({ command }) => command.includes('indexer.ts'));
  if (!child) throw new Error('there is no indexer process');
  const begun = performance.now();
  process.kill(child.pid, 'SIGKILL');
  await waitSettled(server.origin, id);
  return secondsSince(begun);
}
