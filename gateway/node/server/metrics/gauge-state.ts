import { Gauge, type Registry } from 'prom-client';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import type { GaugeReader } from '#gateway/core/gauges.ts';
import type { ModuleDefinition } from '#gateway/module-definition.ts';
import type { SearchQueue } from '#gateway/modules/answers/services/search-queue.ts';
import { MODULES } from '#gateway/modules.ts';
import type { IndexerState } from '#gateway/node/processes/indexing/supervise-indexer.ts';
import type { SegmentIndex } from '#gateway/node/storage/data/open-segment-index.ts';
import type { Ports } from '#gateway/ports.ts';
import { MAX_BOTS } from './count-events.ts';

/** What is looked at when figures are asked for. */
export interface GaugeSources {
  ports: Pick<Ports, 'bots' | 'ledger' | 'queue' | 'reports' | 'clock' | 'log' | 'diskSpace' | 'dataDamage'>;
  /** Absent where the process has no indexer. */
  indexerState?: (() => IndexerState) | undefined;
  /** The rest is absent where the process answers no questions. */
  searches?: Pick<SearchQueue, 'active' | 'waiting'> | undefined;
  caches?: CacheSizes | undefined;
}

interface CacheSizes {
  /** Bytes of search segments in memory. */
  segmentBytes: () => number;
  /** The same of vectors of passages. */
  vectorBytes: () => number;
  /** The most of both. */
  limit: number;
  /** Segments on this machine's disk; absent where there is no such cache. */
  disk?: SegmentIndex['disk'] | undefined;
}

/** State as gauges; the result reads it again. What cannot be read is left out and logged, the rest is served. */
export function gaugeState(registry: Registry, sources: GaugeSources): () => Promise<void> {
  const { ports, indexerState, searches, caches } = sources;
  const modules: readonly Pick<ModuleDefinition<object, GaugeSources['ports']>, 'name' | 'gauges'>[] =
    MODULES;
  const reads = [
    ...modules.flatMap(({ gauges = [] }) => gauges.map((reader) => gaugeModule(registry, reader, ports))),
    gaugeDisks(registry, ports),
    gaugeDamage(registry, ports),
    ...(indexerState ? [gaugeIndexer(registry, indexerState)] : []),
    ...(searches ? [gaugeSearches(registry, searches)] : []),
    ...(caches ? [gaugeCaches(registry, caches)] : []),
  ];
  return async () => {
    for (const readGauge of reads)
      await readGauge().catch((error: unknown) =>
        ports.log.warn('metrics-incomplete', describeErrorForLog(error)),
      );
  };
}

/** Figures of a module. */
function gaugeModule<Given>(
  registry: Registry,
  { gauges, read }: GaugeReader<Given>,
  ports: Given,
): () => Promise<void> {
  const gauge = gaugesOf(registry);
  const byName = new Map(
    Object.entries(gauges).map(([name, { help, labels = [] }]) => [name, gauge(name, help, ...labels)]),
  );
  return async () => {
    const values = await read(ports, MAX_BOTS);
    for (const figure of byName.values()) figure.reset();
    for (const { name, labels = {}, value } of values) byName.get(name)?.set(labels, value);
  };
}

function gaugeDisks(registry: Registry, { diskSpace }: Pick<Ports, 'diskSpace'>): () => Promise<void> {
  const gauge = gaugesOf(registry);
  const free = gauge('disk_free_bytes', 'Free space where the database and the files are.', 'storage');
  gauge('disk_reserve_bytes', 'The free space that FIHRIST_RESERVE_MB keeps from new knowledge.').set(
    diskSpace.reserveBytes,
  );
  return async () => {
    free.reset();
    for (const { storage, freeBytes } of await diskSpace.read()) free.set({ storage }, freeBytes);
  };
}

function gaugeDamage(registry: Registry, { dataDamage }: Pick<Ports, 'dataDamage'>): () => Promise<void> {
  const damaged = gaugesOf(registry)('data_damaged', '1 once damaged data was found, until a restart.');
  return () => Promise.resolve(damaged.set(dataDamage.foundOn() ? 1 : 0));
}

function gaugeIndexer(registry: Registry, indexerState: () => IndexerState): () => Promise<void> {
  const gauge = gaugesOf(registry);
  const up = gauge('indexer_up', '1 while the indexer process runs.');
  const silence = gauge('indexer_heartbeat_age_seconds', 'Time since the indexer process was last heard of.');
  const starts = gauge(
    'indexer_starts',
    'Indexer processes started since the server was: more than 1 where they died.',
  );
  return () => {
    const state = indexerState();
    up.set(state.alive ? 1 : 0);
    silence.set(state.silentMs / 1000);
    starts.set(state.starts);
    return Promise.resolve();
  };
}

function gaugeSearches(
  registry: Registry,
  searches: Pick<SearchQueue, 'active' | 'waiting'>,
): () => Promise<void> {
  const gauge = gaugesOf(registry);
  const active = gauge('searches_active', 'Searches at work.');
  const waiting = gauge('searches_waiting', 'Calls that wait for their turn to search.');
  return () => {
    active.set(searches.active());
    waiting.set(searches.waiting());
    return Promise.resolve();
  };
}

function gaugeCaches(registry: Registry, sizes: CacheSizes): () => Promise<void> {
  const gauge = gaugesOf(registry);
  const cache = gauge('search_cache_bytes', 'Search segments kept in memory.');
  gauge(
    'search_cache_limit_bytes',
    'The most that FIHRIST_SEARCH_CACHE_MB lets be kept, vectors included.',
  ).set(sizes.limit);
  const vectors = gauge('vector_cache_bytes', 'Vectors of passages kept in memory.');
  const { disk } = sizes;
  const onDisk =
    disk && gauge('segment_disk_cache_bytes', 'Search segments kept on the disk of this gateway.');
  if (disk)
    gauge('segment_disk_cache_limit_bytes', 'The most that FIHRIST_DISK_CACHE_MB lets be kept.').set(
      disk.limit,
    );
  return () => {
    if (disk) onDisk?.set(disk.bytes());
    cache.set(sizes.segmentBytes());
    vectors.set(sizes.vectorBytes());
    return Promise.resolve();
  };
}

function gaugesOf(registry: Registry) {
  return (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `fihrist_${name}`, help, labelNames, registers: [registry] });
}
