import { useTranslation } from 'react-i18next';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { useJobKinds } from '#src/ui/job/use-job-actions.ts';

/** How much of the bot's work runs and waits, and what is paused. */
export function JobsStatus() {
  const { t } = useTranslation(['jobs', 'terms']);
  const formats = useFormats();
  const kinds = useJobKinds(Number(useConnection().bot), true).data?.items;
  if (kinds === undefined) return null;
  const running = kinds.reduce((sum, kind) => sum + kind.running, 0);
  const waiting = kinds.reduce((sum, kind) => sum + kind.waiting, 0);
  const paused = kinds.filter(({ pauses }) => pauses.length > 0);
  const counts = running + waiting === 0 ? t('status.idle') : t('status.counts', { running, waiting });
  if (paused.length === 0) return counts;
  const names = paused.map(({ kind }) => t(`terms:jobKind.${kind}`));
  return `${counts} · ${t('status.paused', { kinds: formats.list(names) })}`;
}
