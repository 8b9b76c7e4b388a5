import * as z from 'zod/mini';
import type { Consumption } from '#contract/envelope.ts';
import { type ProbeResult, probeConnection } from '#src/api/client/probe-connection.ts';
import { createAbsentOperations } from '#src/api/stores/absent-operations.ts';
import { createConsumptionHistory } from '#src/api/stores/consumption-history.ts';
import { openStorage } from '#src/api/stores/storage.ts';
import { trimBaseUrl } from '#src/api/transport/connection.ts';

/** Errors are translation keys, so that they follow a change of the language. */
export type ValidationErrorKey =
  | 'problem.baseUrlForm'
  | 'problem.baseUrlParts'
  | 'problem.required'
  | 'problem.tooLong'
  | 'problem.headerText'
  | 'problem.familyForm';
const errorKey = (key: ValidationErrorKey) => ({ error: key });

function isHttpUrl(text: string): boolean {
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
}

function hasNoExtras(text: string): boolean {
  if (text === '' || !URL.canParse(text)) return true;
  const { search, hash, username, password } = new URL(text);
  return `${search}${hash}${username}${password}` === '';
}

// Header values are visible ASCII: for anything else the browser throws an error that nobody understands.
const headerText = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, errorKey('problem.required')),
    z.maxLength(500, errorKey('problem.tooLong')),
    z.regex(/^[\x21-\x7e]*$/, errorKey('problem.headerText')),
  );

const connectSchema = z.object({
  baseUrl: z.pipe(
    z.string().check(z.maxLength(500, errorKey('problem.tooLong'))),
    z.pipe(
      z.transform(trimBaseUrl),
      z
        .string()
        .check(
          z.refine(isHttpUrl, errorKey('problem.baseUrlForm')),
          z.refine(hasNoExtras, errorKey('problem.baseUrlParts')),
        ),
    ),
  ),
  key: headerText,
  bot: headerText,
  modelFamily: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, errorKey('problem.required')),
      z.maxLength(100, errorKey('problem.tooLong')),
      z.regex(/^[^/\s?#]*$/, errorKey('problem.familyForm')),
    ),
  name: z.string().check(z.trim(), z.maxLength(100, errorKey('problem.tooLong'))),
  remember: z.boolean(),
});
export type ConnectValues = z.infer<typeof connectSchema>;

export type ValidationErrors = Partial<Record<keyof ConnectValues, ValidationErrorKey>>;
type ProbeFailure = Extract<ProbeResult, { ok: false }>;
export type Attempt =
  | { kind: 'incomplete'; problems: ValidationErrors }
  | { kind: 'refused'; values: ConnectValues; refusal: ProbeFailure }
  | { kind: 'works'; values: ConnectValues };

/** Validates the input and tries the connection. A chunk of its own: the schema and the client are not needed to show the form. */
export async function tryConnection(input: ConnectValues): Promise<Attempt> {
  const parsed = connectSchema.safeParse(input);
  if (!parsed.success) {
    const errors: ValidationErrors = {};
    for (const { path, message } of parsed.error.issues) {
      errors[path[0] as keyof ConnectValues] ??= message as ValidationErrorKey;
    }
    return { kind: 'incomplete', problems: errors };
  }
  const values = parsed.data;
  const history = createConsumptionHistory(values, openStorage('localStorage'));
  // Quota figures of the first responses are kept like those of later responses.
  const onConsumption = (consumption: Consumption) => history.record(consumption);
  const result = await probeConnection({ ...values, madeByCode: false }, { onConsumption });
  // Who connects again may expect more of the gateway than it had before.
  createAbsentOperations(values, openStorage('sessionStorage')).clear();
  return result.ok ? { kind: 'works', values } : { kind: 'refused', values, refusal: result };
}
