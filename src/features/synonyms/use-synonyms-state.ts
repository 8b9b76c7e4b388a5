import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { SYNONYM_LIMITS } from '#contract/limits.ts';
import type { SynonymGroup, Synonyms } from '#contract/synonyms.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { recentQuestions, recentQuestionsOwner } from '#src/api/stores/recent-questions.ts';

export const PAGE_SIZES = [25, 50, 100] as const;

export type OpenPart = 'edit' | 'effect';

/** A new group with its initial values, or a part of a saved group. */
type OpenGroup = { new: Synonyms } | { group: SynonymGroup; part: OpenPart };

const parsePage = (text: string | null) => (text !== null && /^\d{1,4}$/.test(text) ? Number(text) : 1);

/** The state of the page. Search and page live in its address; `add` opens the form for a new group. */
export function useSynonymsState() {
  const questionsOwner = recentQuestionsOwner(useConnection());
  const [searchParams, setSearchParams] = useSearchParams();
  const added = searchParams.get('add')?.trim().slice(0, SYNONYM_LIMITS.characters) ?? '';
  const newGroup = (expressions: readonly string[]): OpenGroup => ({
    new: { expressions: [...expressions], note: '' },
  });
  const [open, setOpen] = useState<OpenGroup | undefined>(added === '' ? undefined : newGroup([added]));
  const [handledAdd, setHandledAdd] = useState(added);
  const [questions, setQuestions] = useState(() => recentQuestions(questionsOwner).join('\n'));
  const [pageSize, setPageSize] = useState<number>(PAGE_SIZES[0]);
  if (handledAdd !== added) {
    // Another link led here while the page was open.
    setHandledAdd(added);
    if (added !== '') setOpen(newGroup([added]));
  }
  const updateParams = (change: { search?: string; page?: number }) =>
    setSearchParams(
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
      search: searchParams.get('search')?.slice(0, 200) ?? '',
      page: Math.max(0, parsePage(searchParams.get('page')) - 1),
      pageSize,
    },
    updateParams,
    setPageSize,
    open,
    openNew: (expressions: readonly string[] = []) => setOpen(newGroup(expressions)),
    openGroup: (group: SynonymGroup, part: OpenPart | undefined) =>
      setOpen(part === undefined ? undefined : { group, part }),
    close: () => {
      setOpen(undefined);
      if (added !== '')
        setSearchParams(
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
