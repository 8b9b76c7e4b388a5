import type { Intersection, ModuleDefinition } from './module-definition.ts';
import { MODULES, type Module } from './modules.ts';
import type { Ports } from './ports.ts';

type PortsOf<Listed> =
  Listed extends Readonly<Record<string, infer Made>>
    ? Made extends (ports: infer OfModule) => unknown
      ? OfModule
      : never
    : never;

type ReleasePorts = Intersection<PortsOf<Extract<Module, { held: unknown }>['held']>> &
  Pick<Ports, 'processes' | 'queue' | 'log'>;
/** The ports that all chores need together. */
export type SweepPorts = Intersection<PortsOf<Extract<Module, { chores: unknown }>['chores']>> & ReleasePorts;

/**
 * Runs the chores of all modules, bottom first. True when it is worth repeating at once. Made once a process. A chore that
 * fails does not keep the others from running; the first error is thrown at the end.
 */
export function createSweep(ports: SweepPorts): () => Promise<boolean> {
  const modules: readonly ModuleDefinition<object, SweepPorts>[] = MODULES;
  const chores = modules.flatMap((module) =>
    Object.entries(module.chores ?? {}).map(([name, create]) => [name, create(ports)] as const),
  );
  return async () => {
    const counts: Record<string, number> = { abandoned: await releaseAbandoned(ports) };
    let mayHaveMore = false;
    const failures: unknown[] = [];
    for (const [name, run] of chores)
      try {
        const { count, isMore = false } = await run(ports.clock.now());
        counts[name] = count;
        mayHaveMore ||= isMore;
      } catch (error) {
        failures.push(error);
      }
    if (Object.values(counts).some((count) => count > 0)) ports.log.debug('swept', counts);
    if (failures.length > 0) throw failures[0];
    return mayHaveMore;
  };
}

/** Frees what processes held that ended or died; returns how many. */
export async function releaseAbandoned(ports: ReleasePorts): Promise<number> {
  const modules: readonly Pick<ModuleDefinition<object, ReleasePorts>, 'name' | 'held'>[] = MODULES;
  const counts: Record<string, number> = {};
  for (const { held = {} } of modules)
    for (const [kind, release] of Object.entries(held)) counts[kind] = await release(ports);
  const processes = await ports.processes.removeDead();
  const freed = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (freed > 0) ports.log.info('abandoned-released', { ...counts, processes });
  return freed;
}
