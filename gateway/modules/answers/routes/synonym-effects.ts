import { routesOf } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/answers/ports/ports.ts';
import { measureSynonyms } from '#gateway/modules/answers/services/measure-synonyms.ts';
import type { SearchTools } from '#gateway/modules/answers/services/search-tools.ts';
import { readSynonyms, SYNONYM_BOUNDS } from '#gateway/modules/synonyms/services/manage-synonyms.ts';

/** Endpoints that preview the effect of synonyms on retrieval. */
export function synonymEffectRoutes({ segments, searches }: Pick<SearchTools, 'segments' | 'searches'>) {
  return routesOf<Ports>()({
    async measureSynonyms(call) {
      const { ports, botId, body } = call;
      // Free of charge, but a preview costs as much work as twenty questions, so it counts against the limits.
      await call.reserve(0);
      const { expressions, groupId, questions } = body;
      if (groupId !== undefined) await readSynonyms(ports, botId, groupId);
      const order = { botId, expressions, groupId, questions };
      const place = searches.enter(botId, call.signal);
      try {
        return { answer: await measureSynonyms(ports, { segments, place }, order, SYNONYM_BOUNDS) };
      } finally {
        place.leave();
      }
    },
  });
}
