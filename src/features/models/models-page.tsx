import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { listModels } from '#contract/operations/models.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { EmbeddingProgress } from './embedding-progress.tsx';
import { PurposeSection } from './purpose-section.tsx';
import { useModels } from './use-models.ts';

/** Scrolls to the section that the address names, once it is loaded. */
function useScrollToHash(ready: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (ready && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, [ready, hash]);
}

/** The model servers of this bot by purpose: add, test, change, remove. */
export function ModelsPage() {
  const { t } = useTranslation(['models', 'settings']);
  const models = useModels(useCanUse(listModels));
  const { data, refetch } = models;
  useScrollToHash(data !== undefined);
  return (
    <ResourcePage
      operation={listModels}
      title={t('title')}
      subtitle={t('subtitle')}
      back={{ to: paths.settings(), label: t('settings:title') }}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      absent={data === null}
    >
      <QueryView query={models} pending={<SkeletonRows rows={4} height={120} />}>
        {({ items, allManageable }) =>
          items.map((servers) => (
            <PurposeSection
              key={servers.purpose}
              servers={servers}
              allManageable={allManageable}
              refetch={() => refetch().then(({ data: now }) => now)}
            >
              {servers.purpose === 'embeddings' && servers.inForce !== null ? <EmbeddingProgress /> : null}
            </PurposeSection>
          ))
        }
      </QueryView>
    </ResourcePage>
  );
}
