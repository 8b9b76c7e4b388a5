import type { CitedUnits } from '#contract/gaps.ts';
import type { RunDetails } from '#gateway/modules/runs/model.ts';
import type { SearchableUnit } from '#gateway/modules/units/model.ts';

const MAX_LISTED_UNITS = 10;

/** Units by the answers that cite them, each counted once an answer, and ready units that none cites. */
export function countCitations(
  runs: readonly RunDetails[],
  units: readonly SearchableUnit[],
): Pick<CitedUnits, 'most' | 'never' | 'neverTotal'> {
  const titles = new Map(units.map(({ id, title }) => [id, title]));
  const cited = new Map<number, { title: string; times: number }>();
  for (const { quoted, sentences, passages } of runs) {
    const places = [...quoted, ...sentences.flatMap(({ documents }) => documents)];
    const ofRun = new Map(
      places.flatMap((place) => passages[place] ?? []).map((item) => [item.unitId, item]),
    );
    for (const [id, { unitTitle }] of ofRun) {
      // The newest run says the title of a unit that is gone.
      const { title, times } = cited.get(id) ?? { title: titles.get(id) ?? unitTitle, times: 0 };
      cited.set(id, { title, times: times + 1 });
    }
  }
  const never = units.filter(({ id }) => !cited.has(id)).toSorted((a, b) => compare(a.title, b.title));
  return {
    most: [...cited]
      .map(([id, unit]) => ({ id, ...unit, exists: titles.has(id) }))
      .toSorted((a, b) => b.times - a.times || a.id - b.id)
      .slice(0, MAX_LISTED_UNITS),
    never: never.slice(0, MAX_LISTED_UNITS).map(({ id, title }) => ({ id, title })),
    neverTotal: never.length,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
