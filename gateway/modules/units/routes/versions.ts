import { routesOf } from '#gateway/http/call.ts';
import { expectedVersion } from '#gateway/http/if-match.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { unitSubject } from '#gateway/modules/units/services/audit-units.ts';
import { unitView } from '#gateway/modules/units/services/unit-views.ts';
import { goBack, pageVersions, versionView } from '#gateway/modules/units/services/versions.ts';
import { etagOf, readUnit } from '#gateway/modules/units/services/write-unit.ts';
import { actorName } from '#gateway/modules/usage/model.ts';

/** Versions of units, and the way back. */
export const versionRoutes = routesOf<Ports>()({
  async listVersions({ ports, botId, params, query, language }) {
    const { items, ...list } = await pageVersions(ports, botId, params.knowledgeId, query);
    return { answer: { items: items.map((version) => versionView(version, language)), ...list } };
  },

  async rollBack(call) {
    const { ports, botId, params } = call;
    const before = await readUnit(ports, botId, params.knowledgeId);
    const expected = expectedVersion(call.request, etagOf(before), before.version);
    const request = { by: actorName(call.key), expectedVersion: expected };
    const { unit, number, isIndexed } = await goBack(ports, before, params.version, request);
    call.audit({
      subject: unitSubject(unit),
      before: null,
      after: { version: number, textOfVersion: params.version },
    });
    const answer = { version: number, isIndexed, unit: await unitView(call, unit) };
    return { answer, headers: { ETag: etagOf(unit) } };
  },
});
