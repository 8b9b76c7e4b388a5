import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CompiledQuery } from 'kysely';
import type { SqlDatabase } from '#gateway/sql/database.ts';

/** A time zone in which no day ends while a test runs. */
export const ZONE = new Date().getUTCHours() < 18 ? 'Asia/Riyadh' : 'America/Los_Angeles';

export type SpendingTask = 'rush' | 'repeat' | 'cycle' | 'mix' | 'burst' | 'spend' | 'hold';

export interface SpendingProcess {
  /** The id that its reservations are marked with, and the end of its connections' name. */
  name: string;
  send(task: SpendingTask, bot: number): void;
  /** The next message of the process. */
  said(): Promise<unknown>;
  kill(): Promise<void>;
}

/** Starts a process that has opened the database: a file of SQLite, or an address of PostgreSQL. */
export async function startSpending(database: string, name: string): Promise<SpendingProcess> {
  const entry = fileURLToPath(new URL('./spending-process.ts', import.meta.url));
  const child: ChildProcess = fork(entry, [database, name], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const messages: unknown[] = [];
  let wake = (): void => {};
  child.on('message', (message) => {
    messages.push(message);
    wake();
  });
  child.once('exit', () => wake());
  const said = async (): Promise<unknown> => {
    while (messages.length === 0) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`process ${name} ended early`);
      await new Promise<void>((resolve) => (wake = resolve));
    }
    return messages.shift();
  };
  await said();
  return {
    name,
    send: (task, bot) => child.send([task, bot]),
    said,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const USED = {
  ledger: 'used',
  key_usage: 'used',
  ledger_entry: 'settled',
  usage_hour: 'amount',
  usage_day: 'amount',
  usage_unit_hour: 'amount',
  usage_unit_day: 'amount',
  usage_unit_month: 'amount',
} as const;
const RESERVED = {
  ledger: 'reserved',
  key_usage: 'reserved',
  ledger_entry: 'case when settled is null then reserved else 0 end',
} as const;

/** The sums of what bots used and hold, as each table of them says: one number each where all of them agree. */
export async function countSpent({ read }: Pick<SqlDatabase, 'read'>, firstBot: number, lastBot = firstBot) {
  const sums = async (columns: Readonly<Record<string, string>>) => {
    const totals = new Set<number>();
    for (const [table, column] of Object.entries(columns)) {
      const { rows } = await read.executeQuery<{ sum: number }>(
        CompiledQuery.raw(
          `select coalesce(sum(${column}), 0) as sum from ${table} where bot_id between ${firstBot} and ${lastBot}`,
        ),
      );
      totals.add(rows[0]?.sum ?? 0);
    }
    return [...totals];
  };
  return { used: await sums(USED), reserved: await sums(RESERVED) };
}
