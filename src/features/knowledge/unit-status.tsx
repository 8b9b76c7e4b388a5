import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { describeReason } from '#src/api/describe-error.ts';
import { StatusChip } from '#src/components/status-chip.tsx';
import type { UnitRow } from './unit-row.ts';

/** The one line under a status: why it failed, its place in the line, sources that failed beside those that are ready. */
export function useStatusDetail(row: UnitRow): string | undefined {
  const { t } = useTranslation('knowledge');
  const { t: faults } = useTranslation('faults');
  if (row.reason !== undefined) return describeReason(row.reason, faults).what;
  if (row.status === 'waiting' && row.position !== undefined) return t('inLine', { position: row.position });
  if (row.status === 'ready' && (row.failedSources ?? 0) > 0)
    return t('partly', { count: row.failedSources ?? 0 });
  return undefined;
}

export function UnitStatus({ row, detail }: { row: UnitRow; detail?: string | undefined }) {
  const { t } = useTranslation('knowledge');
  if (row.status === undefined) {
    return (
      <Typography component="span" variant="body2" sx={{ color: 'text.tertiary' }}>
        {t('unreadable')}
      </Typography>
    );
  }
  return <StatusChip status={row.status} progress={row.progress} detail={detail} />;
}
