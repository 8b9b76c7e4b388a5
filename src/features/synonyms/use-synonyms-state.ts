import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import type { SynonymGroup, Synonyms } from '#contract/synonyms.ts';
import { useConnection } from '#src/api/gateway-context.tsx';
import { askerOf, recentQuestions } from '#src/api/recent-questions.ts';
import type { OpenPart } from './group-row.tsx';

export const PAGE_SIZES = [25, 50, 100] as const;

/** What is open: a new group with what it begins with, or a part of one that is saved. */
export type Open = { new: Synonyms } | { group: SynonymGroup; part: OpenPart };

const pageIn = (text: string | null) => (text !== null && /^\d{1,4}$/.test(text) ? Number(text) : 1);

/** What the page shows. Search and page live in its address; `add` begins a new group. */
export function useSynonymsState() {
  const asker = askerOf(useConnection());
  const [address, setAddress] = useSearchParams();
  const added = address.get('add')?.trim().slice(0, SYNONYM_LIMITS.characters) ?? '';
  const begin = (expressions: readonly string[]): Open => ({
    new: { expressions: [...expressions], note: '' },
  });
  const [open, setOpen] = useState<Open | undefined>(added === '' ? undefined : begin([added]));
  const [taken, setTaken] = useState(added);
  const [questions, setQuestions] = useState(() => recentQuestions(asker).join('\n'));
  const [pageSize, setPageSize] = useState<number>(PAGE_SIZES[0]);
  if (taken !== added) {
    // Another link led here while the page was open.
    setTaken(added);
    if (added !== '') setOpen(begin([added]));
  }
  const show = (change: { search?: string; page?: number }) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        const search = change.search ?? before.get('search') ?? '';
        const page = change.page ?? 0;
        next.delete('search');
        next.delete('page');
        if (search !== '') next.set('search', search);
        if (page > 0) next.set('page', String(page + 1));
        return next;
      },
      { replace: change.search !== undefined, preventScrollReset: true },
    );
  return {
    query: {
      search: address.get('search')?.slice(0, 200) ?? '',
      page: Math.max(0, pageIn(address.get('page')) - 1),
      pageSize,
    },
    show,
    setPageSize,
    open,
    openNew: (expressions: readonly string[] = []) => setOpen(begin(expressions)),
    openGroup: (group: SynonymGroup, part: OpenPart | undefined) =>
      setOpen(part === undefined ? undefined : { group, part }),
    close: () => {
      setOpen(undefined);
      if (added !== '')
        setAddress(
          (before) => {
            const next = new URLSearchParams(before);
            next.delete('add');
            return next;
          },
          { replace: true, preventScrollReset: true },
        );
    },
    questions,
    setQuestions,
  };
}

export type SynonymsState = ReturnType<typeof useSynonymsState>;
