import type { GridLocaleText } from '@mui/x-data-grid';
import type { TFunction } from 'i18next';

/** The grid's own words that can show on our page; its shipped Arabic mixes digit systems, so it is not used. */
export function gridWords(t: TFunction<'knowledge'>): Partial<GridLocaleText> {
  return {
    noRowsLabel: t('nothing.title'),
    noResultsOverlayLabel: t('nothing.title'),
    columnHeaderSortIconLabel: t('sortBy'),
    checkboxSelectionHeaderName: t('select'),
    checkboxSelectionSelectAllRows: t('selectAll'),
    checkboxSelectionUnselectAllRows: t('clearSelection'),
    checkboxSelectionSelectRow: t('select'),
    checkboxSelectionUnselectRow: t('select'),
  };
}
