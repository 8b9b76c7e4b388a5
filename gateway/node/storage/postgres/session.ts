import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { SignalTopic, StoreSignals, TaskLocks } from '#gateway/sql/database.ts';
import { READ_ONLY } from './errors.ts';

/** Class of the advisory locks of tasks; writes take 1 and 2, migrations 3. */
const TASK_LOCK_CLASS = 4;
const CHANNEL_PREFIX = 'fihrist_';
/** Between two tries to connect again. */
const RECONNECT_DELAY_MS = 2_000;
/** A server that does not answer so quickly may have given the locks to another process. */
const ANSWER_TIMEOUT_MS = 5_000;
/** A server that is gone without a word does not answer to a goodbye either. */
const GOODBYE_TIMEOUT_MS = 1_000;
/**
 * The server gives up a client that is gone without a word, and with it its locks, after 5 + 3 x 3 seconds: also one that
 * an answer is under way to, which is not probed.
 */
const SERVER_KEEPALIVE =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3 -c tcp_user_timeout=14000';

/** Advisory locks and signals, which belong to a connection: this process keeps a separate connection for both. */
interface PostgresSession {
  taskLocks: TaskLocks;
  listen: StoreSignals['listen'];
  close(): Promise<void>;
}

/**
 * Connects when it is first needed, to the server itself: a pooler in transaction mode would give every statement another
 * connection. A connection that was lost is made again, without the locks. A replica is refused: it gives locks too, beside
 * those of the primary, and whoever was led to it in a failover would stay there.
 */
export function createSession(config: ClientConfig): PostgresSession {
  /** Tasks by the connection that holds their locks: a new connection begins without locks. */
  const heldBy = new WeakMap<Promise<Client>, Set<string>>();
  const listeners = new Map<SignalTopic, Set<() => void>>();
  let client: Promise<Client> | undefined;
  let reconnecting: NodeJS.Timeout | undefined;
  let isClosed = false;

  function lose(lost: Promise<Client>): void {
    if (client !== lost) return;
    client = undefined;
    void lost.then(end).catch(() => {});
    if (isClosed || listeners.size === 0) return;
    clearTimeout(reconnecting);
    reconnecting = setTimeout(() => void connect().catch(() => {}), RECONNECT_DELAY_MS).unref();
  }

  function connect(): Promise<Client> {
    if (isClosed) return Promise.reject(new Error('the session is closed'));
    if (client) return client;
    const opening: Promise<Client> = open(() => lose(opening));
    client = opening;
    opening.catch(() => lose(opening));
    return opening;
  }

  async function open(onLost: () => void): Promise<Client> {
    const connection = new Client({ ...config, options: SERVER_KEEPALIVE, query_timeout: ANSWER_TIMEOUT_MS });
    connection.on('error', onLost);
    connection.on('end', onLost);
    connection.on('notification', ({ channel }) => {
      for (const [topic, callbacks] of listeners)
        if (channel === channelOf(topic)) for (const onSignal of callbacks) onSignal();
    });
    await connection.connect();
    try {
      const { rows } = await connection.query<{ replica: boolean }>('select pg_is_in_recovery() as replica');
      if (rows[0]?.replica !== false)
        throw Object.assign(new Error('the server is a replica'), { code: READ_ONLY });
      for (const topic of listeners.keys()) await connection.query(`listen ${channelOf(topic)}`);
      return connection;
    } catch (error) {
      void end(connection);
      throw error;
    }
  }

  /** The rows of a statement; the connection is lost when it fails. */
  async function query<Row extends object>(
    text: string,
    values: unknown[] = [],
    used: Promise<Client> = connect(),
  ): Promise<Row[]> {
    try {
      const { rows } = await (await used).query<Row>(text, values);
      return rows;
    } catch (error) {
      lose(used);
      throw error;
    }
  }

  return {
    taskLocks: {
      async tryHold(task) {
        // Asked even where the lock was taken before: only an answer says that the connection still has it.
        const used = connect();
        const held = heldBy.get(used) ?? new Set();
        heldBy.set(used, held);
        const isHeld = held.has(task);
        const lock = `pg_try_advisory_lock(${TASK_LOCK_CLASS}, hashtext($1))`;
        const [row] = await query<{ held: boolean }>(
          isHeld ? 'select true as held' : `select ${lock} as held`,
          isHeld ? [] : [task],
          used,
        );
        // An answer and the end of the connection may arrive together.
        if (!row?.held || client !== used) return false;
        held.add(task);
        return true;
      },
      async releaseAll() {
        const used = client;
        if (!used || !heldBy.get(used)?.size) return;
        heldBy.delete(used);
        await query('select pg_advisory_unlock_all()', [], used);
      },
    },
    listen(topic, onSignal) {
      const callbacks = listeners.get(topic) ?? new Set();
      const isFirst = callbacks.size === 0;
      callbacks.add(onSignal);
      listeners.set(topic, callbacks);
      if (isFirst) void query(`listen ${channelOf(topic)}`).catch(() => {});
      return () => {
        callbacks.delete(onSignal);
        if (callbacks.size === 0) listeners.delete(topic);
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(reconnecting);
      const last = client;
      client = undefined;
      await last?.then(end).catch(() => {});
    },
  };
}

async function end(client: Client): Promise<void> {
  await Promise.race([client.end(), sleep(GOODBYE_TIMEOUT_MS)]);
}

const channelOf = (topic: SignalTopic): string => CHANNEL_PREFIX + topic.replaceAll('-', '_');

/** The statement that notifies every listening session. */
export const notifyStatement = (topic: SignalTopic): string => `select pg_notify('${channelOf(topic)}', '')`;
