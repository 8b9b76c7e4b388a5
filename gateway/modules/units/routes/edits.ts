import { type Call, routesOf } from '#gateway/http/call.ts';
import { expectedVersion } from '#gateway/http/if-match.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { unitSubject } from '#gateway/modules/units/services/audit-units.ts';
import {
  addEdits,
  editView,
  readPassageBlocks,
  withdrawEdit,
} from '#gateway/modules/units/services/edits.ts';
import { etagOf, readUnit } from '#gateway/modules/units/services/write-unit.ts';
import { changeRequest } from './change-request.ts';
import { replyWith } from './units.ts';

/** Edits of what was read, kept apart from the files. */
export const editRoutes = routesOf<Ports>()({
  async passageBlocks({ ports, botId, params }) {
    return { answer: await readPassageBlocks(ports, botId, params.knowledgeId, params.ordinal) };
  },

  async listEdits({ ports, botId, params, query }) {
    await readUnit(ports, botId, params.knowledgeId);
    const { items, total } = await ports.edits.list(botId, params.knowledgeId, query);
    return { answer: { items: items.map(editView), total } };
  },

  async addEdit(call) {
    const unit = await readUnit(call.ports, call.botId, call.params.knowledgeId);
    const { unit: changed, edits } = await addEdits(call.ports, unit, call.body, requestOf(call, unit));
    const after = { edits: edits.map(({ kind }) => kind) };
    call.audit({ subject: unitSubject(changed), before: null, after });
    return replyWith(call, changed);
  },

  async withdrawEdit(call) {
    const unit = await readUnit(call.ports, call.botId, call.params.knowledgeId);
    const { editId } = call.params;
    const { unit: changed, edit } = await withdrawEdit(call.ports, unit, editId, requestOf(call, unit));
    call.audit({ subject: unitSubject(changed), before: { edits: [edit.kind] }, after: null });
    return replyWith(call, changed);
  },
});

const requestOf = (
  call: Pick<Call<Ports>, 'key' | 'request' | 'operation'>,
  unit: Parameters<typeof etagOf>[0],
) => ({
  ...changeRequest(call),
  expectedVersion: expectedVersion(call.request, etagOf(unit), unit.version),
});
