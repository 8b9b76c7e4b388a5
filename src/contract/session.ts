/** Extensions: signing in with a code, and the keys that exist. */
import * as z from 'zod/mini';
import { PAGE_LIMITS } from './limits.ts';
import { withoutControlCharacters } from './names.ts';
import { paginationQuery, queryInteger } from './pagination.ts';
import { ledgerSchema } from './usage.ts';

/** Roles of keys; `rights.ts` says what each may do. */
export const ROLES = ['owner', 'curator', 'tester', 'monitor'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

/** A person as others name one. Names stay in logs and with old keys after the person was removed. */
export const personRefSchema = z.object({ id: z.string(), name: z.string() });
export type PersonRef = z.infer<typeof personRefSchema>;

/** The code of a printed link, valid once for ten minutes. `name` identifies the browser. */
export const signInRequestSchema = z.object({
  code: z.string().check(z.minLength(16), z.maxLength(200)),
  name: z.optional(z.string().check(z.trim(), z.maxLength(100), withoutControlCharacters())),
  /**
   * The browser's time zone, an IANA name, adopted by the bot unless a person chose a zone. Unknown names are ignored.
   */
  zone: z.optional(z.string().check(z.maxLength(100))),
});

/** A key as it may be shown: never the key itself. `createdBy` code keys are revoked on signing out. */
export const keyViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  role: roleSchema,
  /** Current bots of the key, as far as the calling key covers them; `allBots` includes bots created later. */
  bots: z.array(z.int()),
  allBots: z.boolean(),
  /** Cap of a ledger per period and bot. */
  caps: z.partialRecord(ledgerSchema, z.number()),
  createdOn: z.string(),
  expiresOn: z.nullable(z.string()),
  lastUsedOn: z.nullable(z.string()),
  /** Origin: a sign-in link, the setting FIHRIST_API_KEY, an owner on the dashboard, or a `fihrist` command. */
  createdBy: z.enum(['code', 'operator', 'owner', 'command']),
  /** Moment of rotation; the old key stays valid until `expiresOn`. */
  rotatedOn: z.nullable(z.string()),
  /** Since when calls with the key and its family are refused; null or absent for a key that works. */
  pausedOn: z.optional(z.nullable(z.string())),
  /** Person of the key; null for a key of a program. */
  person: z.optional(z.nullable(personRefSchema)),
  current: z.boolean(),
  /** Whether the calling key may change this key: it must cover all bots of this key. */
  manageable: z.boolean(),
});
export type KeyView = z.infer<typeof keyViewSchema>;

/** The only time a key is ever shown. */
export const signInResponseSchema = z.object({
  key: z.string(),
  botId: z.int(),
  modelFamily: z.string(),
  view: keyViewSchema,
});
export type SignIn = z.infer<typeof signInResponseSchema>;

/**
 * `bots`: all bots of the key, archived bots included, deleted bots excluded. `zone`: time zone in which times of the
 * bot are shown.
 */
export const sessionSchema = z.object({
  view: keyViewSchema,
  /** Who is signed in; null for a key of a program. */
  person: z.optional(z.nullable(personRefSchema)),
  bots: z.array(
    z.object({ id: z.int(), name: z.string(), archived: z.boolean(), zone: z.optional(z.string()) }),
  ),
});
export type Session = z.infer<typeof sessionSchema>;
/** Signing out. False: the key was not created by a sign-in code and stays valid. */
export const signOutResponseSchema = z.object({ revoked: z.boolean() });

/**
 * `family`: shared by a key and its successors, which share caps. `used`: usage of the family by ledger in the current
 * period, reservations of calls under way included; a ledger without usage is absent.
 */
const listedKeySchema = z.extend(keyViewSchema, {
  family: z.optional(z.string()),
  used: z.optional(z.partialRecord(ledgerSchema, z.number())),
  /** Whether the key is good for the bot of the call: only from there it is changed. */
  ofBot: z.optional(z.boolean()),
});
export type ListedKey = z.infer<typeof listedKeySchema>;
/** Keys visible to the caller, the calling one first and rotated ones last. `total` counts what a search matches. */
export const keyListSchema = z.object({ items: z.array(listedKeySchema), total: z.optional(z.int()) });
/**
 * `bots`: keys of the bot of the call, or of all bots that the calling key is good for. `kind`: `sessions` are keys of
 * browsers that signed in with a code. `search` looks in names of keys and people and finds prefixes and ids. Without `limit` all are listed.
 */
export const keyListQuerySchema = z.object({
  search: z.optional(z.string().check(z.maxLength(200))),
  bots: z._default(z.enum(['current', 'all']), 'current'),
  kind: z.optional(z.enum(['keys', 'sessions'])),
  offset: paginationQuery.offset,
  limit: z.optional(queryInteger(1, PAGE_LIMITS.max)),
});
export type KeyKind = NonNullable<z.infer<typeof keyListQuerySchema>['kind']>;
