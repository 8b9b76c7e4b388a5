/** Extension: people with a role and bots. A person signs in by a link; the keys of a person never exceed the person's rights. */
import * as z from 'zod/mini';
import { KEY_LIMITS } from './limits.ts';
import { nameSchema } from './names.ts';
import { personRefSchema, roleSchema } from './session.ts';

const fields = {
  name: nameSchema(KEY_LIMITS.name),
  role: roleSchema,
  /** Bots of the person; `allBots` includes bots created later. */
  bots: z.array(z.int().check(z.positive())).check(z.maxLength(KEY_LIMITS.bots)),
  allBots: z.boolean(),
};

/** An invitation: the person and a link are made at once. */
export const newPersonSchema = z.object({
  ...fields,
  bots: z._default(fields.bots, []),
  allBots: z._default(fields.allBots, false),
});
export type NewPerson = z.input<typeof newPersonSchema>;

/** Absent fields stay. Sessions of the person follow at once; other keys are narrowed to what the person still may do. */
export const personChangeSchema = z.partial(z.object(fields));
export type PersonChange = z.input<typeof personChangeSchema>;

/** `bots`: current bots of the person, as far as the calling key covers them. `lastSeenOn`: last use of a key of the person. */
const detailsSchema = z.object({
  role: roleSchema,
  bots: z.array(z.int()),
  allBots: z.boolean(),
  createdOn: z.string(),
  lastSeenOn: z.nullable(z.string()),
  /** Whether the calling key may change the person: it must cover all bots of the person. */
  manageable: z.boolean(),
});
/** `details`: for owners; null for other roles, which read names. `current`: the person of the calling key. */
const personSchema = z.extend(personRefSchema, {
  current: z.boolean(),
  details: z.nullable(detailsSchema),
});
export type Person = z.infer<typeof personSchema>;

/** People of the bot of the call, by name. */
export const personListSchema = z.object({ items: z.array(personSchema) });

/** A sign-in code of a person, good once until `expiresOn`, and shown this once: the link is the dashboard's address with `#code=`. */
export const personCodeSchema = z.object({ code: z.string(), expiresOn: z.string() });
export type PersonCode = z.infer<typeof personCodeSchema>;
export const invitationSchema = z.extend(personCodeSchema, { person: personSchema });
export type Invitation = z.infer<typeof invitationSchema>;
export const changedPersonSchema = personSchema;

/** `units`: id of the person who gets the units of the removed one; absent: they have no owner afterwards. */
export const personRemovalQuerySchema = z.object({ units: z.optional(z.string().check(z.maxLength(100))) });
/** `keys`: ended with the person. `units`: handed over, or without an owner since. */
export const personRemovalSchema = z.object({ keys: z.int(), units: z.int() });
export type PersonRemoval = z.infer<typeof personRemovalSchema>;
