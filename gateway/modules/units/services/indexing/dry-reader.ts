import type { OnDamage } from '#gateway/core/data-damage.ts';
import { findFullDisk } from '#gateway/core/disk-space.ts';
import { type Reason, reasonOf } from '#gateway/core/reason.ts';
import { MIN_LETTERS } from '#gateway/engine/reading/count-letters.ts';
import { READER_VERSION } from '#gateway/engine/reading/reader-version.ts';
import type { JobLease } from '#gateway/modules/jobs/model.ts';
import {
  createJobWorker,
  type JobOutcome,
  type JobWorker,
} from '#gateway/modules/jobs/services/job-worker.ts';
import {
  emptyOrigin,
  type NewSource,
  type ReadingOrigin,
  type Source,
} from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { fetchPage } from './fetch-pages.ts';
import { createHostLimits, type HostLimits } from './host-limits.ts';
import { isOfStorage } from './passage-writer.ts';
import { type ReadingPorts, readSource } from './read-source.ts';
import { INTERRUPTED_REASON, SourceError, UNKNOWN_REASON } from './source-error.ts';

type DryReaderPorts = ReadingPorts &
  Pick<Ports, 'bots' | 'clock' | 'diskSpace' | 'dryReadings' | 'files' | 'pages' | 'queue'>;

/** At a time: what a person adds is a few files, or some hundred that nobody waits for. */
const CONCURRENCY = 2;
/** Short: a reading that a unit has overtaken, or that a person cancelled, ends with the next renewal. */
const LEASE_MS = 15_000;
const POLL_MS = 1_000;
const RETRY_MS = [2_000, 5_000, 30_000];
const MAX_TRIES = 3;

/** Reads files and addresses that no unit has yet, as units read them, while no unit waits to be read. */
export function createDryReader(ports: DryReaderPorts, onDamage?: OnDamage): JobWorker {
  const limits = createHostLimits();
  return createJobWorker(
    ports,
    {
      kind: 'read',
      concurrency: CONCURRENCY,
      leaseMs: LEASE_MS,
      pollMs: POLL_MS,
      retryMs: RETRY_MS,
      failure: 'dry-reading-failed',
      prepare: async () =>
        !(await findFullDisk(ports.diskSpace)) && !(await ports.queue.hasDue('index', 'read')),
      choose: () => ({ onlyActiveBots: true }),
      work: (lease, signal, report) => readDry(ports, limits, { lease, signal, report }),
    },
    onDamage,
  );
}

interface DryWork {
  lease: JobLease;
  signal: AbortSignal;
  report: (progress: number) => Promise<void>;
}

async function readDry(
  ports: DryReaderPorts,
  limits: HostLimits,
  { lease, signal, report }: DryWork,
): Promise<JobOutcome> {
  const item = lease.payload as NewSource;
  let origin = emptyOrigin(lease.botId, item);
  try {
    if (lease.tries > MAX_TRIES) throw new SourceError(INTERRUPTED_REASON.code);
    const source = await openSource(ports, limits, { botId: lease.botId, item, signal });
    const { file, fetched } = source;
    const present = file ?? fetched;
    if (present)
      origin = { ...origin, ...bytesOf(present), readOn: file?.createdOn ?? fetched?.on ?? origin.readOn };
    const job = { botId: lease.botId, unitId: null, fetchedSince: null, failedFetches: [] };
    const work = { job, signal, report: (_: unknown, share: number) => report(share) };
    const { letters, facts } = await readSource(ports, source, work, async () => {});
    if (letters < MIN_LETTERS)
      throw new SourceError(facts.isFilledLater ? 'page-without-text' : 'no-text', { letters });
    return 'finished';
  } catch (error) {
    const reason = finalReason(error, lease.tries);
    if (!reason || signal.aborted) throw error;
    await ports.dryReadings.fail(lease, { ...origin, readerVersion: READER_VERSION }, reason);
    return 'settled';
  }
}

/** Why there is no text; undefined where another try may help. */
function finalReason(error: unknown, tries: number): Reason | undefined {
  if (isOfStorage(error)) return undefined;
  const reason = reasonOf(error);
  if (reason && reason.code !== INTERRUPTED_REASON.code) return reason;
  return tries >= MAX_TRIES ? (reason ?? UNKNOWN_REASON) : undefined;
}

const bytesOf = ({ blob, size, sha256 }: Pick<ReadingOrigin, 'blob' | 'size' | 'sha256'>) => ({
  blob,
  size,
  sha256,
});

/** A source as a unit would have it, an address with what was fetched of it. */
async function openSource(
  ports: DryReaderPorts,
  limits: HostLimits,
  { botId, item, signal }: { botId: number; item: NewSource; signal: AbortSignal },
): Promise<Source> {
  const file = item.fileId === null ? undefined : await ports.files.byId(botId, item.fileId);
  const page =
    item.url === null ? undefined : await fetchPage(ports, limits, { botId, url: item.url, signal });
  if (page && !('blob' in page)) throw new SourceError(page.code, page.parameters);
  return {
    ...item,
    id: 0,
    position: 0,
    status: 'indexing',
    reason: null,
    warnings: [],
    pages: null,
    passages: 0,
    readOn: null,
    file: file ?? null,
    fetched: page ? { ...page, on: ports.clock.now() } : null,
    readPage: null,
    acceptedSha256: null,
    rejectedSha256: null,
    acceptedAlways: [],
  };
}
