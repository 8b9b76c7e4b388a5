import * as z from 'zod/mini';
import { trimBaseUrl } from '#src/api/connection.ts';

/** Problems are keys of the `connect` words, so that they follow the language while the form stands. */
export type ProblemKey =
  | 'problem.baseUrlForm'
  | 'problem.baseUrlParts'
  | 'problem.required'
  | 'problem.tooLong'
  | 'problem.headerText'
  | 'problem.familyForm';
const problem = (key: ProblemKey) => ({ error: key });

function isWebAddress(text: string): boolean {
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
}

function hasOnlyPlace(text: string): boolean {
  if (text === '' || !URL.canParse(text)) return true;
  const { search, hash, username, password } = new URL(text);
  return `${search}${hash}${username}${password}` === '';
}

// Header values are visible ASCII; anything else makes the browser refuse the call with words nobody understands.
const headerText = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, problem('problem.required')),
    z.maxLength(500, problem('problem.tooLong')),
    z.regex(/^[\x21-\x7e]*$/, problem('problem.headerText')),
  );

export const connectSchema = z.object({
  baseUrl: z.pipe(
    z.string().check(z.maxLength(500, problem('problem.tooLong'))),
    z.pipe(
      z.transform(trimBaseUrl),
      z
        .string()
        .check(
          z.refine(isWebAddress, problem('problem.baseUrlForm')),
          z.refine(hasOnlyPlace, problem('problem.baseUrlParts')),
        ),
    ),
  ),
  key: headerText,
  bot: headerText,
  modelFamily: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, problem('problem.required')),
      z.maxLength(100, problem('problem.tooLong')),
      z.regex(/^[^/\s?#]*$/, problem('problem.familyForm')),
    ),
  name: z.string().check(z.trim(), z.maxLength(100, problem('problem.tooLong'))),
  remember: z.boolean(),
});
export type ConnectValues = z.infer<typeof connectSchema>;
