import { useTranslation } from 'react-i18next';
import type { Grouping } from '#contract/usage.ts';
import type { usage as words } from '#src/i18n/en/usage.ts';

type ActionName = keyof typeof words.action;

/** The key id of the gateway's own background calls. */
const GATEWAY_KEY_ID = 'gateway';

export type UsageGroup = { id: string; name: string };

/** The name of a group of usage: of an action, a key or a unit, also of a key or a unit that no longer exists. */
export function useGroupLabel(): (by: Grouping, group: UsageGroup) => string {
  const { t, i18n } = useTranslation('usage');
  const isAction = (id: string): id is ActionName => i18n.exists(`action.${id}`, { ns: 'usage' });
  return (by, { id, name }) => {
    if (by === 'action') return isAction(id) ? t(`action.${id}`) : name || id;
    if (name !== '') return name;
    if (by === 'key' && id === GATEWAY_KEY_ID) return t('names.gateway');
    if (by === 'key') return id === '' ? t('names.noKey') : t('names.goneKey');
    return id === '' || id === '0' ? t('names.noUnit') : t('names.goneUnit');
  };
}
