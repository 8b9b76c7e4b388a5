import InboxIcon from 'virtual:lucide/inbox';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeReport } from '#contract/operations/reports.ts';
import { REPORT_REASONS, REPORT_STATES, type Report, type ReportList } from '#contract/reports.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { useFormats } from '#src/i18n/locale.tsx';
import { ChipSelect } from '#src/ui/chip-select.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FilterSelect } from '#src/ui/filter-select.tsx';
import { MoreButton } from '#src/ui/more-button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { FocusedOutcome, type Outcome } from '#src/ui/query/outcome-notice.tsx';
import { RecordAction, RecordItem, RecordList } from '#src/ui/record-row.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { ClosingForm } from './closing-form.tsx';
import { QuestionMenu } from './question-menu.tsx';
import { ReportFacts } from './report-facts.tsx';
import { type InboxFilters, useMarkSeen, type useReportList } from './use-reports.ts';

type FilterProps = {
  filters: InboxFilters;
  counts: ReportList['counts'];
  onChange: (patch: Partial<InboxFilters>) => void;
};

/** Which reports are shown. */
function ReportFilters({ filters, counts, onChange }: FilterProps) {
  const { t } = useTranslation(['inbox', 'judging']);
  const formats = useFormats();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'end' }}>
      <ChipSelect
        label={t('state.label')}
        value={filters.state}
        options={REPORT_STATES.map((state) => ({
          value: state,
          name: state === 'open' ? `${t('state.open')} ${formats.number(counts.open)}` : t('state.closed'),
        }))}
        onChange={(state) => onChange({ state })}
        sx={{ flex: '1 1 auto' }}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(150px, 1fr))', gap: 1.5 }}>
        <FilterSelect
          label={t('of.label')}
          anyLabel={t('of.any')}
          value={filters.of}
          options={['owner', 'reporter']}
          labelOf={(of) => t(`of.${of}`)}
          onChange={(of) => onChange({ of })}
        />
        <FilterSelect
          label={t('reason.label')}
          anyLabel={t('reason.any')}
          value={filters.reason}
          options={REPORT_REASONS}
          labelOf={(reason) => t(`judging:report.reason.${reason}`)}
          onChange={(reason) => onChange({ reason })}
        />
      </Box>
    </Box>
  );
}

/** What became of one's own reports meanwhile. */
function UnseenNotice({ filters, counts, onChange }: FilterProps) {
  const { t } = useTranslation('inbox');
  const seen = useMarkSeen();
  if (counts.unseen === 0) return null;
  const isShown = filters.state === 'closed' && filters.of === 'reporter';
  return (
    <Notice
      severity="success"
      title={t('unseen.title', { count: counts.unseen })}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {isShown ? null : (
            <Button
              size="small"
              variant="outlined"
              onClick={() => onChange({ state: 'closed', of: 'reporter', reason: undefined })}
            >
              {t('unseen.show')}
            </Button>
          )}
          <Button size="small" variant="outlined" disabled={seen.isPending} onClick={() => seen.mutate()}>
            {t('unseen.seen')}
          </Button>
        </Box>
      }
    >
      <FaultNotice error={seen.error} onDismiss={seen.reset} />
    </Notice>
  );
}

type ReportRowProps = { report: Report; open: boolean; onToggle: () => void; onClosed: () => void };

function ReportRow({ report, open, onToggle, onClosed }: ReportRowProps) {
  const { t } = useTranslation('inbox');
  const canClose = useCanUse(closeReport);
  const { question, state, unit, test } = report;
  return (
    <RecordItem
      open={open}
      summary={<ReportFacts report={report} />}
      actions={
        <>
          {canClose && state === 'open' ? (
            <RecordAction
              label={t('action.close')}
              name={t('action.closeNamed', { question })}
              expanded={open}
              onClick={onToggle}
            />
          ) : null}
          <QuestionMenu question={question} unit={unit} hasTest={test !== null} />
        </>
      }
    >
      {open && state === 'open' ? (
        <ClosingForm report={report} onClosed={onClosed} onCancel={onToggle} />
      ) : null}
    </RecordItem>
  );
}

type ReportsProps = {
  list: ReturnType<typeof useReportList>;
  filters: InboxFilters;
  onChange: (patch: Partial<InboxFilters>) => void;
};

/** The reports of the filters, one of them open to be closed. */
export function Reports({ list, filters, onChange }: ReportsProps) {
  const { t } = useTranslation('inbox');
  const [openId, setOpenId] = useState<number>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [first] = list.data?.pages ?? [];
  const reports = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = filters.of !== undefined || filters.reason !== undefined || filters.state === 'closed';
  const empty = isFiltered ? 'nothing' : 'empty';
  const closed = () => {
    setOpenId(undefined);
    setOutcome({ title: t('closing.done') });
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <FocusedOutcome outcome={outcome} onDismiss={() => setOutcome(undefined)} />
      <FaultNotice error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending ? <SkeletonRows rows={6} height={64} /> : null}
      {first === undefined ? null : (
        <>
          <UnseenNotice filters={filters} counts={first.counts} onChange={onChange} />
          <ReportFilters filters={filters} counts={first.counts} onChange={onChange} />
          {reports.length === 0 ? (
            <EmptyState icon={<InboxIcon size={24} />} title={t(`${empty}.title`)}>
              {t(`${empty}.text`)}
            </EmptyState>
          ) : (
            <RecordList label={t('list')}>
              {reports.map((report) => (
                <ReportRow
                  key={report.id}
                  report={report}
                  open={openId === report.id}
                  onToggle={() => setOpenId(openId === report.id ? undefined : report.id)}
                  onClosed={closed}
                />
              ))}
            </RecordList>
          )}
        </>
      )}
      <MoreButton label={t('more')} list={list} />
    </Box>
  );
}
