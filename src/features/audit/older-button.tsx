import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { AuditView } from './use-audit-filters.ts';

type OlderButtonProps = { older: number; onChange: (change: Partial<AuditView>) => void };

/** Goes on with a search that looked at the newest changes only. */
export function OlderButton({ older, onChange }: OlderButtonProps) {
  const { t } = useTranslation('audit');
  return (
    <Button variant="outlined" onClick={() => onChange({ before: older, page: 0 })}>
      {t('older.go')}
    </Button>
  );
}
