import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Notice } from '#src/ui/notice.tsx';
import { PageFrame } from '#src/ui/page-frame.tsx';
import { CrashDetails, ReloadButton } from './crash.tsx';
import { NotFoundPage } from './routes/not-found.tsx';

/** A page that broke: says so in place, inside the frame, with what can be done. */
export function RouteError() {
  const error = useRouteError();
  const { t } = useTranslation();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return (
    <PageFrame title={t('crash.title')}>
      <Notice severity="error" title={t('crash.message')} action={<ReloadButton />}>
        <CrashDetails error={error} />
      </Notice>
    </PageFrame>
  );
}
