import Box from '@mui/material/Box';
import Plus from 'lucide-react/icons/plus';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '#src/api/use-role.ts';
import { LinkButton } from '#src/components/link-button.tsx';
import { PageFrame, pagePadding } from '#src/components/page-frame.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { FailuresSection } from './failures-section.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { HealthSection } from './health-section.tsx';
import { QuotaSection } from './quota-section.tsx';
import { SampleNotice } from './sample-notice.tsx';
import { useHealth } from './use-health.ts';
import { useSamples } from './use-samples.ts';

/** Is the knowledge healthy, and will the quota last? Each in a sentence first. */
export function OverviewPage() {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  const mayAdd = useAllowed('registerUnit');
  const samples = useSamples();
  const { data: health, error, refetch, dataUpdatedAt } = useHealth({ moving: samples.phase === 'working' });
  const empty = health !== undefined && health.kind !== 'nothing' && health.total === 0;
  const failing = health?.kind === 'counts' ? health : undefined;
  return (
    <PageFrame
      title={t('title')}
      subtitle={dataUpdatedAt === 0 ? ' ' : t('asOf', { time: formats.time(dataUpdatedAt) })}
      body="bare"
      action={
        mayAdd ? (
          <LinkButton
            variant={empty ? 'outlined' : 'contained'}
            to={paths.addKnowledge()}
            startIcon={<Plus size={18} />}
          >
            {t('add')}
          </LinkButton>
        ) : undefined
      }
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          paddingInline: pagePadding,
          '&:not(:empty)': { paddingBlockStart: 2 },
        }}
      >
        {error === null ? null : <FaultNotice error={error} onRetry={() => void refetch()} />}
        <SampleNotice {...samples} />
      </Box>
      {health === undefined ? (
        error === null ? (
          <Box sx={{ paddingInline: pagePadding }}>
            <SkeletonRows rows={4} />
          </Box>
        ) : null
      ) : empty ? (
        samples.phase === 'idle' || samples.error !== null ? (
          mayAdd ? (
            <FirstSteps onSample={samples.place} />
          ) : (
            <NothingYet />
          )
        ) : null
      ) : (
        <Box sx={{ display: 'grid', gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' } }}>
          <HealthSection health={health} />
          {failing === undefined ? null : (
            <FailuresSection failures={failing.failures} failed={failing.units.failed} />
          )}
          <Box sx={{ gridColumn: '1 / -1', borderBlockStart: 1, borderColor: 'line.soft' }}>
            <QuotaSection />
          </Box>
        </Box>
      )}
    </PageFrame>
  );
}
