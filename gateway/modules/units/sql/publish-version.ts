import type { RunCause } from '#contract/unit-states.ts';
import type { VersionCauseKind } from '#contract/versions.ts';
import type { Job } from '#gateway/modules/jobs/model.ts';
import type { IndexOutcome, SourceOutcome } from '#gateway/modules/units/ports/jobs.ts';
import type { UnitRow, VersionSourceRow } from '#gateway/modules/units/tables.ts';
import type { Queries } from '#gateway/sql/database.ts';
import { printReason } from '#gateway/sql/json.ts';
import { payloadOf } from './queue.ts';
import { restoreSources } from './restore-sources.ts';
import {
  insertVersion,
  printCauses,
  readVersionSources,
  replaceVersionSources,
  trimGenerations,
  updateVersion,
} from './version-rows.ts';

const CAUSES = {
  registered: 'added',
  sources: 'sources',
  reindexed: 'read-again',
  restored: 'restored',
  updated: 'reader',
  reader: 'reader',
  accepted: 'accepted',
  'rolled-back': 'rolled-back',
} as const satisfies Record<RunCause, VersionCauseKind>;

type PublishedUnit = Pick<UnitRow, 'generation' | 'title' | 'live_version'>;

/**
 * Makes the generation of a job the one that answers, as a new version where its text or its sources are others than those
 * of the live version, else as another index of that. The unit's row is the caller's.
 */
export async function publishVersion(
  trx: Queries,
  job: Job,
  unit: PublishedUnit,
  outcome: IndexOutcome,
  now: number,
): Promise<{ live_version: number }> {
  const { generation = null, version } = payloadOf(job);
  const key = { bot_id: job.botId, unit_id: Number(job.subject) };
  const indexed = { generation, passages: outcome.passages, indexed_title: outcome.title ?? unit.title };
  const live = unit.live_version;
  const before = await readVersionSources(trx, { ...key, number: live });
  let number = version ?? live;
  if (version === undefined) {
    const sources = await toVersionSources(trx, key, outcome, before);
    const dates = sources.flatMap(({ passages, read_on }) =>
      passages > 0 && read_on !== null ? [read_on] : [],
    );
    const text = { ...indexed, text_date: dates.toSorted((a, b) => a - b)[0] ?? null };
    if (live !== null && outcome.changesText !== true && haveSameOrigins(before, sources)) {
      await updateVersion(trx, { ...key, number: live }, text);
      await replaceVersionSources(trx, { ...key, number: live }, sources);
    } else {
      const { cause, by = null } = payloadOf(job);
      const causes = printCauses([{ kind: CAUSES[cause], by, on: job.queuedOn.toISOString() }]);
      const origin = { base: live, state: 'live', causes, author: by, made_on: now } as const;
      number = await insertVersion(
        trx,
        { ...key, ...origin, ...text, published_on: now, published_by: by },
        sources,
      );
    }
  } else {
    await updateVersion(trx, { ...key, number: version }, { ...indexed, state: 'live', published_on: now });
    await restoreSources(trx, { ...key, number: version });
  }
  if (number === null) throw new Error('a text is published without a version');
  if (live !== null && live !== number)
    await updateVersion(trx, { ...key, number: live }, { state: 'former' });
  await trimGenerations(trx, key, unit.generation, now);
  return { live_version: number };
}

/** The sources of a run as a version keeps them; those that were not read keep their earlier reading. */
async function toVersionSources(
  trx: Queries,
  key: { bot_id: number; unit_id: number },
  { sources }: IndexOutcome,
  before: readonly VersionSourceRow[],
): Promise<Omit<VersionSourceRow, 'number'>[]> {
  const rows = await trx
    .selectFrom('source')
    .select(['id', 'position', 'file_id', 'url', 'read_on'])
    .where((eb) => eb.and({ ...key, former: 0 }))
    .execute();
  const outcomes = new Map(sources.map((source) => [source.sourceId, source]));
  return rows.flatMap(({ id, read_on, ...source }) => {
    const outcome = outcomes.get(id);
    if (!outcome) return [];
    const earlier = keepsReading(outcome) ? before.find(({ source_id }) => source_id === id) : undefined;
    return {
      ...key,
      ...source,
      source_id: id,
      reading_id: outcome.readingId ?? earlier?.reading_id ?? null,
      reason: printReason(outcome.reason),
      passages: outcome.passages,
      read_on: outcome.readOn?.getTime() ?? earlier?.read_on ?? (keepsReading(outcome) ? read_on : null),
    };
  });
}

/** Whether a source keeps answering with the passages of an earlier reading. */
export const keepsReading = ({ readOn, passages }: SourceOutcome): boolean =>
  readOn === undefined && passages > 0;

function haveSameOrigins(
  before: readonly Omit<VersionSourceRow, 'number'>[],
  after: readonly Omit<VersionSourceRow, 'number'>[],
): boolean {
  const print = (sources: typeof after) =>
    JSON.stringify(
      sources
        .toSorted((a, b) => a.position - b.position)
        .map(({ source_id, file_id, url }) => [source_id, file_id, url]),
    );
  return print(before) === print(after);
}
