import { useTranslation } from 'react-i18next';
import { useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Notice } from '#src/ui/notice.tsx';

/** Says that new knowledge is refused for want of space, and what goes on. It stays as long as that is so. */
export function DiskFullNotice() {
  const { t } = useTranslation('diskFull');
  const canDelete = useOptimisticPermission('editKnowledge');
  const action = canDelete ? (
    <LinkButton size="small" variant="outlined" to={paths.knowledge({ status: 'bin' })}>
      {t('bin')}
    </LinkButton>
  ) : undefined;
  return (
    <Notice severity="warning" title={t('title')} action={action}>
      {t('text')}
    </Notice>
  );
}
