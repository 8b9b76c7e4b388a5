import Plus from 'virtual:lucide/plus';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { knowledgeSummary } from '#contract/operations/units.ts';
import {
  useCapabilities,
  useCatalogueUnits,
  useConnection,
  useGateway,
} from '#src/api/hooks/gateway-context.tsx';
import { useOptimisticPermission } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { UnitsWithoutId } from '#src/ui/catalogue/units-without-id.tsx';
import { DropToAdd } from '#src/ui/file-drop/window-drop.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PageFrame, pagePadding } from '#src/ui/page-frame.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { DiskFullNotice } from '#src/ui/unit/disk-full-notice.tsx';
import { AnswersSection } from './answers-section.tsx';
import { ChangesSection } from './changes-section.tsx';
import { DataDamagedNotice } from './data-damaged-notice.tsx';
import { DraftsSection } from './drafts-section.tsx';
import { FailedUnitsSection } from './failed-units-section.tsx';
import { FirstSteps, NothingYet } from './first-steps.tsx';
import { fetchKnowledgeHealth, HealthSection } from './health-section.tsx';
import { InboxSection } from './inbox-section.tsx';
import { QuotaSection } from './quota-section.tsx';
import { SampleNotice, useSamples } from './sample-knowledge.tsx';
import { TestsSection } from './tests-section.tsx';

/** The state of the knowledge, polled more often while units are indexed. */
function useHealth(options: { moving: boolean }) {
  const gateway = useGateway();
  const connection = useConnection();
  const capabilities = useCapabilities();
  return useQuery({
    queryKey: [knowledgeSummary.id, connection.id, 'health', connection.statusNames],
    queryFn: () => fetchKnowledgeHealth(gateway, connection, capabilities),
    enabled: capabilities !== undefined,
    refetchInterval: ({ state }) => {
      const health = state.data;
      const moving = health?.kind === 'counts' && health.units.waiting + health.units.indexing > 0;
      return moving || options.moving ? 2000 : 30_000;
    },
  });
}

/** The state of the knowledge and of the quota, each as a sentence first. */
export function OverviewPage() {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  const canAdd = useOptimisticPermission('editKnowledge');
  const samples = useSamples();
  const query = useHealth({ moving: samples.phase === 'working' });
  const { data: health, dataUpdatedAt } = query;
  const withoutId = useCatalogueUnits().filter(({ id }) => id === undefined);
  const empty =
    health !== undefined && health.kind !== 'nothing' && health.total === 0 && withoutId.length === 0;
  return (
    <PageFrame
      title={t('title')}
      subtitle={dataUpdatedAt === 0 ? ' ' : t('asOf', { time: formats.time(dataUpdatedAt) })}
      body="bare"
      action={
        canAdd ? (
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
      {canAdd ? <DropToAdd /> : null}
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          paddingInline: pagePadding,
          '&:not(:empty)': { paddingBlock: 2, borderBlockEnd: 1, borderColor: 'line.soft' },
        }}
      >
        {health?.kind === 'counts' && health.dataDamagedOn !== null ? (
          <DataDamagedNotice foundOn={health.dataDamagedOn} />
        ) : null}
        {health?.kind === 'counts' && health.diskFull ? <DiskFullNotice /> : null}
        <SampleNotice {...samples} />
      </Box>
      <QueryView query={query} inset pending={<SkeletonRows rows={4} />}>
        {(shown) =>
          empty ? (
            samples.phase === 'idle' || samples.error !== null ? (
              canAdd ? (
                <FirstSteps onSample={samples.add} />
              ) : (
                <NothingYet />
              )
            ) : null
          ) : (
            <Box sx={{ display: 'grid', gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' } }}>
              <HealthSection health={shown} />
              {shown.kind === 'counts' ? (
                <FailedUnitsSection
                  failures={shown.failures}
                  failed={shown.units.failed}
                  partlyReady={shown.units.partlyReady ?? 0}
                  updateFailed={shown.units.updateFailed ?? 0}
                />
              ) : null}
              <Box
                sx={{
                  gridColumn: '1 / -1',
                  paddingInline: pagePadding,
                  '&:not(:empty)': { paddingBlock: 2, borderBlockStart: 1, borderColor: 'line.soft' },
                }}
              >
                <UnitsWithoutId entries={withoutId} />
              </Box>
              <DraftsSection />
              <ChangesSection />
              <TestsSection />
              <InboxSection />
              <AnswersSection />
              <Box sx={{ gridColumn: '1 / -1', borderBlockStart: 1, borderColor: 'line.soft' }}>
                <QuotaSection />
              </Box>
            </Box>
          )
        }
      </QueryView>
    </PageFrame>
  );
}
