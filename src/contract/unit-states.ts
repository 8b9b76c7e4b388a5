/** Extensions: details of the status of a unit, beyond `sourceStatus`. */
import * as z from 'zod/mini';
import { healthReportSchema } from './health.ts';
import { knowledgeSourceSchema, unitSchema } from './knowledge.ts';
import { PAGE_LIMITS } from './limits.ts';
import { paginationQuery, queryInteger } from './pagination.ts';
import { personRefSchema } from './session.ts';
import { STATUS_WORDS } from './source-status.ts';

/** A reason or a warning: a code of `reasons.ts`, or one of another gateway, with its parameters. */
export const reasonSchema = z.object({
  code: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The gateway's own words, in the language asked for. */
  message: z.string(),
});
export type Reason = z.infer<typeof reasonSchema>;

/** Stages of a run, in order. */
export const INDEX_STAGES = ['fetching', 'reading', 'splitting', 'writing'] as const;

/** Whether a unit is in answers once it is ready: switched off by a person, or outside its dates by the clock. */
const AVAILABILITIES = ['on', 'off', 'not-yet', 'expired'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

const validityMoment = z.nullable(z.iso.datetime({ offset: true }));
/**
 * When a unit is in answers. `validFrom`: the first moment, null: since ever. `validUntil`: the moment at which it leaves,
 * later than the first one; null: never.
 */
export const unitValiditySchema = z
  .object({ off: z.boolean(), validFrom: validityMoment, validUntil: validityMoment })
  .check(
    z.refine(
      ({ validFrom, validUntil }) =>
        validFrom === null || validUntil === null || Date.parse(validUntil) > Date.parse(validFrom),
      { path: ['validUntil'], params: { words: 'after-start' } },
    ),
  );
export type UnitValidity = z.infer<typeof unitValiditySchema>;
/** The same with what it means now. */
export const unitAvailabilitySchema = z.object({
  availability: z.enum(AVAILABILITIES),
  ...unitValiditySchema.shape,
});
export type UnitAvailability = z.infer<typeof unitAvailabilitySchema>;

/**
 * One line per unit for grids: progress is 0..1 while indexing, position counts from 1 while waiting. `secondsLeft`: about
 * how long it takes until the unit is indexed; null until that can be told. `picture`: which picture of text is being recognised, from 1,
 * and how many its source has.
 */
export const unitStateSchema = z.object({
  id: z.int(),
  status: z.enum(STATUS_WORDS),
  stage: z.nullable(z.enum(INDEX_STAGES)),
  progress: z.nullable(z.number()),
  secondsLeft: z.optional(z.nullable(z.int())),
  picture: z.optional(z.nullable(z.object({ at: z.int(), of: z.int() }))),
  position: z.nullable(z.int()),
  passages: z.int(),
  /** Date of the oldest text that answers, see `readOn` of a source; null while nothing answers. */
  readOn: z.optional(z.nullable(z.string())),
  reason: z.nullable(reasonSchema),
  files: z.int(),
  urls: z.int(),
  /** Number of failed files and URLs, which answer nothing; the unit can be ready without them. */
  failedSources: z._default(z.int(), 0),
  /** Whether the unit is ready without its failed sources. */
  partlyReady: z._default(z.boolean(), false),
  /** Whether the unit is ready, but some sources could not be read again and answer by their earlier reading. */
  updateFailed: z._default(z.boolean(), false),
  /**
   * The earlier index that answers after a failed run; null when nothing answers, or all sources answer as last read.
   * `readOn`: date of its oldest text. `ofFormerSources`: the unit has failed and answers from sources replaced
   * since.
   */
  earlierIndex: z._default(
    z.nullable(z.object({ readOn: z.nullable(z.string()), ofFormerSources: z.boolean() })),
    null,
  ),
  /** The first failed source, where a repair begins; null without one. */
  failure: z._default(z.nullable(z.object({ sourceId: z.int(), reason: z.nullable(reasonSchema) })), null),
  /** Who keeps the text right; null for nobody, absent where a gateway knows no owners. */
  owner: z.optional(z.nullable(personRefSchema)),
  /**
   * Number of the draft that waits to replace the text; null without one, absent where a gateway knows no drafts. A new
   * unit whose text is held is `waiting` without a position.
   */
  draft: z.optional(z.nullable(z.int())),
  /** Whether the unit is in answers, and why not; these four are absent where a gateway cannot switch units off. */
  availability: z.optional(unitAvailabilitySchema.shape.availability),
  off: z.optional(unitAvailabilitySchema.shape.off),
  validFrom: z.optional(unitAvailabilitySchema.shape.validFrom),
  validUntil: z.optional(unitAvailabilitySchema.shape.validUntil),
});
export type UnitState = z.infer<typeof unitStateSchema>;
/** States of the requested units; missing units are left out. */
export const unitStatesSchema = z.object({ items: z.array(unitStateSchema) });
/** `ids=1,2,3`, at most a page of them. */
export const unitStatesQuerySchema = z.object({
  ids: z.string().check(z.regex(/^\d{1,15}(,\d{1,15}){0,99}$/)),
});

/** Outcome of one source. Sizes in bytes; pages where the format has pages. */
const sourceStateSchema = z.object({
  ...knowledgeSourceSchema.shape,
  name: z.string(),
  mime: z.nullable(z.string()),
  size: z.nullable(z.number()),
  status: z.enum(STATUS_WORDS),
  pages: z.nullable(z.int()),
  /** Passages; for a failed source the passages of the earlier reading, which still answers. */
  passages: z.int(),
  /**
   * Date of the text of the passages: when the file was uploaded, or when the address was last fetched with this text.
   * Reading the stored bytes once more leaves the date as it is.
   */
  readOn: z.optional(z.nullable(z.string())),
  reason: z.nullable(reasonSchema),
  warnings: z.array(reasonSchema),
  /** Kinds of accidents that a person accepted for good of this address, see `ACCIDENTS`. */
  acceptedAlways: z._default(z.array(z.string()), []),
  /** Whether the file is a text that was written in place, see `Origin` of uploads. */
  isWritten: z._default(z.boolean(), false),
  /** Absent where the source was not read, and with gateways that do not report it. */
  health: z.optional(healthReportSchema),
});
export type SourceState = z.infer<typeof sourceStateSchema>;

/** The sections of one source, in reading order. */
const sectionSchema = z.object({
  sourceId: z.int(),
  title: z.string(),
  firstOrdinal: z.int(),
  passages: z.int(),
});
export type Section = z.infer<typeof sectionSchema>;

const moment = z.nullable(z.string());

/**
 * Causes of a run of indexing: registration, another source, an explicit request, a restored unit, a newer analyzer, a
 * held text that was taken, a version that was gone back to, a corrected text, or a request to read with a newer reader.
 */
const RUN_CAUSES = [
  'registered',
  'sources',
  'reindexed',
  'restored',
  'updated',
  'accepted',
  'rolled-back',
  'reader',
  'edited',
] as const;
export type RunCause = (typeof RUN_CAUSES)[number];

/** One run of indexing, from its place in the queue to its outcome. */
const indexRunSchema = z.object({
  cause: z.enum(RUN_CAUSES),
  queued: z.string(),
  started: moment,
  read: moment,
  settled: moment,
  attempts: z.int(),
  /** `waiting` or `indexing` while it is under way. */
  status: z.enum(STATUS_WORDS),
  /** Whether some sources were without text after the run, or else some kept that of an earlier reading; absent where unknown. */
  partlyReady: z.optional(z.boolean()),
  updateFailed: z.optional(z.boolean()),
});
export type IndexRun = z.infer<typeof indexRunSchema>;

/**
 * All data of the unit page. `questions`: three suggestions from the unit's own sections, empty until the unit is
 * ready.
 */
export const unitDetailsSchema = z.object({
  unit: unitSchema,
  etag: z.string(),
  state: unitStateSchema,
  timeline: z.object({
    registered: z.string(),
    started: moment,
    read: moment,
    settled: moment,
    attempts: z.int(),
    /** Runs, newest first: the run under way, and up to ten settled runs. */
    runs: z._default(z.array(indexRunSchema), []),
  }),
  sources: z.array(sourceStateSchema),
  sections: z.array(sectionSchema),
  questions: z.array(z.string()),
});
export type UnitDetails = z.infer<typeof unitDetailsSchema>;

/**
 * A text that waits for a person, beside the one that answers, if any; the beginning of each: a newer text of a page, or
 * a text of next to no letters.
 */
export const heldUpdateSchema = z.object({
  reason: z.nullable(reasonSchema),
  /** The address that it was fetched from in the end; empty for files. */
  url: z.string(),
  /** Or uploaded. */
  fetchedOn: z.string(),
  readOn: moment,
  before: z.string(),
  after: z.string(),
});
export type HeldUpdate = z.infer<typeof heldUpdateSchema>;
/**
 * Takes the newer text in place of the one that answers, or keeps that one. With `always` copies of the address are taken
 * from now on without a question about this kind of accident.
 */
export const updateDecisionSchema = z.object({ take: z.boolean(), always: z._default(z.boolean(), false) });

/** Query of a unit's passages; with `limit` 0 they are only counted. */
export const passagesQuerySchema = z.object({
  offset: paginationQuery.offset,
  limit: z._default(queryInteger(0, PAGE_LIMITS.max), PAGE_LIMITS.default),
});
const passageSchema = z.object({
  ordinal: z.int(),
  sourceId: z.int(),
  sectionTitle: z.string(),
  page: z.nullable(z.int()),
  text: z.string(),
});
export type PassageView = z.infer<typeof passageSchema>;
/** Passages in the order of the unit; `total` counts all. */
export const passagePageSchema = z.object({ items: z.array(passageSchema), total: z.int() });

/** Counts of units by status, and the latest failures, whole ones and those of single sources. */
export const knowledgeSummarySchema = z.object({
  units: z.object({
    waiting: z.int(),
    indexing: z.int(),
    ready: z.int(),
    failed: z.int(),
    /**
     * Included in `ready`: units that lack a failed source, and units that answer by an earlier reading of a source.
     */
    partlyReady: z.optional(z.int()),
    updateFailed: z.optional(z.int()),
  }),
  /** Deleted units in the bin, which are in no other count; absent where there is no bin. */
  binned: z.optional(z.int()),
  /** Units that are read again after an upgrade of the gateway, and answer meanwhile; included in `units`. */
  updating: z.optional(z.int()),
  /** Units that are switched off or outside their dates; included in `units`. */
  unavailable: z.optional(z.int()),
  /** How many of the waiting ones are new units whose draft waits to be published. */
  newDrafts: z.optional(z.int()),
  passages: z.int(),
  /** Only the reserve of the disk is left: new knowledge is refused, and units wait. */
  diskFull: z._default(z.boolean(), false),
  /** When the gateway first found damaged data since it was started; null: not at all. */
  dataDamagedOn: z._default(moment, null),
  failures: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      on: z.string(),
      reason: z.nullable(reasonSchema),
      /** The first failed source, where a repair begins; null without one. */
      sourceId: z._default(z.nullable(z.int()), null),
      partlyReady: z._default(z.boolean(), false),
      updateFailed: z._default(z.boolean(), false),
    }),
  ),
});
export type KnowledgeSummary = z.infer<typeof knowledgeSummarySchema>;

/** The owner of a unit from now on: id of a person of the bot, or null for nobody. */
export const unitOwnerSchema = z.object({ personId: z.nullable(z.string().check(z.maxLength(100))) });
export const ownedUnitSchema = z.object({ owner: z.nullable(personRefSchema) });
