import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import type { SearchableUnit } from '#gateway/modules/units/model.ts';

/** Ports over which questions are answered as if these drafts were live. */
export function overlayDrafts<Given extends Pick<Ports, 'units' | 'drafts'>>(
  ports: Given,
  drafts: readonly SearchableUnit[],
): Given {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  const { units, drafts: store } = ports;
  return {
    ...ports,
    units: {
      ...units,
      async listSearchable(botId) {
        const live = await units.listSearchable(botId);
        const others = live.filter(({ id }) => !byId.has(id));
        return [...others, ...drafts].toSorted((a, b) => a.id - b.id);
      },
      async byTitleKeys(botId, keys) {
        const live = await units.byTitleKeys(botId, keys);
        return new Map([...live].map(([key, unit]) => [key, { ...unit, ...byId.get(unit.id) }]));
      },
      async documentsOf(botId, sourceIds) {
        const live = await units.documentsOf(botId, sourceIds);
        const others = await store.documentsOf(
          botId,
          sourceIds.filter((id) => !live.has(id)),
        );
        return new Map([...live, ...others]);
      },
    } satisfies Ports['units'],
  };
}
