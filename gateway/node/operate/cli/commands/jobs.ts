import { JOB_KINDS, JOB_STATES, type JobKind } from '#contract/jobs.ts';
import { nameJobs } from '#gateway/job-names.ts';
import { auditedKind, EVERY_BOT, type JobKey, type ListedJob } from '#gateway/modules/jobs/model.ts';
import type { JobFilter } from '#gateway/modules/jobs/ports/job-queue.ts';
import { changeJob, type JobAction, setJobsPaused } from '#gateway/modules/jobs/services/manage-jobs.ts';
import {
  type Command,
  type CommandContext,
  CommandUsageError,
  type Option,
} from '#gateway/node/operate/cli/context/command.ts';
import { printMoment, printTable } from '#gateway/node/operate/cli/context/print-table.ts';
import { numberOf, textOf } from '#gateway/node/operate/cli/context/read-options.ts';
import {
  changeAsOperator,
  type OperatorPorts,
  runAsOperator,
} from '#gateway/node/operate/cli/context/run-as-operator.ts';

const DEFAULT_ROWS = 50;
const KINDS = JOB_KINDS.join(', ');
const BOT_OPTION: Option = { value: '<bot>', description: 'only for this bot' };
const JOB_ARGUMENTS = ['<bot>', '<kind>', '<subject>'];
const JOB_HELP = 'A job is named by bot, kind and subject, as "jobs" lists them; bot 0 is the whole gateway.';

const list: Command = {
  name: 'jobs',
  argNames: [],
  summary: 'list background work: what runs, then what waits, in its order',
  details: `${JOB_HELP} "jobs cancel", "jobs retry", "jobs first", "jobs pause" and "jobs resume" change it.`,
  options: {
    bot: BOT_OPTION,
    kind: { value: '<kind>', description: KINDS },
    state: { value: '<state>', description: JOB_STATES.join(', ') },
    limit: { value: '<jobs>', description: `how many; default ${DEFAULT_ROWS}` },
  },
  async run(call) {
    const filter: JobFilter = {};
    const [bot, kind, state] = ['bot', 'kind', 'state'].map((name) => textOf(call, name));
    if (bot !== undefined) filter.botIds = [numberOf(bot, '--bot')];
    if (kind !== undefined) filter.kind = choiceOf(JOB_KINDS, kind, '--kind');
    if (state !== undefined) filter.state = choiceOf(JOB_STATES, state, '--state');
    const limit = numberOf(textOf(call, 'limit') ?? String(DEFAULT_ROWS), '--limit');
    const { jobs, total, pauses } = await runAsOperator(call, async (ports) => {
      const page = await ports.queue.list(filter, { offset: 0, limit });
      const jobs = await named(ports, page.items);
      return { jobs, total: page.total, pauses: await ports.queue.pauses() };
    });
    for (const { botId, kind, pausedOn } of pauses)
      call.printLine(
        `Paused: ${kind} of ${botId === EVERY_BOT ? 'every bot' : `bot ${botId}`}, since ${printMoment(pausedOn)}`,
      );
    if (total === 0) call.printLine('No job is waiting or running.');
    else
      call.printLine(
        printTable(
          ['BOT', 'KIND', 'SUBJECT', 'STATE', 'DONE', 'TRIES', 'SINCE', 'NEXT', 'NAME'],
          jobs.map(rowOf),
        ),
      );
    if (total > jobs.length) call.printLine(`${jobs.length} of ${total} jobs; --limit shows more.`);
    call.printJson({ jobs, total, pauses });
  },
};

const changes: Command[] = (
  [
    ['cancel', 'cancel', 'cancelJob', 'cancel a job, also one under way'],
    ['retry', 'retry', 'retryJob', 'let a job that waits begin now, with all its tries ahead'],
    ['first', 'putFirst', 'putJobFirst', 'put a job before the others of its bot and kind'],
  ] as const
).map(([word, action, id, summary]) => ({
  name: `jobs ${word}`,
  argNames: JOB_ARGUMENTS,
  summary,
  details: JOB_HELP,
  run: (call) => change(call, `jobs ${word}`, action, id),
}));

