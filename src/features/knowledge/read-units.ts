import { foldText } from '#common/fold-text.ts';
import type { Capabilities } from '#contract/capabilities.ts';
import { listUnits, setUnitAvailability, setUnitOwner } from '#contract/operations/units.ts';
import { STATUS_WORDS, type StatusWord } from '#contract/source-status.ts';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { fetchUnitStates, fetchUnits, fetchUnitsById } from '#src/api/client/units.ts';
import type { CatalogueUnit } from '#src/api/stores/local-catalogue.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import { isReadyStatus, resolveUnitStatus, type ShownStatus } from '#src/ui/unit/resolve-unit-status.ts';
import { toUnitRow, type UnitRow } from './unit-row.ts';
import type { UnitFilters } from './use-unit-filters.ts';

type UnitsPage = {
  rows: UnitRow[];
  total: number;
  /** The source of the rows: the gateway's list, or the catalogue of this browser. */
  from: 'list' | 'catalogue';
};

type Sources = {
  gateway: GatewayClient;
  connection: Connection;
  capabilities: Capabilities | null | undefined;
  catalogue: readonly CatalogueUnit[];
};

/** The status numbers of this gateway whose meaning is known, by status. */
export function statusCodes({
  capabilities,
  connection,
}: Pick<Sources, 'capabilities' | 'connection'>): Map<StatusWord, number> {
  const named = { ...connection.statusNames, ...capabilities?.sourceStatus };
  const numbers = new Map<StatusWord, number>();
  for (const number of Object.keys(named).map(Number)) {
    const word = resolveUnitStatus(number, capabilities, connection);
    if (typeof word === 'string') numbers.set(word, number);
  }
  return new Map(STATUS_WORDS.flatMap((word) => (numbers.has(word) ? [[word, numbers.get(word) ?? 0]] : [])));
}

/** Filters within ready units, sent only to a gateway that announces its list. */
function statusQuery(status: ShownStatus | undefined, sources: Sources) {
  if (status === undefined) return {};
  const isReady = isReadyStatus(status);
  const number = statusCodes(sources).get(
    status === 'partlyReady' || status === 'updateFailed' ? 'ready' : status,
  );
  const isListAnnounced = sources.capabilities?.extensions.includes(listUnits.id) === true;
  if (!isReady || !isListAnnounced) return { status: number };
  if (status === 'ready') return { status: number, partlyReady: 'false', updateFailed: 'false' } as const;
  return { status: number, [status]: 'true' } as const;
}

/** Whether a unit of the catalogue has the words of a search. */
function matchesSearch({ id, title, description }: CatalogueUnit, search: string): boolean {
  const text = foldText(`${id ?? ''} ${title} ${description}`);
  return foldText(search)
    .split(' ')
    .every((word) => text.includes(word));
}

/** The units without an id that a search finds. */
export function searchWithoutId(catalogue: readonly CatalogueUnit[], search: string): CatalogueUnit[] {
  return catalogue.filter((unit) => unit.id === undefined && matchesSearch(unit, search));
}

/** Unit by unit, by their ids; a status is looked for in what this browser saw last, and shown as it is now. */
async function readCatalogue(filters: UnitFilters, sources: Sources): Promise<UnitsPage> {
  const { search, status, page, pageSize } = filters;
  const { gateway, capabilities, connection } = sources;
  const matching = sources.catalogue.flatMap((unit) => {
    const { id, title, description, sourceStatus } = unit;
    if (id === undefined || !matchesSearch(unit, search)) return [];
    const seen =
      sourceStatus === undefined ? undefined : resolveUnitStatus(sourceStatus, capabilities, connection);
    return status === undefined || seen === status ? [{ id, title, description }] : [];
  });
  const start = page * pageSize;
  const shown = matching.slice(start, start + pageSize);
  const results = await fetchUnitsById(
    gateway,
    shown.map(({ id }) => id),
  );
  const rows = shown
    .map((unit, index): UnitRow => {
      const result = results[index];
      return result?.status === 'fulfilled' ? toUnitRow(result.value, undefined, sources) : unit;
    })
    .filter((row) => status === undefined || row.status === undefined || row.status === status);
  return { rows, total: matching.length, from: 'catalogue' };
}

/** One page of units: from the list with their states, or, where there is no list, unit by unit from the catalogue. */
export async function readUnits(filters: UnitFilters, sources: Sources): Promise<UnitsPage> {
  const { search, status, owner, isUnavailable, sort, page, pageSize } = filters;
  const knows = ({ id }: { id: string }) => sources.capabilities?.extensions.includes(id) === true;
  const list = await fetchUnits(sources.gateway, {
    search: search.trim(),
    ...statusQuery(status, sources),
    ...(knows(setUnitOwner) ? { owner } : {}),
    ...(isUnavailable && knows(setUnitAvailability) ? { available: 'false' as const } : {}),
    offset: page * pageSize,
    limit: pageSize,
    sort,
  });
  if (list === null) return readCatalogue(filters, sources);
  const states = await fetchUnitStates(
    sources.gateway,
    list.items.map(({ id }) => id),
  );
  const byId = new Map(states?.map((state) => [state.id, state]));
  return {
    rows: list.items.map((unit) => toUnitRow(unit, byId.get(unit.id), sources)),
    total: list.total,
    from: 'list',
  };
}
