import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { MonoText } from '#src/components/mono-text.tsx';
import { Notice } from '#src/components/notice.tsx';
import { PageFrame } from '#src/components/page-frame.tsx';
import { NotFound } from './routes/not-found.tsx';

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A page that broke: says so in place, inside the frame, with what can be done. */
export function RouteError() {
  const error = useRouteError();
  const { t } = useTranslation();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <PageFrame title={t('crash.title')}>
      <Notice
        severity="error"
        title={t('crash.message')}
        action={
          <Button variant="outlined" size="small" onClick={() => globalThis.location.reload()}>
            {t('crash.reload')}
          </Button>
        }
      >
        <details>
          <summary>{t('crash.details')}</summary>
          <MonoText>{describe(error)}</MonoText>
        </details>
      </Notice>
    </PageFrame>
  );
}
