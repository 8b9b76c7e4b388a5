import { SYNONYM_LIMITS } from '#contract/limits.ts';
import {
  type SynonymGroup as GroupView,
  synonymExportQuerySchema,
  synonymImportRequestSchema,
  synonymListQuerySchema,
  synonymMeasureRequestSchema,
  synonymsSchema,
} from '#contract/synonyms.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { wordFault } from '#gateway/messages/words.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import { expectedVersion } from '#gateway/middleware/if-match.ts';
import { validate } from '#gateway/middleware/validate.ts';
import type { SynonymGroup } from '#gateway/model.ts';
import { importSynonyms } from '#gateway/services/synonyms/import-synonyms.ts';
import { measureSynonyms } from '#gateway/services/synonyms/measure-synonyms.ts';
import type { SegmentCache } from '#gateway/services/answers/segment-cache.ts';
import {
  addSynonyms,
  changeSynonyms,
  readSynonyms,
  removeSynonyms,
  type SynonymBounds,
  synonymsEtag,
} from '#gateway/services/synonyms/synonyms.ts';
import { synonymsFields, synonymsSubject, UNCHANGED } from '#gateway/services/audit/told-fields.ts';
import { printGroups } from '#gateway/text/synonyms/print-groups.ts';

const BOUNDS: SynonymBounds = {
  leastExpressions: SYNONYM_LIMITS.expressions.min,
  mostGroups: SYNONYM_LIMITS.groups,
  mostWords: SYNONYM_LIMITS.words,
};
/** Lines of an import that are told one by one. */
const TOLD_LINES = 50;

/** A bot's synonyms: listed, written, taken in and out, and what they change. */
export function synonymRoutes(segments: SegmentCache) {
  return {
    listSynonyms: bind({
      query: synonymListQuerySchema,
      async handle({ ports, botId, query: { search, offset, limit } }) {
        const page = { offset, limit, ...(search?.trim() ? { search: search.trim() } : {}) };
        const { items, total } = await ports.synonyms.list(botId, page);
        return { response: { items: items.map(groupToWire), total, most: BOUNDS.mostGroups } };
      },
    }),

    getSynonyms: bind({
      async handle(call) {
        return replyWith(await readSynonyms(call.ports, call.botId, groupIdOf(call)));
      },
    }),

    addSynonyms: bind({
      body: synonymsSchema,
      async handle({ ports, botId, body, audit }) {
        const group = await addSynonyms(ports, botId, body, BOUNDS);
        audit({ subject: synonymsSubject(group), before: null, after: synonymsFields(group) });
        return replyWith(group);
      },
    }),

    changeSynonyms: bind({
      body: synonymsSchema,
      async handle(call) {
        const { ports, botId, body } = call;
        const { group, id, expected } = await named(call);
        const changed = await changeSynonyms(ports, botId, id, body, BOUNDS, expected);
        const [before, after] = [synonymsFields(group), synonymsFields(changed)];
        call.audit({ subject: synonymsSubject(changed), before, after });
        return replyWith(changed);
      },
    }),

    removeSynonyms: bind({
      async handle(call) {
        const { id, expected } = await named(call);
        const removed = await removeSynonyms(call.ports, call.botId, id, BOUNDS, expected);
        call.audit({ subject: synonymsSubject(removed), before: synonymsFields(removed), after: null });
        return { response: { id, expressions: removed.expressions, note: removed.note } };
      },
    }),

    exportSynonyms: bind({
      query: synonymExportQuerySchema,
      async handle({ ports, botId, query: { format } }) {
        const { groups } = await ports.synonyms.all(botId);
        return { response: { format, groups: groups.length, text: printGroups(groups, format) } };
      },
    }),

    importSynonyms: bind({
      body: synonymImportRequestSchema,
      async handle({ ports, botId, language, body: { text, mode, check }, audit }) {
        const readGroup = (group: unknown) => validate(synonymsSchema, group, language);
        const order = { text, replace: mode === 'replace', check, readGroup };
        const { refused, ...report } = await importSynonyms(ports, botId, order, BOUNDS);
        const isChanged = !check && report.added + report.removed > 0;
        const after = { mode, ...report, refused: refused.length };
        const subject = { kind: 'synonyms', id: '', name: '' } as const;
        audit({ subject, ...(isChanged ? { before: null, after } : UNCHANGED) });
        const lines = refused.slice(0, TOLD_LINES).map(({ line, text: written, fault }) => ({
          line,
          text: written.slice(0, 200).toWellFormed(),
          fault: fault.code,
          message: wordFault(fault.code, fault.parameters, language),
        }));
        return { response: { ...report, refused: refused.length, lines } };
      },
    }),

    measureSynonyms: bind({
      body: synonymMeasureRequestSchema,
      async handle(call) {
        const { ports, botId, body } = call;
        // It costs nothing, but it works as hard as twenty questions do.
        await call.begin(0);
        const { expressions, groupId, questions } = body;
        if (groupId !== undefined) await readSynonyms(ports, botId, groupId);
        const order = { botId, expressions, groupId, questions };
        return { response: await measureSynonyms(ports, segments, order, BOUNDS) };
      },
    }),
  };
}

/** The group that the path names, and the version of it that `If-Match` asks for. */
async function named(call: Pick<Call, 'ports' | 'botId' | 'values' | 'request'>) {
  const id = groupIdOf(call);
  const group = await readSynonyms(call.ports, call.botId, id);
  return { id, group, expected: expectedVersion(call.request, synonymsEtag(group), group.version) };
}

function groupIdOf({ values }: Pick<Call, 'values'>): number {
  const text = values['groupId'] ?? '';
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id === 0) throw new GatewayFault('synonyms-not-found', { id: text });
  return id;
}

function replyWith(group: SynonymGroup) {
  return { response: groupToWire(group), headers: { ETag: synonymsEtag(group) } };
}

function groupToWire(group: SynonymGroup): GroupView {
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
