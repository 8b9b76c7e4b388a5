import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { JOB_KINDS, JOB_STATES, type Job, type JobKind, type JobState } from '#contract/jobs.ts';
import { listJobs } from '#contract/operations/jobs.ts';
import { useConnection } from '#src/api/hooks/gateway-context.tsx';
import { useSession } from '#src/api/hooks/use-permissions.ts';
import { useRead } from '#src/api/hooks/use-read.ts';
import type { jobs } from '#src/i18n/en/jobs.ts';
import { useBotName } from '#src/ui/use-bot-name.ts';

export interface JobFilters {
  kind: JobKind | undefined;
  state: JobState | undefined;
  /** Jobs of all bots of the key, in place of the current bot alone. */
  allBots: boolean;
}

/** The filters live in the address of the page: they survive a reload and can be shared. */
export function useJobFilters() {
  const [search, setSearch] = useSearchParams();
  const session = useSession().data;
  const hasSeveralBots = session?.view.allBots === true || (session?.bots.length ?? 0) > 1;
  const bot = Number(useConnection().bot);
  const filters: JobFilters = {
    kind: JOB_KINDS.find((kind) => kind === search.get('kind')),
    state: JOB_STATES.find((state) => state === search.get('state')),
    allBots: hasSeveralBots && search.get('bots') === 'all',
  };
  const change = (patch: Partial<JobFilters>) => {
    const { kind, state, allBots } = { ...filters, ...patch };
    const entries = Object.entries({ kind, state, bots: allBots ? 'all' : undefined });
    setSearch(
      Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    );
  };
  return { filters, change, hasSeveralBots, bot: filters.allBots ? undefined : bot };
}

const ACTIVE_INTERVAL_MS = 2_000;
const IDLE_INTERVAL_MS = 10_000;

type JobPage = { bot: number | undefined; filters: JobFilters; page: number; pageSize: number };

/** One page of jobs, polled more often while something runs or is about to. */
export function useJobList({ bot, filters: { kind, state }, page, pageSize }: JobPage, enabled: boolean) {
  const query = { bot: bot?.toString(), kind, state, offset: page * pageSize, limit: pageSize };
  return useRead(
    listJobs,
    { query },
    {
      enabled,
      staleTime: 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.items.some((job) => job.state === 'running' || job.state === 'waiting') === true
          ? ACTIVE_INTERVAL_MS
          : IDLE_INTERVAL_MS,
    },
  );
}

type Chores = typeof jobs.chore;
/** Upkeep is named by its module and its own name. */
type ChoreKey = {
  [Module in keyof Chores]: `chore.${Module}.${keyof Chores[Module] & string}`;
}[keyof Chores];

/** What a job is about, in words. */
export function useJobName(): (job: Job) => string {
  const { t, i18n } = useTranslation('jobs');
  const botName = useBotName();
  return ({ kind, subject, name, botId, botName: bot }) => {
    if (kind === 'embed' || kind === 'evaluate' || kind === 'prove')
      return botName({ id: botId, name: bot ?? '' });
    const chore = `chore.${subject}`;
    if (kind === 'chore') return i18n.exists(chore, { ns: 'jobs' }) ? t(chore as ChoreKey) : subject;
    return name ?? t('unnamed', { id: subject });
  };
}
