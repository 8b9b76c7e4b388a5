import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { BIN_SORTS, type BinSort } from '#contract/bin.ts';
import { UNIT_SORTS, type UnitSort } from '#contract/knowledge.ts';
import { PAGE_LIMITS } from '#contract/limits.ts';
import { SHOWN_STATUSES, type ShownStatus } from '#src/ui/unit/resolve-unit-status.ts';

export const PAGE_SIZES = [25, 50, PAGE_LIMITS.max] as const;
const DEFAULT_SORT: UnitSort = '-modifiedOn';
const DEFAULT_BIN_SORT: BinSort = '-deletedOn';
/** In place of a status in the address: what lies in the bin. */
const BIN = 'bin';
/** In place of a status as well: what is switched off or outside its dates. */
const UNAVAILABLE = 'unavailable';

export type UnitFilters = {
  search: string;
  status: ShownStatus | undefined;
  /** Id of a person, `mine` or `nobody`. */
  owner: string | undefined;
  /** Whether only units in the bin are shown. */
  isBin: boolean;
  /** Whether only units are shown that are in no answer. */
  isUnavailable: boolean;
  sort: UnitSort;
  binSort: BinSort;
  /** From 0. */
  page: number;
  pageSize: number;
};

/** `replace`: the former filters are no page to go back to. */
export type SetUnitFilters = (change: Partial<UnitFilters>, options?: { replace?: boolean }) => void;

/** Shows the last page in place of one beyond it, as after its last row was deleted or restored. */
export function useLastPageAtMost(
  { page, pageSize }: Pick<UnitFilters, 'page' | 'pageSize'>,
  total: number | undefined,
  onFilters: SetUnitFilters,
): void {
  const last = total === undefined ? page : Math.max(0, Math.ceil(total / pageSize) - 1);
  useEffect(() => {
    if (page > last) onFilters({ page: last }, { replace: true });
  }, [page, last, onFilters]);
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function parseFilters(searchParams: URLSearchParams): UnitFilters {
  return {
    search: searchParams.get('search')?.slice(0, 200) ?? '',
    status: SHOWN_STATUSES.find((word) => word === searchParams.get('status')),
    owner: searchParams.get('owner')?.slice(0, 100) || undefined,
    isBin: searchParams.get('status') === BIN,
    isUnavailable: searchParams.get('status') === UNAVAILABLE,
    sort: UNIT_SORTS.find((sort) => sort === searchParams.get('sort')) ?? DEFAULT_SORT,
    binSort: BIN_SORTS.find((sort) => sort === searchParams.get('sort')) ?? DEFAULT_BIN_SORT,
    page: Math.max(0, (wholeNumber(searchParams.get('page')) ?? 1) - 1),
    pageSize: PAGE_SIZES.find((size) => size === wholeNumber(searchParams.get('rows'))) ?? PAGE_SIZES[0],
  };
}

/** The filters live in the address of the page: they survive a reload and can be shared. */
export function useUnitFilters(): [UnitFilters, SetUnitFilters] {
  const [searchParams, setSearchParams] = useSearchParams();
  const filters = useMemo(() => parseFilters(searchParams), [searchParams]);
  const change = useCallback<SetUnitFilters>(
    (patch, options = {}) => {
      setSearchParams(
        (before) => {
          const first = Object.keys(patch).every((name) => name === 'page') ? {} : { page: 0 };
          const merged = { ...parseFilters(before), ...first, ...patch };
          const { search, status, owner, isBin, isUnavailable, page, pageSize } = merged;
          const sort = isBin ? merged.binSort : merged.sort;
          const next = new URLSearchParams();
          if (search !== '') next.set('search', search);
          if (isBin) next.set('status', BIN);
          else if (isUnavailable) next.set('status', UNAVAILABLE);
          else if (status !== undefined) next.set('status', status);
          if (owner !== undefined) next.set('owner', owner);
          if (sort !== (isBin ? DEFAULT_BIN_SORT : DEFAULT_SORT)) next.set('sort', sort);
          if (page > 0) next.set('page', String(page + 1));
          if (pageSize !== PAGE_SIZES[0]) next.set('rows', String(pageSize));
          return next;
        },
        // Typing a search adds no history entries.
        { replace: 'search' in patch || options.replace === true },
      );
    },
    [setSearchParams],
  );
  return [filters, change];
}
