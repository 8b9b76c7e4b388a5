import { KNOWLEDGE_SOURCE, registrationSchema, type UnitUpdate, updateSchema } from '#contract/knowledge.ts';
import type { FileObject } from '#contract/knowledge.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import { expectedVersion } from '#gateway/middleware/if-match.ts';
import { validate } from '#gateway/middleware/validate.ts';
import type { NewSource, Unit } from '#gateway/model.ts';
import { checkAddresses, checkFiles } from '#gateway/services/units/check-sources.ts';
import { etagOf } from '#gateway/services/etag.ts';
import type { Once } from '#gateway/services/idempotency.ts';
import { UNCHANGED, unitFields, unitSubject } from '#gateway/services/audit/told-fields.ts';
import { readUnit, registerUnit, updateUnit } from '#gateway/services/units/write-unit.ts';
import { unitToWire } from './to-wire.ts';
import { unitIdOf } from './unit-id.ts';

/** Endpoint 3, and the update with the same fields. */
export function registrationRoutes(once: Once) {
  return {
    registerUnit: bind({
      body: registrationSchema,
      async handle(call) {
        const { ports, botId, body, idempotencyKey: key } = call;
        const content = JSON.stringify(body);
        const repeatable = { botId, keyId: call.key.id, action: 'registerUnit', key, content };
        let isRegistered = false;
        const response = await once<{ id: number }>(repeatable, {
          remembersItself: true,
          stillHolds: async ({ id }) => (await ports.units.get(botId, id)) !== undefined,
          async perform(remembered) {
            const sources = await checkSources(call, body.KnowledgeSource, body.SourceContent);
            const { title, description } = body;
            const unit = { botId, title, description: description ?? '', sources };
            const registered = await registerUnit(ports, unit, remembered);
            isRegistered = true;
            call.audit({ subject: unitSubject(registered), before: null, after: unitFields(registered) });
            return { id: registered.id };
          },
        });
        if (!isRegistered)
          call.audit({ subject: unitSubject({ id: response.id, title: body.title }), ...UNCHANGED });
        return { response };
      },
    }),

    updateUnit: bind({
      body: updateSchema,
      async handle(call) {
        const { ports, botId, body } = call;
        const id = unitIdOf(call);
        const unit = await readUnit(ports, botId, id);
        checkKind(call, body, unit);
        const sources = body.SourceContent && (await checkUpdatedSources(call, body));
        const change = {
          ...(body.title === undefined ? {} : { title: body.title }),
          ...(body.description === undefined ? {} : { description: body.description ?? '' }),
          ...(sources ? { sources } : {}),
        };
        const updated = await updateUnit(
          ports,
          botId,
          id,
          change,
          expectedVersion(call.request, etagOf(unit), unit.version),
        );
        call.audit({ subject: unitSubject(updated), before: unitFields(unit), after: unitFields(updated) });
        return { response: await unitToWire(call, updated), headers: { ETag: etagOf(updated) } };
      },
    }),
  };
}

function checkSources(
  call: Call,
  kind: number,
  content: readonly (string | FileObject)[],
): Promise<NewSource[]> | NewSource[] {
  const { ports, botId } = call;
  if (kind === KNOWLEDGE_SOURCE.url) return checkAddresses(ports, botId, content.map(String));
  const files = content.flatMap((item) =>
    typeof item === 'string' ? [] : [{ path: item.FilePath, url: item.FileUrl, size: item.FileSize }],
  );
  return checkFiles(ports, botId, files, [call.origin, new URL(call.request.url).origin]);
}

/** `KnowledgeSource` alone changes nothing, so it must be what the unit is; another kind needs its sources. */
function checkKind(call: Call, { KnowledgeSource: kind, SourceContent }: UnitUpdate, unit: Unit): void {
  if (kind === undefined || SourceContent !== undefined) return;
  const isUrl = unit.sources.every(({ url }) => url !== null);
  if ((kind === KNOWLEDGE_SOURCE.url) !== isUrl)
    validate(registrationSchema, { title: '-', KnowledgeSource: kind }, call.language);
}

/** An update may leave `KnowledgeSource` out: what the items are says it; a contradiction is 400. */
function checkUpdatedSources(
  call: Call<UnitUpdate>,
  { KnowledgeSource, SourceContent = [] }: UnitUpdate,
): Promise<NewSource[]> | NewSource[] {
  const found = typeof SourceContent[0] === 'string' ? KNOWLEDGE_SOURCE.url : KNOWLEDGE_SOURCE.file;
  const kind = KnowledgeSource ?? found;
  if (kind !== found) {
    // Said by registration's own schema, so that the words are the same.
    validate(registrationSchema, { title: '-', KnowledgeSource: kind, SourceContent }, call.language);
    throw new GatewayFault('malformed-json');
  }
  return checkSources(call, kind, SourceContent);
}
