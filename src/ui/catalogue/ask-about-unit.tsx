import { useTranslation } from 'react-i18next';
import { useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';

/** Opens the playground with a unit chosen by its title, which is all that asking needs; for keys that may ask. */
export function AskAboutUnit({ title }: { title: string }) {
  const { t } = useTranslation('catalogue');
  const canAsk = useOptimisticPermission('ask');
  if (!canAsk) return null;
  return (
    <LinkButton
      size="small"
      variant="outlined"
      to={paths.playground({ index: [title] })}
      aria-label={t('actionNamed', { action: t('ask'), title })}
    >
      {t('ask')}
    </LinkButton>
  );
}
