/**
 * Extensions: versions of a unit. A version is the text of a unit at one time and never changes. What changes the text of a
 * unit makes a version, and going back makes one too: the history is a line.
 */
import * as z from 'zod/mini';
import { idSchema } from './knowledge.ts';
import { DRAFTS_AT_ONCE, PAGE_LIMITS } from './limits.ts';
import { daySchema, paginationQuery, queryInteger } from './pagination.ts';
import { botParams, idParam } from './params.ts';
import { EVALUATION_STATES, questionCountsSchema } from './tests.ts';
import { reasonSchema } from './unit-states.ts';

/** `building`: it is being indexed. `former`: it was live before. */
export const VERSION_STATES = ['building', 'draft', 'live', 'former', 'discarded'] as const;

/** What a draft waits for. `proof`: it goes live once tests were asked over it and none was lost. */
export const DRAFT_RELEASES = ['proof', 'person'] as const;

/**
 * Why a version was made. `added`: the unit was registered. `sources`: a person changed its sources. `read-again`: addresses
 * were fetched and files read again. `accepted`: a person took a text that was held. `rolled-back`: to the version `base`.
 * `edited`: a person corrected the text, or took that back.
 * `before-versions`: what answered when versions began.
 */
const VERSION_CAUSES = [
  'added',
  'sources',
  'read-again',
  'accepted',
  'rolled-back',
  'edited',
  'restored',
  'reader',
  'before-versions',
] as const;
export type VersionCauseKind = (typeof VERSION_CAUSES)[number];

const causeSchema = z.object({
  kind: z.enum(VERSION_CAUSES),
  /** Name of the key or person; null where nobody asked for it. */
  by: z.nullable(z.string()),
  on: z.iso.datetime(),
});
export type VersionCause = z.infer<typeof causeSchema>;

const moment = z.nullable(z.iso.datetime());

/** `readOn`: date of its text. `reason`: why it could not be read, also where an earlier text answers. */
const versionSourceSchema = z.object({
  id: z.int(),
  name: z.string(),
  isAddress: z.boolean(),
  passages: z.int(),
  readOn: moment,
  reason: z.nullable(reasonSchema),
});

export const versionSchema = z.object({
  number: idSchema,
  /** The version that it was made from, or went back to. */
  base: z.nullable(z.int()),
  state: z.enum(VERSION_STATES),
  /** Never empty; the newest last. */
  causes: z.array(causeSchema),
  madeOn: z.iso.datetime(),
  publishedOn: moment,
  publishedBy: z.nullable(z.string()),
  /** Date of its oldest text. */
  textDate: moment,
  passages: z.int(),
  sources: z.array(versionSourceSchema),
  /** Whether going back to it takes effect at once; else its index is made again first. */
  isIndexed: z.boolean(),
  /** Whether its text is kept, so that it can be shown, compared and gone back to. */
  isKept: z.boolean(),
});
export type UnitVersion = z.infer<typeof versionSchema>;

/** Newest first. `bytes`: what all versions take on disk, without the original files. */
export const versionListSchema = z.object({
  items: z.array(versionSchema),
  more: z.boolean(),
  bytes: z.int(),
  /** Time zone of the bot. */
  zone: z.string(),
});
export type VersionList = z.infer<typeof versionListSchema>;
export const versionListQuerySchema = z.object({
  /** Only versions with a lower number. */
  before: z.optional(queryInteger(1, Number.MAX_SAFE_INTEGER)),
  limit: z._default(queryInteger(1, PAGE_LIMITS.max), PAGE_LIMITS.default),
});

/** `isIndexed`: it answers already; else it does once its index has been made again. */
export const rollbackSchema = z.object({ version: z.int(), isIndexed: z.boolean() });

const unitNameSchema = z.object({ id: z.int(), title: z.string() });

/** The counts of an evaluation of tests over drafts. `asked` of `tests`; the rest is left out where no searched unit differs. */
const proofSchema = z.object({
  id: z.int(),
  state: z.enum(EVALUATION_STATES),
  startedOn: z.iso.datetime(),
  endedOn: moment,
  tests: z.int(),
  asked: z.int(),
  lost: z.int(),
  gained: z.int(),
  changed: z.int(),
  /** Null of a proof that asked tests alone. */
  questions: z.nullable(questionCountsSchema),
  /** Whether drafts or live knowledge are as they were proven. */
  isCurrent: z.boolean(),
  /** How many drafts were in place. */
  drafts: z.int(),
});
export type Proof = z.infer<typeof proofSchema>;

/**
 * A draft with its unit. `held`: why it did not go live by itself, nor does at `publishOn`. `publishOn`: the moment that
 * somebody (`publishedBy` of the version) chose, which a later change of the draft leaves. `publishing`: the moment has
 * come, and the draft goes live once tests were asked again.
 */
