/** Schemas that the document names once and refers to. */
import * as z from 'zod/mini';
import { alertSchema, deliverySchema, webhookSchema } from '#contract/alerts.ts';
import { faultEventSchema, historyItemSchema, retrievedDocumentSchema } from '#contract/answers.ts';
import { auditEntrySchema } from '#contract/audit.ts';
import { binnedUnitSchema } from '#contract/bin.ts';
import { botSchema } from '#contract/bots.ts';
import { healthReportSchema } from '#contract/health.ts';
import { fileObjectSchema, knowledgeSourceSchema, unitSchema } from '#contract/knowledge.ts';
import { modelServerSchema } from '#contract/models.ts';
import { keyViewSchema } from '#contract/session.ts';
import { synonymGroupSchema } from '#contract/synonyms.ts';
import { reasonSchema, unitStateSchema } from '#contract/unit-states.ts';
import { ledgerStateSchema } from '#contract/usage.ts';
import { draftSchema, versionSchema } from '#contract/versions.ts';
import type { Header } from './texts.ts';

export type Json = Record<string, unknown>;

/** Schemas with a name of their own in the document. */
const NAMED = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  Alert: alertSchema,
  AuditEntry: auditEntrySchema,
  BinnedUnit: binnedUnitSchema,
  Bot: botSchema,
  FaultEvent: faultEventSchema,
  FileObject: fileObjectSchema,
  HealthReport: healthReportSchema,
  HistoryItem: historyItemSchema,
  KeyView: keyViewSchema,
  KnowledgeSource: knowledgeSourceSchema,
  KnowledgeDraft: draftSchema,
  KnowledgeUnit: unitSchema,
  LedgerState: ledgerStateSchema,
  ModelServer: modelServerSchema,
  Reason: reasonSchema,
  RetrievedDocument: retrievedDocumentSchema,
  SynonymGroup: synonymGroupSchema,
  UnitState: unitStateSchema,
  UnitVersion: versionSchema,
  Webhook: webhookSchema,
  WebhookDelivery: deliverySchema,
}))
  NAMED.add(schema, { id });

/** Collects the named schemas on the way. */
export type Components = Map<string, Json>;

/** The JSON schema of a schema: of a request as it is sent (`input`), of an answer, or of what text stands for, as it is read (`output`). */
export function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output', components: Components): Json {
  const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io, metadata: NAMED, override: simplify });
  for (const [name, { id: _, ...definition }] of Object.entries($defs ?? {}))
    components.set(name, withRefs(definition) as Json);
  return withRefs(json) as Json;
}

/** Classes of Unicode, which validators in other languages do not read, or read only with a flag. */
const UNICODE_CLASS = String.raw`\p{`;

/**
 * Drops bounds of safe integers, patterns implied by a format and patterns that not every validator reads; leaves
 * objects open to fields of later versions.
 */
function simplify({ jsonSchema }: { jsonSchema: Json }): void {
  if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties'];
  const { pattern } = jsonSchema;
  const isPortable = typeof pattern !== 'string' || !pattern.includes(UNICODE_CLASS);
  if ('format' in jsonSchema || !isPortable) delete jsonSchema['pattern'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
}

function withRefs(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withRefs);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string'
        ? value.replace('#/$defs/', '#/components/schemas/')
        : withRefs(value),
    ]),
  );
}

export const refTo = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
export const headerRefs = (names: readonly Header[]): Json =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));
