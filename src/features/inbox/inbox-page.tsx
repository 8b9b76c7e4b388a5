import { useTranslation } from 'react-i18next';
import { listContradictions } from '#contract/operations/contradictions.ts';
import { listGaps, listReports } from '#contract/operations/reports.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { ToggleChoice } from '#src/ui/toggle-choice.tsx';
import { Contradictions } from './contradictions.tsx';
import { Gaps } from './gaps.tsx';
import { Reports } from './report-list.tsx';
import { useInboxFilters, useReportList } from './use-reports.ts';

/** Reports of wrong answers, questions without an answer, and statements that contradict each other. */
export function InboxPage() {
  const { t } = useTranslation('inbox');
  const ready = useCanUse(listReports);
  const hasGaps = useCanUse(listGaps);
  const { filters, change } = useInboxFilters();
  const hasContradictions = useCanUse(listContradictions);
  const views = [
    'reports' as const,
    ...(hasGaps ? (['gaps'] as const) : []),
    ...(hasContradictions ? (['contradictions'] as const) : []),
  ];
  const view = views.find((candidate) => candidate === filters.view) ?? 'reports';
  const list = useReportList(filters, ready && view === 'reports');
  return (
    <ResourcePage
      operation={listReports}
      title={t('title')}
      subtitle={t('subtitle')}
      asOf={view !== 'reports' || list.dataUpdatedAt === 0 ? undefined : list.dataUpdatedAt}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      refused={{ title: t('notYours.title'), text: t('notYours.text') }}
      toolbar={
        views.length > 1 ? (
          <ToggleChoice
            label={t('view.label')}
            value={view}
            options={views.map((value) => ({ value, label: t(`view.${value}`) }))}
            onChange={(next) => change({ view: next, state: 'open' })}
          />
        ) : undefined
      }
    >
      {view === 'gaps' ? <Gaps /> : null}
      {view === 'contradictions' ? <Contradictions filters={filters} onChange={change} /> : null}
      {view === 'reports' ? <Reports list={list} filters={filters} onChange={change} /> : null}
    </ResourcePage>
  );
}
