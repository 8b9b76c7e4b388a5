import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#common/fold-text.ts';
import type { NamedBot } from '#src/ui/use-bot-name.ts';
import { SearchDialog } from './search-dialog.tsx';

type BotSearchDialogProps = {
  bots: readonly NamedBot[];
  current: string;
  onChoose: (id: number) => void;
  onClose: () => void;
};

/** Finds one of many bots by its name or number. */
export function BotSearchDialog({ bots, current, onChoose, onClose }: BotSearchDialogProps) {
  const { t } = useTranslation('shell');
  const [query, setQuery] = useState('');
  const folded = foldText(query.trim());
  const hits = bots.filter(({ id, name }) => foldText(name).includes(folded) || String(id) === folded);
  return (
    <SearchDialog
      open
      label={t('searchBots')}
      listLabel={t('botList')}
      width="xs"
      query={query}
      options={hits.map(({ id, name }) => ({
        key: String(id),
        label: name,
        current: String(id) === current,
        onChoose: () => onChoose(id),
      }))}
      nothing={t('noBot')}
      onQuery={setQuery}
      onClose={onClose}
    />
  );
}
