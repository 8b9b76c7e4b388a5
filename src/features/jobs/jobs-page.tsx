import ListTodo from 'virtual:lucide/list-todo';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { JOB_KINDS, JOB_STATES, type Job } from '#contract/jobs.ts';
import { listJobs } from '#contract/operations/jobs.ts';
import { useCanUse } from '#src/api/hooks/use-permissions.ts';
import { paths } from '#src/paths.ts';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FaultNotice } from '#src/ui/fault/fault-notice.tsx';
import { FilterSelect } from '#src/ui/filter-select.tsx';
import { CancelJobDialog } from '#src/ui/job/cancel-job-dialog.tsx';
import {
  type JobAction,
  type PauseInput,
  useJobAction,
  useJobKinds,
  usePauseJobs,
} from '#src/ui/job/use-job-actions.ts';
import { PagingFooter, usePaging } from '#src/ui/pagination.tsx';
import { ConfirmMutation } from '#src/ui/query/confirm-mutation.tsx';
import { OutcomeNotice } from '#src/ui/query/outcome-notice.tsx';
import { QueryView } from '#src/ui/query/query-view.tsx';
import { ResourcePage } from '#src/ui/query/resource-page.tsx';
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx';
import { useFocusIfLost } from '#src/ui/use-focus-if-lost.ts';
import { JobKinds } from './job-kinds.tsx';
import { JobTable } from './job-table.tsx';
import { type JobFilters, useJobFilters, useJobList, useJobName } from './use-job-list.ts';

const KINDS_INTERVAL_MS = 5_000;
const PAGE_SIZES = [25, 50, 100] as const;
const THIS_BOT = 'this';
const NO_FILTERS = { kind: undefined, state: undefined } as const;

type ToolbarProps = {
  filters: JobFilters;
  hasSeveralBots: boolean;
  onChange: (patch: Partial<JobFilters>) => void;
};

/** Which jobs are shown. */
function JobToolbar({ filters, hasSeveralBots, onChange }: ToolbarProps) {
  const { t } = useTranslation(['jobs', 'terms']);
  return (
    <Box
      role="group"
      aria-label={t('filter.label')}
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 200px))' },
      }}
    >
      {hasSeveralBots ? (
        <FilterSelect
          label={t('filter.bot')}
          anyLabel={t('terms:allBots')}
          value={filters.allBots ? undefined : THIS_BOT}
          options={[THIS_BOT]}
          labelOf={() => t('filter.thisBot')}
          onChange={(bot) => onChange({ allBots: bot === undefined })}
        />
      ) : null}
      <FilterSelect
        label={t('filter.kind')}
        anyLabel={t('filter.anyKind')}
        value={filters.kind}
        options={JOB_KINDS}
        labelOf={(kind) => t(`terms:jobKind.${kind}`)}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterSelect
        label={t('filter.state')}
        anyLabel={t('filter.anyState')}
        value={filters.state}
        options={JOB_STATES}
        labelOf={(state) => t(`state.${state}`)}
        onChange={(state) => onChange({ state })}
      />
    </Box>
  );
}

/** What a person does to jobs and kinds, with the outcome to show. */
function useInterventions() {
  const { t } = useTranslation(['jobs', 'terms']);
  const jobName = useJobName();
  const action = useJobAction();
  const pause = usePauseJobs();
  const [done, setDone] = useState<string>();
  const [cancelling, setCancelling] = useState<Job>();
  const [last, setLast] = useState<{ action: JobAction; job: Job }>();
  const run = (name: JobAction, job: Job) => {
    setDone(undefined);
    pause.reset();
    setLast({ action: name, job });
    action.mutate(
      { action: name, job },
      {
        onSuccess: () => {
          setCancelling(undefined);
          setDone(t(`done.${name}`, { name: jobName(job) }));
        },
      },
    );
  };
  const [asking, setAsking] = useState<PauseInput>();
  const setPaused = (input: PauseInput) => {
    setDone(undefined);
    action.reset();
    const kind = t(`terms:jobKind.${input.kind}`);
    pause.mutate(input, {
      onSuccess: () => {
        setAsking(undefined);
        setDone(t(input.paused ? 'kinds.paused' : 'kinds.resumed', { kind }));
      },
    });
  };
  return {
    action,
    pause,
    done,
    setDone,
    cancelling,
    setCancelling,
    run,
    last,
    asking,
    setAsking,
    setPaused,
    jobName,
  };
}

