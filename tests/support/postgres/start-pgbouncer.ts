import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TestPostgres } from './start-postgres.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';
const NOBODY = 65_534;
const PORT = 6432;

/** Ends the program together with this process. `$1`: program, `$2`: configuration. */
const SCRIPT = '"$1" -q "$2" & pid=$!; cat >/dev/null; kill $pid';

/** Debian's PgBouncer in transaction mode, before a server and in a folder of it. Rejects with what is missing. */
export async function startPgBouncer({ folder }: TestPostgres): Promise<{ url(database: string): string }> {
  if (!existsSync(PGBOUNCER)) throw new Error('PgBouncer is not installed: apt-get install pgbouncer');
  const own = join(folder, 'pooler');
  mkdirSync(own);
  const users = join(own, 'users.txt');
  writeFileSync(users, '"postgres" ""\n');
  const configuration = join(own, 'pgbouncer.ini');
  writeFileSync(
    configuration,
    `[databases]
* = host=${folder}
[pgbouncer]
listen_port = ${PORT}
unix_socket_dir = ${own}
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
logfile = ${join(own, 'log')}
`,
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(own, NOBODY, NOBODY);
  const guard = spawn('sh', ['-c', SCRIPT, 'sh', PGBOUNCER, configuration], {
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  guard.unref();
  (guard.stdin as unknown as { unref?: () => void }).unref?.();
  const socket = join(own, `.s.PGSQL.${PORT}`);
  while (!existsSync(socket)) {
    if (guard.exitCode !== null) throw new Error(`PgBouncer ended with ${guard.exitCode}`);
    await setTimeout(20);
  }
  return { url: (database) => `postgres://postgres@localhost:${PORT}/${database}?host=${own}` };
}
