import { JOB_KINDS, JOB_RIGHTS, type Job as JobView } from '#contract/jobs.ts';
import { hasRight } from '#contract/rights.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { type Language, reasonMessage } from '#gateway/core/messages.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import { type Call, routesOf } from '#gateway/http/call.ts';
import {
  auditedKind,
  EVERY_BOT,
  type JobKey,
  type JobKind,
  type JobNames,
  type ListedJob,
  PRIORITIES,
} from '#gateway/modules/jobs/model.ts';
import type { Ports } from '#gateway/modules/jobs/ports/ports.ts';
import { changeJob, type JobAction, setJobsPaused } from '#gateway/modules/jobs/services/manage-jobs.ts';

/** Names of jobs in their order, known to the modules whose work they are. */
export type NameJobs = (jobs: readonly JobKey[]) => Promise<readonly Record<keyof JobNames, string | null>[]>;

type Key = Call<Ports>['key'];

/** Background work: to look at, and to change its order. */
export function jobRoutes(nameJobs: NameJobs) {
  async function toApiJobs(language: Language, jobs: readonly ListedJob[]): Promise<JobView[]> {
    const names = await nameJobs(jobs);
    return jobs.map((job, index) => toApiJob(job, names[index] ?? { subject: null, bot: null }, language));
  }

  /** Changes the job that the path names; the audit log has its names. */
  async function change(
    { ports, key, language, audit, botId }: Call<Ports>,
    params: { id: number; kind: JobKind; subject: string },
    action: JobAction,
  ) {
    requireJobs(key, params);
    const { id, kind, subject } = params;
    const job = await changeJob(ports, { botId: id, kind, subject }, action);
    const [view] = await toApiJobs(language, [job]);
    if (!view) throw new GatewayFault('job-not-found');
    audit({
      subject: { kind: auditedKind(kind), id: subject, name: view.name ?? '' },
      before: { kind, tries: job.tries },
      after: null,
      bots: auditReaders(id, botId),
    });
    return { answer: view };
  }

  return routesOf<Ports>()({
    async listJobs({ ports, key, language, query: { bot, kind, state, offset, limit } }) {
      const filter = omitUndefined({ botIds: visibleBots(key, bot), kind, state });
      const { items, total } = await ports.queue.list(filter, { offset, limit });
      return { answer: { items: await toApiJobs(language, items), total } };
    },

    listJobKinds: async ({ ports, key, query: { bot } }) => ({
      answer: { items: await listKinds(ports, nameJobs, visibleBots(key, bot)) },
    }),

    cancelJob: (call) => change(call, call.params, 'cancel'),
    retryJob: (call) => change(call, call.params, 'retry'),
    putJobFirst: (call) => change(call, call.params, 'putFirst'),

    async pauseJobs({ ports, key, botId, params, body: { paused }, audit }) {
      requireJobs(key, params);
      const { id, kind } = params;
      const wasPaused = await setJobsPaused(ports, { botId: id, kind }, paused);
      const subject = { kind: 'job', id: kind, name: '' } as const;
      const scope = id === EVERY_BOT && paused !== wasPaused ? { bots: 'all' } : {};
      const after = { paused, ...scope };
      audit({ subject, before: { paused: wasPaused }, after, bots: auditReaders(id, botId) });
      return { answer: { paused } };
    },
  });
}

/** Of a bot that the key is good for; work for every bot needs a key for all of them. */
function requireBot({ allBots, bots }: Key, id: number): void {
  if (!allBots && !bots.includes(id)) throw new GatewayFault('bot-not-found', { id });
}

function requireJobs(key: Key, { id, kind }: { id: number; kind: JobKind }): void {
  requireBot(key, id);
  if (!hasRight(key.role, JOB_RIGHTS[kind])) throw new GatewayFault('not-allowed');
}

/** Work of no bot is recorded for the bot of the call. */
const auditReaders = (id: number, botId: number): number[] => [id === EVERY_BOT ? botId : id];

/** Undefined: all. */
function visibleBots(key: Key, bot: number | undefined): readonly number[] | undefined {
  if (bot === undefined) return key.allBots ? undefined : key.bots;
  requireBot(key, bot);
  return [bot];
}

/** Kinds of jobs with the number of jobs by state, and the pauses of each kind. */
async function listKinds({ queue }: Ports, nameJobs: NameJobs, botIds: readonly number[] | undefined) {
  const [counts, all] = [await queue.countByKind(botIds), await queue.pauses()];
  const pauses = all.filter(({ botId }) => botId === EVERY_BOT || botIds?.includes(botId) !== false);
  const names = await nameJobs(pauses.map(({ botId, kind }) => ({ botId, kind, subject: '' })));
  return JOB_KINDS.map((kind) => {
    const { waiting = 0, running = 0 } = counts.find((count) => count.kind === kind) ?? {};
    const ofKind = pauses.flatMap(({ botId, pausedOn, ...pause }, index) =>
      pause.kind === kind
        ? [{ botId, botName: names[index]?.bot ?? null, pausedOn: pausedOn.toISOString() }]
        : [],
    );
    return { kind, running, waiting, pauses: ofKind };
  });
}

function toApiJob(job: ListedJob, names: Record<keyof JobNames, string | null>, language: Language): JobView {
  const { botId, kind, subject, state, progress, tries, queuedOn, dueOn, priority, reason } = job;
  return {
    botId,
    botName: names.bot,
    kind,
    subject,
    name: names.subject,
    state,
    progress,
    tries,
    queuedOn: queuedOn.toISOString(),
    nextOn: state === 'running' ? null : dueOn.toISOString(),
    first: priority === PRIORITIES.first,
    reason: reason && { ...reason, message: reasonMessage(reason, language) },
  };
}
