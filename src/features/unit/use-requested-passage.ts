import { useSearchParams } from 'react-router';
import type { UnitDetails } from '#contract/unit-states.ts';

/** The passage that the address names: by its number from 0, or as the first of a section. */
function ordinalFromParams(
  search: URLSearchParams,
  details: UnitDetails | null | undefined,
): number | undefined {
  const passage = search.get('passage');
  if (passage !== null && /^\d{1,9}$/u.test(passage)) return Number(passage);
  const section = search.get('section');
  return details?.sections.find(({ title }) => title === section)?.firstOrdinal;
}

/** The passage that the address asks for, if any, and a way to another. */
export function useRequestedPassage(details: UnitDetails | null | undefined) {
  const [search, setSearch] = useSearchParams();
  return {
    requestedOrdinal: ordinalFromParams(search, details),
    toOrdinal: (ordinal: number) =>
      setSearch({ passage: String(ordinal) }, { replace: true, preventScrollReset: true }),
  };
}
