import type { AnyOperation } from '#gateway/http/call.ts';
import {
  ANONYMOUS,
  type AuditedWork,
  needsKey,
  type PipelineCall,
  routed,
} from '#gateway/http/pipeline-call.ts';
import type { AuditSubject } from '#gateway/modules/audit/model.ts';
import { type AuditEvent, recordAuditEvent } from '#gateway/modules/audit/services/record-audit-event.ts';
import { actorName } from '#gateway/modules/usage/model.ts';

/** A call that no key proves leaves no intent: anybody may make it. */
export function openAudit(call: PipelineCall) {
  const operation = routed(call);
  if (!operation.audited)
    return {
      recordChanges: (work: AuditedWork) =>
        work(() => {
          throw new Error(`${operation.id} is not audited, but changes something`);
        }),
    };
  const { ports, requestId, address, pathValues, botId } = call;
  const key = call.key ?? ANONYMOUS;
  const event: AuditEvent = {
    botId: botId ?? ports.settings.botId,
    actor: { kind: 'key', keyId: key.id, name: actorName(key) },
    address,
    requestId,
    action: operation.id,
    subject: auditedSubject(operation, pathValues),
  };
  const options = { opensIntent: needsKey(call) };
  return { recordChanges: (work: AuditedWork) => recordAuditEvent(ports, event, work, options) };
}

/** What a call is about to change, as far as its path says. */
export function auditedSubject(
  { path, audited }: Pick<AnyOperation, 'path' | 'audited'>,
  values: Record<string, string>,
): Pick<AuditSubject, 'kind' | 'id'> {
  if (!audited) throw new Error(`${path} changes nothing`);
  const { kind, param = '' } = audited;
  return { kind, id: (values[param] ?? '').slice(0, 100) };
}
