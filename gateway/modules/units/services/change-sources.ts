import { UNIT_LIMITS } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { NewSource, Source, Unit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import type { ChangeRequest } from '#gateway/modules/units/ports/units.ts';
import { sourceName } from './unit-views.ts';
import { updateUnit } from './write-unit.ts';

/**
 * Changes one source of a unit as it was read. Title, id and the other sources stay, and the published segment answers
 * until the next one is ready. Throws `stale-unit` when somebody else changed the unit meanwhile.
 */
export type SourceChange = (
  ports: Pick<Ports, 'units' | 'wakeIndexer'>,
  unit: Unit,
  request: ChangeRequest & { expectedVersion: number | undefined },
) => Promise<Unit>;

export function addSource(source: NewSource): SourceChange {
  return (ports, unit, request) => {
    const max = UNIT_LIMITS.sources;
    if (unit.sources.length >= max)
      throw new GatewayFault('sources-full', { max }, { field: 'SourceContent' });
    return write(ports, unit, [...unit.sources, source], request);
  };
}

export function replaceSource(sourceId: number, source: NewSource): SourceChange {
  return (ports, unit, request) => {
    const replaced = findSource(unit, sourceId);
    const sources = unit.sources.map((current) => (current === replaced ? source : current));
    return write(ports, unit, sources, request);
  };
}

export function removeSource(sourceId: number): SourceChange {
  return (ports, unit, request) => {
    const removed = findSource(unit, sourceId);
    if (unit.sources.length === 1) throw new GatewayFault('last-source', { name: sourceName(removed) });
    const sources = unit.sources.filter((source) => source !== removed);
    return write(ports, unit, sources, request);
  };
}

/** Throws `source-not-found`. */
export function findSource(unit: Unit, sourceId: number): Source {
  const source = unit.sources.find(({ id }) => id === sourceId);
  if (!source)
    throw new GatewayFault('source-not-found', { id: sourceId, sources: unit.sources.map(sourceName) });
  return source;
}

/** Without an expected version the one that was read is expected: two changes at once never undo each other. */
function write(
  ports: Pick<Ports, 'units' | 'wakeIndexer'>,
  { botId, id, version }: Unit,
  sources: readonly NewSource[],
  { expectedVersion = version, ...request }: Parameters<SourceChange>[2],
): Promise<Unit> {
  const named = sources.map(({ fileId, url }) => ({ fileId, url }));
  return updateUnit(ports, botId, id, { sources: named, ...request }, expectedVersion);
}
