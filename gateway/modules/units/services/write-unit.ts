import { titleKey } from '#common/title-key.ts';
import { HEADERS } from '#contract/headers.ts';
import { BIN_RETENTION_MS } from '#contract/limits.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { INDEX_VERSION } from '#gateway/engine/segments/index-version.ts';
import type { IdempotencyRecord } from '#gateway/modules/access/ports/idempotency.ts';
import { requirePersonOfBot } from '#gateway/modules/access/services/manage-persons.ts';
import type { NewSource, Unit, UnitEdit, Validity } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import type { ChangeRequest, UnitConflict } from '#gateway/modules/units/ports/units.ts';

type WritePorts = Pick<Ports, 'units' | 'wakeIndexer'>;

/** Registers a unit and queues its first indexing. */
export async function registerUnit(
  ports: WritePorts,
  unit: ChangeRequest & {
    botId: number;
    title: string;
    description: string;
    sources: NewSource[];
    ownerId: string | null;
  },
  remembered?: IdempotencyRecord,
): Promise<Unit> {
  const result = await ports.units.register({ ...unit, titleKey: titleKey(unit.title) }, remembered);
  const registered = unwrap(result);
  ports.wakeIndexer({ botId: unit.botId, unitId: registered.id });
  return registered;
}

/** Edits a unit. New sources are indexed; until then the last good segment answers. */
export async function updateUnit(
  ports: WritePorts,
  botId: number,
  id: number,
  edit: UnitEdit & ChangeRequest,
  expectedVersion?: number,
): Promise<Unit> {
  const titled = edit.title === undefined ? edit : { ...edit, titleKey: titleKey(edit.title) };
  const result = await ports.units.update(botId, id, titled, expectedVersion);
  if ('conflict' in result && result.conflict === 'stale') throw staleUnit(result.unit, edit);
  const updated = unwrap(result, id);
  if (edit.sources) ports.wakeIndexer({ botId, unitId: id });
  return updated;
}

/** Restores a unit from the bin, under `title` if given. A segment that was outdated meanwhile is rebuilt. */
export async function restoreUnit(
  ports: WritePorts & Pick<Ports, 'jobs'>,
  botId: number,
  id: number,
  title?: string,
): Promise<Unit> {
  const renamed = title === undefined ? undefined : { title, titleKey: titleKey(title) };
  const result = await ports.units.restore(botId, id, renamed);
  if ('conflict' in result && result.conflict === 'missing')
    throw new GatewayFault('unit-not-in-bin', { id });
  const restored = unwrap(result, id);
  const rebuilt = await ports.jobs.queueOutdated(INDEX_VERSION, 1, { botId, unitId: id });
  ports.wakeIndexer({ botId, unitId: id });
  return rebuilt > 0 ? readUnit(ports, botId, id) : restored;
}

/** Gives a unit to a person of its bot, or to nobody. */
export async function setUnitOwner(
  ports: Pick<Ports, 'units' | 'persons'>,
  botId: number,
  id: number,
  personId: string | null,
) {
  if (personId !== null) await requirePersonOfBot(ports, botId, personId, 'personId');
  const result = await ports.units.setOwner(botId, id, personId);
  if (!('conflict' in result)) return result;
  if (result.conflict === 'missing') throw new GatewayFault('unit-not-found', { id });
  throw new GatewayFault('person-not-found', {}, { field: 'personId' });
}

/** Switches a unit off or on and sets its dates; it enters or leaves answers at once. */
export async function setUnitValidity(
  { units }: Pick<Ports, 'units'>,
  botId: number,
  id: number,
  validity: Validity,
) {
  const result = await units.setValidity(botId, id, validity);
  if (!result) throw new GatewayFault('unit-not-found', { id });
  return result;
}

/** Queues a unit again; its last good segment goes on answering. */
export async function queueReindex(
  ports: WritePorts,
  botId: number,
  id: number,
  request: ChangeRequest,
): Promise<Unit> {
  const unit = await ports.units.reindex(botId, id, request);
  if (!unit) throw new GatewayFault('unit-not-found', { id });
  ports.wakeIndexer({ botId, unitId: id });
  return unit;
}

/** The unit, or 404. */
export async function readUnit(ports: Pick<Ports, 'units'>, botId: number, id: number): Promise<Unit> {
  const unit = await ports.units.get(botId, id);
  if (!unit) throw new GatewayFault('unit-not-found', { id });
  return unit;
}

