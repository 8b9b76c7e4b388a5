import CircleX from 'virtual:lucide/circle-x';
import ListStart from 'virtual:lucide/list-start';
import RotateCw from 'virtual:lucide/rotate-cw';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import { CANCELLABLE_KINDS, type Job } from '#contract/jobs.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useFormats } from '#src/i18n/locale.tsx';
import { paths } from '#src/paths.ts';
import { ActionMenu } from '#src/ui/action-menu.tsx';
import { BidiText } from '#src/ui/bidi-text.tsx';
import { type JobAction, useCanChangeJobs } from '#src/ui/job/use-job-actions.ts';
import { TextLink } from '#src/ui/link-button.tsx';
import { RecordItem, RecordList } from '#src/ui/record-row.tsx';
import { type RecordColumn, RecordTable } from '#src/ui/record-table.tsx';
import { SmallText } from '#src/ui/small-text.tsx';
import { useBotName } from '#src/ui/use-bot-name.ts';
import { JobState, useNextText } from './job-state.tsx';
import { useJobName } from './use-job-list.ts';

type JobTableProps = {
  jobs: readonly Job[];
  /** Whether jobs of several bots are among them. */
  allBots: boolean;
  onAction: (action: JobAction, job: Job) => void;
};

const jobKey = ({ botId, kind, subject }: Job): string => `${botId} ${kind} ${subject}`;

const pageOf = ({ kind, subject }: Job): string | undefined =>
  kind === 'index' ? paths.unit(subject) : kind === 'deliver' ? paths.alerts() : undefined;

/** What a job is about; of a unit and of a webhook with a link there: those pages show the current bot. */
function JobSubject({ job }: { job: Job }) {
  const name = useJobName()(job);
  const currentBot = Number(useConnection().bot);
  const to = job.botId === currentBot ? pageOf(job) : undefined;
  const text = <BidiText>{name}</BidiText>;
  return (
    <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
      {to === undefined ? (
        text
      ) : (
        <TextLink to={to} sx={{ color: 'text.primary' }}>
          {text}
        </TextLink>
      )}
    </Box>
  );
}

/** What can be done with a job; nothing for keys that may not. */
function JobMenu({ job, onAction }: { job: Job } & Pick<JobTableProps, 'onAction'>) {
  const { t } = useTranslation('jobs');
  const canChange = useCanChangeJobs();
  const name = useJobName()(job);
  const { kind, botId, state, first, tries } = job;
  if (!canChange(kind, botId)) return null;
  const canRetry = state === 'retrying' || state === 'scheduled' || (state === 'paused' && tries > 0);
  const canCancel = CANCELLABLE_KINDS.includes(kind);
  // Upkeep runs on a schedule, each part apart: it has no line.
  const canBeFirst = state !== 'running' && !first && kind !== 'chore';
  if (!canRetry && !canBeFirst && !canCancel) return null;
  return (
    <ActionMenu
      label={t('action.for', { name })}
      actions={[
        canRetry && {
          label: t('action.retry'),
          icon: <RotateCw size={18} />,
          onSelect: () => onAction('retry', job),
        },
        canBeFirst && {
          label: t('action.first'),
          icon: <ListStart size={18} />,
          onSelect: () => onAction('first', job),
        },
        canCancel && {
          label: t('action.cancel'),
          icon: <CircleX size={18} />,
          destructive: true,
          onSelect: () => onAction('cancel', job),
        },
      ]}
    />
  );
}

/** Since when a job is wanted, and how often it was tried. */
function useJobPast(): (job: Job) => string[] {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  return ({ queuedOn, tries }) => [
    t('since', { when: formats.moment(queuedOn) }),
    ...(tries > 0 ? [t('tries', { count: tries })] : []),
  ];
}

