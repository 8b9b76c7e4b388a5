import { listChores, type SweepPorts } from '#gateway/sweep.ts';

/** Runs every chore once, also behind one that fails; true when one is worth repeating at once. */
export async function sweepOnce(ports: SweepPorts, chores = listChores(ports)): Promise<boolean> {
  let mayHaveMore = false;
  const failures: unknown[] = [];
  for (const run of Object.values(chores))
    await run(ports.clock.now())
      .then(({ isMore = false }) => (mayHaveMore ||= isMore))
      .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  return mayHaveMore;
}
