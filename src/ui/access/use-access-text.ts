import { useTranslation } from 'react-i18next';
import { hasRight, LISTED_RIGHTS } from '#contract/rights.ts';
import type { KeyView, Role } from '#contract/session.ts';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { useBotName } from '#src/ui/use-bot-name.ts';

/** The rights of a role, in one line. */
export function useRoleText(): (role: Role) => string {
  const { t } = useTranslation('keys');
  const formats = useFormats();
  return (role) => {
    const allowedActions = LISTED_RIGHTS.filter((right) => hasRight(role, right));
    const text =
      allowedActions.length === LISTED_RIGHTS.length
        ? t('may.all')
        : formats.list(allowedActions.map((right) => t(`may.${right}`)));
    return text.charAt(0).toLocaleUpperCase() + text.slice(1);
  };
}

/** The bots of a key or a person, by name. */
export function useBotsText(): (access: Pick<KeyView, 'bots' | 'allBots'>) => string {
  const { t } = useTranslation(['keys', 'terms']);
  const formats = useFormats();
  const botName = useBotName();
  const botNames = new Map(useSession().data?.bots.map((bot) => [bot.id, botName(bot)]));
  return ({ bots, allBots }) =>
    allBots
      ? t('every')
      : bots.length === 0
        ? t('noBots')
        : formats.list(bots.map((id) => botNames.get(id) ?? t('terms:botNumber', { id: String(id) })));
}
