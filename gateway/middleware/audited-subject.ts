import type { Endpoint } from '#contract/endpoints.ts';
import type { AuditSubject } from '#gateway/model.ts';

/** Which endpoints change what, by the beginning of their path, and the name in it that says which one. */
const SUBJECTS: readonly [path: string, kind: AuditSubject['kind'], name: string][] = [
  ['/api/AIKnowledge/', 'unit', 'knowledgeId'],
  ['/api/UploadBlob', 'file', ''],
  ['/api/Synonyms/', 'synonyms', 'groupId'],
  ['/api/Session', 'key', ''],
  ['/api/Keys', 'key', 'keyId'],
  ['/api/Bots', 'bot', 'id'],
  ['/api/Alerts/{botId}/rules', 'alert-rules', ''],
  ['/api/Alerts/{botId}/webhooks', 'webhook', 'webhookId'],
  ['/api/Models/{botId}/embeddings/progress', 'model', ''],
  ['/api/Models/', 'model', 'purpose'],
  ['/api/Alerts/{botId}/deliveries', 'webhook', ''],
];

/** What a call is about to change, as far as its path says. */
export function auditedSubject(
  { path }: Pick<Endpoint, 'path'>,
  values: Record<string, string>,
): Pick<AuditSubject, 'kind' | 'id'> {
  const found = SUBJECTS.find(([beginning]) => path.startsWith(beginning));
  if (!found) throw new Error(`nothing says what ${path} changes`);
  const [, kind, name] = found;
  return { kind, id: (values[name] ?? '').slice(0, 100) };
}
