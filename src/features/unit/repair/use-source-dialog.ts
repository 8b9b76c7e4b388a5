import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SourceForm } from './suggest-repair.ts';

/** A dialog about the sources of a unit. `form` undefined: the one that suits the source. */
export type SourceDialogTarget =
  | { kind: 'add' }
  | { kind: 'replace'; sourceId: number; form?: SourceForm | undefined }
  | { kind: 'remove'; sourceId: number };

/** What was given so far; it outlives the dialog while the unit is elsewhere, as in the bin. */
export type SourceDraft = { form?: SourceForm; file?: File; address?: string };

/** Which dialog is open: chosen on the page, or named by `repair` in its address. */
export function useSourceDialog() {
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<SourceDialogTarget>();
  const [draft, setDraft] = useState<SourceDraft>({});
  const repair = search.get('repair');
  const named: SourceDialogTarget | undefined =
    repair !== null && /^\d{1,15}$/u.test(repair) ? { kind: 'replace', sourceId: Number(repair) } : undefined;
  const close = () => {
    setChosen(undefined);
    setDraft({});
    if (repair === null) return;
    setSearch(
      (before) => {
        before.delete('repair');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return { target: chosen ?? named, open: setChosen, close, draft, setDraft };
}
