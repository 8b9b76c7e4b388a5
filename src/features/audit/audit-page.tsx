import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import HistoryIcon from 'lucide-react/icons/history';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay, useOffers } from '#src/api/use-role.ts';
import { EmptyState } from '#src/components/empty-state.tsx';
import { PageFrame } from '#src/components/page-frame.tsx';
import { SkeletonRows } from '#src/components/skeleton-rows.tsx';
import { FaultNotice } from '#src/faults/fault-notice.tsx';
import { paths } from '#src/paths.ts';
import { AuditToolbar } from './audit-toolbar.tsx';
import { Entries } from './entries.tsx';
import { FilterChips } from './filter-chips.tsx';
import { OlderButton } from './older-button.tsx';
import { useAuditFilters } from './use-audit-filters.ts';
import { useAuditList } from './use-audit-list.ts';

/** Who changed what in this bot: found, read with its before and after, and taken out. */
export function AuditPage() {
  const { t } = useTranslation(['audit', 'settings']);
  const { view, change, narrowed } = useAuditFilters();
  const offered = useOffers('listAudit');
  const may = useMay('listAudit');
  const changes = useAuditList(view, offered === true && may === true);
  const [fault, setFault] = useState<unknown>();
  const { data } = changes;
  const frame = { title: t('title'), back: { to: paths.settings(), label: t('settings:title') } };
  if (offered === false || data === null)
    return (
      <PageFrame {...frame}>
        <EmptyState title={t('notOffered.title')}>{t('notOffered.text')}</EmptyState>
      </PageFrame>
    );
  if (may === false)
    return (
      <PageFrame {...frame}>
        <EmptyState title={t('onlyWatchers.title')}>{t('onlyWatchers.text')}</EmptyState>
      </PageFrame>
    );
  const isEmpty = data?.total === 0;
  return (
    <PageFrame
      {...frame}
      subtitle={
        <>
          {t('subtitle')}
          {data === undefined ? null : <div>{t('zone', { zone: data.zone })}</div>}
        </>
      }
      {...(isEmpty && !narrowed
        ? {}
        : {
            toolbar: (
              <>
                <AuditToolbar view={view} list={data} onChange={change} onError={setFault} />
                <FilterChips view={view} list={data} onChange={change} />
              </>
            ),
          })}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {fault === undefined ? null : <FaultNotice error={fault} onDismiss={() => setFault(undefined)} />}
        {changes.error === null ? null : (
          <FaultNotice error={changes.error} onRetry={() => void changes.refetch()} />
        )}
        {data === undefined ? (
          changes.error === null ? (
            <SkeletonRows rows={8} height={56} bars={[0.7]} />
          ) : null
        ) : isEmpty && narrowed ? (
          <EmptyState
            title={t(data.older === null ? 'nothing.title' : 'older.nothing')}
            actions={
              <>
                {data.older === null ? null : <OlderButton older={data.older} onChange={change} />}
                <Button
                  variant="outlined"
                  onClick={() =>
                    change({
                      search: '',
                      kind: undefined,
                      action: undefined,
                      key: undefined,
                      request: undefined,
                      from: undefined,
                      to: undefined,
                      before: undefined,
                    })
                  }
                >
                  {t('filter.clear')}
                </Button>
              </>
            }
          >
            {data.older === null ? t('nothing.text') : t('older.text', { id: data.older })}
          </EmptyState>
        ) : isEmpty ? (
          <EmptyState icon={<HistoryIcon size={24} />} title={t('empty.title')}>
            {t('empty.text')}
          </EmptyState>
        ) : (
          <Entries list={data} view={view} onChange={change} />
        )}
      </Box>
    </PageFrame>
  );
}
