/** How long a fleet goes without one that was killed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from '#tests/support/fleet.ts';
import { lookAt } from './faults.ts';

const TIMEOUT_MS = 240_000;
const POLL_MS = 50;

interface Owner {
  id: string;
  name: string;
}

/** Kills whoever has the task; the milliseconds until another process has it. The killed one starts again afterwards. */
export async function measureTakeover(fleet: Fleet, task: 'alerts' | 'sweep'): Promise<number> {
  const owner = async (): Promise<Owner | undefined> =>
    (
      await lookAt<Owner>(
        fleet,
        `select p.id, p.name from task_owner t join process p on p.id = t.owner where t.task = $1`,
        [task],
      )
    )?.[0];
  const first = await until(owner, () => true);
  const killed = [...fleet.gateways, ...fleet.indexers].find(({ name }) => name === first.name);
  if (!killed) throw new Error(`no process is called ${first.name}`);
  const begun = performance.now();
  await killed.end('SIGKILL');
  await until(owner, ({ id }) => id !== first.id);
  const took = performance.now() - begun;
  await killed.start();
  return Math.round(took);
}

async function until<Value>(
  readValue: () => Promise<Value | undefined>,
  isIt: (value: Value) => boolean,
): Promise<Value> {
  const end = performance.now() + TIMEOUT_MS;
  for (;;) {
    const value = await readValue();
    if (value !== undefined && isIt(value)) return value;
    if (performance.now() > end) throw new Error('nobody took the task over');
    await pause(POLL_MS);
  }
}
