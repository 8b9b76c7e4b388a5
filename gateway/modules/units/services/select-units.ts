import { titleKey } from '#common/title-key.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { canAnswer, type SearchableUnit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

/** Units to search, and the names that had to be left out because they cannot answer yet. */
export interface UnitSelection {
  units: readonly SearchableUnit[];
  skipped: string[];
}

/** The units that index names (titles, old titles) select; without names all that can answer. */
export async function selectUnits(
  ports: Pick<Ports, 'units'>,
  botId: number,
  names: readonly string[] | undefined,
): Promise<UnitSelection> {
  if (names === undefined) {
    const units = await ports.units.listSearchable(botId);
    if (units.length === 0) throw new GatewayFault('nothing-to-search', {}, { field: 'IndexNames' });
    return { units, skipped: [] };
  }
  if (names.length === 0) throw new GatewayFault('indexes-empty', {}, { field: 'IndexNames' });
  const keyed = names.map((name) => ({ name, key: titleKey(name) }));
  const unitsByKey = await ports.units.byTitleKeys(botId, [...new Set(keyed.map(({ key }) => key))]);
  const unknown = keyed.filter(({ key }) => !unitsByKey.has(key)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new GatewayFault('indexes-unknown', { names: unknown }, { field: 'IndexNames' });
  const units = new Map<number, SearchableUnit>();
  const skipped: string[] = [];
  for (const { name, key } of keyed) {
    const unit = unitsByKey.get(key);
    if (unit && canAnswer(unit)) units.set(unit.id, unit);
    else skipped.push(name);
  }
  if (units.size === 0)
    throw new GatewayFault('indexes-not-ready', { names: skipped }, { field: 'IndexNames' });
  return { units: [...units.values()], skipped };
}
