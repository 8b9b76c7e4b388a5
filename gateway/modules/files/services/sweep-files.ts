import type { Chore } from '#gateway/core/chore.ts';
import { DAY_MS } from '#gateway/core/clock.ts';
import { removeOrphans } from '#gateway/core/orphans.ts';
import type { Ports } from '#gateway/modules/files/ports/ports.ts';

/** Whether the blob store belongs to this database; absent for blobs beside it. Foreign blobs are never removed. */
export interface StoreOwnership {
  ownsBlobs?: () => Promise<boolean>;
}

const BLOBS_PER_BATCH = 50;

/** Removes blobs that no row names any more. */
export function createOrphanSweep(ports: Pick<Ports, 'orphans' | 'blobs'> & StoreOwnership) {
  return async () => {
    const [first] = await ports.orphans.list(1);
    if (first === undefined || (await ports.ownsBlobs?.()) === false) return { count: 0 };
    const count = await removeOrphans(ports, BLOBS_PER_BATCH);
    return { count, isMore: count === BLOBS_PER_BATCH };
  };
}

type BlobSweeperPorts = Pick<Ports, 'blobs' | 'files' | 'log' | 'orphans'> & StoreOwnership;

/** How long an upload waits to be registered. */
const UPLOAD_LIFETIME_MS = 7 * DAY_MS;
/** A blob is named by a row within the call that stores it; whoever died in between will not do it any more. */
const UNREFERENCED_BLOB_LIFETIME_MS = DAY_MS;
/** All blobs are looked through this often, and whenever the indexer starts. */
const SWEEP_INTERVAL_MS = DAY_MS / 4;

/** Where the store was another database's. */
const OWNERSHIP_INTERVAL_MS = DAY_MS / 24 / 6;

const FILES_PER_BATCH = 50;
const LISTED_BLOBS_PER_BATCH = 200;

/**
 * Tidies a little, at rest most of the time: uploads that nobody registered, and blobs that no row names because their
 * process died before it wrote one.
 */
export function createBlobSweep(ports: BlobSweeperPorts): Chore {
  let restUntil = 0;
  let after: string | undefined;
  return async (moment) => {
    const now = moment.getTime();
    if (now < restUntil) return { count: 0 };
    const files = await ports.files.removeUnregistered(new Date(now - UPLOAD_LIFETIME_MS), FILES_PER_BATCH);
    if (files > 0) ports.log.info('unregistered-uploads-removed', { files });
    if (files === FILES_PER_BATCH) return { count: files, isMore: true };

    if ((await ports.ownsBlobs?.()) === false) {
      ports.log.error('blobs-of-another-database', {
        remedy: 'name another place, or run: npm run fihrist -- store accept',
      });
      restUntil = now + OWNERSHIP_INTERVAL_MS;
      return { count: files };
    }
    const committedBefore = new Date(now - UNREFERENCED_BLOB_LIFETIME_MS);
    if (after === undefined) {
      const unfinished = await ports.blobs.removeUnfinished(committedBefore);
      if (unfinished > 0) ports.log.warn('unfinished-blobs-removed', { blobs: unfinished });
    }
    const page = {
      committedBefore,
      limit: LISTED_BLOBS_PER_BATCH,
      ...(after === undefined ? {} : { after }),
    };
    const keys = await ports.blobs.list(page);
    const named = new Set([...(await ports.files.namedBlobs(keys)), ...(await ports.orphans.filter(keys))]);
    const unnamed = keys.filter((key) => !named.has(key));
    for (const key of unnamed) await ports.blobs.remove(key);
    if (unnamed.length > 0) ports.log.warn('unreferenced-blobs-removed', { blobs: unnamed.length });
    after = keys.length === LISTED_BLOBS_PER_BATCH ? keys.at(-1) : undefined;
    if (after === undefined) restUntil = now + SWEEP_INTERVAL_MS;
    return { count: files + unnamed.length, isMore: after !== undefined };
  };
}
