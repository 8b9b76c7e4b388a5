import { useTranslation } from 'react-i18next';
import { useOffers } from '#src/api/use-role.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { PageFrame } from '#src/components/page-frame.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { RoleGate } from '#src/faults/role-gate.tsx';
import { paths } from '#src/paths.ts';
import { EmbeddingProgress } from './embedding-progress.tsx';
import { PurposeSection } from './purpose-section.tsx';
import { useModels } from './use-models.ts';
import { useShownPart } from './use-shown-part.ts';

/** The model servers of this bot: which it uses for what, to set, to try and to take away. */
export function ModelsPage() {
  const { t } = useTranslation('models');
  return (
    <RoleGate needs="listModels" title={t('title')}>
      <Servers />
    </RoleGate>
  );
}

function Servers() {
  const { t } = useTranslation(['models', 'settings']);
  const offered = useOffers('listModels');
  const models = useModels(offered === true);
  const { data, error, refetch } = models;
  useShownPart(data !== undefined);
  const back = { to: paths.settings(), label: t('settings:title') };
  if (offered === false || data === null)
    return (
      <PageFrame title={t('title')} back={back}>
        <EmptyState title={t('notOffered.title')}>{t('notOffered.text')}</EmptyState>
      </PageFrame>
    );
  return (
    <PageFrame title={t('title')} subtitle={t('subtitle')} back={back}>
      {error === null ? null : <FaultNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <SkeletonRows rows={4} height={120} /> : null}
      {data?.items.map((servers) => (
        <PurposeSection
          key={servers.purpose}
          servers={servers}
          allManageable={data.allManageable}
          readNow={() => refetch().then(({ data: now }) => now)}
        >
          {servers.purpose === 'embeddings' && servers.inForce !== null ? <EmbeddingProgress /> : null}
        </PurposeSection>
      ))}
    </PageFrame>
  );
}
