import { useTranslation } from 'react-i18next';
import { paths } from '#src/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageFrame } from '#src/ui/page-frame.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <PageFrame title={t('notFound.title')} subtitle={t('notFound.message')}>
      <LinkButton to={paths.overview()} variant="contained">
        {t('notFound.action')}
      </LinkButton>
    </PageFrame>
  );
}

export const Component = NotFoundPage;
