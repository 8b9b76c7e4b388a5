import type { BinnedUnit, BinSort } from '#contract/bin.ts';
import { BIN_RETENTION_MS } from '#contract/limits.ts';
import { hasRight } from '#contract/rights.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { Unit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import type { UnitQuery } from '#gateway/modules/units/ports/units.ts';
import { unitView, type ViewContext } from './unit-views.ts';

/** What a page of the bin asks for. */
interface BinQuery {
  search?: string;
  ids?: readonly number[];
  offset: number;
  limit: number;
  sort: BinSort;
}

interface BinContext extends ViewContext {
  ports: ViewContext['ports'] & Pick<Ports, 'units' | 'audit'>;
  botId: number;
  key: Pick<StoredKey, 'role'>;
}

export async function listBin(
  context: BinContext,
  query: BinQuery,
): Promise<{ items: BinnedUnit[]; total: number }> {
  const { items, total } = await context.ports.units.list(context.botId, {
    ...query,
    isInBin: true,
    sort: sortOf(query.sort),
  });
  return { items: await binnedViews(context, items), total };
}

/** The unit, if it lies in the bin. */
export async function readBinnedUnit(context: BinContext, id: number): Promise<BinnedUnit> {
  const { items } = await listBin(context, { ids: [id], offset: 0, limit: 1, sort: '-deletedOn' });
  const [unit] = items;
  if (!unit) throw new GatewayFault('unit-not-in-bin', { id });
  return unit;
}

async function binnedViews(context: BinContext, units: readonly Unit[]): Promise<BinnedUnit[]> {
  const names = await namesOfDeleters(context, units);
  return Promise.all(
    units.map(async (unit) => {
      const deletedOn = unit.deletedOn ?? unit.modifiedOn;
      return {
        ...(await unitView(context, unit)),
        deletedOn: deletedOn.toISOString(),
        purgesOn: new Date(deletedOn.getTime() + BIN_RETENTION_MS).toISOString(),
        deletedBy: names.get(unit.id) ?? null,
      };
    }),
  );
}

/** Names of keys by unit, from the audit log, for the roles that curate or watch over others. */
async function namesOfDeleters(
  { ports, botId, key: { role } }: BinContext,
  units: readonly Unit[],
): Promise<Map<number, string>> {
  if (units.length === 0 || !(hasRight(role, 'editKnowledge') || hasRight(role, 'readReports')))
    return new Map();
  const subjects = units.map(({ id }) => String(id));
  const actors = await ports.audit.lastActors(botId, { kind: 'unit', action: 'deleteUnit', subjects });
  return new Map([...actors].flatMap(([id, { name }]) => (name === '' ? [] : [[Number(id), name] as const])));
}

function sortOf(sort: BinSort): UnitQuery['sort'] {
  const descending = sort.startsWith('-');
  return { by: sort.endsWith('title') ? 'title' : 'deletedOn', descending };
}
