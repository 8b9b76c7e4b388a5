import { DRAFT_KNOWLEDGE, HEADERS } from '#contract/headers.ts';
import { hasRight } from '#contract/rights.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Call } from './call.ts';

/** Whether a call is about drafts in place of what is live: `X-Knowledge: draft`. Throws `not-allowed`. */
export function asksForDrafts({ key, request }: Pick<Call<object>, 'key' | 'request'>): boolean {
  if (request.headers.get(HEADERS.knowledge) !== DRAFT_KNOWLEDGE) return false;
  if (!hasRight(key.role, 'editKnowledge')) throw new GatewayFault('not-allowed');
  return true;
}
