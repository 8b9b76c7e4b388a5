/** Sections 2.4 and 2.5: knowledge units, their registration, listing, updating and removal. */
import * as z from 'zod/mini';
import { isVisible } from '#common/title-key.ts';
import { findIdCandidates } from './id-candidates.ts';
import { lenientInteger, lenientTimestamp } from './lenient.ts';
import { UNIT_LIMITS } from './limits.ts';
import { collapseWhitespace, withoutControlCharacters } from './names.ts';
import { paginationQuery, queryInteger } from './pagination.ts';

/** `knowledgeSource`: 0 file, 1 URL. */
export const KNOWLEDGE_SOURCE = { file: 0, url: 1 } as const;

/** Ids and bot ids are positive safe integers. */
export const idSchema = z.int().check(z.positive());

/**
 * A title of at most 200 characters, one of them visible, white space collapsed, without control characters and bidi
 * overrides; it is also the index name.
 */
export const titleSchema = z.string().check(
  z.overwrite(collapseWhitespace),
  z.minLength(1),
  z.maxLength(UNIT_LIMITS.title),
  z.refine((text) => isVisible(text), { params: { words: 'invisible' } }),
  withoutControlCharacters(),
);
/** Description of a unit; may be empty. */
export const descriptionSchema = z.string().check(z.maxLength(UNIT_LIMITS.description));

/** One address of a URL unit. Whether it may be reached is the gateway's to say. */
export const sourceUrlSchema = z.url({ protocol: /^https?$/ }).check(z.maxLength(UNIT_LIMITS.url));

/** Section 2.5: built from the upload result plus the size in bytes. */
export const fileObjectSchema = z.object({
  FileName: z.string().check(z.minLength(1), z.maxLength(1000)),
  FileUrl: z.string().check(z.minLength(1), z.maxLength(8000)),
  FilePath: z.string().check(z.minLength(1), z.maxLength(2000)),
  FileSize: z.int().check(z.nonnegative()),
});
export type FileObject = z.infer<typeof fileObjectSchema>;

const sources = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1), z.maxLength(UNIT_LIMITS.sources));

/** Endpoint 3: register a unit from files. */
const fileRegistrationSchema = z.object({
  title: titleSchema,
  description: z.optional(z.nullable(descriptionSchema)),
  KnowledgeSource: z.literal(KNOWLEDGE_SOURCE.file),
  SourceContent: sources(fileObjectSchema),
});

/** Endpoint 3: register a unit from addresses. */
const urlRegistrationSchema = z.object({
  title: titleSchema,
  description: z.optional(z.nullable(descriptionSchema)),
  KnowledgeSource: z.literal(KNOWLEDGE_SOURCE.url),
  SourceContent: sources(sourceUrlSchema),
});

/** A unit to be added, of files or of addresses. */
export const registrationSchema = z.discriminatedUnion('KnowledgeSource', [
  fileRegistrationSchema,
  urlRegistrationSchema,
]);
export type Registration = z.infer<typeof registrationSchema>;

/** `Response` of a registration. */
export const registrationResponseSchema = z.object({ id: idSchema });
/**
 * `Response` of a registration at other gateways, of any form. `id`: a number under the name `id`. `candidates`:
 * further numbers that may be the id, likeliest first.
 */
export const lenientRegistrationResponseSchema = z.pipe(
  z.unknown(),
  z.transform((value): { id?: number; candidates: number[] } => {
    const candidates = findIdCandidates(value);
    const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
    if (typeof id !== 'number' || !candidates.includes(id)) return { candidates };
    return { id, candidates: candidates.filter((candidate) => candidate !== id) };
  }),
);

/** An update: registration's fields, all optional; what is absent stays as it is. */
export const updateSchema = z.object({
  title: z.optional(titleSchema),
  description: z.optional(z.nullable(descriptionSchema)),
  KnowledgeSource: z.optional(z.literal([KNOWLEDGE_SOURCE.file, KNOWLEDGE_SOURCE.url])),
  SourceContent: z.optional(z.union([sources(fileObjectSchema), sources(sourceUrlSchema)])),
});
export type UnitUpdate = z.infer<typeof updateSchema>;

/** One source of a unit, as adding and replacing name it: registration's fields with a single item. */
export const newSourceSchema = z.discriminatedUnion('KnowledgeSource', [
  z.object({ KnowledgeSource: z.literal(KNOWLEDGE_SOURCE.file), SourceContent: fileObjectSchema }),
  z.object({ KnowledgeSource: z.literal(KNOWLEDGE_SOURCE.url), SourceContent: sourceUrlSchema }),
]);
export type NewSource = z.infer<typeof newSourceSchema>;

/** Out of the bin; `title` where another unit has taken the old one. The body may be left out. */
export const restorationSchema = z.object({ title: z.optional(titleSchema) });

/** A source inside a unit. `content`: the URL, or a freshly signed FileUrl that ends in the file's name. */
export const knowledgeSourceSchema = z.object({
  id: z.int(),
  knowledgeSource: z.int(),
  content: z.string(),
});
export type KnowledgeSource = z.infer<typeof knowledgeSourceSchema>;

/** Section 2.4, not wrapped in the envelope by endpoint 5. */
export const unitSchema = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  botId: z.int(),
  createdOn: z.iso.datetime(),
  modifiedOn: z.iso.datetime(),
  sourceStatus: z.int(),
  aiKnowledgeSources: z.array(knowledgeSourceSchema),
});

