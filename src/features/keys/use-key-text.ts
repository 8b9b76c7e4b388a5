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

/** The facts of a key as text: bots, caps, last use and expiry. */
export function useKeyText() {
  const { t } = useTranslation(['keys', 'terms']);
  const formats = useFormats();
  const botName = useBotName();
  const botNames = new Map(useSession().data?.bots.map((bot) => [bot.id, botName(bot)]));
  const expiry = ({ expiresOn, rotatedOn }: KeyView): { words: string; soon: boolean } => {
    if (expiresOn === null) return { words: t('endsNever'), soon: false };
    const date = formats.date(expiresOn);
    const remaining = Date.parse(expiresOn) - Date.now();
    if (remaining <= 0) return { words: t('ended', { date }), soon: true };
    const soon = remaining < 7 * 86_400_000;
    return rotatedOn === null
      ? { words: t('endsOn', { date, when: formats.relative(expiresOn) }), soon }
      : {
          words: t('rotated', { when: formats.moment(rotatedOn), until: formats.moment(expiresOn) }),
          soon: true,
        };
  };
  return {
    bots: ({ bots, allBots }: KeyView) =>
      allBots
        ? t('every')
        : bots.length === 0
          ? t('noBots')
          : formats.list(bots.map((id) => botNames.get(id) ?? t('terms:botNumber', { id: String(id) }))),
    used: ({ lastUsedOn }: KeyView) => (lastUsedOn === null ? t('neverUsed') : formats.moment(lastUsedOn)),
    made: ({ createdOn, createdBy }: KeyView) =>
      `${t('made', { when: formats.moment(createdOn) })} ${t(`createdBy.${createdBy}`)}`,
    ends: expiry,
  };
}
