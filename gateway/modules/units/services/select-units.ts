import { titleKey } from '#common/title-key.ts';
import type { Availability } from '#contract/unit-states.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { canAnswer, type SearchableUnit, type TitledUnit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

/** Units to search, and the names that had to be left out: not ready, switched off, or outside their dates. */
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
    if (units.length === 0) throw await nothingToSearch(ports, botId);
    return { units, skipped: [] };
  }
  if (names.length === 0) throw new GatewayFault('indexes-empty', {}, { field: 'IndexNames' });
  const keyed = names.map((name) => ({ name, key: titleKey(name) }));
  const unitsByKey = await ports.units.byTitleKeys(botId, [...new Set(keyed.map(({ key }) => key))]);
  const unknown = keyed.filter(({ key }) => !unitsByKey.has(key)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new GatewayFault('indexes-unknown', { names: unknown }, { field: 'IndexNames' });
  const units = new Map<number, SearchableUnit>();
  const skipped: { name: string; unit: TitledUnit }[] = [];
  for (const { name, key } of keyed) {
    const unit = unitsByKey.get(key);
    if (unit && reasonToSkip(unit) === undefined) units.set(unit.id, unit);
    else if (unit) skipped.push({ name, unit });
  }
  if (units.size === 0) throw refuseSkipped(skipped);
  return { units: [...units.values()], skipped: skipped.map(({ name }) => name) };
}

/** What a person decided comes before what the indexer has not done. */
function reasonToSkip(unit: TitledUnit): Exclude<Availability, 'on'> | 'not-ready' | undefined {
  const { availability } = unit.validity;
  if (availability !== 'on') return availability;
  return canAnswer(unit) ? undefined : 'not-ready';
}

/** Why none of the units that were named is searched. */
function refuseSkipped(skipped: readonly { name: string; unit: TitledUnit }[]): GatewayFault {
  const names = skipped.map(({ name }) => name);
  const of = { field: 'IndexNames' };
  const [reason, ...others] = new Set(skipped.map(({ unit }) => reasonToSkip(unit)));
  const moments = (field: 'validFrom' | 'validUntil') =>
    skipped.flatMap(({ unit }) => unit.validity[field]?.toISOString() ?? []).toSorted();
  if (others.length > 0) return new GatewayFault('indexes-unavailable', { names }, of);
  switch (reason) {
    case 'off':
      return new GatewayFault('indexes-off', { names }, of);
    case 'not-yet': {
      const validFrom = moments('validFrom')[0] ?? '';
      return new GatewayFault('indexes-not-yet-valid', { names, validFrom }, of);
    }
    case 'expired': {
      const validUntil = moments('validUntil').at(-1) ?? '';
      return new GatewayFault('indexes-expired', { names, validUntil }, of);
    }
  }
  return new GatewayFault('indexes-not-ready', { names }, of);
}

async function nothingToSearch({ units }: Pick<Ports, 'units'>, botId: number): Promise<GatewayFault> {
  const sort = { by: 'title', descending: false } as const;
  const { total } = await units.list(botId, {
    status: 'ready',
    isAvailable: false,
    offset: 0,
    limit: 1,
    sort,
  });
  return new GatewayFault(total > 0 ? 'nothing-available' : 'nothing-to-search', {}, { field: 'IndexNames' });
}
