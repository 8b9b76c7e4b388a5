import type { FailedFetch } from '#gateway/modules/units/model.ts';
import type { JobRow } from '#gateway/modules/units/tables.ts';
import { parseStored } from '#gateway/sql/json.ts';

/** The failed addresses of a job as its row keeps them, with the job's id. */
export const printFailedFetches = (
  { id: job }: Pick<JobRow, 'id'>,
  sources: readonly FailedFetch[],
): string => JSON.stringify({ job, sources });

/** An older version that queues the unit again leaves those of the job before. */
export function parseFailedFetches({ id, fetch_failures }: JobRow): FailedFetch[] {
  if (fetch_failures === null) return [];
  const { job, sources } = parseStored(fetch_failures) as { job: number; sources: FailedFetch[] };
  return job === id ? sources : [];
}