/** A unit of another gateway: ids as digits, an absent description, times without a zone or unknown (null). */
export const lenientUnitSchema = z.extend(unitSchema, {
  id: lenientInteger,
  botId: lenientInteger,
  sourceStatus: lenientInteger,
  description: z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((text): string => text ?? ''),
  ),
  createdOn: lenientTimestamp,
  modifiedOn: lenientTimestamp,
  aiKnowledgeSources: z.array(
    z.extend(knowledgeSourceSchema, { id: lenientInteger, knowledgeSource: lenientInteger }),
  ),
});
export type KnowledgeUnit = z.infer<typeof lenientUnitSchema>;

const knownItems = (length: number) =>
  z.array(z.string().check(z.maxLength(length))).check(z.maxLength(UNIT_LIMITS.knownPerCall));

const total = z.int().check(z.nonnegative());
/** Response of the list: one page and how many there are in all. */
export const unitListSchema = z.object({ items: z.array(unitSchema), total });
/** The same of other gateways. */
export const lenientUnitListSchema = z.object({ items: z.array(lenientUnitSchema), total });
export type UnitList = z.infer<typeof lenientUnitListSchema>;

/** Orders of the list of units; `-` is descending. */
export const UNIT_SORTS = [
  'title',
  '-title',
  'createdOn',
  '-createdOn',
  'modifiedOn',
  '-modifiedOn',
  'sourceStatus',
  '-sourceStatus',
] as const;
export type UnitSort = (typeof UNIT_SORTS)[number];

/** Query of the list. `search` looks in title and description, blind to tashkeel and hamza forms. */
export const unitListQuerySchema = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  status: z.optional(queryInteger(0, 3)),
  /** Among ready units, only units with a failed source (`true`) or without (`false`). */
  partlyReady: z.optional(z.enum(['true', 'false'])),
  /** Among ready units, only units that answer by an earlier reading of a source (`true`) or other units (`false`). */
  updateFailed: z.optional(z.enum(['true', 'false'])),
  /** Only units that are switched off or outside their dates (`false`), or the others (`true`). */
  available: z.optional(z.enum(['true', 'false'])),
  /** Only units of this owner: id of a person, `mine` for the person of the calling key, or `nobody`. */
  owner: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  ...paginationQuery,
  sort: z._default(z.enum(UNIT_SORTS), '-modifiedOn'),
});

/** Titles that may be taken. Any text: a title that no unit can have is not taken. */
export const titleLookupSchema = z.object({
  titles: z
    .array(z.string().check(z.maxLength(UNIT_LIMITS.title)))
    .check(z.maxLength(UNIT_LIMITS.titlesPerCall)),
});
/** Taken titles as they were sent, with the unit of each. */
export const takenTitlesSchema = z.object({ items: z.array(z.object({ title: z.string(), id: z.int() })) });

/**
 * What is to be added: paths of uploaded files, web addresses, titles, hashes of texts (`textHash` of dry readings). Addresses
 * are compared without case of scheme and host, default port, fragment and last slash, files by their bytes.
 */
export const knownLookupSchema = z.object({
  files: z._default(knownItems(2000), () => []),
  addresses: z._default(knownItems(UNIT_LIMITS.url), () => []),
  titles: z._default(knownItems(UNIT_LIMITS.title), () => []),
  texts: z._default(knownItems(64), () => []),
});
const knownPlacesSchema = z.array(z.object({ unit: z.int(), source: z.int() }));
const knownUnitSchema = z.object({
  id: z.int(),
  title: z.string(),
  inBin: z.boolean(),
  etag: z.string(),
  /** Bytes of files alone; the date of the text, null before the first reading. */
  sources: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      isFile: z.boolean(),
      size: z.nullable(z.int()),
      textOn: z.nullable(z.string()),
      /** Whether only the draft of the unit has it. */
      inDraft: z._default(z.boolean(), false),
    }),
  ),
});
export type KnownUnit = z.infer<typeof knownUnitSchema>;
/** What of it the bot has already, as it was sent. Titles of units in the bin are free, and so not among them. */
export const knownSchema = z.object({
  files: z.array(z.object({ file: z.string(), places: knownPlacesSchema })),
  addresses: z.array(z.object({ address: z.string(), places: knownPlacesSchema })),
  titles: z.array(z.object({ title: z.string(), unit: z.int() })),
  /** Sources whose text is the same, live or in a draft. */
  texts: z._default(z.array(z.object({ text: z.string(), places: knownPlacesSchema })), () => []),
  units: z.array(knownUnitSchema),
});
export type Known = z.infer<typeof knownSchema>;

/** Query of a deletion. `forever=true`: past the bin, beyond recall. */
export const deletionQuerySchema = z.object({ forever: z.optional(z.enum(['true', 'false'])) });

/** Receipt of a removal. `forever` false: it lies in the bin until `keptUntil`. */
export const deletionReceiptSchema = z.object({
  id: z.int(),
  title: z.string(),
  forever: z.boolean(),
  keptUntil: z.nullable(z.string()),
  removed: z.object({ passages: z.int(), sources: z.int(), files: z.int() }),
});
export type DeletionReceipt = z.infer<typeof deletionReceiptSchema>;
