import { useTranslation } from 'react-i18next';
import { Notice } from '#src/ui/notice.tsx';

/** Says that new knowledge is refused for want of space, and what goes on. It stays as long as that is so. */
export function DiskFullNotice() {
  const { t } = useTranslation('diskFull');
  return (
    <Notice severity="warning" title={t('title')}>
      {t('text')}
    </Notice>
  );
}
