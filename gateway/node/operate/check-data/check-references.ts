import { type RawBuilder, sql } from 'kysely';
import type { Reads } from '#gateway/sql/database.ts';
import { problem, type Stage } from './finding.ts';

const RESTORE =
  'Restore the last backup in which this is whole, or delete what is named here in the product. Keep a copy first.';

interface Reference {
  kind: string;
  what: (count: number) => string;
  remedy: string;
  count: RawBuilder<{ n: number }>;
}

/** References between rows. Neither database checks them, since the schema has no foreign keys. */
const REFERENCES: readonly Reference[] = [
  {
    kind: 'source-without-file',
    what: (count) => `${count} sources name a file that the database does not know`,
    remedy: 'Replace the file of the units that have failed sources.',
    count: sql`select count(*) as n from source where file_id is not null and not exists
      (select 1 from stored_file as f where f.bot_id = source.bot_id and f.id = source.file_id)`,
  },
  {
    kind: 'source-without-unit',
    what: (count) => `${count} sources are of no unit`,
    remedy: RESTORE,
    count: sql`select count(*) as n from source where not exists
      (select 1 from unit as u where u.bot_id = source.bot_id and u.id = source.unit_id)`,
  },
  {
    kind: 'unit-without-source',
    what: (count) => `${count} units have no source`,
    remedy: 'Add a source to them, or delete them.',
    count: sql`select count(*) as n from unit where not exists
      (select 1 from source as s where s.bot_id = unit.bot_id and s.unit_id = unit.id and s.former = 0)`,
  },
  {
    kind: 'unit-without-bot',
    what: (count) => `${count} units are of no bot`,
    remedy: RESTORE,
    count: sql`select count(*) as n from unit where not exists (select 1 from bot as b where b.id = unit.bot_id)`,
  },
  {
    kind: 'title-without-unit',
    what: (count) => `${count} titles are of no unit`,
    remedy: RESTORE,
    count: sql`select count(*) as n from unit_title as t where not exists
      (select 1 from unit as u where u.bot_id = t.bot_id and u.id = t.unit_id)`,
  },
  {
    kind: 'generation-retired',
    what: (count) => `${count} units answer from an index that is about to be removed`,
    remedy: 'Index them again.',
    count: sql`select count(*) as n from unit where generation is not null and not exists
      (select 1 from generation as g where g.bot_id = unit.bot_id and g.unit_id = unit.id
        and g.generation = unit.generation and g.retired_on is null)`,
  },
  {
    kind: 'passage-without-source',
    what: (count) => `${count} units answer from a source that they do not have`,
    remedy: 'Index them again.',
    count: sql`select count(*) as n from unit where exists (select 1 from passage as p
      where p.bot_id = unit.bot_id and p.unit_id = unit.id and p.generation = unit.generation and not exists
        (select 1 from source as s where s.bot_id = p.bot_id and s.unit_id = p.unit_id and s.id = p.source_id))`,
  },
  {
    kind: 'version-without-unit',
    what: (count) => `${count} versions are of no unit`,
    remedy: RESTORE,
    count: sql`select count(*) as n from unit_version as v where not exists
      (select 1 from unit as u where u.bot_id = v.bot_id and u.id = v.unit_id)`,
  },
  {
    kind: 'live-version-missing',
    what: (count) => `${count} units answer from a text that none of their versions is`,
    remedy: 'Index them again.',
    count: sql`select count(*) as n from unit where generation is not null and not exists
      (select 1 from unit_version as v where v.bot_id = unit.bot_id and v.unit_id = unit.id
        and v.number = unit.live_version and v.state = 'live' and v.generation = unit.generation)`,
  },
  {
    kind: 'version-without-file',
    what: (count) => `${count} sources of versions name a file that the database does not know`,
    remedy: 'The unit answers; only those versions cannot be gone back to.',
    count: sql`select count(*) as n from version_source as v where file_id is not null and not exists
      (select 1 from stored_file as f where f.bot_id = v.bot_id and f.id = v.file_id)`,
  },
  {
    kind: 'version-without-reading',
    what: (count) => `${count} sources of versions name a reading that the database does not have`,
    remedy:
      'The unit answers. Read its sources again; earlier versions cannot be gone back to once their index is gone.',
    count: sql`select count(*) as n from version_source as v where reading_id is not null and not exists
      (select 1 from reading as r where r.bot_id = v.bot_id and r.id = v.reading_id)`,
  },
  {
    kind: 'generation-orphaned',
    what: (count) => `${count} indexes are of no version, and are never removed`,
    remedy: 'They take space and do no harm. They go when their unit is deleted for good.',
    count: sql`select count(*) as n from generation as g where retired_on is null
      and not exists (select 1 from unit_version as v where v.bot_id = g.bot_id and v.unit_id = g.unit_id
        and v.generation = g.generation)
      and not exists (select 1 from job where job.bot_id = g.bot_id and job.kind = 'index'
        and job.subject = cast(g.unit_id as text))`,
  },
  {
    kind: 'job-without-unit',
    what: (count) => `${count} units that are to be indexed are not there`,
    remedy: RESTORE,
    count: sql`select count(*) as n from job where kind = 'index' and not exists
      (select 1 from unit as u where u.bot_id = job.bot_id and cast(u.id as text) = job.subject)`,
  },
];

/** Compares rows that refer to each other. Returns how many kinds of references were compared. */
export async function checkReferences(db: Reads, stage: Stage): Promise<number> {
  for (const [index, { kind, what, remedy, count }] of REFERENCES.entries()) {
    stage.signal.throwIfAborted();
    const violations = (await count.execute(db)).rows[0]?.n ?? 0;
    if (violations > 0) stage.report(problem(kind, 'database', what(violations), remedy));
    stage.onProgress(index + 1, REFERENCES.length);
  }
  return REFERENCES.length;
}
