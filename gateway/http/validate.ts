import { describeIssue, issueField, nearestIssue } from '#contract/describe-issue.ts';
import { findNul } from '#contract/refuse-nul.ts';
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
  const nul = result.success ? findNul(result.data) : undefined;
  if (result.success && !nul) return result.data;
  const first = nul ?? result.error?.issues[0];
  const issue = first && nearestIssue(first);
  const field = (issue && issueField(issue)) || 'body';
  const words = issue ? describeIssue(issue, input, language) : '';
  throw new GatewayFault('invalid-field', { field, issue: words }, { field });
}
