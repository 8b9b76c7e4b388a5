/** The OpenAPI 3.1 document, made from the operations. The dashboard never imports it. */
import * as z from 'zod/mini';
import { alertSchema, deliverySchema, webhookSchema } from './alerts.ts';
import { faultEventSchema, historyItemSchema, retrievedDocumentSchema } from './answers.ts';
import { auditEntrySchema } from './audit.ts';
import { binnedUnitSchema } from './bin.ts';
import { botSchema } from './bots.ts';
import { envelope, faultEnvelopeSchema } from './envelope.ts';
import { FAULTS, type FaultCode } from './faults.ts';
import { HEADERS } from './headers.ts';
import { healthReportSchema } from './health.ts';
import { fileObjectSchema, knowledgeSourceSchema, unitSchema } from './knowledge.ts';
import { modelServerSchema } from './models.ts';
import { COMMON_FAULTS, faultsOf } from './operations/faults.ts';
import { EXAMPLE_PARAMS, OPERATIONS, type Section, SECTIONS } from './operations/index.ts';
import type { Operation, RequestBody } from './operations/operation.ts';
import { RIGHTS } from './rights.ts';
import { keyViewSchema } from './session.ts';
import { synonymGroupSchema } from './synonyms.ts';
import { reasonSchema, unitStateSchema } from './unit-states.ts';
import { ledgerStateSchema } from './usage.ts';

type Json = Record<string, unknown>;
type Header = (typeof HEADERS)[keyof typeof HEADERS];
export type OpenApiDocument = z.infer<typeof OPERATIONS.openApi.answer.schema>;

const SECTION_TITLES: Record<Section, string> = {
  files: 'Upload and download of files',
  units: 'Knowledge units',
  answers: 'Question answering over knowledge',
  chat: 'Chat completion',
  speech: 'Speech to text and text to speech',
  synonyms: 'Synonyms of a bot',
  models: 'Model servers',
  usage: 'Usage and quota',
  alerts: 'Alerts and webhooks',
  audit: 'Audit log',
  bots: 'Bots',
  keys: 'API keys',
  session: 'Sign-in and session',
  gateway: 'The gateway itself',
};

/** What each header says. */
export const HEADER_TEXTS: Record<Header, string> = {
  'x-user-auth': 'API key.',
  'x-bot': 'Id of the bot that the call is for.',
  'X-Consumption': 'Usage and quota of the ledger after the call, `<used>/<total>`.',
  'X-Request-Id': 'Identity of the call in usage, audit log and server log.',
  'X-Fault': 'Code of the fault.',
  'X-Fault-Field': 'The one field that the fault is about.',
  'X-Fault-Parameters': 'Parameters of the fault, as percent-encoded JSON.',
  'X-Skipped-Indexes':
    'Named indexes that could not be searched, percent-encoded and joined by commas; `;more=` counts those left out.',
  'X-Answerer':
    'In a request: `extractive` asks for a quoted answer without a model, `none` for the passages alone. In a response: who answered.',
  'X-Answer-Band':
    '`answered`, `weak` (the nearest sections), `not-found` or `reply` (to a greeting and the like).',
  'X-Answer-Certainty': 'How likely the text answers, 0 to 1.',
  'X-Answer-Kind': 'Who made the text: `quoted` or `generated`. Absent where neither did.',
  'X-Answer-Detail':
    '`events` adds events about the answerer, the support of each sentence and the band to the stream.',
  'X-Answer-Fallback': 'Code of the fault for which a quoted answer replaces that of a model.',
  'X-Answer-Model': 'The model that writes the answer, percent-encoded.',
  'X-Answer-Search': 'What was searched in place of the question, percent-encoded.',
  'X-Answer-Support':
    'How far documents support each sentence: `<from>-<to>:<support>:<documents>`, joined by commas.',
  'X-History-Dropped': 'How many of the oldest messages of the history the model had no room for.',
  'X-Quoted-Documents': 'Indexes of the documents that the answer quotes, from 0, joined by commas.',
  'Idempotency-Key': 'A repeated request with the same key returns the first result.',
  'X-Charge': 'What the call cost in units of its ledger; `;estimated` if no model server reported it.',
  'X-Record-Seconds': 'Seconds of audio processed and in all, `<processed>/<total>`; `*` if not counted.',
  'If-Match': '`ETag` of the version to change; another version answers 409.',
  ETag: 'Version of what is returned.',
  Range: 'The range of bytes to return.',
  'Content-Range': 'The range of bytes returned, and the size in all.',
  'Content-Disposition': 'Name of the file.',
};

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
  KnowledgeUnit: unitSchema,
  LedgerState: ledgerStateSchema,
  ModelServer: modelServerSchema,
  Reason: reasonSchema,
  RetrievedDocument: retrievedDocumentSchema,
  SynonymGroup: synonymGroupSchema,
  UnitState: unitStateSchema,
  Webhook: webhookSchema,
  WebhookDelivery: deliverySchema,
}))
  NAMED.add(schema, { id });

