import { routesOf } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { type Comparisons, pageChanges } from '#gateway/modules/units/services/version-changes.ts';
import { listPublished } from '#gateway/modules/units/services/versions.ts';

/** What versions changed: passage by passage, and over all units of a bot. */
export const versionChangeRoutes = (comparisons: Comparisons) =>
  routesOf<Ports>()({
    async versionChanges({ ports, botId, params, query }) {
      return { answer: await pageChanges(ports, comparisons, botId, params, query) };
    },

    async recentVersions({ ports, botId, query }) {
      const { items, ...list } = await listPublished(ports, botId, query);
      const views = items.map(({ unitId, publishedOn, ...version }) => ({
        ...version,
        knowledgeId: unitId,
        publishedOn: publishedOn.toISOString(),
      }));
      return { answer: { items: views, ...list } };
    },
  });
