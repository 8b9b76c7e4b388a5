/** Multipart forms: their fields arrive as text, and browsers send empty ones for what was left out. */
import * as z from 'zod/mini';

/** Fields of a form, as they arrive; an empty one counts as absent. */
export function formFields<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const fields = z.object(shape);
  return z.pipe(z.transform(dropEmpty), fields) as z.ZodMiniPipe<
    z.ZodMiniTransform<unknown, z.input<typeof fields>>,
    typeof fields
  >;
}

function dropEmpty(form: unknown): unknown {
  if (typeof form !== 'object' || form === null) return form;
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ''));
}

/** `true` or `false`, however they are capitalised. */
export const formFlagSchema = z.pipe(z.string().check(z.toLowerCase()), z.enum(['true', 'false']));

/** A whole number of at least 1, as text. */
export const formCountSchema = z.string().check(
  z.regex(/^\d{1,9}$/),
  z.check(({ value, issues }) => {
    if (Number(value) < 1)
      issues.push({ code: 'too_small', origin: 'number', minimum: 1, inclusive: true, input: value });
  }),
);
