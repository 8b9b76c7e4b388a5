import { UNIT_LIMITS } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import type { NewSource, Unit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import type { ChangeRequest } from '#gateway/modules/units/ports/units.ts';
import { sourceName } from './unit-views.ts';
import { updateUnit } from './write-unit.ts';

/** A unit with the sources that its next text will be made of. */
interface EditableUnit extends Pick<Unit, 'botId' | 'id' | 'version'> {
  sources: (NewSource & { id: number; name: string })[];
}

/** A change of a unit that has a draft begins from the sources of that, unless a newer change is being indexed. */
export async function toEditable({ versions }: Pick<Ports, 'versions'>, unit: Unit): Promise<EditableUnit> {
  const { botId, id, version, draftVersion, status } = unit;
  const draft =
    draftVersion !== null && status === 'ready'
      ? await versions.get(botId, id, draftVersion, INDEX_VERSION)
      : undefined;
  const sources = draft
    ? draft.sources.map((source) => ({ ...source, name: source.url ?? source.name ?? '' }))
    : namedSources(unit);
  return { botId, id, version, sources };
}

/**
 * Changes one source of a unit as it was read. Title, id and the other sources stay, and the published segment answers
 * until the next one is ready. Throws `stale-unit` when somebody else changed the unit meanwhile.
 */
export type SourceChange = (
  ports: Pick<Ports, 'units' | 'wakeIndexer'>,
  unit: EditableUnit,
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
    const replaced = findSource(unit.sources, sourceId);
    const sources = unit.sources.map((current) => (current === replaced ? source : current));
    return write(ports, unit, sources, request);
  };
}

export function removeSource(sourceId: number): SourceChange {
  return (ports, unit, request) => {
    const removed = findSource(unit.sources, sourceId);
    if (unit.sources.length === 1) throw new GatewayFault('last-source', { name: removed.name });
    const sources = unit.sources.filter((source) => source !== removed);
    return write(ports, unit, sources, request);
  };
}

export const namedSources = ({ sources }: Unit) =>
  sources.map((source) => ({ ...source, name: sourceName(source) }));

/** Throws `source-not-found`. */
export function findSource<Found extends { id: number; name: string }>(
  sources: readonly Found[],
  sourceId: number,
): Found {
  const source = sources.find(({ id }) => id === sourceId);
  if (source) return source;
  throw new GatewayFault('source-not-found', { id: sourceId, sources: sources.map(({ name }) => name) });
}

/** Without an expected version the one that was read is expected: two changes at once never undo each other. */
function write(
  ports: Pick<Ports, 'units' | 'wakeIndexer'>,
  { botId, id, version }: EditableUnit,
  sources: readonly NewSource[],
  { expectedVersion = version, ...request }: Parameters<SourceChange>[2],
): Promise<Unit> {
  const named = sources.map(({ fileId, url }) => ({ fileId, url }));
  return updateUnit(ports, botId, id, { sources: named, ...request }, expectedVersion);
}
