import { useTranslation } from 'react-i18next';
import { useMay, useOffers, useSession } from '#src/api/use-role.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { PageFrame } from '#src/components/page-frame.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { paths } from '#src/paths.ts';
import { ActiveAlerts } from './active-alerts.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { PageSection } from './page-section.tsx';
import { PastAlerts } from './past-alerts.tsx';
import { RulesSection } from './rules-section.tsx';
import { useActiveAlerts } from './use-alerts.ts';
import { WebhooksSection } from './webhooks-section.tsx';

/** What stands now and stood before, what raises an alert, and who else is told. */
export function AlertsPage() {
  const { t } = useTranslation(['alerts', 'shell', 'terms']);
  const offered = useOffers('listAlerts');
  const may = useMay('listAlerts');
  const own = useSession().data?.view;
  const ready = offered === true && may === true;
  const active = useActiveAlerts(ready);
  const back = { to: paths.usage(), label: t('shell:usage') };
  if (offered === false || active.data === null)
    return (
      <PageFrame title={t('title')} back={back}>
        <EmptyState title={t('notOffered.title')}>{t('notOffered.text')}</EmptyState>
      </PageFrame>
    );
  if (may === false && own !== undefined)
    return (
      <PageFrame title={t('title')} back={back}>
        <EmptyState title={t('notYours.title')}>
          {t('notYours.text', { name: own.name, role: t(`terms:role.${own.role}`) })}
        </EmptyState>
      </PageFrame>
    );
  return (
    <PageFrame
      title={t('title')}
      subtitle={t('subtitle')}
      back={back}
      asOf={active.dataUpdatedAt === 0 ? undefined : active.dataUpdatedAt}
    >
      <PageSection id="active" title={t('active.title')}>
        {active.error === null ? null : (
          <FaultNotice error={active.error} onRetry={() => void active.refetch()} />
        )}
        {active.data === undefined ? (
          active.error === null ? (
            <SkeletonRows rows={1} height={88} />
          ) : null
        ) : (
          <ActiveAlerts alerts={active.data.items} />
        )}
      </PageSection>
      {ready ? (
        <>
          <RulesSection />
          <WebhooksSection />
          <DeliveriesSection />
          <PageSection id="past" title={t('past.title')}>
            <PastAlerts />
          </PageSection>
        </>
      ) : null}
    </PageFrame>
  );
}
