import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Log } from '#gateway/core/log.ts';
import type { RecordMetricEvent } from '#gateway/core/metric-events.ts';
import { ignoreMetricEvents } from '#gateway/core/metric-events.ts';
import type { QueuedJob } from '#gateway/modules/units/ports/jobs.ts';
import { KEEPS_COMPILED_MODULES } from '#gateway/node/processes/compile-cache.ts';
import type { FromIndexer, IndexerTask, ToIndexer } from './indexer-protocol.ts';

export interface SupervisedIndexer {
  /** Tells the indexer about a queued job. */
  wake(job: QueuedJob): void;
  /** Current state. */
  state(): IndexerState;
  /** Stops the indexer, which first releases its job; kills the process after a timeout. */
  stop(): Promise<void>;
}

/** State of the indexer for metrics. */
export interface IndexerState {
  /** Whether the process runs. */
  alive: boolean;
  /** Whether the process has opened the database and takes jobs. */
  ready: boolean;
  /** Milliseconds since the last message, or since the start of the process. */
  silentMs: number;
  /** Count of started processes: 1 until a process dies. */
  starts: number;
}

const ENTRY = fileURLToPath(new URL('./indexer.ts', import.meta.url));
/**
 * Threads of libuv, of which half may resolve names. Addresses are fetched concurrently, and name servers that do not
 * answer must not block the resolution of other names.
 */
const MORE_THREADS = { UV_THREADPOOL_SIZE: '16' };
const STOP_TIMEOUT_MS = 5_000;
/** Backoff of restarts: doubled after each exit, reset by a process that lives for `STABLE_AFTER_MS`. */
const BASE_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 5_000;
const STABLE_AFTER_MS = 2_000;
/** Silence after which an indexer counts as hung: no step of indexing blocks its thread for more than some seconds. */
const HEARTBEAT_TIMEOUT_MS = 60_000;
/**
 * Heartbeats per timeout. Missed heartbeats are counted one by one, so that a pause of the server or the machine is no
 * silence.
 */
const HEARTBEATS_PER_TIMEOUT = 12;

/**
 * Runs the indexer process beside the server and restarts a process that died or hangs. Log lines of the indexer go to
 * `log`.
 */
export function superviseIndexer(
  options: Omit<IndexerTask, 'heartbeatMs' | 'processId' | 'predecessor'> & {
    log: Log;
    observe?: RecordMetricEvent;
    /** Called when the database of the indexer returned damaged data, with the error as of `describeErrorForLog`. */
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
      // The same option as of the server: without it long documents take some 100 MB more.
      execArgv: ['--max-semi-space-size=8'],
      env: { ...MORE_THREADS, ...withoutSecrets(process.env), ...KEEPS_COMPILED_MODULES },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child = running;
    running.send({ type: 'start', task: { ...task, processId, predecessor } } satisfies ToIndexer, () => {});
    predecessor = processId;
    heardAt = started;
    starts++;
    // The first timeout is never shorter than the default: a slow machine may take long to start a process.
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

/** The environment without the settings of the server, which hold keys. */
function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('FIHRIST_')));
}
