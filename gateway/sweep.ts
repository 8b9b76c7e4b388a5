import type { Chore } from './core/chore.ts';
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

/** The chores of all modules, bottom first, by module and name. Made once a process. */
export function listChores(ports: SweepPorts): Record<string, Chore> {
  const modules: readonly Pick<ModuleDefinition<object, SweepPorts>, 'name' | 'chores'>[] = MODULES;
  const ofModules = modules.flatMap(({ name, chores = {} }) =>
    Object.entries(chores).map(([chore, create]) => [`${name}.${chore}`, create(ports)] as const),
  );
  const abandoned: Chore = async () => ({ count: await releaseAbandoned(ports) });
  return { 'fleet.abandoned': abandoned, ...Object.fromEntries(ofModules) };
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
