/** Extensions: the keys of an installation. A key is shown once, when it is created; later only its prefix is known. */
import * as z from 'zod/mini';
import { KEY_LIMITS } from './limits.ts';
import { nameSchema } from './names.ts';
import { keyViewSchema, roleSchema } from './session.ts';
import { ledgerSchema } from './usage.ts';

/** A moment with its zone; kept to the millisecond. */
const moment = z.iso.datetime({ offset: true });

/** The cap of a key on each ledger, per period and bot; a ledger that is absent has no cap. */
const capsSchema = z.partialRecord(ledgerSchema, z.int().check(z.nonnegative()));
export type Caps = z.infer<typeof capsSchema>;

const fields = {
  name: nameSchema(KEY_LIMITS.name),
  role: roleSchema,
  /** Bots of the key; `allBots` includes bots created later. */
  bots: z.array(z.int().check(z.positive())).check(z.maxLength(KEY_LIMITS.bots)),
  allBots: z.boolean(),
  /** Owner keys have no caps: 400 `owner-key-capped`. */
  caps: capsSchema,
  /** Null: until it is revoked. */
  expiresOn: z.nullable(moment),
};

/** A key as it is issued; without `expiresOn` it does not expire. */
export const newKeySchema = z.object({
  ...fields,
  bots: z._default(fields.bots, []),
  allBots: z._default(fields.allBots, false),
  caps: z._default(fields.caps, {}),
  expiresOn: z._default(fields.expiresOn, null),
});
export type NewKey = z.input<typeof newKeySchema>;

/** Absent fields stay unchanged. */
export const keyChangeSchema = z.partial(
  z.object({
    ...fields,
    /** Gives the key to a person who has its rights, 400 `key-exceeds-person` else; null makes it a program's. */
    personId: z.nullable(z.string().check(z.maxLength(100))),
  }),
);
export type KeyChange = z.input<typeof keyChangeSchema>;

/** Hours for which the old key stays valid, at most until it would have expired. 0: it ends at once. */
export const rotationSchema = z.object({
  overlapHours: z._default(z.int().check(z.nonnegative(), z.lte(KEY_LIMITS.overlapHours)), 24),
});

/** False resumes the key. */
export const pauseSchema = z.object({ paused: z.boolean() });

/** `Response` of a revocation. */
export const revocationSchema = z.object({ revoked: z.literal(true) });

/** The only time a key is ever shown. */
export const createdKeySchema = z.object({ key: z.string(), view: keyViewSchema });
export type CreatedKey = z.infer<typeof createdKeySchema>;
