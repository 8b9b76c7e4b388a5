import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { findFullDisk, requireSpace } from '#gateway/core/disk-space.ts';
import { isDataDamaged } from '#gateway/core/errors.ts';
import { type Reason, reasonOf } from '#gateway/core/reason.ts';
import type { BlobWriter } from '#gateway/modules/files/ports/blobs.ts';
import type { FailedFetch, IndexJob, Source, Unit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { createGiveBack, factsOf, MAX_LOST_LEASES } from './give-back.ts';
import { createHostLimits, type HostLimits, MAX_FETCHES, MAX_FETCHES_PER_HOST } from './host-limits.ts';
import type { Indexer, IndexerSettings } from './index-unit.ts';
import { startLeaseHeartbeat } from './lease-heartbeat.ts';
import { findCopy, findFailedFetch, hasCopy } from './page-copy.ts';
import { DATA_DAMAGED, UNKNOWN_REASON } from './source-error.ts';

type FetchingPorts = Pick<
  Ports,
  'blobs' | 'bots' | 'clock' | 'createSha256' | 'diskSpace' | 'jobs' | 'log' | 'pages' | 'units'
>;

export interface PageFetching extends Indexer {
  /** Begins to fetch for one more job, unless enough is under way or waits to be read; false when it began none. */
  runOnce(signal?: AbortSignal): Promise<boolean>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

interface FetchingSettings extends Pick<IndexerSettings, 'owner' | 'leaseMs' | 'retryMs' | 'fullRetryMs'> {
  /** A fetch ended: there may be something to read, and a turn for another address. */
  onEnd: () => void;
}

/**
 * Units that wait to be read with pages that were fetched for them, at most: enough that reading never waits for the
 * network, and no more than is soon read. They lie in the blob store.
 */
const MAX_FETCHED_WAITING = 32;

/**
 * Fetches the addresses of queued units beside each other and beside all reading, since waiting for the network takes no
 * core. Pages go to the blob store, failures to the job; then the unit waits for its turn to be read.
 */
export function createPageFetching(
  ports: FetchingPorts,
  settings: Partial<FetchingSettings> = {},
): PageFetching {
  // A lease covers one address without being renewed.
  const { owner = crypto.randomUUID(), leaseMs = 60_000, retryMs = 2_000, fullRetryMs = 5_000 } = settings;
  const returns = createGiveBack(ports, { leaseMs, retryMs, fullRetryMs, stage: 'fetching' });
  const limits = createHostLimits();
  const underWay = new Map<IndexJob, Promise<void>>();

  async function fetchFor(job: IndexJob, stop: AbortSignal | undefined): Promise<void> {
    const lease = startLeaseHeartbeat(ports.jobs, job, leaseMs, 'fetching');
    // An unexpected end of one fetch ends all fetches of the job.
    const broken = new AbortController();
    const signal = AbortSignal.any([lease.signal, broken.signal, ...(stop ? [stop] : [])]);
    let unit: Unit | undefined;
    try {
      unit = await ports.units.get(job.botId, job.unitId);
      // What ended its process again and again is ended by the turn of reading.
      const sources = job.attempt > MAX_LOST_LEASES ? [] : (unit?.sources ?? []);
      const addresses = sources.filter(({ url }) => url !== null);
      let done = 0;
      const fetched = addresses.map(async (source): Promise<FailedFetch[]> => {
        try {
          const reason = await fetchSource(ports, limits, source, { job, signal });
          await lease.report('fetching', ++done / addresses.length);
          return reason ? [{ sourceId: source.id, reason }] : [];
        } catch (error) {
          broken.abort(error);
          throw error;
        }
      });
      await Promise.allSettled(fetched);
      const failed = (await Promise.all(fetched)).flat();
      lease.stop();
      await ports.jobs.endFetching(job, failed);
    } catch (thrown) {
      lease.stop();
      const error: unknown = broken.signal.aborted ? broken.signal.reason : thrown;
      const reason = isDataDamaged(error) ? DATA_DAMAGED : UNKNOWN_REASON;
      if (reason === UNKNOWN_REASON && (await returns.giveBack(job, error, stop))) return;
      const addresses = (unit?.sources ?? []).filter(({ url }) => url !== null);
      const failed = addresses.flatMap((source) =>
        hasCopy(source, job) ? (findFailedFetch(job, source) ?? []) : [{ sourceId: source.id, reason }],
      );
      await ports.jobs.endFetching(job, failed);
    }
  }

  return {
    async runOnce(stop) {
      stop?.throwIfAborted();
      if (underWay.size >= MAX_FETCHES || returns.isPaused()) return false;
      if ((await ports.jobs.countFetched()) >= MAX_FETCHED_WAITING) return false;
      if (await findFullDisk(ports.diskSpace)) return false;
      const jobs = [...underWay.keys()];
      const hosts = jobs.map(({ fetchHost }) => fetchHost);
      const isBusy = (host: string) => hosts.filter((other) => other === host).length >= MAX_FETCHES_PER_HOST;
      const job = await ports.jobs.leaseFetch(owner, leaseMs, {
        busyHosts: [...new Set(hosts)].filter(isBusy),
        // What was tried before may have ended its process: two such would be blamed for each other.
        onlyFirstTries: jobs.some(({ attempt }) => attempt > 1),
      });
      if (!job) return false;
      const ended = fetchFor(job, stop)
        // The lease ends by itself.
        .catch((error: unknown) =>
          ports.log.warn('fetching-failed', { ...factsOf(job), ...describeErrorForLog(error) }),
        )
        .finally(() => {
          underWay.delete(job);
          settings.onEnd?.();
        });
      underWay.set(job, ended);
      return true;
    },
    settled: async () => void (await Promise.all(underWay.values())),
  };
}

interface FetchWork {
  job: IndexJob;
  signal: AbortSignal;
}

/**
 * Stores a copy of the page, unless there is one that will do. Returns why it could not be had: of a copy that will do, why
 * there is no newer one.
 */
async function fetchSource(
  ports: FetchingPorts,
  limits: HostLimits,
  source: Source,
  { job, signal }: FetchWork,
): Promise<Reason | undefined> {
  if (await findCopy(ports, source, job)) return findFailedFetch(job, source)?.reason;
  const page = await fetchPage(ports, limits, { botId: job.botId, url: source.url ?? '', signal });
  if (!('blob' in page)) return page;
  if (!(await ports.jobs.saveFetched(job, source.id, page))) throw new Error('the lease was lost');
  return undefined;
}

type FetchedPage = Parameters<FetchingPorts['jobs']['saveFetched']>[2];

/** Stores what an address leads to, in turn with others of its host; the reason where there is nothing to be had. */
export async function fetchPage(
  ports: Pick<FetchingPorts, 'blobs' | 'bots' | 'diskSpace' | 'pages'>,
  limits: HostLimits,
  { botId, url, signal }: { botId: number; url: string; signal: AbortSignal },
): Promise<FetchedPage | Reason> {
  const host = URL.canParse(url) ? new URL(url).host : '';
  let page: FetchedPage | undefined;
  const reason = await limits.run(host, async (answerWithinMs) => {
    signal.throwIfAborted();
    const allowedHosts = (await ports.bots.get(botId))?.settings.allowedHosts ?? [];
    let opening: Promise<BlobWriter> | undefined;
    const open = () => (opening ??= ports.blobs.create());
    const write = async (chunk: Uint8Array): Promise<void> => {
      const writer = await open();
      // Whatever else is being fetched fills the same disk.
      await requireSpace(ports.diskSpace, chunk.byteLength);
      await writer.write(chunk);
      ports.diskSpace.recordWrite(chunk.byteLength);
    };
    try {
      const facts = await ports.pages.fetch(url, { write, signal, allowedHosts, answerWithinMs });
      const { key: blob, size, sha256 } = await (await open()).commit();
      page = { ...facts, blob, size, sha256 };
      return undefined;
    } catch (error) {
      // A fetch that is aborted does not wait for the blob that it is opening.
      await (await opening?.catch(() => undefined))?.abort();
      signal.throwIfAborted();
      const reason = reasonOf(error);
      if (!reason) throw error;
      return reason;
    }
  });
  if (reason) return reason;
  if (!page) throw new Error('a page was fetched and is gone');
  return page;
}
