import type * as z from 'zod/mini';
import { describeIssue, issueField, nearestIssue } from '#contract/describe-issue.ts';
import { findUnstorable } from '#contract/refuse-unstorable.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Language } from '#gateway/core/messages.ts';

/** What the contract makes of an input, or 400 with the first issue in plain words and its field. */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  language: Language,
): z.output<Schema> {
  const result = schema.safeParse(input);
  const unstorable = result.success ? findUnstorable(result.data) : undefined;
  if (result.success && !unstorable) return result.data;
  const first = unstorable ?? result.error?.issues[0];
  const issue = first && nearestIssue(first);
  const field = (issue && issueField(issue)) || 'body';
  const words = issue ? describeIssue(issue, input, language) : '';
  throw new GatewayFault('invalid-field', { field, issue: words }, { field });
}
