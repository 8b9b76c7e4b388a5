/**
 * OpenStack Swift with its S3 API on one machine, from Debian's packages: the store that the stand-in is compared with.
 * No memcached and no other service; whoever runs the tests owns all of it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './server.ts';

/** What `.ci/run` installs. The S3 API wants the last one. */
export const SWIFT_PACKAGES =
  'swift-proxy swift-account swift-container swift-object python3-keystonemiddleware';
export const SWIFT_KEYS = { accessKey: 'test:tester', secretKey: 'testing' } as const;

const SERVERS = ['account', 'container', 'object'] as const;
const PROXY_FILTERS =
  'catch_errors gatekeeper cache listing_formats bulk s3api tempauth slo dlo versioned_writes'.split(' ');
const START_TIMEOUT_MS = 240_000;

/** Where Debian puts it; undefined where it is not installed. */
export function findSwift(): string | undefined {
  return ['/usr/bin', '/usr/local/bin'].find((folder) => existsSync(join(folder, 'swift-proxy-server')));
}

export interface Swift {
  endpoint: string;
  stop(): Promise<void>;
}

/** `port`: of the S3 API; any free one by default. */
export async function startSwift(programs: string, port?: number): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-swift-'));
  const etc = join(folder, 'etc');
  for (const path of [etc, join(folder, 'disk', 'd')]) mkdirSync(path, { recursive: true });
  const ports = { proxy: port ?? (await freePort()), account: 0, container: 0, object: 0 };
  for (const server of SERVERS) ports[server] = await freePort();

  const common = (name: keyof typeof ports) =>
    `[DEFAULT]\nswift_dir = ${etc}\nbind_ip = 127.0.0.1\nbind_port = ${ports[name]}\nworkers = 0\nuser = ${userInfo().username}\nlog_level = WARNING\n`;
  const write = (name: string, text: string) => writeFileSync(join(etc, name), text);
  write(
    'swift.conf',
    '[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n[storage-policy:0]\nname = one\ndefault = yes\n',
  );
  for (const server of SERVERS) {
    const where = `devices = ${join(folder, 'disk')}\nmount_check = false\n`;
    write(
      `${server}-server.conf`,
      `${common(server)}${where}[pipeline:main]\npipeline = ${server}-server\n[app:${server}-server]\nuse = egg:swift#${server}\n`,
    );
    const ring = join(etc, `${server}.builder`);
    const build = (...args: string[]) => execFileSync(join(programs, 'swift-ring-builder'), [ring, ...args]);
    // One partition power of 4, one copy, no wait between moves.
    build('create', '4', '1', '0');
    build('add', `r1z1-127.0.0.1:${ports[server]}/d`, '1');
    build('rebalance');
  }
  const filters = PROXY_FILTERS.map((name) => {
    const egg = name === 'cache' ? 'memcache' : name;
    const more =
      name === 'tempauth'
        ? 'user_test_tester = testing .admin\n'
        : name === 's3api'
          ? 's3_acl = false\n'
          : // No cache listens at the address; Swift works without it.
            name === 'cache'
            ? 'memcache_servers = 127.0.0.1:9\n'
            : '';
    return `[filter:${name}]\nuse = egg:swift#${egg}\n${more}`;
  });
  write(
    'proxy-server.conf',
    `${common('proxy')}[pipeline:main]\npipeline = ${PROXY_FILTERS.join(' ')} proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n${filters.join('')}`,
  );

  let printed = '';
  const children: ChildProcess[] = [...SERVERS, 'proxy' as const].map((name) => {
    const child = spawn(join(programs, `swift-${name}-server`), [join(etc, `${name}-server.conf`)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-10_000)));
    return child;
  });
  const endpoint = `http://127.0.0.1:${ports.proxy}`;
  const stop = async () => {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await ended;
      }),
    );
    rmSync(folder, { recursive: true, force: true });
  };
  for (const begun = performance.now(); ; ) {
    // The unsigned request is refused, which proves that the server responds.
    const answer = await fetch(`${endpoint}/none`).catch(() => undefined);
    await answer?.text();
    if (answer && answer.status < 500) return { endpoint, stop };
    const isOver = children.some(({ exitCode }) => exitCode !== null);
    if (isOver || performance.now() - begun > START_TIMEOUT_MS) {
      await stop();
      throw new Error(`Swift does not start:\n${printed}`);
    }
    await sleep(200);
  }
}
