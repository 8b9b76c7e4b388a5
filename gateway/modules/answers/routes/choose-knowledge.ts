import { asksForDrafts } from '#gateway/http/asks-for-drafts.ts';
import type { Call } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import { overlayDrafts } from '#gateway/modules/answers/services/overlay-drafts.ts';
import type { SearchTools } from '#gateway/modules/answers/services/search-tools.ts';

/** What a question searches: what is live, or with `X-Knowledge: draft` the drafts in its place. Throws `not-allowed`. */
export async function chooseKnowledge<Given extends Call<Ports>>(
  call: Given,
  tools: SearchTools,
): Promise<{ call: Given; tools: SearchTools }> {
  if (!asksForDrafts(call)) return { call, tools };
  const ports = overlayDrafts(call.ports, await call.ports.drafts.searchable(call.botId));
  return { call: { ...call, ports }, tools: { ...tools, segments: tools.draftSegments } };
}
