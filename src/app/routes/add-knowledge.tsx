import { useTranslation } from 'react-i18next';
import { PageFrame } from '#src/components/page-frame.tsx';
import { AddForm } from '#src/features/add-knowledge/add-form.tsx';
import { paths } from '#src/paths.ts';

export function Component() {
  const { t } = useTranslation('add');
  return (
    <PageFrame title={t('title')} back={{ to: paths.knowledge(), label: t('back') }} body="bare">
      <AddForm />
    </PageFrame>
  );
}
