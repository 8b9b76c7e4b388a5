import { useLocale } from '#src/i18n/locale.tsx';

export type UnitColumn = {
  name: 'title' | 'status' | 'sources' | 'passages' | 'changed' | 'actions';
  /** In px; the one without takes what is left. */
  width?: number;
  align?: 'left' | 'right' | 'center';
  /** The field that the gateway sorts by, where it does. */
  sorts?: string | undefined;
};

/** The columns that can be filled: only some gateways count passages, and only a list of theirs can be sorted. */
export function useUnitColumns(offered: { sortable: boolean; passages: boolean }): readonly UnitColumn[] {
  const { direction } = useLocale();
  const sorts = (field: string) => (offered.sortable ? field : undefined);
  // Figures stand at the physical right in both directions, so that their units line up; styles are mirrored.
  const figures = direction === 'rtl' ? 'left' : 'right';
  return [
    { name: 'title', sorts: sorts('title') },
    { name: 'status', width: 216, sorts: sorts('sourceStatus') },
    { name: 'sources', width: 120 },
    ...(offered.passages ? [{ name: 'passages', width: 112, align: figures } as const] : []),
    { name: 'changed', width: 168, sorts: sorts('modifiedOn') },
    { name: 'actions', width: 64, align: 'center' },
  ];
}
