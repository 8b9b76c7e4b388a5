import {
  type FileObject,
  KNOWLEDGE_SOURCE,
  type NewSource as NewSourceBody,
  registrationSchema,
  type UnitUpdate,
} from '#contract/knowledge.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import { type Call, routesOf } from '#gateway/http/call.ts';
import { expectedVersion } from '#gateway/http/if-match.ts';
import { validate } from '#gateway/http/validate.ts';
import type { IdempotencyGuard } from '#gateway/modules/access/services/idempotency.ts';
import { UNCHANGED } from '#gateway/modules/audit/services/record-audit-event.ts';
import type { NewSource, Unit } from '#gateway/modules/units/model.ts';
import type { Ports } from '#gateway/modules/units/ports/ports.ts';
import { unitFields, unitSubject } from '#gateway/modules/units/services/audit-units.ts';
import {
  addSource,
  removeSource,
  replaceSource,
  type SourceChange,
} from '#gateway/modules/units/services/change-sources.ts';
import { checkAddresses, checkFiles } from '#gateway/modules/units/services/check-sources.ts';
import { unitView } from '#gateway/modules/units/services/unit-views.ts';
import {
  etagOf,
  readUnit,
  readUnitToChange,
  registerUnit,
  unitHeaders,
  updateUnit,
} from '#gateway/modules/units/services/write-unit.ts';
import { changeRequest } from './change-request.ts';

/** Endpoint 3, and changes of registered units. */
export function registrationRoutes(once: IdempotencyGuard) {
  return routesOf<Ports>()({
    async registerUnit(call) {
      const { ports, botId, body, idempotencyKey: key } = call;
      const requestBody = JSON.stringify(body);
      const repeatable = { botId, keyId: call.key.id, action: 'registerUnit', key, requestBody };
      let isRegistered = false;
      const answer = await once<{ id: number }>(repeatable, {
        savesOwnResult: true,
        isResultValid: async ({ id }) => (await ports.units.get(botId, id)) !== undefined,
        async execute(remembered) {
          const sources = await checkSources(call, body.KnowledgeSource, body.SourceContent);
          const { title, description } = body;
          const ownerId = call.key.person?.id ?? null;
          const about = { botId, title, description: description ?? '', sources, ownerId };
          const unit = { ...about, ...changeRequest(call) };
          const registered = await registerUnit(ports, unit, remembered);
          isRegistered = true;
          call.audit({ subject: unitSubject(registered), before: null, after: unitFields(registered) });
          return { id: registered.id };
        },
      });
      if (!isRegistered)
        call.audit({ subject: unitSubject({ id: answer.id, title: body.title }), ...UNCHANGED });
      return { answer };
    },

    async updateUnit(call) {
      const { ports, botId, body } = call;
      const id = call.params.knowledgeId;
      const unit = await readUnit(ports, botId, id);
      checkKind(call, body, unit);
      const sources = body.SourceContent && (await checkUpdatedSources(call, body));
      const description = body.description === null ? '' : body.description;
      const edit = { ...omitUndefined({ title: body.title, description, sources }), ...changeRequest(call) };
      const expected = expectedVersion(call.request, etagOf(unit), unit.version);
      const updated = await updateUnit(ports, botId, id, edit, expected);
      call.audit({ subject: unitSubject(updated), before: unitFields(unit), after: unitFields(updated) });
      return { answer: await unitView(call, updated), headers: unitHeaders(updated) };
    },

    async addSource(call) {
      return changeSources(call, addSource(await checkSource(call, call.body)));
    },

    async replaceSource(call) {
      return changeSources(call, replaceSource(call.params.sourceId, await checkSource(call, call.body)));
    },

    removeSource: (call) => changeSources(call, removeSource(call.params.sourceId)),
  });
}

async function changeSources(call: Call<Ports> & { params: { knowledgeId: number } }, change: SourceChange) {
  const unit = await readUnitToChange(call.ports, call.botId, call.params.knowledgeId);
  const expected = expectedVersion(call.request, etagOf(unit), unit.version);
  const changed = await change(call.ports, unit, { ...changeRequest(call), expectedVersion: expected });
  call.audit({ subject: unitSubject(changed), before: unitFields(unit), after: unitFields(changed) });
  return { answer: await unitView(call, changed), headers: unitHeaders(changed) };
}

async function checkSource(
  call: Call<Ports>,
  { KnowledgeSource, SourceContent }: NewSourceBody,
): Promise<NewSource> {
  const [source] = await checkSources(call, KnowledgeSource, [SourceContent], () => 'SourceContent');
  if (!source) throw new GatewayFault('malformed-json');
  return source;
}

function checkSources(
  call: Call<Ports>,
  kind: number,
  content: readonly (string | FileObject)[],
  fieldOf?: (index: number) => string,
): Promise<NewSource[]> | NewSource[] {
  const { ports, botId } = call;
  if (kind === KNOWLEDGE_SOURCE.url) return checkAddresses(ports, botId, content.map(String), fieldOf);
  const files = content.flatMap((item) =>
    typeof item === 'string' ? [] : [{ path: item.FilePath, url: item.FileUrl, size: item.FileSize }],
  );
  return checkFiles(ports, botId, files, [call.origin, new URL(call.request.url).origin], fieldOf);
}

/**
 * `KnowledgeSource` without sources changes nothing, so it must match the unit's kind; another kind needs new sources.
 */
function checkKind(
  call: Call<Ports>,
  { KnowledgeSource: kind, SourceContent }: UnitUpdate,
  unit: Unit,
): void {
  if (kind === undefined || SourceContent !== undefined) return;
  const isUrl = unit.sources.every(({ url }) => url !== null);
  if ((kind === KNOWLEDGE_SOURCE.url) !== isUrl)
    validate(registrationSchema, { title: '-', KnowledgeSource: kind }, call.language);
}

/** An update may leave `KnowledgeSource` out: what the items are says it; a contradiction is 400. */
function checkUpdatedSources(
  call: Call<Ports>,
  { KnowledgeSource, SourceContent = [] }: UnitUpdate,
): Promise<NewSource[]> | NewSource[] {
  const sentKind = typeof SourceContent[0] === 'string' ? KNOWLEDGE_SOURCE.url : KNOWLEDGE_SOURCE.file;
  const kind = KnowledgeSource ?? sentKind;
  if (kind !== sentKind) {
    // Said by registration's own schema, so that the words are the same.
    validate(registrationSchema, { title: '-', KnowledgeSource: kind, SourceContent }, call.language);
    throw new GatewayFault('malformed-json');
  }
  return checkSources(call, kind, SourceContent);
}
