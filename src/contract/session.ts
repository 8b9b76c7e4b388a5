/** Extensions: signing in with a code, and the keys that exist. */
import * as z from 'zod/mini';

export const ROLES = ['owner', 'curator', 'tester', 'monitor'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

/** The code of a printed link: good once, for ten minutes. `name` says which browser asks. */
export const signInRequestSchema = z.object({
  code: z.string().check(z.minLength(16), z.maxLength(200)),
  name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
});

/** A key as it may be shown: never the key itself. `madeBy` code keys are revoked on signing out. */
export const keyViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  role: roleSchema,
  bots: z.array(z.int()),
  createdOn: z.string(),
  expiresOn: z.nullable(z.string()),
  lastUsedOn: z.nullable(z.string()),
  madeBy: z.enum(['code', 'operator']),
  current: z.boolean(),
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

export const sessionSchema = z.object({
  view: keyViewSchema,
  bots: z.array(z.object({ id: z.int(), name: z.string() })),
});
export type Session = z.infer<typeof sessionSchema>;
export const keyListSchema = z.object({ items: z.array(keyViewSchema) });
