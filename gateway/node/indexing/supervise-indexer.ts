import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Log } from '#gateway/core/log.ts';
import type { RecordMetricEvent } from '#gateway/core/metric-events.ts';
import { ignoreMetricEvents } from '#gateway/core/metric-events.ts';
import type { QueuedJob } from '#gateway/modules/units/ports/jobs.ts';
import { KEEPS_COMPILED_MODULES } from '#gateway/node/compile-cache.ts';
import type { FromIndexer, IndexerTask, ToIndexer } from './indexer-protocol.ts';

export interface SupervisedIndexer {
  /** Looks at once for a job that was queued. */
  wake(job: QueuedJob): void;
  /** How it is now. */
  state(): IndexerState;
  /** Lets it give its job back and end; kills it when that takes too long. */
  stop(): Promise<void>;
}

/** For figures. */
export interface IndexerState {
  /** Its process runs. */
  alive: boolean;
  /** The process that runs has opened the database and takes jobs. */
  ready: boolean;
  /** Since it was last heard of, or since its process was started. */
  silentMs: number;
  /** Processes started so far: one, unless they die. */
  starts: number;
}

const ENTRY = fileURLToPath(new URL('./indexer.ts', import.meta.url));
/**
 * Half of the threads look names up, and addresses are fetched beside each other: names whose server does not answer must
 * not hold up the others.
 */
const MORE_THREADS = { UV_THREADPOOL_SIZE: '16' };
const STOP_TIMEOUT_MS = 5_000;
/** Restarts wait twice as long each time, until one has lived for a while. */
const BASE_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 5_000;
const STABLE_AFTER_MS = 2_000;
/** An indexer that says nothing for so long hangs: no step of indexing holds its thread for more than some seconds. */
const HEARTBEAT_TIMEOUT_MS = 60_000;
/** Heartbeats that fit into it. They are missed one by one, so that a pause of this process or the machine is no silence. */
const HEARTBEATS_PER_TIMEOUT = 12;

/** Runs the indexer process beside the server, again whenever it dies or hangs. Its log lines go to `log`. */
export function superviseIndexer(
  options: Omit<IndexerTask, 'heartbeatMs' | 'processId' | 'predecessor'> & {
    log: Log;
    observe?: RecordMetricEvent;
    /** Its database met damaged data: the error as `describeErrorForLog` has it. */
    onDamage?: (cause: Record<string, unknown>) => void;
    silenceMs?: number;
  },
): SupervisedIndexer {
  const {
    log,
    observe = ignoreMetricEvents,
    onDamage = () => {},
    silenceMs = HEARTBEAT_TIMEOUT_MS,
    ...rest
  } = options;
  const task = { ...rest, heartbeatMs: silenceMs / HEARTBEATS_PER_TIMEOUT };
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let wait = BASE_BACKOFF_MS;
  let isStopping = false;
  let heardAt = 0;
  let starts = 0;
  let isReady = false;
  let predecessor: string | null = null;

  const start = () => {
    const started = performance.now();
    const processId = randomUUID();
    const running = fork(ENTRY, [], {
      // As the server's own: garbage of long documents otherwise takes some 100 MB more.
      execArgv: ['--max-semi-space-size=8'],
      env: { ...MORE_THREADS, ...withoutSecrets(process.env), ...KEEPS_COMPILED_MODULES },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child = running;
    running.send({ type: 'start', task: { ...task, processId, predecessor } } satisfies ToIndexer, () => {});
    predecessor = processId;
    heardAt = started;
    starts++;
    // Starting takes as long as it takes the machine.
    let missed = Math.min(0, HEARTBEATS_PER_TIMEOUT - Math.ceil(HEARTBEAT_TIMEOUT_MS / task.heartbeatMs));
    const watch = setInterval(() => {
      if (++missed <= HEARTBEATS_PER_TIMEOUT) return;
      clearInterval(watch);
      log.error('indexer-heartbeat-lost', { pid: running.pid });
      running.kill('SIGKILL');
    }, task.heartbeatMs);
    running.on('message', (message: FromIndexer) => {
      missed = 0;
      heardAt = performance.now();
      if (message.type === 'log') log[message.level](message.event, message.facts);
      else if (message.type === 'observed') observe(message.event);
      else if (message.type === 'damaged') onDamage(message.cause);
      else if (message.type === 'ready') {
        isReady = true;
        log.info('indexer-ready', { pid: running.pid });
      }
    });
    running.on('error', (error) => log.error('indexer-error', { error: error.name }));
    running.once('exit', (code, signal) => {
      clearInterval(watch);
      if (child === running) child = undefined;
      isReady = false;
      if (isStopping) return;
      if (performance.now() - started >= STABLE_AFTER_MS) wait = BASE_BACKOFF_MS;
      log.error('indexer-exited', { code, signal, restartInMs: wait });
      restart = setTimeout(start, wait);
      wait = Math.min(wait * 2, MAX_BACKOFF_MS);
    });
  };
  start();

  const send = (message: ToIndexer) => {
    if (child?.connected) child.send(message, () => {});
  };
  return {
    wake: (job) => send({ type: 'wake', job }),
    state: () => ({
      alive: child !== undefined,
      ready: isReady,
      silentMs: Math.round(performance.now() - heardAt),
      starts,
    }),
    stop: () =>
      new Promise((resolve) => {
        isStopping = true;
        clearTimeout(restart);
        const running = child;
        if (!running) return resolve();
        const kill = setTimeout(() => running.kill('SIGKILL'), STOP_TIMEOUT_MS);
        running.once('exit', () => {
          clearTimeout(kill);
          resolve();
        });
        send({ type: 'stop' });
      }),
  };
}

/** The environment without the server's keys and settings. */
function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('FIHRIST_')));
}
