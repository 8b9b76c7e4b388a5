import { routesOf } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { removalFields, unitSubject } from '#gateway/modules/units/services/audit-units.ts';
import { listBin, readBinnedUnit } from '#gateway/modules/units/services/bin.ts';
import { receiptView } from '#gateway/modules/units/services/unit-views.ts';
import { purgeUnit, restoreUnit } from '#gateway/modules/units/services/write-unit.ts';
import { replyWith } from './units.ts';

/** Deleted units: what can be restored, and what is deleted permanently before its time. */
export const binRoutes = routesOf<Ports>()({
  async listBin(call) {
    const { search, ids, ...page } = call.query;
    const answer = await listBin(call, {
      ...page,
      ...(search?.trim() ? { search: search.trim() } : {}),
      ...(ids === undefined ? {} : { ids: [...new Set(ids.split(',').map(Number))] }),
    });
    return { answer };
  },

  async getBinnedUnit(call) {
    return { answer: await readBinnedUnit(call, call.params.knowledgeId) };
  },

  async restoreUnit(call) {
    const { title } = call.body;
    const unit = await restoreUnit(call.ports, call.botId, call.params.knowledgeId, title);
    const after = { binned: false, ...(title === undefined ? {} : { title: unit.title }) };
    call.audit({ subject: unitSubject(unit), before: { binned: true }, after });
    return replyWith(call, unit);
  },

  async purgeUnit(call) {
    const removal = await purgeUnit(call.ports, call.botId, call.params.knowledgeId);
    call.audit({ subject: unitSubject(removal.unit), ...removalFields(removal) });
    return { answer: receiptView(removal) };
  },
});
