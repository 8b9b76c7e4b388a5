import { type SynonymGroup as GroupView, synonymsSchema } from '#contract/synonyms.ts';
import { faultMessage } from '#gateway/core/messages.ts';
import { printGroups } from '#gateway/engine/synonyms/print-groups.ts';
import { type Call, routesOf } from '#gateway/http/call.ts';
import { expectedVersion } from '#gateway/http/if-match.ts';
import { validate } from '#gateway/http/validate.ts';
import { UNCHANGED } from '#gateway/modules/audit/services/record-audit-event.ts';
import type { SynonymGroup } from '#gateway/modules/synonyms/model.ts';
import type { Ports } from '#gateway/modules/synonyms/ports/ports.ts';
import { synonymsFields, synonymsSubject } from '#gateway/modules/synonyms/services/audit-synonyms.ts';
import { importSynonyms } from '#gateway/modules/synonyms/services/import-synonyms.ts';
import {
  addSynonyms,
  changeSynonyms,
  readSynonyms,
  removeSynonyms,
  SYNONYM_BOUNDS,
  synonymsEtag,
} from '#gateway/modules/synonyms/services/manage-synonyms.ts';

/** Refused lines of an import that the answer lists. */
const MAX_REPORTED_LINES = 50;

/** Endpoints for a bot's synonyms: list, edit, import and export. */
export const synonymRoutes = routesOf<Ports>()({
  async listSynonyms({ ports, botId, query: { search, offset, limit } }) {
    const page = { offset, limit, ...(search?.trim() ? { search: search.trim() } : {}) };
    const { items, total } = await ports.synonyms.list(botId, page);
    return { answer: { items: items.map(toApiGroup), total, max: SYNONYM_BOUNDS.maxGroups } };
  },

  async getSynonyms(call) {
    return replyWith(await readSynonyms(call.ports, call.botId, call.params.groupId));
  },

  async addSynonyms({ ports, botId, body, audit }) {
    const group = await addSynonyms(ports, botId, body, SYNONYM_BOUNDS);
    audit({ subject: synonymsSubject(group), before: null, after: synonymsFields(group) });
    return replyWith(group);
  },

  async changeSynonyms(call) {
    const { ports, botId, body } = call;
    const { group, id, expected } = await requestedGroup(call);
    const changed = await changeSynonyms(ports, botId, id, body, SYNONYM_BOUNDS, expected);
    const [before, after] = [synonymsFields(group), synonymsFields(changed)];
    call.audit({ subject: synonymsSubject(changed), before, after });
    return replyWith(changed);
  },

  async removeSynonyms(call) {
    const { id, expected } = await requestedGroup(call);
    const removed = await removeSynonyms(call.ports, call.botId, id, SYNONYM_BOUNDS, expected);
    call.audit({ subject: synonymsSubject(removed), before: synonymsFields(removed), after: null });
    return { answer: { id, expressions: removed.expressions, note: removed.note } };
  },

  async exportSynonyms({ ports, botId, query: { format } }) {
    const { groups } = await ports.synonyms.all(botId);
    return { answer: { format, groups: groups.length, text: printGroups(groups, format) } };
  },

  async importSynonyms({ ports, botId, language, body: { text, mode, dryRun }, audit }) {
    const readGroup = (group: unknown) => validate(synonymsSchema, group, language);
    const order = { text, replace: mode === 'replace', dryRun, readGroup };
    const { refused, ...report } = await importSynonyms(ports, botId, order, SYNONYM_BOUNDS);
    const isChanged = !dryRun && report.added + report.removed > 0;
    const after = { mode, ...report, refused: refused.length };
    const subject = { kind: 'synonyms', id: '', name: '' } as const;
    audit({ subject, ...(isChanged ? { before: null, after } : UNCHANGED) });
    const lines = refused.slice(0, MAX_REPORTED_LINES).map(({ line, text: source, fault }) => ({
      line,
      text: source.slice(0, 200).toWellFormed(),
      fault: fault.code,
      message: faultMessage(fault.code, fault.parameters, language),
    }));
    return { answer: { ...report, refused: refused.length, lines } };
  },
});

/** The group that the path names, and the version that `If-Match` expects. */
async function requestedGroup(
  call: Pick<Call<Ports>, 'ports' | 'botId' | 'request'> & { params: { groupId: number } },
) {
  const id = call.params.groupId;
  const group = await readSynonyms(call.ports, call.botId, id);
  return { id, group, expected: expectedVersion(call.request, synonymsEtag(group), group.version) };
}

function replyWith(group: SynonymGroup) {
  return { answer: toApiGroup(group), headers: { ETag: synonymsEtag(group) } };
}

function toApiGroup(group: SynonymGroup): GroupView {
  const { id, expressions, note, createdOn, modifiedOn } = group;
  return {
    id,
    expressions,
    note,
    createdOn: createdOn.toISOString(),
    modifiedOn: modifiedOn.toISOString(),
    etag: synonymsEtag(group),
  };
}
