import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';

// Part of the first load: imports nothing that only pages behind sign-in need.

export function ReloadButton() {
  const { t } = useTranslation();
  return (
    <Button variant="outlined" size="small" onClick={() => globalThis.location.reload()}>
      {t('crash.reload')}
    </Button>
  );
}

export function CrashDetails({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <details>
      <summary>{t('crash.details')}</summary>
      <bdi dir="ltr">{error instanceof Error ? error.message : String(error)}</bdi>
    </details>
  );
}
