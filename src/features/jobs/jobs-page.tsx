import ListTodo from 'virtual:lucide/list-todo';
import Box from '@mui/material/Box';
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
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
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
  const state = { action, pause, done, cancelling, last, asking, jobName };
  return { ...state, setDone, setCancelling, setAsking, run, setPaused };
}
type WorkProps = { work: ReturnType<typeof useInterventions> };

/** What was done, or why it failed, unless a dialog says that. */
function WorkOutcome({ work }: WorkProps) {
  const { action, pause, done, cancelling, last, asking } = work;
  const notice = useFocusIfLost(done ?? action.error ?? pause.error);
  return (
    <Box ref={notice} tabIndex={-1} sx={{ display: 'grid', gap: 1.5, '&:empty': { display: 'none' } }}>
      <OutcomeNotice
        outcome={done === undefined ? undefined : { title: done }}
        onDismiss={() => work.setDone(undefined)}
      />
      {asking === undefined ? (
        <FaultNotice
          error={pause.error}
          onRetry={pause.variables && (() => work.setPaused(pause.variables))}
          onDismiss={pause.reset}
        />
      ) : null}
      {cancelling === undefined ? (
        <FaultNotice
          error={action.error}
          onRetry={last && (() => work.run(last.action, last.job))}
          onDismiss={action.reset}
        />
      ) : null}
    </Box>
  );
}

/** Asks before a job is cancelled and before upkeep is paused. */
function WorkDialogs({ work }: WorkProps) {
  const { t } = useTranslation('jobs');
  const { action, pause, cancelling, asking } = work;
  return (
    <>
      <CancelJobDialog
        kind={cancelling?.kind}
        subject={cancelling && <BidiText>{work.jobName(cancelling)}</BidiText>}
        mutation={action}
        onConfirm={() => cancelling && work.run('cancel', cancelling)}
        onClose={() => work.setCancelling(undefined)}
      />
      <ConfirmMutation
        open={asking !== undefined}
        title={t('kinds.pauseUpkeep.title')}
        confirmLabel={t('kinds.pause')}
        mutation={pause}
        onConfirm={() => asking && work.setPaused(asking)}
        onClose={() => work.setAsking(undefined)}
      >
        {t('kinds.pauseUpkeep.text')}
      </ConfirmMutation>
    </>
  );
}

/** No jobs: none at all, or none that the filters let through. */
function NoJobs({ filters: { kind, state }, onClear }: { filters: JobFilters; onClear: () => void }) {
  const { t } = useTranslation('jobs');
  return kind === undefined && state === undefined ? (
    <EmptyState icon={<ListTodo size={24} />} title={t('empty.title')}>
      {t('empty.text')}
    </EmptyState>
  ) : (
    <NothingMatches title={t('nothing.title')} clearLabel={t('filter.clear')} onClear={onClear}>
      {t('nothing.text')}
    </NothingMatches>
  );
}

/** Background work: by kind, and job by job. */
export function JobsPage() {
  const { t } = useTranslation(['jobs', 'settings']);
  const ready = useCanUse(listJobs);
  const { filters, change, hasSeveralBots, bot } = useJobFilters();
  const { page, pageSize, ...paging } = usePaging(PAGE_SIZES);
  const jobs = useJobList({ bot, filters, page, pageSize }, ready);
  const kinds = useJobKinds(bot, ready, KINDS_INTERVAL_MS);
  const work = useInterventions();
  const onChange = (patch: Partial<JobFilters>) => {
    paging.onPageChange(0);
    change(patch);
  };
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
        <WorkOutcome work={work} />
        <QueryView query={kinds} pending={<SkeletonRows rows={1} height={72} />}>
          {({ items }) => (
            <JobKinds
              kinds={items}
              bot={bot}
              pause={work.pause}
              onChange={(input) =>
                input.kind === 'chore' && input.paused ? work.setAsking(input) : work.setPaused(input)
              }
            />
          )}
        </QueryView>
        <JobToolbar filters={filters} hasSeveralBots={hasSeveralBots} onChange={onChange} />
        <QueryView
          query={jobs}
          pending={<SkeletonRows rows={6} height={48} />}
          isEmpty={({ total }) => total === 0}
          empty={<NoJobs filters={filters} onClear={() => onChange(NO_FILTERS)} />}
        >
          {({ items, total }) => (
            <>
              <JobTable
                jobs={items}
                allBots={filters.allBots}
                onAction={(name, job) => (name === 'cancel' ? work.setCancelling(job) : work.run(name, job))}
              />
              <PagingFooter {...paging} page={page} pageSize={pageSize} label={t('paging')} total={total} />
            </>
          )}
        </QueryView>
      </Box>
      <WorkDialogs work={work} />
    </ResourcePage>
  );
}
