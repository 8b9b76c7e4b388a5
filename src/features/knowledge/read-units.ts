import type { Capabilities } from '#contract/capabilities.ts';
import type { StatusWord } from '#contract/source-status.ts';
import { STATUS_WORDS } from '#contract/source-status.ts';
import type { Connection } from '#src/api/connection.ts';
import type { GatewayClient } from '#src/api/gateway-client.ts';
import { foldText } from '#src/api/fold-text.ts';
import type { CataloguedUnit } from '#src/api/local-catalogue.ts';
import { statusOf } from '#src/api/status-of.ts';
import type { UnitRow } from './unit-row.ts';
import { rowOf, unreadRow } from './unit-row.ts';
import type { UnitFilters } from './use-unit-filters.ts';

export type UnitPage = {
  rows: UnitRow[];
  total: number;
  /** Where the rows come from: the gateway's list, or what this browser knows. */
  from: 'list' | 'catalogue';
};

type Sources = {
  gateway: GatewayClient;
  connection: Connection;
  capabilities: Capabilities | null | undefined;
  catalogue: readonly CataloguedUnit[];
};

/** The numbers that mean something on this gateway, by their word. */
export function statusNumbers({
  capabilities,
  connection,
}: Pick<Sources, 'capabilities' | 'connection'>): Map<StatusWord, number> {
  const named = { ...connection.statusNames, ...capabilities?.sourceStatus };
  const found = new Map<StatusWord, number>();
  for (const number of Object.keys(named).map(Number)) {
    const word = statusOf(number, capabilities, connection);
    if (typeof word === 'string') found.set(word, number);
  }
  return new Map(STATUS_WORDS.flatMap((word) => (found.has(word) ? [[word, found.get(word) ?? 0]] : [])));
}

async function readCatalogue(filters: UnitFilters, sources: Sources): Promise<UnitPage> {
  const words = foldText(filters.search).split(' ');
  const known = sources.catalogue.filter(({ id, title, description }) => {
    const text = foldText(`${id} ${title} ${description}`);
    return words.every((word) => text.includes(word));
  });
  const start = filters.page * filters.pageSize;
  const shown = known.slice(start, start + filters.pageSize);
  const read = await Promise.allSettled(shown.map(({ id }) => sources.gateway.getUnit(id)));
  const rows = shown.map((unit, index) => {
    const result = read[index];
    return result?.status === 'fulfilled' ? rowOf(result.value, undefined, sources) : unreadRow(unit);
  });
  return { rows, total: known.length, from: 'catalogue' };
}

/** One page of units: from the list with their states, or, where there is no list, unit by unit from the catalogue. */
export async function readUnits(filters: UnitFilters, sources: Sources): Promise<UnitPage> {
  const { search, status, sort, page, pageSize } = filters;
  const list = await sources.gateway.listUnits({
    search: search.trim(),
    status: status === undefined ? undefined : statusNumbers(sources).get(status),
    offset: page * pageSize,
    limit: pageSize,
    sort,
  });
  if (list === null) return readCatalogue(filters, sources);
  const states = await sources.gateway.unitStates(list.items.map(({ id }) => id));
  const byId = new Map(states?.map((state) => [state.id, state]));
  return {
    rows: list.items.map((unit) => rowOf(unit, byId.get(unit.id), sources)),
    total: list.total,
    from: 'list',
  };
}
