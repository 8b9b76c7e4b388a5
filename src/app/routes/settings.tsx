import { useTranslation } from 'react-i18next';
import { PageFrame } from '#src/components/page-frame.tsx';
import { Appearance } from '../appearance.tsx';

export function Component() {
  const { t } = useTranslation('settings');
  return (
    <PageFrame title={t('title')}>
      <Appearance />
    </PageFrame>
  );
}
