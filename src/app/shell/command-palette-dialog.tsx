import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchDialog, type SearchOption } from './search-dialog.tsx';
import { usePaletteOptions } from './use-palette-options.ts';

type CommandPaletteDialogProps = { open: boolean; onClose: () => void };

/** Goes to a page or a unit by its name, runs an action, or asks what was typed. */
export function CommandPaletteDialog({ open, onClose }: CommandPaletteDialogProps) {
  const { t } = useTranslation('shell');
  const [query, setQuery] = useState('');
  const { options, last, searching } = usePaletteOptions(query);
  const closing = (option: SearchOption): SearchOption => ({
    ...option,
    onChoose: () => {
      onClose();
      option.onChoose();
    },
  });
  return (
    <SearchDialog
      open={open}
      label={t('search')}
      listLabel={t('searchShort')}
      width="sm"
      query={query}
      options={options.map(closing)}
      last={last.map(closing)}
      nothing={searching ? undefined : t('searchNothing', { query })}
      onQuery={setQuery}
      onClose={onClose}
    />
  );
}
