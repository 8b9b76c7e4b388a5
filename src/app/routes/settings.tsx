import { useTranslation } from 'react-i18next';
import { PageFrame } from '#src/components/page-frame.tsx';

export function Component() {
  const { t } = useTranslation('settings');
  return <PageFrame title={t('title')}>{null}</PageFrame>;
}
