import type { ModuleDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { createBinSweep } from './services/empty-bin.ts';
import { createVersionSweep } from './services/expire-versions.ts';
import { createDraftIndexing } from './services/index-drafts.ts';
import { nameUnitJobs } from './services/name-unit-jobs.ts';
import { queueGauges } from './services/queue-gauges.ts';
import { createReadingSweep } from './services/sweep-readings.ts';
import { createDraftStore } from './sql/drafts.ts';
import { createDryReadingStore } from './sql/dry-readings.ts';
import { createEditStore } from './sql/edits.ts';
import { createJobStore } from './sql/jobs.ts';
import { createPassageIndex } from './sql/passage-index.ts';
import { createReadingStore } from './sql/readings.ts';
import { unitExtension } from './sql/unit-extension.ts';
import { createUnitStore } from './sql/units.ts';
import { createVersionStore } from './sql/versions.ts';
import type { UnitsTables } from './tables.ts';

/** Rows of a generation that are removed at a time, so that nobody waits long for the write lock. */
const ROWS_PER_BATCH = 500;
/** Units whose time has come that are noted at a time. */
const UNITS_PER_BATCH = 100;

/** Units of knowledge: sources, indexing queue, passages and search segments. */
export const units = {
  name: 'units',
  tables: {
    unit: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    unit_change: { key: ['bot_id'], ofBot: 'kept', carriedOver: false },
    unit_title: { key: ['bot_id', 'title_key'], ofBot: 'removed', carriedOver: true },
    source: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    index_job: { key: ['bot_id', 'unit_id'], ofBot: 'removed', carriedOver: true },
    index_run: { key: ['bot_id', 'unit_id', 'id'], ofBot: 'removed', carriedOver: true },
    generation: { key: ['bot_id', 'unit_id', 'generation'], ofBot: 'removed', carriedOver: true },
    passage: { key: ['bot_id', 'unit_id', 'generation', 'ordinal'], ofBot: 'removed', carriedOver: true },
    segment: { key: ['bot_id', 'unit_id', 'generation'], ofBot: 'removed', carriedOver: true },
    segment_part: {
      key: ['bot_id', 'unit_id', 'generation', 'part'],
      ofBot: 'removed',
      carriedOver: true,
      hasLargeRows: true,
    },
    reading: { key: ['bot_id', 'id'], ofBot: 'removed', carriedOver: true },
    reading_part: {
      key: ['bot_id', 'reading_id', 'part'],
      ofBot: 'removed',
      carriedOver: true,
      hasLargeRows: true,
    },
    unit_version: { key: ['bot_id', 'unit_id', 'number'], ofBot: 'removed', carriedOver: true },
    version_source: {
      key: ['bot_id', 'unit_id', 'number', 'source_id'],
      ofBot: 'removed',
      carriedOver: true,
    },
    unit_edit: { key: ['bot_id', 'unit_id', 'id'], ofBot: 'removed', carriedOver: true },
    version_edit: { key: ['bot_id', 'unit_id', 'number', 'edit_id'], ofBot: 'removed', carriedOver: true },
  },
  store: ({ db, clock, memory, extensions }) => ({
    units: createUnitStore(db, clock, memory, extensions),
    jobs: createJobStore(db, clock, extensions),
    index: createPassageIndex(db),
    readings: createReadingStore(db, clock),
    dryReadings: createDryReadingStore(db, clock),
    versions: createVersionStore(db, clock),
    drafts: createDraftStore(db, clock, extensions),
    edits: createEditStore(db, clock),
  }),
  extension: unitExtension,
  held: { leases: ({ jobs }: Pick<Ports, 'jobs'>) => jobs.releaseAbandoned() },
  chores: {
    rows:
      ({ jobs }: Pick<Ports, 'jobs'>) =>
      async () => {
        const count = await jobs.sweepGenerations(ROWS_PER_BATCH);
        return { count, isMore: count > 0 };
      },
    units: createBinSweep,
    readings: createReadingSweep,
    versions: createVersionSweep,
    drafts: createDraftIndexing,
    validity:
      ({ units }: Pick<Ports, 'units'>) =>
      async () => {
        const count = await units.noteValidity(UNITS_PER_BATCH);
        return { count, isMore: count >= UNITS_PER_BATCH };
      },
  },
  nameJobs: nameUnitJobs,
  gauges: [queueGauges],
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<UnitsTables>;
