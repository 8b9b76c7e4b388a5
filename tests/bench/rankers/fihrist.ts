import { rank } from '#gateway/engine/ranking/rank.ts';
import { indexUnits } from '#tests/bench/index-units.ts';
import type { Ranker } from './ranker.ts';

export const fihrist: Ranker = {
  name: 'fihrist',
  about: 'gateway/search as the product asks it, one unit a title',
  build({ passages }) {
    const units = indexUnits(passages);
    const idsOf = new Map(units.map(({ unitId, ids }) => [unitId, ids]));
    return {
      search: (question, limit) =>
        rank(question, units, { limit }).map(({ unitId, ordinal, score }) => ({
          id: idsOf.get(unitId)?.[ordinal] ?? '',
          score,
        })),
    };
  },
};