export const draftSchema = z.object({
  unit: unitNameSchema,
  version: versionSchema,
  /** Whether the unit answers nothing yet. */
  isNew: z.boolean(),
  release: z.enum(DRAFT_RELEASES),
  held: z.nullable(reasonSchema),
  publishOn: moment,
  publishing: z.boolean(),
  proof: z.nullable(proofSchema),
});
export type KnowledgeDraft = z.infer<typeof draftSchema>;

/** Newest first. */
export const draftListSchema = z.object({ items: z.array(draftSchema), total: z.int() });
export type DraftList = z.infer<typeof draftListSchema>;
export const draftListQuerySchema = z.object({
  /** Only the draft of this unit. */
  unitId: z.optional(queryInteger(1, Number.MAX_SAFE_INTEGER)),
  ...paginationQuery,
});

const draftKeySchema = z.object({ unitId: idSchema, version: idSchema });
export type DraftKey = z.infer<typeof draftKeySchema>;
const draftKeysSchema = z.array(draftKeySchema).check(z.minLength(1), z.maxLength(DRAFTS_AT_ONCE));

export const proofRequestSchema = z.object({ drafts: draftKeysSchema });
/**
 * `on`: the moment at which they go live, null for now. `untested`: at once, also where tests were not asked over these
 * drafts together and the knowledge as it is.
 */
export const publicationRequestSchema = z.object({
  drafts: draftKeysSchema,
  untested: z._default(z.boolean(), false),
  on: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
});
export const discardRequestSchema = proofRequestSchema;
export const unscheduleRequestSchema = proofRequestSchema;
/** `indexing`: units whose index is made again first. `testing`: drafts whose tests are asked again first. */
export const publicationSchema = z.object({
  published: z.array(draftKeySchema),
  indexing: z.array(draftKeySchema),
  scheduled: z.array(draftKeySchema),
  testing: z.array(draftKeySchema),
});
export const discardReceiptSchema = z.object({ discarded: z.array(draftKeySchema) });

export const versionParams = z.extend(botParams, { knowledgeId: idParam, version: idParam });

/** What became of a passage between two versions. */
const PASSAGE_CHANGES = ['added', 'removed', 'changed', 'moved'] as const;
export type PassageChangeKind = (typeof PASSAGE_CHANGES)[number];
/** Of a changed passage: that nothing else differs. */
const SLIGHT_CHANGES = ['tashkeel', 'digits', 'section'] as const;

const sideSchema = z.object({
  ordinal: z.int(),
  sourceId: z.int(),
  text: z.string(),
  sectionTitle: z.string(),
  page: z.nullable(z.int()),
});
export type ChangedPassage = z.infer<typeof sideSchema>;

/** `before` is null of an added passage, `after` of a removed one. */
const passageChangeSchema = z.object({
  kind: z.enum(PASSAGE_CHANGES),
  only: z.nullable(z.enum(SLIGHT_CHANGES)),
  before: z.nullable(sideSchema),
  after: z.nullable(sideSchema),
});
export type PassageChange = z.infer<typeof passageChangeSchema>;

/**
 * Changes from one version of a unit to another, in the order of the later text; a page of them. `from` is 0 where nothing
 * was before. `before` of a changed passage may come from several passages, where their borders shifted.
 */
export const versionChangesSchema = z.object({
  from: z.int(),
  to: z.int(),
  counts: z.object({
    same: z.int(),
    added: z.int(),
    removed: z.int(),
    changed: z.int(),
    moved: z.int(),
  }),
  sources: z.array(
    z.object({ name: z.string(), kind: z.enum(['added', 'removed']), isAddress: z.boolean() }),
  ),
  items: z.array(passageChangeSchema),
  total: z.int(),
});
export type VersionChanges = z.infer<typeof versionChangesSchema>;
/** `from`: number of the version to compare with, by default the one that answered before; 0: with nothing. */
export const versionChangesQuerySchema = z.object({
  from: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
  ...paginationQuery,
});

/** A version that was published, with its unit. `passagesBefore`: of the version that it replaced; null of the first. */
const publishedVersionSchema = z.object({
  knowledgeId: idSchema,
  title: z.string(),
  number: idSchema,
  base: z.nullable(z.int()),
  causes: z.array(causeSchema),
  publishedOn: z.iso.datetime(),
  publishedBy: z.nullable(z.string()),
  passages: z.int(),
  passagesBefore: z.nullable(z.int()),
});
export type PublishedVersion = z.infer<typeof publishedVersionSchema>;

/** Versions of all units of a bot, latest first. `since`: the first day that was asked for, in `zone`. */
export const publishedVersionsSchema = z.object({
  items: z.array(publishedVersionSchema),
  total: z.int(),
  since: daySchema,
  zone: z.string(),
});
/** `since`: by default the last Monday before today. */
export const publishedVersionsQuerySchema = z.object({ since: z.optional(daySchema), ...paginationQuery });
