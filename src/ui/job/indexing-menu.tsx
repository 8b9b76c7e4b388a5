import CircleX from 'virtual:lucide/circle-x';
import ListStart from 'virtual:lucide/list-start';
import Pause from 'virtual:lucide/pause';
import { useTranslation } from 'react-i18next';

type IndexingMenuOptions = {
  isWaiting: boolean;
  /** Each action is absent where the gateway or the role does not allow it. */
  onFirst: (() => void) | undefined;
  onPause: (() => void) | undefined;
  onCancel: (() => void) | undefined;
};

/** Menu items for a unit that waits or is being indexed. */
export function useIndexingMenu() {
  const { t } = useTranslation('jobs');
  return ({ isWaiting, onFirst, onPause, onCancel }: IndexingMenuOptions) => [
    isWaiting && onFirst && { label: t('action.first'), icon: <ListStart size={18} />, onSelect: onFirst },
    onPause && { label: t('unit.pause'), icon: <Pause size={18} />, onSelect: onPause },
    onCancel && { label: t('unit.cancel'), icon: <CircleX size={18} />, onSelect: onCancel },
  ];
}
