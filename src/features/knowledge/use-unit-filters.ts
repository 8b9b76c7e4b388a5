import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { UnitSort } from '#contract/knowledge.ts';
import { PAGE_LIMITS } from '#contract/limits.ts';
import { UNIT_SORTS } from '#contract/knowledge.ts';
import type { StatusWord } from '#contract/source-status.ts';
import { STATUS_WORDS } from '#contract/source-status.ts';

export const PAGE_SIZES = [25, 50, PAGE_LIMITS.max] as const;
const DEFAULT_SORT: UnitSort = '-modifiedOn';

export type UnitFilters = {
  search: string;
  status: StatusWord | undefined;
  sort: UnitSort;
  /** From 0. */
  page: number;
  pageSize: number;
};

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function readFilters(address: URLSearchParams): UnitFilters {
  return {
    search: address.get('search')?.slice(0, 200) ?? '',
    status: STATUS_WORDS.find((word) => word === address.get('status')),
    sort: UNIT_SORTS.find((sort) => sort === address.get('sort')) ?? DEFAULT_SORT,
    page: Math.max(0, (wholeNumber(address.get('page')) ?? 1) - 1),
    pageSize: PAGE_SIZES.find((size) => size === wholeNumber(address.get('rows'))) ?? PAGE_SIZES[0],
  };
}

/** What the Knowledge page shows lives in its address: it can be sent, reloaded and gone back to. */
export function useUnitFilters(): [UnitFilters, (change: Partial<UnitFilters>) => void] {
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(() => readFilters(address), [address]);
  const change = useCallback(
    (given: Partial<UnitFilters>) => {
      setAddress(
        (before) => {
          const first = Object.keys(given).every((name) => name === 'page') ? {} : { page: 0 };
          const { search, status, sort, page, pageSize } = { ...readFilters(before), ...first, ...given };
          const next = new URLSearchParams();
          if (search !== '') next.set('search', search);
          if (status !== undefined) next.set('status', status);
          if (sort !== DEFAULT_SORT) next.set('sort', sort);
          if (page > 0) next.set('page', String(page + 1));
          if (pageSize !== PAGE_SIZES[0]) next.set('rows', String(pageSize));
          return next;
        },
        // Each letter of a search is not a place to go back to.
        { replace: 'search' in given },
      );
    },
    [setAddress],
  );
  return [filters, change];
}
