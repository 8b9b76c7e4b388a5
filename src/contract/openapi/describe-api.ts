/** The OpenAPI 3.1 document, made from the operations. The dashboard never imports it. */
import * as z from 'zod/mini';
import { faultEnvelopeSchema } from '#contract/envelope.ts';
import { HEADERS } from '#contract/headers.ts';
import { COMMON_FAULTS } from '#contract/operations/faults.ts';
import { EXAMPLE_PARAMS, OPERATIONS, SECTIONS } from '#contract/operations/index.ts';
import type { Operation } from '#contract/operations/operation.ts';
import { RIGHTS } from '#contract/rights.ts';
import { type Components, type Json, jsonSchemaOf, refTo } from './components.ts';
import { bodyOf, parametersOf } from './request.ts';
import { answerOf, faultResponse, faultResponses } from './responses.ts';
import { HEADER_TEXTS, type Header, SECTION_TITLES } from './texts.ts';

export type OpenApiDocument = z.infer<typeof OPERATIONS.openApi.answer.schema>;

/** The paragraph on credential, right and cost of an operation. */
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
        ? {
            206: {
              ...answerOf(operation, components),
              description: 'The range of the file that was asked for.',
            },
          }
        : {}),
      ...faultResponses(operation),
      default: refTo('responses', 'Fault'),
    },
  };
}

const REQUEST_HEADERS = [
  HEADERS.answerer,
  HEADERS.answerDetail,
  HEADERS.run,
  HEADERS.knowledge,
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
        'Every failure is an envelope whose `Response` is a message in the language of `Accept-Language`, English or Arabic; the headers `X-Fault`, `X-Fault-Parameters` and `X-Fault-Field` carry its code, parameters and field. `x-retryable` lists the codes after which the same request may succeed later, not before the seconds of `Retry-After`.',
    },
    servers: [{ url: gateway.url }],
    tags: Object.entries(SECTION_TITLES).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
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
