import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openPostgres } from '#gateway/node/storage/postgres/open-postgres.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { npmPostgres, startPostgres } from '#tests/support/postgres/start-postgres.ts';
import { run } from '#tests/support/postgres/test-database.ts';
import { freePort } from '#tests/support/server.ts';

const NOBODY = 65_534;

/** A certificate for localhost and its key, in a folder that the server can read. */
function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-new', '-x509', '-nodes', '-days', '2', ...subject, ...files], {
    stdio: 'ignore',
  });
  chmodSync(folder, 0o755);
  chmodSync(key, 0o600);
  if (process.getuid?.() === 0) chownSync(key, NOBODY, NOBODY);
  return { certificate, key };
}

test('TLS: what each sslmode accepts, and what is said where it does not', async ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), 'fihrist-tls-'));
  const port = await freePort();
  const start = async () => {
    const { certificate, key } = makeCertificate(folder);
    const settings = {
      ssl: 'on',
      ssl_cert_file: certificate,
      ssl_key_file: key,
      listen_addresses: '127.0.0.1',
      port,
    };
    return { certificate, postgres: await startPostgres(npmPostgres(), settings) };
  };
  const { certificate, postgres } = await skipWithout(start(), skip);
  try {
    const admin = postgres.url('postgres').replace('localhost', `localhost:${port}`);
    await run(admin, "create role tls login superuser password 'كلمة'");
    const connect = async (host: string, query: string) => {
      const url = `postgres://tls:${encodeURIComponent('كلمة')}@${host}:${port}/postgres?${query}`;
      const db = await openPostgres({ url, role: 'test', connections: 1 }).catch((error: Error) => error);
      if (db instanceof Error) return db.message;
      const { rows } = await sql<{ ssl: boolean }>`
        select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db.read);
      await db.close();
      return rows[0]?.ssl;
    };
    const root = `sslrootcert=${certificate}`;
    expect(await connect('localhost', 'sslmode=disable')).toBe(false);
    expect(await connect('127.0.0.1', 'sslmode=require')).toBe(true);
    expect(await connect('127.0.0.1', `sslmode=verify-ca&${root}`)).toBe(true);
    expect(await connect('localhost', `sslmode=verify-full&${root}`)).toBe(true);
    // The certificate is for another name and has no trusted issuer.
    for (const query of [`sslmode=verify-full&${root}`, 'sslmode=verify-full', 'sslmode=verify-ca'])
      expect(await connect('127.0.0.1', query)).toMatch(/certificate is not trusted/u);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
});
