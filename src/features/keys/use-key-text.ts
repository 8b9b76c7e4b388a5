import { useTranslation } from 'react-i18next';
import type { KeyView } from '#contract/session.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { useBotsText } from '#src/ui/access/use-access-text.ts';

/** The facts of a key as text: bots, caps, last use and expiry. */
export function useKeyText() {
  const { t } = useTranslation('keys');
  const formats = useFormats();
  const botsText = useBotsText();
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
    bots: botsText,
    used: ({ lastUsedOn }: KeyView) => (lastUsedOn === null ? t('neverUsed') : formats.moment(lastUsedOn)),
    made: ({ createdOn, createdBy }: KeyView) =>
      `${t('made', { when: formats.moment(createdOn) })} ${t(`createdBy.${createdBy}`)}`,
    ends: expiry,
  };
}
