import { useTranslation } from 'react-i18next';
import type { Role } from '#contract/session.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { ACTIONS, mayDo } from './role-actions.ts';

/** What a role may do, in one line, from the registry of endpoints. */
export function useRoleWords(): (role: Role) => string {
  const { t } = useTranslation('keys');
  const formats = useFormats();
  return (role) => {
    const may = ACTIONS.filter((action) => mayDo(role, action));
    const words =
      may.length === ACTIONS.length ? t('may.all') : formats.list(may.map((one) => t(`may.${one}`)));
    return words.charAt(0).toLocaleUpperCase() + words.slice(1);
  };
}
