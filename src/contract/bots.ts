/** Extensions: the bots of an installation, each with its quota, its limits and its own knowledge. */
import * as z from 'zod/mini';
import { BOT_LIMITS } from './limits.ts';
import { nameSchema } from './names.ts';
import { pageQuery } from './pages.ts';
import { ledgerSchema, periodSchema } from './usage.ts';

/** The one spelling that `Intl` has for a zone; undefined for what is none, and for mere offsets, which have no calendar. */
const spellZone = (zone: string): string | undefined => {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    return /^[+-]/.test(timeZone) ? undefined : timeZone;
  } catch {
    return undefined;
  }
};

const fields = {
  name: nameSchema(BOT_LIMITS.name),
  /** Units granted per period; a ledger that is not named keeps what it has, null takes it away. */
  quotas: z.partialRecord(ledgerSchema, z.nullable(z.int().check(z.nonnegative()))),
  period: periodSchema,
  /** An IANA name, such as `Asia/Riyadh`, kept as `Intl` spells it: whose midnights begin days and periods. */
  zone: z.string().check(
    z.maxLength(100),
    z.refine((zone) => spellZone(zone) !== undefined, { params: { words: 'zone' } }),
    z.overwrite((zone) => spellZone(zone) ?? zone),
  ),
  /** Calls under way per key; null: as the gateway has it. */
  concurrency: z.nullable(z.int().check(z.gte(1), z.lte(BOT_LIMITS.concurrency))),
  /** Hosts that URL units may come from, `example.com` or `*.example.com`; empty: any that is public. */
  allowedHosts: z
    .array(
      z
        .string()
        .check(z.trim(), z.toLowerCase(), z.regex(/^(?:\*\.)?[a-z0-9\p{L}\p{N}.-]{1,253}(?::\d{1,5})?$/u)),
    )
    .check(z.maxLength(BOT_LIMITS.allowedHosts)),
};

/** What is absent is as the gateway has it for its first bot. */
export const newBotSchema = z.extend(z.partial(z.object(fields)), { name: fields.name });
export type NewBot = z.input<typeof newBotSchema>;

/** What is absent stays. */
export const botChangeSchema = z.partial(z.object(fields));
export type BotChange = z.input<typeof botChangeSchema>;

/** A bot as it stands. `etag`: what `If-Match` of a change names. A deleted one can be restored until `goneOn`. */
export const botSchema = z.object({
  id: z.int(),
  name: z.string(),
  createdOn: z.string(),
  archivedOn: z.nullable(z.string()),
  deletedOn: z.nullable(z.string()),
  goneOn: z.nullable(z.string()),
  quotas: z.partialRecord(ledgerSchema, z.number()),
  period: periodSchema,
  zone: z.string(),
  concurrency: z.nullable(z.int()),
  allowedHosts: z.array(z.string()),
  units: z.int(),
  etag: z.string(),
  /** Whether the key that asks may change it. */
  manageable: z.boolean(),
});
export type Bot = z.infer<typeof botSchema>;

export const botListQuerySchema = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  ...pageQuery,
});
/** The bots that the key may see, those of every day first, then archived, then deleted ones. */
export const botListSchema = z.object({ items: z.array(botSchema), total: z.int() });
export type BotList = z.infer<typeof botListSchema>;

/** `forever=true`: what a deletion removed, beyond recall; else all null. */
export const botReceiptSchema = z.object({
  deleted: z.enum(['bin', 'forever']),
  units: z.int(),
  passages: z.nullable(z.int()),
  files: z.nullable(z.int()),
  blobs: z.nullable(z.int()),
  keysRevoked: z.nullable(z.int()),
});
export type BotReceipt = z.infer<typeof botReceiptSchema>;
