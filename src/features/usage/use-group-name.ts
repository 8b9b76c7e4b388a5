import { useTranslation } from 'react-i18next';
import type { Grouping } from '#contract/usage.ts';
import { usage as words } from '#src/i18n/en/usage.ts';

type ActionName = keyof typeof words.action;

function isAction(id: string): id is ActionName {
  return Object.hasOwn(words.action, id);
}

/** Stands in the place of a key for what the gateway does by itself. */
const GATEWAY = 'gateway';

/** What a group of use is called: an action in words, a key or a unit by its name, what is gone by what it was. */
export function useGroupName(): (by: Grouping, group: { id: string; name: string }) => string {
  const { t } = useTranslation('usage');
  return (by, { id, name }) => {
    if (by === 'action') return isAction(id) ? t(`action.${id}`) : name || id;
    if (name !== '') return name;
    if (by === 'key' && id === GATEWAY) return t('names.gateway');
    if (by === 'key') return id === '' ? t('names.noKey') : t('names.goneKey');
    return id === '' || id === '0' ? t('names.noUnit') : t('names.goneUnit');
  };
}
