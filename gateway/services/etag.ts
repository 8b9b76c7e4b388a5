import type { Unit } from '#gateway/model.ts';

/** `ETag` of a unit. */
export function etagOf(unit: Pick<Unit, 'botId' | 'id' | 'version'>): string {
  return `"${unit.botId}-${unit.id}-${unit.version}"`;
}
