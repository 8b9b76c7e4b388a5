import { DRAFT_KNOWLEDGE, HEADERS } from '#contract/headers.ts';
import { hasRight } from '#contract/rights.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import type { Call } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import { overlayDrafts } from '#gateway/modules/answers/services/overlay-drafts.ts';
import type { SearchTools } from '#gateway/modules/answers/services/search-tools.ts';

/** What a question searches: what is live, or with `X-Knowledge: draft` the drafts in its place. Throws `not-allowed`. */
export async function chooseKnowledge<Given extends Call<Ports>>(
  call: Given,
  tools: SearchTools,
): Promise<{ call: Given; tools: SearchTools }> {
  if (call.request.headers.get(HEADERS.knowledge) !== DRAFT_KNOWLEDGE) return { call, tools };
  if (!hasRight(call.key.role, 'editKnowledge')) throw new GatewayFault('not-allowed');
  const ports = overlayDrafts(call.ports, await call.ports.drafts.searchable(call.botId));
  return { call: { ...call, ports }, tools: { ...tools, segments: tools.draftSegments } };
}
