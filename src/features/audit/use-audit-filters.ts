import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { AUDIT_SUBJECTS } from '#contract/audit.ts';
import { PAGE_LIMITS } from '#contract/limits.ts';
import type { AuditFilters } from '#src/api/audit-client.ts';

export const PAGE_SIZES = [25, 50, PAGE_LIMITS.max] as const;

/** The filters that a link or a field can set. */
export const FILTER_NAMES = ['kind', 'subject', 'action', 'key', 'request', 'from', 'to', 'before'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

export type AuditView = AuditFilters & {
  search: string;
  /** Where a search goes on: entries older than the one of this number. */
  before?: number | undefined;
  /** From 0. */
  page: number;
  pageSize: number;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function wholeNumber(text: string | null, digits = 7): number | undefined {
  return text !== null && text.length <= digits && /^\d+$/.test(text) ? Number(text) : undefined;
}

function readView(address: URLSearchParams): AuditView {
  const text = (name: string, longest: number) => address.get(name)?.slice(0, longest) || undefined;
  const day = (name: string) =>
    DAY.test(address.get(name) ?? '') ? (address.get(name) ?? undefined) : undefined;
  return {
    search: text('search', 200) ?? '',
    kind: AUDIT_SUBJECTS.find((kind) => kind === address.get('kind')),
    subject: text('subject', 200),
    action: text('action', 100),
    key: text('key', 100),
    request: text('request', 100),
    from: day('from'),
    to: day('to'),
    before: wholeNumber(address.get('before'), 12) || undefined,
    page: Math.max(0, (wholeNumber(address.get('page')) ?? 1) - 1),
    pageSize: PAGE_SIZES.find((size) => size === wholeNumber(address.get('rows'))) ?? PAGE_SIZES[0],
  };
}

/** What the page shows lives in its address: it can be sent, reloaded and gone back to. */
export function useAuditFilters() {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => readView(address), [address]);
  const change = useCallback(
    (given: Partial<AuditView>) => {
      setAddress(
        (before) => {
          const first = Object.keys(given).every((name) => name === 'page') ? {} : { page: 0 };
          const next: AuditView = { ...readView(before), ...first, ...given };
          // A number names a thing only together with its kind.
          if (next.kind === undefined) delete next.subject;
          // Another search begins with the newest.
          if (!('page' in given || 'pageSize' in given || 'before' in given)) delete next.before;
          const search = new URLSearchParams();
          for (const name of ['search', ...FILTER_NAMES] as const)
            if (next[name]) search.set(name, String(next[name]));
          if (next.page > 0) search.set('page', String(next.page + 1));
          if (next.pageSize !== PAGE_SIZES[0]) search.set('rows', String(next.pageSize));
          return search;
        },
        // Each letter of a search is not a place to go back to.
        { replace: 'search' in given, preventScrollReset: true },
      );
    },
    [setAddress],
  );
  const narrowed = view.search !== '' || FILTER_NAMES.some((name) => view[name] !== undefined);
  return { view, change, narrowed };
}