/** Collects the named schemas on the way. */
type Components = Map<string, Json>;

/** The JSON schema of a schema: of a request as it is sent (`input`), of an answer, or of what text stands for, as it is read (`output`). */
function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output', components: Components): Json {
  const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io, metadata: NAMED, override: simplify });
  for (const [name, { id: _, ...definition }] of Object.entries($defs ?? {}))
    components.set(name, withRefs(definition) as Json);
  return withRefs(json) as Json;
}

/** Without what only says that a number is safe, or what its format says; open to fields of later versions. */
function simplify({ jsonSchema }: { jsonSchema: Json }): void {
  if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties'];
  if ('format' in jsonSchema) delete jsonSchema['pattern'];
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

const refTo = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
const headerRefs = (names: readonly Header[]): Json =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));

/** The names of a path or a query, each with the type that its text stands for. */
function parametersOf(
  place: 'path' | 'query',
  schema: z.ZodMiniType | undefined,
  examples: Record<string, string> | undefined,
  components: Components,
): Json[] {
  if (!schema) return [];
  const { properties = {} } = jsonSchemaOf(schema, 'output', components);
  const { required = [] } = jsonSchemaOf(schema, 'input', components);
  return Object.entries(properties as Record<string, Json>).map(([name, type]) => ({
    name,
    in: place,
    required: (required as string[]).includes(name),
    schema: type,
    ...(examples?.[name] === undefined ? {} : { example: readExample(type, examples[name]) }),
  }));
}

const readExample = ({ type }: Json, text: string): string | number =>
  type === 'integer' || type === 'number' ? Number(text) : text;

function bodyOf(body: RequestBody, example: unknown, components: Components): Json {
  if (body.form === 'none') return {};
  if (body.form !== 'multipart') {
    const content = { schema: jsonSchemaOf(body.schema, 'input', components), example };
    return { requestBody: { required: body.form === 'json', content: { 'application/json': content } } };
  }
  const fields = jsonSchemaOf(body.schema, 'output', components);
  const properties = {
    ...(fields['properties'] as Json),
    [body.file]: { type: 'string', contentMediaType: 'application/octet-stream' },
  };
  const required = [...((fields['required'] as string[] | undefined) ?? [])];
  if (!body.fileOptional) required.push(body.file);
  return {
    requestBody: {
      required: true,
      content: { 'multipart/form-data': { schema: { ...fields, properties, required } } },
    },
  };
}

function answerOf({ answer, responseHeaders = [], charged, credential }: Operation, components: Components) {
  const headers = headerRefs([
    HEADERS.requestId,
    ...(credential === 'key' ? [HEADERS.consumption] : []),
    // What a stream cost is known when its headers are sent already.
    ...(charged && answer.as !== 'events' ? [HEADERS.charge] : []),
    ...responseHeaders,
  ]);
  switch (answer.as) {
    case 'file': {
      const content = Object.fromEntries(answer.types.map((type) => [type, {}]));
      return { description: 'The file.', headers, content };
    }
    case 'events': {
      const events = [answer.event, answer.last, faultEventSchema].flatMap((schema) => {
        const { anyOf = [], ...one } = jsonSchemaOf(schema, 'output', components);
        return Object.keys(one).length > 0 ? [one] : (anyOf as Json[]);
      });
      return {
        description:
          'Server-sent events, each a line `data: <JSON object>`. A stream that ends without its final event or a fault event was cut.',
        headers,
        content: { 'text/event-stream': { schema: { anyOf: events } } },
      };
    }
    default: {
      const schema = answer.as === 'envelope' ? envelope(answer.schema) : answer.schema;
      return {
        description: 'Success.',
        headers,
        content: { 'application/json': { schema: jsonSchemaOf(schema, 'output', components) } },
      };
    }
  }
}

