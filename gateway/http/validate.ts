import { describeIssue, issueField, nearestIssue } from '#contract/describe-issue.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Language } from '#gateway/core/messages.ts';
import type * as z from 'zod/mini';

/** What the contract makes of an input, or 400 with the first issue in plain words and its field. */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  language: Language,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  const issue = first && nearestIssue(first);
  const field = (issue && issueField(issue)) || 'body';
  const words = issue ? describeIssue(issue, input, language) : '';
  throw new GatewayFault('invalid-field', { field, issue: words }, { field });
}
