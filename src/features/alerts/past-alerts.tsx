import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Paging } from '#src/components/paging.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { useAlertWords } from './alert-words.ts';
import { useAllAlerts } from './use-alerts.ts';

const SIZES = [10, 25, 100] as const;

/** Alerts that cleared by themselves, newest first. */
export function PastAlerts() {
  const { t } = useTranslation('alerts');
  const formats = useFormats();
  const words = useAlertWords();
  const [page, setPage] = useState(0);
  const [pageSize, setPageSize] = useState<number>(SIZES[0]);
  const { data, error, refetch } = useAllAlerts(page, pageSize, true);
  if (error !== null) return <FaultNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={2} height={56} />;
  const cleared = data?.items.filter(({ clearedOn }) => clearedOn !== null) ?? [];
  if (data === null || data.total === data.active)
    return <Typography sx={{ color: 'text.secondary', paddingBlock: 1 }}>{t('past.none')}</Typography>;
  return (
    <>
      <Box component="ul" aria-label={t('past.list')} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {cleared.map((alert) => (
          <Box
            key={alert.id}
            component="li"
            sx={{ paddingBlock: 1.25, borderBlockEnd: 1, borderColor: 'line.soft' }}
          >
            <div>{words.sentence(alert)}</div>
            <Typography component="div" variant="body2" sx={{ color: 'text.tertiary' }}>
              {t('past.when', {
                fired: formats.moment(alert.firedOn),
                cleared: formats.moment(alert.clearedOn ?? alert.firedOn),
              })}
            </Typography>
          </Box>
        ))}
      </Box>
      {data.total <= SIZES[0] ? null : (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', paddingBlock: 1 }}>
          <Paging
            label={t('past.paging')}
            sizes={SIZES}
            page={page}
            pageSize={pageSize}
            total={data.total}
            onPage={setPage}
            onPageSize={(size) => {
              setPage(0);
              setPageSize(size);
            }}
          />
        </Box>
      )}
    </>
  );
}
