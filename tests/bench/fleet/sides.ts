/** The two forms of the product that are measured: one server with SQLite and a folder, or several with PostgreSQL. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessState } from '#gateway/modules/fleet/ports/processes.ts';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { openPostgres } from '#gateway/node/storage/postgres/open-postgres.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import type { SqlDatabase } from '#gateway/sql/database.ts';
import { createSqlStores } from '#gateway/stores.ts';
import { npmPostgres, startPostgres, type TestPostgres } from '#tests/support/postgres/start-postgres.ts';
import { run } from '#tests/support/postgres/test-database.ts';
import { STAND_IN_BUCKET, STAND_IN_KEYS, startS3StandIn } from '#tests/support/s3-stand-in.ts';
import { type Member, startMember } from './member.ts';

/** As a database is run: every commit waits for the disk. */
const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '128MB',
} as const;

/** Any will do, but the same for all processes. */
const SECRETS = {
  FIHRIST_SIGNING_SECRET: '5e'.repeat(32),
  FIHRIST_SEALING_KEY: 'a1'.repeat(32),
};

export interface Side {
  kind: 'sqlite' | 'postgres';
  /** Looks into the database beside the processes that work on it. */
  observer: SqlDatabase;
  start(name: string, settings?: Readonly<Record<string, string>>): Promise<Member>;
  /** Of the database's own processes; 0 where there are none. */
  databasePid: number;
  close: () => Promise<void>;
}

export interface PostgresSide extends Side {
  server: TestPostgres;
}

export async function openSqliteSide(folder: string): Promise<Side> {
  const { database } = dataPaths(folder);
  // The first start makes the folder and the database.
  await (await startMember('sqlite', { FIHRIST_DATA: folder })).stop();
  const observer = await openSqlite(database);
  return {
    kind: 'sqlite',
    observer,
    start: (name, settings = {}) => startMember(name, { FIHRIST_DATA: folder, ...settings }),
    databasePid: 0,
    close: () => observer.close(),
  };
}

/**
 * PostgreSQL 18 with every commit on the disk. Each process has a folder below `folder` by its name; files are in a bucket
 * of the stand-in, which keeps them in the memory of this process, or in `files`, a data folder that all share.
 * `databaseFolder` keeps the database for the next run.
 */
export async function openPostgresSide(
  folder: string,
  { files, databaseFolder }: { files?: string; databaseFolder?: string } = {},
): Promise<PostgresSide> {
  const server = await startPostgres(npmPostgres(), DURABLE, databaseFolder);
  const standIn = files === undefined ? await startS3StandIn() : undefined;
  const blobs: Record<string, string> = standIn
    ? {
        FIHRIST_BLOBS: `s3://${STAND_IN_BUCKET}`,
        FIHRIST_S3_ENDPOINT: standIn.endpoint,
        FIHRIST_S3_ACCESS_KEY: STAND_IN_KEYS.accessKey,
        FIHRIST_S3_SECRET_KEY: STAND_IN_KEYS.secretKey,
      }
    : {};
  const url = server.url('fihrist');
  await run(server.url('postgres'), 'create database fihrist').catch((error: unknown) => {
    if ((error as { code?: string }).code !== '42P04') throw error;
  });
  const observer = await openPostgres({ url, role: 'bench', connections: 1 });
  return {
    kind: 'postgres',
    server,
    observer,
    start: (name, settings = {}) =>
      startMember(name, {
        FIHRIST_DATA: files ?? join(folder, name),
        FIHRIST_DATABASE: url,
        FIHRIST_PROCESS_NAME: name,
        ...SECRETS,
        ...blobs,
        ...settings,
      }),
    databasePid: Number(readFileSync(join(server.folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]),
    async close() {
      await observer.close();
      await standIn?.close();
      await server.stop();
    },
  };
}

/** Jobs of indexing that are not done. */
export async function countJobs({ observer }: Side): Promise<number> {
  const counted = observer.read
    .selectFrom('job')
    .where('kind', '=', 'index')
    .select((eb) => eb.fn.countAll<number>().as('jobs'));
  return (await counted.executeTakeFirstOrThrow()).jobs;
}

export async function waitIndexed(side: Side): Promise<void> {
  while ((await countJobs(side)) > 0) await sleep(100);
}

export async function countReady({ observer }: Side): Promise<{ units: number; passages: number }> {
  const { units, passages } = await observer.read
    .selectFrom('unit')
    .select((eb) => [
      eb.fn.countAll<number>().as('units'),
      eb.fn.sum<number | string>('passages').as('passages'),
    ])
    .where('status', '=', 'ready')
    .executeTakeFirstOrThrow();
  return { units, passages: Number(passages) };
}

export function listProcesses({ observer }: Side): Promise<ProcessState[]> {
  return createSqlStores(observer, { now: () => new Date() }).processes.list();
}
