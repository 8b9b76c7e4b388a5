/** What other gateways send in other forms: values that are read where they can be, and else left out. */
import * as z from 'zod/mini';

/** A field that is undefined when its value does not match the schema. */
export const ifReadable = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value): z.output<Schema> | undefined => schema.safeParse(value).data),
  );

/** A whole number, or its digits as a text. */
export const lenientInteger = z.union([
  z.int(),
  z.pipe(z.string().check(z.regex(/^\s*\d{1,16}\s*$/)), z.pipe(z.transform(Number), z.int())),
]);

/** ISO 8601; a missing zone is read as UTC (other gateways leave it out). Null: missing or unreadable. */
export const lenientTimestamp = z.pipe(
  z.optional(z.unknown()),
  z.transform((value): string | null => {
    if (typeof value !== 'string') return null;
    const time = Date.parse(/(?:[zZ]|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`);
    return Number.isNaN(time) ? null : new Date(time).toISOString();
  }),
);
