import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { AUDIT_SUBJECTS } from '#contract/audit.ts';
import { PAGE_LIMITS } from '#contract/limits.ts';
import type { exportAudit } from '#contract/operations/audit.ts';
import type { QueryInput } from '#contract/operations/operation.ts';

export const PAGE_SIZES = [25, 50, PAGE_LIMITS.max] as const;

/** The filters that a link or a field can set. */
const FILTER_NAMES = ['kind', 'subject', 'action', 'key', 'request', 'from', 'to', 'before'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** No filter at all. */
export const NO_FILTERS: Partial<AuditFilterState> = {
  search: '',
  ...Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])),
};

/** Undefined or empty: no filter. Days are of the bot's zone, both included. */
export type AuditFilters = Omit<QueryInput<typeof exportAudit>, 'format'>;

export type AuditFilterState = AuditFilters & {
  search: string;
  /** Only entries older than the one with this number: where a search continues. */
  before?: number | undefined;
  /** From 0. */
  page: number;
  pageSize: number;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function wholeNumber(text: string | null, digits = 7): number | undefined {
  return text !== null && text.length <= digits && /^\d+$/.test(text) ? Number(text) : undefined;
}

function parseFilters(searchParams: URLSearchParams): AuditFilterState {
  const text = (name: string, maxLength: number) => searchParams.get(name)?.slice(0, maxLength) || undefined;
  const day = (name: string) =>
    DAY.test(searchParams.get(name) ?? '') ? (searchParams.get(name) ?? undefined) : undefined;
  return {
    search: text('search', 200) ?? '',
    kind: AUDIT_SUBJECTS.find((kind) => kind === searchParams.get('kind')),
    subject: text('subject', 200),
    action: text('action', 100),
    key: text('key', 100),
    request: text('request', 100),
    from: day('from'),
    to: day('to'),
    before: wholeNumber(searchParams.get('before'), 12) || undefined,
    page: Math.max(0, (wholeNumber(searchParams.get('page')) ?? 1) - 1),
    pageSize: PAGE_SIZES.find((size) => size === wholeNumber(searchParams.get('rows'))) ?? PAGE_SIZES[0],
  };
}

/** The filters live in the address of the page: they survive a reload and can be shared. */
export function useAuditFilters() {
  const [searchParams, setSearchParams] = useSearchParams();
  const view = useMemo(() => parseFilters(searchParams), [searchParams]);
  const change = useCallback(
    (patch: Partial<AuditFilterState>) => {
      setSearchParams(
        (before) => {
          const first = Object.keys(patch).every((name) => name === 'page') ? {} : { page: 0 };
          const next: AuditFilterState = { ...parseFilters(before), ...first, ...patch };
          // An id names a subject only together with its kind.
          if (next.kind === undefined) delete next.subject;
          // A new search starts at the newest entry.
          if (!('page' in patch || 'pageSize' in patch || 'before' in patch)) delete next.before;
          const search = new URLSearchParams();
          for (const name of ['search', ...FILTER_NAMES] as const)
            if (next[name]) search.set(name, String(next[name]));
          if (next.page > 0) search.set('page', String(next.page + 1));
          if (next.pageSize !== PAGE_SIZES[0]) search.set('rows', String(next.pageSize));
          return search;
        },
        // Typing a search adds no history entries.
        { replace: 'search' in patch, preventScrollReset: true },
      );
    },
    [setSearchParams],
  );
  const isFiltered = view.search !== '' || FILTER_NAMES.some((name) => view[name] !== undefined);
  return { view, change, isFiltered };
}