function faultResponse(codes: readonly FaultCode[]): Json {
  return {
    description: codes
      .map((code) => {
        const parameters: readonly string[] = FAULTS[code].parameters;
        return `\`${code}\`${parameters.length > 0 ? ` (${parameters.join(', ')})` : ''}`;
      })
      .join(', '),
    headers: {
      [HEADERS.fault]: { description: HEADER_TEXTS[HEADERS.fault], schema: { enum: codes } },
    },
    content: { 'application/json': { schema: refTo('schemas', 'Fault') } },
  };
}

/** The faults of an operation by status. */
function faultResponses(operation: Operation): Json {
  const byStatus = new Map<number, FaultCode[]>();
  for (const code of faultsOf(operation)) {
    const { status } = FAULTS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, faultResponse(codes)]));
}

/** Who may call it, and what it costs. */
function describe(operation: Operation): string {
  const { kind, credential, right, charged, limited, ledger, requiresActiveBot } = operation;
  return [
    kind === 'documented' ? 'Part of the interface.' : 'Extension of the interface.',
    ...(credential === 'key' ? [`Roles: ${RIGHTS[right].join(', ')}.`] : []),
    charged ? `Charged from the ${ledger} ledger.` : 'Not charged.',
    ...(limited ? ['Counts for the limit of concurrent calls.'] : []),
    ...(requiresActiveBot ? ['Refused while the bot is archived.'] : []),
  ].join(' ');
}

function describeOperation(operation: Operation, section: string, components: Components): Json {
  const { id, summary, credential, params, query, body, requestHeaders = [], example } = operation;
  const headers: Header[] = [...requestHeaders, ...(operation.idempotent ? [HEADERS.idempotencyKey] : [])];
  return {
    operationId: id,
    tags: [section],
    summary,
    description: describe(operation),
    security: credential === 'key' ? [{ key: [], bot: [] }] : [],
    parameters: [
      ...parametersOf('path', params, EXAMPLE_PARAMS, components).filter(({ name }) => name !== 'Model'),
      ...parametersOf('query', query, example?.query, components),
      ...[...headers, 'Accept-Language'].map((name) => refTo('parameters', name)),
    ],
    ...bodyOf(body, example?.body, components),
    responses: {
      200: answerOf(operation, components),
      ...(requestHeaders.includes(HEADERS.range)
        ? { 206: { description: 'The range of the file that was asked for.' } }
        : {}),
      ...faultResponses(operation),
      default: refTo('responses', 'Fault'),
    },
  };
}

const REQUEST_HEADERS = [
  HEADERS.answerer,
  HEADERS.answerDetail,
  HEADERS.idempotencyKey,
  HEADERS.ifMatch,
  HEADERS.range,
] as const;
const text = { type: 'string' } as const;

/** The document for a gateway: its name and version, its model family, and the address it is reached at. */
export function describeApi(gateway: {
  name: string;
  version: string;
  modelFamily: string;
  url: string;
}): OpenApiDocument {
  const components: Components = new Map();
  const paths: Record<string, Json> = {};
  for (const [section, operations] of Object.entries(SECTIONS))
    for (const operation of Object.values<Operation>(operations)) {
      const path = operation.path.replace('{Model}', gateway.modelFamily);
      const described = describeOperation(operation, section, components);
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
    }
  components.set('Fault', jsonSchemaOf(faultEnvelopeSchema, 'output', components));
  return {
    openapi: '3.1.1',
    info: {
      title: gateway.name,
      version: gateway.version,
      description:
        'Every failure is an envelope whose `Response` is a message in the language of `Accept-Language`, English or Arabic; the headers `X-Fault`, `X-Fault-Parameters` and `X-Fault-Field` carry its code, parameters and field.',
    },
    servers: [{ url: gateway.url }],
    tags: Object.entries(SECTION_TITLES).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      responses: { Fault: faultResponse(COMMON_FAULTS.filter((code) => code !== 'client-disconnected')) },
      headers: Object.fromEntries(
        Object.entries(HEADER_TEXTS).map(([name, description]) => [name, { description, schema: text }]),
      ),
      parameters: {
        ...Object.fromEntries(
          REQUEST_HEADERS.map((name) => [
            name,
            { name, in: 'header', description: HEADER_TEXTS[name], schema: text },
          ]),
        ),
        'Accept-Language': {
          name: 'Accept-Language',
          in: 'header',
          description: 'Language of messages: `en` or `ar`.',
          schema: text,
        },
      },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: HEADERS.key, description: HEADER_TEXTS[HEADERS.key] },
        bot: { type: 'apiKey', in: 'header', name: HEADERS.bot, description: HEADER_TEXTS[HEADERS.bot] },
      },
    },
  };
}
