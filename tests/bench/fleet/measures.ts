/** The figures of both forms, each by turns. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { round, say } from '#tests/bench/figures.ts';
import type { LibraryUnit } from '#tests/bench/search-corpus.ts';
import { type AskedPlace, askAtAll } from './ask.ts';
import { type Running, startGateway, startIndexer } from './both.ts';
import { measureAnswers, measureRegistrations, type Question } from './load.ts';
import type { Member } from './member.ts';
import { databaseMemory, memoryOf } from './memory.ts';
import type { FleetRow } from './report.ts';
import { type Side, waitIndexed } from './sides.ts';
import { killIndexerChild, killLeaseHolder, killTaskOwner } from './takeover.ts';

export async function measureCalls(
  running: Running,
  questions: readonly Question[],
  rows: FleetRow[],
): Promise<void> {
  const { scale, sqlite, postgres, server, gateways, indexers } = running;
  const [gateway = server] = gateways;
  const questionsAsked = questions.slice(0, scale.answers);
  for (let turn = 0; turn < scale.rounds; turn++) {
    for (const [side, member] of [
      [sqlite, server],
      [postgres, gateway],
    ] as const) {
      rows.push({
        figure: 'registrations',
        side: side.kind,
        ...(await measureRegistrations(side, member, side === postgres ? indexers : [], scale.registrations)),
      });
      await waitIndexed(side);
    }
    say(`registrations, round ${turn + 1}`);
  }
  // Every process answers every question once before the measurement.
  for (const [side, members] of [[sqlite, [server]], ...gateways.map((gateway) => [postgres, [gateway]])] as [
    Side,
    Member[],
  ][])
    await measureAnswers(side, members, questionsAsked);
  for (let turn = 0; turn < scale.rounds; turn++) {
    rows.push({
      figure: 'answers',
      side: 'sqlite',
      gateways: 1,
      ...(await measureAnswers(sqlite, [server], questionsAsked)),
    });
    rows.push({
      figure: 'answers',
      side: 'postgres',
      gateways: 1,
      ...(await measureAnswers(postgres, [gateway], questionsAsked)),
    });
    rows.push({
      figure: 'answers',
      side: 'postgres',
      gateways: 2,
      ...(await measureAnswers(postgres, gateways, questionsAsked)),
    });
    say(`answers, round ${turn + 1}`);
  }
}

const NOTHING_IN_MEMORY = { FIHRIST_SEARCH_CACHE_MB: '0' };

/** One question after the other, at places that keep more or less of the segments, which are asked by turns. */
export async function measureColdness(running: Running, questions: readonly Question[]): Promise<FleetRow[]> {
  const {
    folder,
    sqlite,
    postgres,
    gateways: [gateway],
  } = running;
  // A copy is whole only while nobody writes.
  await running.server.stop();
  const copy = join(folder, 'sqlite-cold');
  cpSync(join(folder, 'sqlite'), copy, { recursive: true });
  running.server = await sqlite.start('server');
  const cold = await sqlite.start('cold', { FIHRIST_DATA: copy, ...NOTHING_IN_MEMORY });
  const uncached = await startGateway(postgres, 'uncached', {
    ...NOTHING_IN_MEMORY,
    FIHRIST_DISK_CACHE_MB: '0',
  });
  const onDisk = await startGateway(postgres, 'on-disk', NOTHING_IN_MEMORY);
  try {
    const places: AskedPlace[] = [
      { side: 'sqlite', cache: 'nothing in memory', member: cold },
      { side: 'sqlite', cache: 'in memory', member: running.server },
      { side: 'postgres', cache: 'nothing in memory, nothing on disk', member: uncached },
      { side: 'postgres', cache: 'nothing in memory, on disk', member: onDisk },
      { side: 'postgres', cache: 'in memory', member: gateway ?? onDisk },
    ];
    return await askAtAll(places, questions);
  } finally {
    for (const { stop } of [cold, uncached, onDisk]) await stop();
  }
}

export const measureMemory = ({ server, gateways, indexers, postgres }: Running): FleetRow[] =>
  [
    ...[server].flatMap(memoryOf).map((row) => ({ ...row, side: 'sqlite' })),
    ...[...gateways, ...indexers].flatMap(memoryOf).map((row) => ({ ...row, side: 'postgres' })),
    { ...databaseMemory(postgres.databasePid), side: 'postgres' },
  ].map((row): FleetRow => ({ figure: 'memory', ...row }));

export async function measureTakeover(running: Running, large: readonly LibraryUnit[]): Promise<FleetRow[]> {
  const { scale, sqlite, postgres, gateways, indexers } = running;
  const rows: FleetRow[] = [];
  const units = [...large];
  const next = (): LibraryUnit => units.pop() ?? { title: '', passages: [] };
  for (let turn = 0; turn < scale.kills; turn++) {
    const task = await killTaskOwner(postgres, gateways);
    const index = gateways.indexOf(task.dead);
    const [gateway = running.server] = gateways.filter((candidate) => candidate !== task.dead);
    rows.push({
      figure: 'takeover',
      side: 'postgres',
      what: 'alert checks by another gateway',
      seconds: task.seconds,
    });
    const lease = await killLeaseHolder(postgres, gateway, indexers, next());
    rows.push({
      figure: 'takeover',
      side: 'postgres',
      what: 'unit leased by another indexer',
      seconds: lease.leased,
    });
    rows.push({ figure: 'takeover', side: 'postgres', what: 'that unit ready', seconds: lease.ready });
    gateways[index] = await startGateway(postgres, task.dead.name);
    indexers[indexers.indexOf(lease.dead)] = await startIndexer(postgres, lease.dead.name);
    const seconds = await killIndexerChild(sqlite, running.server, next());
    rows.push({
      figure: 'takeover',
      side: 'sqlite',
      what: 'unit ready after its indexer process was killed',
      seconds,
    });
    const begun = performance.now();
    await running.server.kill();
    running.server = await sqlite.start('server');
    rows.push({
      figure: 'takeover',
      side: 'sqlite',
      what: 'server killed and started again, ready',
      seconds: round((performance.now() - begun) / 1000, 1),
    });
    say(`takeover, round ${turn + 1}`);
  }
  return rows;
}
