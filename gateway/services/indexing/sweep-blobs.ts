import type { Ports } from '#gateway/ports.ts';

export type BlobSweeperPorts = Pick<Ports, 'clock' | 'log' | 'blobs' | 'files' | 'jobs'>;

const DAY = 24 * 60 * 60 * 1000;
/** How long an upload waits to be registered. */
export const UPLOAD_KEPT = 7 * DAY;
/** A blob is named by a row within the call that stores it; whoever died in between will not do it any more. */
const UNNAMED_KEPT = DAY;
/** All blobs are looked through this often, and whenever the indexer starts. */
const REST = DAY / 4;

const FILES = 50;
const BLOBS = 200;

/**
 * Tidies a little, at rest most of the time: uploads that nobody registered, and blobs that no row names because their
 * process died before it wrote one. True when there may be more.
 */
export function createBlobSweep(ports: BlobSweeperPorts): () => Promise<boolean> {
  let restUntil = 0;
  let after: string | undefined;
  return async () => {
    const now = ports.clock.now().getTime();
    if (now < restUntil) return false;
    const files = await ports.files.removeUnregistered(new Date(now - UPLOAD_KEPT), FILES);
    if (files > 0) ports.log.info('unregistered-uploads-removed', { files });
    if (files === FILES) return true;

    const committedBefore = new Date(now - UNNAMED_KEPT);
    const page = { committedBefore, limit: BLOBS, ...(after === undefined ? {} : { after }) };
    const keys = await ports.blobs.list(page);
    const unnamed = await ports.jobs.unnamedBlobs(keys);
    for (const key of unnamed) await ports.blobs.remove(key);
    if (unnamed.length > 0) ports.log.warn('unnamed-blobs-removed', { blobs: unnamed.length });
    after = keys.length === BLOBS ? keys.at(-1) : undefined;
    if (after === undefined) restUntil = now + REST;
    return after !== undefined;
  };
}