const pauses: Command[] = (['pause', 'resume'] as const).map((word) => ({
  name: `jobs ${word}`,
  argNames: ['<kind>'],
  summary: word === 'pause' ? 'begin no further job of a kind' : 'go on with a kind that was paused',
  details: 'Without --bot for every bot. Jobs under way are finished.',
  options: { bot: BOT_OPTION },
  run: (call) => setPaused(call, `jobs ${word}`, word === 'pause'),
}));

/** The list comes last: its name begins those of the others. */
export const jobCommands: readonly Command[] = [...changes, ...pauses, list];

async function change(
  call: CommandContext,
  command: string,
  action: JobAction,
  operation: 'cancelJob' | 'retryJob' | 'putJobFirst',
): Promise<void> {
  const [bot = '', kind = '', subject = ''] = call.args;
  const key: JobKey = { botId: numberOf(bot, '<bot>'), kind: choiceOf(JOB_KINDS, kind, '<kind>'), subject };
  const event = { command, action: operation, kind: 'job', id: subject } as const;
  const job = await changeAsOperator(call, event, async (ports, addChange) => {
    const [view] = await named(ports, [await changeJob(ports, key, action)]);
    addChange({
      subject: { kind: auditedKind(key.kind), id: subject, name: view?.name ?? '' },
      before: { kind: key.kind, tries: view?.tries ?? 0 },
      after: null,
      bots: [key.botId === EVERY_BOT ? ports.settings.botId : key.botId],
    });
    return view;
  });
  call.printLine(`${command}: ${key.kind} ${subject} of bot ${bot}`);
  call.printJson(job);
}

async function setPaused(call: CommandContext, command: string, isPaused: boolean): Promise<void> {
  const kind: JobKind = choiceOf(JOB_KINDS, call.args[0] ?? '', '<kind>');
  const bot = textOf(call, 'bot');
  const botId = bot === undefined ? EVERY_BOT : numberOf(bot, '--bot');
  const event = { command, action: 'pauseJobs', kind: 'job', id: kind } as const;
  await changeAsOperator(call, event, async (ports, addChange) => {
    const wasPaused = await setJobsPaused(ports, { botId, kind }, isPaused);
    const scope = botId === EVERY_BOT && wasPaused !== isPaused ? { bots: 'all' } : {};
    addChange({
      subject: { kind: 'job', id: kind, name: '' },
      before: { paused: wasPaused },
      after: { paused: isPaused, ...scope },
      bots: [botId === EVERY_BOT ? ports.settings.botId : botId],
    });
  });
  call.printLine(
    `${kind} of ${bot === undefined ? 'every bot' : `bot ${bot}`}: ${isPaused ? 'paused' : 'resumed'}`,
  );
  call.printJson({ botId, kind, paused: isPaused });
}

function choiceOf<Choice extends string>(choices: readonly Choice[], text: string, option: string): Choice {
  const choice = choices.find((item) => item === text);
  if (choice === undefined) throw new CommandUsageError(`${option} is one of ${choices.join(', ')}.`);
  return choice;
}

async function named(ports: OperatorPorts, jobs: readonly ListedJob[]) {
  const names = await nameJobs(ports, jobs);
  // The payload is for workers alone.
  return jobs.map((job, index) => ({ ...job, payload: undefined, name: names[index]?.subject ?? null }));
}

function rowOf(job: Awaited<ReturnType<typeof named>>[number]): string[] {
  const { botId, kind, subject, state, progress, tries, queuedOn, dueOn, name } = job;
  const next = state === 'retrying' || state === 'scheduled' ? printMoment(dueOn) : '-';
  const share = progress === null ? '-' : `${Math.round(progress * 100)}%`;
  return [
    String(botId),
    kind,
    subject,
    state,
    share,
    String(tries),
    printMoment(queuedOn),
    next,
    name ?? '-',
  ];
}
