import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log, Observe, QueuedJob } from '#gateway/ports.ts';
import { unobserved } from '#gateway/ports/observer.ts';
import type { FromIndexer, IndexerTask, ToIndexer } from './indexer-protocol.ts';

export interface SupervisedIndexer {
  /** A job was queued: look at once. */
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
  /** Since it was last heard of, or since its process was started. */
  silentMs: number;
  /** Processes started so far: one, unless they die. */
  starts: number;
}

const ENTRY = fileURLToPath(new URL('./indexer.ts', import.meta.url));
const STOP_WITHIN = 5_000;
/** Restarts wait twice as long each time, until one has lived for a while. */
const FIRST_WAIT = 50;
const LONGEST_WAIT = 5_000;
const LIVED_WELL = 2_000;
/** An indexer that says nothing for so long hangs: no step of indexing holds its thread for more than some seconds. */
const LONGEST_SILENCE = 60_000;
/** Heartbeats that fit into it. They are missed one by one, so that a pause of this process or the machine is no silence. */
const BEATS = 12;

/** Runs the indexer process beside the server, again whenever it dies or hangs. Its log lines go to `log`. */
export function startIndexer(
  options: Omit<IndexerTask, 'heartbeatMs'> & { log: Log; observe?: Observe; silenceMs?: number },
): SupervisedIndexer {
  const { log, observe = unobserved, silenceMs = LONGEST_SILENCE, ...rest } = options;
  const task: IndexerTask = { ...rest, heartbeatMs: silenceMs / BEATS };
  let child: ChildProcess | undefined;
  let restart: NodeJS.Timeout | undefined;
  let wait = FIRST_WAIT;
  let isStopping = false;
  let heardAt = 0;
  let starts = 0;

  const start = () => {
    const started = performance.now();
    const running = fork(ENTRY, [JSON.stringify(task)], {
      execArgv: [],
      env: withoutSecrets(process.env),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child = running;
    heardAt = started;
    starts++;
    // Starting takes as long as it takes the machine.
    let missed = Math.min(0, BEATS - Math.ceil(LONGEST_SILENCE / task.heartbeatMs));
    const watch = setInterval(() => {
      if (++missed <= BEATS) return;
      clearInterval(watch);
      log.error('indexer-silent', { pid: running.pid });
      running.kill('SIGKILL');
    }, task.heartbeatMs);
    running.on('message', (message: FromIndexer) => {
      missed = 0;
      heardAt = performance.now();
      if (message.type === 'log') log[message.level](message.event, message.facts);
      else if (message.type === 'observed') observe(message.event);
      else if (message.type === 'ready') log.info('indexer-ready', { pid: running.pid });
    });
    running.on('error', (error) => log.error('indexer-error', { error: error.name }));
    running.once('exit', (code, signal) => {
      clearInterval(watch);
      if (child === running) child = undefined;
      if (isStopping) return;
      if (performance.now() - started >= LIVED_WELL) wait = FIRST_WAIT;
      log.error('indexer-died', { code, signal, restartInMs: wait });
      restart = setTimeout(start, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
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
      silentMs: Math.round(performance.now() - heardAt),
      starts,
    }),
    stop: () =>
      new Promise((resolve) => {
        isStopping = true;
        clearTimeout(restart);
        const running = child;
        if (!running) return resolve();
        const kill = setTimeout(() => running.kill('SIGKILL'), STOP_WITHIN);
        running.once('exit', () => {
          clearTimeout(kill);
          resolve();
        });
        send({ type: 'stop' });
      }),
  };
}

/** Keys and settings of the server are none of the indexer's business. */
function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('FIHRIST_')));
}
