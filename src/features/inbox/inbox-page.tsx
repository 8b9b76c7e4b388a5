import { useTranslation } from 'react-i18next';
import { listGaps, listReports } from '#contract/operations/reports.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import { Gaps } from './gaps.tsx';
import { Reports } from './report-list.tsx';
import { useInboxFilters, useReportList } from './use-reports.ts';

/** Reports of wrong answers, and what was asked without an answer. */
export function InboxPage() {
  const { t } = useTranslation('inbox');
  const ready = useCanUse(listReports);
  const hasGaps = useCanUse(listGaps);
  const { filters, change } = useInboxFilters();
  const view = hasGaps ? filters.view : 'reports';
  const list = useReportList(filters, ready && view === 'reports');
  return (
    <ResourcePage
      operation={listReports}
      title={t('title')}
      subtitle={t('subtitle')}
      asOf={view === 'gaps' || list.dataUpdatedAt === 0 ? undefined : list.dataUpdatedAt}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      refused={{ title: t('notYours.title'), text: t('notYours.text') }}
      toolbar={
        hasGaps ? (
          <ToggleChoice
            label={t('view.label')}
            value={view}
            options={(['reports', 'gaps'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
            onChange={(next) => change({ view: next })}
          />
        ) : undefined
      }
    >
      {view === 'gaps' ? <Gaps /> : <Reports list={list} filters={filters} onChange={change} />}
    </ResourcePage>
  );
}
