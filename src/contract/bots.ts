/** Extensions: the bots of an installation, each with its quota, its limits and its own knowledge. */
import * as z from 'zod/mini';
import { BOT_LIMITS, KEPT_QUESTIONS, KEPT_VERSIONS } from './limits.ts';
import { nameSchema } from './names.ts';
import { paginationQuery, within } from './pagination.ts';
import { ledgerSchema, periodSchema } from './usage.ts';

/** The spelling that `Intl` has for a time zone; undefined for unknown zones and for mere offsets, which have no calendar. */
export const spellZone = (zone: string): string | undefined => {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    return /^[+-]/.test(timeZone) ? undefined : timeZone;
  } catch {
    return undefined;
  }
};

/** Default name of the bot from the settings. */
export const defaultBotName = (id: number): string => `Bot ${id}`;

/** Reply when the knowledge holds no certain answer. `hedged`: the nearest section, introduced as uncertain. */
export const WEAK_ANSWERS = ['hedged', 'not-found'] as const;
const weakAnswersSchema = z.enum(WEAK_ANSWERS);

/**
 * When a change of the knowledge goes live. `unless-test-breaks`: once tests were asked over it and none was lost; while a
 * bot has no tests, at once.
 */
export const PUBLISHING_RULES = ['at-once', 'unless-test-breaks', 'by-person'] as const;
const publishingRuleSchema = z.enum(PUBLISHING_RULES);
export type PublishingRule = z.infer<typeof publishingRuleSchema>;
export const DEFAULT_RULES = { personChanges: 'at-once', ownChanges: 'unless-test-breaks' } as const;

const fields = {
  name: nameSchema(BOT_LIMITS.name),
  /** Units granted per period. An absent ledger stays unchanged; null removes it. */
  quotas: z.partialRecord(ledgerSchema, z.nullable(z.int().check(z.nonnegative()))),
  period: periodSchema,
  /** An IANA name, such as `Asia/Riyadh`, in the spelling of `Intl`. Days and periods start at its midnights. */
  zone: z.string().check(
    z.maxLength(100),
    z.refine((zone) => spellZone(zone) !== undefined, { params: { words: 'zone' } }),
    z.overwrite((zone) => spellZone(zone) ?? zone),
  ),
  /** Concurrent calls per key; null: the default of the gateway. */
  concurrency: z.nullable(z.int().check(z.gte(1), z.lte(BOT_LIMITS.concurrency))),
  /** Hosts that URL units may come from, `example.com` or `*.example.com`; empty: any that is public. */
  allowedHosts: z
    .array(
      z
        .string()
        .check(z.trim(), z.toLowerCase(), z.regex(/^(?:\*\.)?[a-z0-9\p{L}\p{N}.-]{1,253}(?::\d{1,5})?$/u)),
    )
    .check(z.maxLength(BOT_LIMITS.allowedHosts)),
  weakAnswers: weakAnswersSchema,
  /** Of the questions that other programs ask, how many are kept as runs, in percent. */
  keptPercent: z.int().check(...within(KEPT_QUESTIONS.percent)),
  /** For how many days. */
  keptDays: z.int().check(...within(KEPT_QUESTIONS.days)),
  /** Of what a person changes, and of addresses that are read again. */
  personChanges: publishingRuleSchema,
  ownChanges: publishingRuleSchema,
  /** For how many days versions are kept that were replaced, and longer while they are among so many last ones of a unit. */
  versionDays: z.int().check(...within(KEPT_VERSIONS.days)),
  versionCount: z.int().check(...within(KEPT_VERSIONS.count)),
};

/** Absent fields take the settings of the gateway. */
export const newBotSchema = z.extend(z.partial(z.object(fields)), { name: fields.name });
export type NewBot = z.input<typeof newBotSchema>;

/** Absent fields stay unchanged. */
export const botChangeSchema = z.partial(z.object(fields));
export type BotChange = z.input<typeof botChangeSchema>;

/** `etag` is the value for `If-Match` of a change. A deleted bot can be restored until `purgesOn`. */
export const botSchema = z.object({
  id: z.int(),
  name: z.string(),
  createdOn: z.string(),
  archivedOn: z.nullable(z.string()),
  deletedOn: z.nullable(z.string()),
  purgesOn: z.nullable(z.string()),
  quotas: z.partialRecord(ledgerSchema, z.number()),
  period: periodSchema,
  zone: z.string(),
  concurrency: z.nullable(z.int()),
  allowedHosts: z.array(z.string()),
  weakAnswers: weakAnswersSchema,
  keptPercent: z._default(z.int(), KEPT_QUESTIONS.percent.default),
  keptDays: z._default(z.int(), KEPT_QUESTIONS.days.default),
  /** Absent where a gateway knows no drafts. */
  personChanges: z.optional(publishingRuleSchema),
  ownChanges: z.optional(publishingRuleSchema),
  versionDays: z.optional(z.int()),
  versionCount: z.optional(z.int()),
  units: z.int(),
  etag: z.string(),
  /** Whether the calling key may change the bot. */
  manageable: z.boolean(),
});
export type Bot = z.infer<typeof botSchema>;

/** Query of the list of bots. `search` looks in their names. */
export const botListQuerySchema = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  ...paginationQuery,
});
/** Bots visible to the key: active, then archived, then deleted. */
export const botListSchema = z.object({ items: z.array(botSchema), total: z.int() });
export type BotList = z.infer<typeof botListSchema>;

/** The counts say what `forever=true` deleted; they are null for a move to the bin. */
export const botReceiptSchema = z.object({
  deleted: z.enum(['bin', 'forever']),
  units: z.int(),
  passages: z.nullable(z.int()),
  files: z.nullable(z.int()),
  blobs: z.nullable(z.int()),
  keysRevoked: z.nullable(z.int()),
});
export type BotReceipt = z.infer<typeof botReceiptSchema>;
