import { GatewayFault } from '#gateway/errors.ts';
import type { Unit } from '#gateway/model.ts';
import type { Ports } from '#gateway/ports.ts';

/** How long a unit lies in the bin. */
export const BIN_MS = 30 * 24 * 60 * 60 * 1000;

/** What a removal did. `keptUntil` null: gone for good. */
export interface Removal {
  id: number;
  title: string;
  /** As it was before. */
  unit: Unit;
  keptUntil: Date | null;
  passages: number;
  sources: number;
  files: number;
}

/** Into the bin for 30 days: out of every answer and count at once, its title free. */
export async function binUnit(ports: Ports, botId: number, id: number): Promise<Removal> {
  const unit = await ports.units.bin(botId, id);
  if (!unit) throw new GatewayFault('unit-not-found', { id });
  const deletedOn = unit.deletedOn ?? ports.clock.now();
  const keptUntil = new Date(deletedOn.getTime() + BIN_MS);
  return { id, title: unit.title, unit, keptUntil, passages: 0, sources: 0, files: 0 };
}

/** For good: rows, segments, and the blobs that nothing else uses. */
export async function removeUnit(ports: Ports, botId: number, id: number): Promise<Removal> {
  const removed = await ports.units.remove(botId, id);
  if (!removed) throw new GatewayFault('unit-not-found', { id });
  const { unit, passages, sources, blobs } = removed;
  for (const blob of blobs) await ports.blobs.remove(blob);
  await ports.jobs.forgetBlobs(blobs);
  return { id, title: unit.title, unit, keptUntil: null, passages, sources, files: blobs.length };
}