/** The unit with the sources that a change of it begins from, or 404. */
export async function readUnitToChange(
  ports: Pick<Ports, 'units'>,
  botId: number,
  id: number,
): Promise<Unit> {
  const unit = await ports.units.getToChange(botId, id);
  if (!unit) throw new GatewayFault('unit-not-found', { id });
  return unit;
}

function unwrap(result: Unit | UnitConflict, id = 0): Unit {
  if (!('conflict' in result)) return result;
  switch (result.conflict) {
    case 'title-taken':
      throw new GatewayFault('title-taken', { title: result.title, id: result.id }, { field: 'title' });
    case 'file-missing':
      throw new GatewayFault('file-not-found', {}, { field: 'SourceContent' });
    case 'stale':
      throw new GatewayFault('stale-unit', { changed: [] });
  }
  throw new GatewayFault('unit-not-found', { id });
}

/** The fault of an edit to a stale version: present values of the edited fields, and the present ETag. */
export function staleUnit(unit: Unit, edit: UnitEdit): GatewayFault {
  const current: Record<string, string | string[]> = {};
  if (edit.title !== undefined && edit.title !== unit.title) current['title'] = unit.title;
  if (edit.description !== undefined && edit.description !== unit.description)
    current['description'] = unit.description;
  if (edit.sources) current['SourceContent'] = unit.sources.map(({ file, url }) => file?.name ?? url ?? '');
  const names = Object.keys(current);
  const parameters =
    names.length > 0
      ? { changed: names, ...current }
      : { changed: ['modifiedOn'], modifiedOn: unit.modifiedOn.toISOString() };
  return new GatewayFault('stale-unit', parameters, { headers: { ETag: etagOf(unit) } });
}

/** The result of a removal. `keptUntil` is null for a unit removed for good. */
export interface UnitRemoval {
  id: number;
  title: string;
  /** The unit before the removal. */
  unit: Unit;
  keptUntil: Date | null;
  passages: number;
  sources: number;
  files: number;
}

/** Into the bin for 30 days: out of every answer and count at once, its title free. */
export async function moveUnitToBin(
  ports: Pick<Ports, 'clock' | 'units'>,
  botId: number,
  id: number,
): Promise<UnitRemoval> {
  const unit = await ports.units.moveToBin(botId, id);
  if (!unit) throw new GatewayFault('unit-not-found', { id });
  const deletedOn = unit.deletedOn ?? ports.clock.now();
  const keptUntil = new Date(deletedOn.getTime() + BIN_RETENTION_MS);
  return { id, title: unit.title, unit, keptUntil, passages: 0, sources: 0, files: 0 };
}

type RemovalPorts = Pick<Ports, 'blobs' | 'orphans' | 'units'>;

/** For good: rows, segments, and the blobs that nothing else uses. */
export async function removeUnit(ports: RemovalPorts, botId: number, id: number): Promise<UnitRemoval> {
  const removed = await ports.units.remove(botId, id);
  if (!removed) throw new GatewayFault('unit-not-found', { id });
  return forgetRemoved(ports, id, removed);
}

/** The same of a unit in the bin, and of no other. */
export async function purgeUnit(ports: RemovalPorts, botId: number, id: number): Promise<UnitRemoval> {
  const removed = await ports.units.remove(botId, id, { onlyFromBin: true });
  if (!removed) throw new GatewayFault('unit-not-in-bin', { id });
  return forgetRemoved(ports, id, removed);
}

async function forgetRemoved(
  ports: RemovalPorts,
  id: number,
  removed: NonNullable<Awaited<ReturnType<Ports['units']['remove']>>>,
): Promise<UnitRemoval> {
  const { unit, passages, sources, blobs } = removed;
  for (const blob of blobs) await ports.blobs.remove(blob);
  await ports.orphans.forget(blobs);
  return { id, title: unit.title, unit, keptUntil: null, passages, sources, files: blobs.length };
}

/** `ETag` of a unit, and the draft that it has, if any. */
export const unitHeaders = (unit: Unit): Record<string, string> => ({
  [HEADERS.etag]: etagOf(unit),
  ...(unit.draftVersion === null ? {} : { [HEADERS.draft]: String(unit.draftVersion) }),
});

/** `ETag` of a unit. */
export function etagOf(unit: Pick<Unit, 'botId' | 'id' | 'version'>): string {
  return `"${unit.botId}-${unit.id}-${unit.version}"`;
}