/** Background work: by kind, and job by job. */
export function JobsPage() {
  const { t } = useTranslation(['jobs', 'settings', 'terms']);
  const ready = useCanUse(listJobs);
  const { filters, change, hasSeveralBots, bot } = useJobFilters();
  const { page, pageSize, ...paging } = usePaging(PAGE_SIZES);
  const jobs = useJobList({ bot, filters, page, pageSize }, ready);
  const kinds = useJobKinds(bot, ready, KINDS_INTERVAL_MS);
  const {
    action,
    pause,
    done,
    setDone,
    cancelling,
    setCancelling,
    run,
    last,
    asking,
    setAsking,
    setPaused,
    jobName,
  } = useInterventions();
  const notice = useFocusIfLost(done ?? action.error ?? pause.error);
  const onChange = (patch: Partial<JobFilters>) => {
    paging.onPageChange(0);
    change(patch);
  };
  const isFiltered = filters.kind !== undefined || filters.state !== undefined;
  return (
    <ResourcePage
      operation={listJobs}
      title={t('title')}
      subtitle={t('subtitle')}
      back={{ to: paths.settings(), label: t('settings:title') }}
      asOf={jobs.dataUpdatedAt === 0 ? undefined : jobs.dataUpdatedAt}
      notOffered={{ title: t('notOffered.title'), text: t('notOffered.text') }}
      absent={jobs.data === null}
      refused={{ title: t('notYours.title'), text: t('notYours.text') }}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box ref={notice} tabIndex={-1} sx={{ display: 'grid', gap: 1.5, '&:empty': { display: 'none' } }}>
          <OutcomeNotice
            outcome={done === undefined ? undefined : { title: done }}
            onDismiss={() => setDone(undefined)}
          />
          {asking === undefined ? (
            <FaultNotice
              error={pause.error}
              onRetry={pause.variables && (() => setPaused(pause.variables))}
              onDismiss={pause.reset}
            />
          ) : null}
          {cancelling === undefined ? (
            <FaultNotice
              error={action.error}
              onRetry={last && (() => run(last.action, last.job))}
              onDismiss={action.reset}
            />
          ) : null}
        </Box>
        <QueryView query={kinds} pending={<SkeletonRows rows={1} height={72} />}>
          {({ items }) => (
            <JobKinds
              kinds={items}
              bot={bot}
              pause={pause}
              onChange={(input) =>
                input.kind === 'chore' && input.paused ? setAsking(input) : setPaused(input)
              }
            />
          )}
        </QueryView>
        <JobToolbar filters={filters} hasSeveralBots={hasSeveralBots} onChange={onChange} />
        <QueryView query={jobs} pending={<SkeletonRows rows={6} height={48} />}>
          {({ items, total }) =>
            total > 0 ? (
              <>
                <JobTable
                  jobs={items}
                  allBots={filters.allBots}
                  onAction={(name, job) => (name === 'cancel' ? setCancelling(job) : run(name, job))}
                />
                <PagingFooter {...paging} page={page} pageSize={pageSize} label={t('paging')} total={total} />
              </>
            ) : isFiltered ? (
              <EmptyState
                title={t('nothing.title')}
                actions={
                  <Button variant="outlined" onClick={() => onChange(NO_FILTERS)}>
                    {t('filter.clear')}
                  </Button>
                }
              >
                {t('nothing.text')}
              </EmptyState>
            ) : (
              <EmptyState icon={<ListTodo size={24} />} title={t('empty.title')}>
                {t('empty.text')}
              </EmptyState>
            )
          }
        </QueryView>
      </Box>
      <CancelJobDialog
        kind={cancelling?.kind}
        subject={cancelling && <BidiText>{jobName(cancelling)}</BidiText>}
        mutation={action}
        onConfirm={() => cancelling && run('cancel', cancelling)}
        onClose={() => setCancelling(undefined)}
      />
      <ConfirmMutation
        open={asking !== undefined}
        title={t('kinds.pauseUpkeep.title')}
        confirmLabel={t('kinds.pause')}
        mutation={pause}
        onConfirm={() => asking && setPaused(asking)}
        onClose={() => setAsking(undefined)}
      >
        {t('kinds.pauseUpkeep.text')}
      </ConfirmMutation>
    </ResourcePage>
  );
}