/** The bot of a job, or the gateway. */
function useBotNameOfJob(): (job: Job) => string {
  const { t } = useTranslation('jobs');
  const name = useBotName();
  return ({ botId, botName }) => (botId === 0 ? t('gateway') : name({ id: botId, name: botName ?? '' }));
}

function JobCards({ jobs, allBots, onAction }: JobTableProps) {
  const { t } = useTranslation(['jobs', 'terms']);
  const botName = useBotNameOfJob();
  const past = useJobPast();
  const nextText = useNextText();
  return (
    <RecordList label={t('list')}>
      {jobs.map((job) => (
        <RecordItem
          key={jobKey(job)}
          summary={
            <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', alignItems: 'start' }}>
              <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0, flex: 1 }}>
                <JobSubject job={job} />
                <SmallText tone="secondary">
                  {t(`terms:jobKind.${job.kind}`)}
                  {allBots ? ' · ' : null}
                  {allBots ? <BidiText>{botName(job)}</BidiText> : null}
                </SmallText>
                <JobState job={job} />
                <SmallText>
                  {[
                    ...past(job),
                    ...(job.state === 'running' ? [] : [t('next', { when: nextText(job) })]),
                  ].join(' · ')}
                </SmallText>
              </Box>
              <JobMenu job={job} onAction={onAction} />
            </Box>
          }
          actions={null}
        />
      ))}
    </RecordList>
  );
}

/** From this width on, attempts and times have columns of their own. */
const ALL_COLUMNS_PX = 1440;

/** How often and since when, where there is space for columns of their own. */
function useAttemptColumns(): RecordColumn<Job>[] {
  const { t } = useTranslation('jobs');
  const formats = useFormats();
  return [
    {
      key: 'tries',
      name: t('column.tries'),
      width: '96px',
      renderCell: ({ tries }) => formats.number(tries),
    },
    {
      key: 'since',
      name: t('column.since'),
      width: '136px',
      renderCell: ({ queuedOn }) => <time dateTime={queuedOn}>{formats.moment(queuedOn)}</time>,
    },
  ];
}

function JobRows({ jobs, allBots, onAction }: JobTableProps) {
  const { t } = useTranslation(['jobs', 'terms']);
  const attemptColumns = useAttemptColumns();
  const nextText = useNextText();
  const botName = useBotNameOfJob();
  const past = useJobPast();
  const hasAllColumns = useMediaQuery((theme: Theme) => theme.breakpoints.up(ALL_COLUMNS_PX), {
    noSsr: true,
  });
  return (
    <RecordTable
      label={t('list')}
      items={jobs}
      keyOf={jobKey}
      renderOpen={() => null}
      columns={[
        {
          key: 'subject',
          name: t('column.subject'),
          renderCell: (job) => (
            <>
              <JobSubject job={job} />
              {hasAllColumns ? null : <SmallText>{past(job).join(' · ')}</SmallText>}
            </>
          ),
        },
        {
          key: 'kind',
          name: t('filter.kind'),
          width: '152px',
          renderCell: ({ kind }) => t(`terms:jobKind.${kind}`),
        },
        ...(allBots
          ? [
              {
                key: 'bot',
                name: t('column.bot'),
                width: '12%',
                renderCell: (job: Job) => <BidiText>{botName(job)}</BidiText>,
              },
            ]
          : []),
        {
          key: 'state',
          name: t('column.state'),
          width: allBots ? '18%' : '22%',
          renderCell: (job) => <JobState job={job} />,
        },
        ...(hasAllColumns ? attemptColumns : []),
        { key: 'next', name: t('column.next'), width: '136px', renderCell: nextText },
        {
          key: 'menu',
          name: t('column.actions'),
          width: '56px',
          renderCell: (job) => <JobMenu job={job} onAction={onAction} />,
        },
      ]}
    />
  );
}

/** Jobs as rows of a table, where that is too narrow as cards. */
export function JobTable(props: JobTableProps) {
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true });
  return wide ? <JobRows {...props} /> : <JobCards {...props} />;
}
