import { hashStream, isChanged } from '#gateway/modules/files/services/verify-bytes.ts';
import { contentHash, type FailedFetch, type ReadingJob, type Source } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';

/** The copy that is kept of a page, when it is intact and new enough for this job. */
export async function findCopy(
  ports: Pick<Ports, 'blobs' | 'createSha256' | 'log'>,
  source: Source,
  job: Pick<ReadingJob, 'fetchedSince'>,
): Promise<Source['fetched']> {
  const { fetched } = source;
  return fetched && hasCopy(source, job) && (await isIntact(ports, fetched)) ? fetched : null;
}

/** Whether a copy is kept of the page that is new enough for this job. */
export const hasCopy = ({ fetched }: Source, { fetchedSince }: Pick<ReadingJob, 'fetchedSince'>): boolean =>
  fetched !== null && (fetchedSince === null || fetched.on >= fetchedSince);

/** Why the address of a source could not be fetched for a job; undefined where nothing failed. */
export const findFailedFetch = (
  { failedFetches }: Pick<ReadingJob, 'failedFetches'>,
  { id }: Source,
): FailedFetch | undefined => failedFetches.find(({ sourceId }) => sourceId === id);

/** Host of an address, without `www.`. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

/** Whether a person accepted these bytes as they are. */
export const isAccepted = (source: Pick<Source, 'acceptedSha256' | 'file' | 'fetched'>): boolean =>
  source.acceptedSha256 !== null && contentHash(source) === source.acceptedSha256;

/** Whether the copy is there as it was fetched. Pages are small, and another one can be fetched. */
async function isIntact(
  ports: Pick<Ports, 'blobs' | 'createSha256' | 'log'>,
  { blob, size, sha256 }: NonNullable<Source['fetched']>,
): Promise<boolean> {
  const opened = await ports.blobs.open(blob);
  if (!opened) return false;
  const actual = await hashStream(opened.stream, ports.createSha256);
  const isSame = !isChanged({ size, sha256 }, actual);
  if (!isSame) ports.log.error('stored-file-changed', { blob });
  return isSame;
}
