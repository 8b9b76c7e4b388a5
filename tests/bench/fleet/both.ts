/** Both forms of the product, running on the same knowledge. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { round, say } from '#tests/bench/figures.ts';
import type { LibraryUnit } from '#tests/bench/search-corpus.ts';
import { addUnit } from './knowledge.ts';
import type { Member } from './member.ts';
import type { FleetRow } from './report.ts';
import { countReady, openPostgresSide, openSqliteSide, type Side, waitIndexed } from './sides.ts';

export const FULL = {
  units: 60,
  passages: 100,
  rounds: 3,
  registrations: 200,
  answers: 600,
  questions: 600,
  large: 4_000,
  kills: 3,
};
export const QUICK = {
  units: 12,
  passages: 20,
  rounds: 1,
  registrations: 16,
  answers: 24,
  questions: 24,
  large: 1_500,
  kills: 1,
};

export type Scale = typeof FULL;

/** What runs all the time. */
export interface Running {
  scale: Scale;
  folder: string;
  sqlite: Side;
  postgres: Side;
  server: Member;
  gateways: Member[];
  indexers: Member[];
}

export async function startBoth(
  scale: Scale,
  folder: string,
  closing: (() => Promise<void>)[],
): Promise<Running> {
  const data = join(folder, 'sqlite');
  mkdirSync(data);
  const sqlite = await openSqliteSide(data);
  closing.push(() => sqlite.close());
  const postgres = await openPostgresSide(join(folder, 'postgres'));
  closing.push(() => postgres.close());
  const running: Running = {
    scale,
    folder,
    sqlite,
    postgres,
    server: await sqlite.start('server'),
    gateways: [],
    indexers: [],
  };
  closing.push(async () => {
    for (const { kill } of [running.server, ...running.gateways, ...running.indexers]) await kill();
  });
  // Started in sequence, since the first process migrates.
  for (const name of ['gateway-1', 'gateway-2']) running.gateways.push(await startGateway(postgres, name));
  running.indexers.push(await startIndexer(postgres, 'indexer-1'));
  return running;
}

export const startGateway = (side: Side, name: string, settings: Readonly<Record<string, string>> = {}) =>
  side.start(name, { FIHRIST_ROLE: 'gateway', ...settings });
export const startIndexer = (side: Side, name: string) => side.start(name, { FIHRIST_ROLE: 'indexer' });

export async function loadBoth(
  { sqlite, postgres, server, gateways: [gateway] }: Running,
  units: readonly LibraryUnit[],
  rows: FleetRow[],
): Promise<{ units: number; passages: number }> {
  for (const [side, member] of [
    [sqlite, server],
    [postgres, gateway],
  ] as const) {
    const begun = performance.now();
    for (const unit of units) await addUnit(member?.origin ?? '', unit);
    await waitIndexed(side);
    const { passages } = await countReady(side);
    const seconds = (performance.now() - begun) / 1000;
    rows.push({
      figure: 'knowledge loaded',
      side: side.kind,
      passages_per_second: round(passages / seconds),
    });
    say(`${side.kind}: ${passages} passages in ${round(seconds)} s`);
  }
  const [sqliteCount, postgresCount] = [await countReady(sqlite), await countReady(postgres)];
  if (sqliteCount.passages !== postgresCount.passages || sqliteCount.units !== units.length)
    throw new Error(`not the same knowledge: ${JSON.stringify([sqliteCount, postgresCount])}`);
  return sqliteCount;
}
