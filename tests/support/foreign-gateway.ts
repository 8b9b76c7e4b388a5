/**
 * Gateways of the same interface that are not ours: the real one, its answers bent at one point each. Nothing is
 * served here that the real gateway did not say first.
 */

import { HEADERS } from '#contract/headers.ts';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '#contract/operations/index.ts';

/** Lets the request through, or another in its place. */
export type Forward = (instead?: Request) => Promise<Response>;
export type Deviation = (request: Request, pass: Forward) => Promise<Response>;
type Json = Record<string, unknown>;

/** The endpoint that a request is for; documented ones first, as their paths are the narrower. */
export function endpointOf(request: Request): OperationId | undefined {
  const { pathname } = new URL(request.url);
  const matching = OPERATION_IDS.filter((id) => {
    const { method, path } = OPERATIONS[id];
    const pattern = path.replace(/\{(\w*[iI]d)\}/g, '\\d+').replace(/\{\w+\}/g, '[^/]+');
    return request.method === method && new RegExp(`^${pattern}$`).test(pathname);
  });
  return matching.find((id) => OPERATIONS[id].kind === 'documented') ?? matching[0];
}

function unknownPath(): Response {
  return Response.json({ StatusCode: 404, Response: 'Not Found', Consumption: '0/0' }, { status: 404 });
}

const OUR_HEADERS = [
  HEADERS.fault,
  HEADERS.faultField,
  HEADERS.faultParameters,
  HEADERS.answerBand,
  HEADERS.answerCertainty,
  HEADERS.answerKind,
];

/** The response without our headers, which other gateways do not send. */
function plain(response: Response, body: BodyInit | null = response.body): Response {
  const headers = new Headers(response.headers);
  for (const name of OUR_HEADERS) headers.delete(name);
  return new Response(body, { status: response.status, headers });
}

/** Changes the JSON of the endpoints named, where they succeed. */
function changeJson(ids: readonly OperationId[], change: (body: Json) => unknown): Deviation {
  return async (request, pass) => {
    const response = await pass();
    const id = endpointOf(request);
    if (id === undefined || !ids.includes(id) || !response.ok) return response;
    return plain(response, JSON.stringify(change((await response.json()) as Json)));
  };
}

function without(ids: readonly OperationId[]): Deviation {
  return async (request, pass) => {
    const id = endpointOf(request);
    return id !== undefined && ids.includes(id) ? unknownPath() : pass();
  };
}

const UNIT_READS = ['getUnit', 'listUnits'] as const;
/** Changes every unit that travels, alone or in a list. */
function changeUnits(change: (unit: Json) => Json): Deviation {
  return changeJson(UNIT_READS, (body) => {
    if (!('Response' in body)) return change(body);
    const list = body.Response as { items: Json[] };
    return { ...body, Response: { ...list, items: list.items.map(change) } };
  });
}

const BIN: readonly OperationId[] = ['listBin', 'getBinnedUnit', 'purgeUnit', 'restoreUnit'];

/** Deletes at once and for good, and announces no bin. */
const withoutBin: Deviation = async (request, pass) => {
  const id = endpointOf(request);
  if (id !== undefined && BIN.includes(id)) return unknownPath();
  if (id === 'deleteUnit')
    return pass(new Request(`${request.url}?forever=true`, { method: 'DELETE', headers: request.headers }));
  if (id !== 'capabilities') return pass();
  const { Response: said, ...envelope } = (await (await pass()).json()) as { Response: Json };
  const { binDays: _, ...limits } = said['limits'] as Json;
  const extensions = (said['extensions'] as OperationId[]).filter((id) => !BIN.includes(id));
  return Response.json({ ...envelope, Response: { ...said, limits, extensions } });
};

const EXTENSIONS = OPERATION_IDS.filter(
  (id) => OPERATIONS[id].kind === 'extension' && id !== 'listUnits' && id !== 'getFile',
);

/** A gateway of a version before: it lacks these calls, and does not announce them. */
const unannounced =
  (ids: readonly OperationId[]): Deviation =>
  async (request, pass) => {
    const id = endpointOf(request);
    if (id !== undefined && ids.includes(id)) return unknownPath();
    if (id !== 'capabilities') return pass();
    const { Response: said, ...envelope } = (await (await pass()).json()) as { Response: Json };
    const extensions = (said['extensions'] as OperationId[]).filter((extension) => !ids.includes(extension));
    return Response.json({ ...envelope, Response: { ...said, extensions } });
  };

/** Each by what a person would notice of it. */
const DEVIATIONS = {
  noExtensions: async (request, pass) => {
    const id = endpointOf(request);
    if (id === undefined || EXTENSIONS.includes(id)) return unknownPath();
    return plain(await pass());
  },
  noBin: withoutBin,
  /** PUT answers with unusual words, DELETE with an empty body. */
  oddWrites: async (request, pass) => {
    const response = await pass();
    const id = endpointOf(request);
    if (!response.ok || (id !== 'updateUnit' && id !== 'deleteUnit')) return response;
    return id === 'updateUnit' ? Response.json({ message: 'ok' }) : new Response(null, { status: 204 });
  },
  noList: without(['listUnits']),
  noContradictions: unannounced(['listContradictions']),
  noKnown: unannounced(['findKnown']),
  htmlForList: async (request, pass) =>
    endpointOf(request) === 'listUnits'
      ? new Response('<!doctype html><title>Portal</title>', { headers: { 'Content-Type': 'text/html' } })
      : pass(),
  silentRegistration: async (request, pass) => {
    const response = await pass();
    if (endpointOf(request) !== 'registerUnit' || !response.ok) return response;
    return new Response(null, { status: 204 });
  },
  brokenRegistration: async (request, pass) => {
    const response = await pass();
    if (endpointOf(request) !== 'registerUnit' || !response.ok) return response;
    return new Response(new ReadableStream({ start: (body) => body.error(new TypeError('reset')) }));
  },
  emptyRegistration: changeJson(['registerUnit'], (body) => ({ ...body, Response: {} })),
  noCapabilities: without(['capabilities']),
  oddCapabilities: changeJson(['capabilities'], (body) => ({ ...body, Response: 'ok' })),
  otherStatusNumbers: changeUnits((unit) => ({ ...unit, sourceStatus: 7 + Number(unit.sourceStatus) })),
  bareArray: withoutQuery(
    changeJson(['listUnits'], (body) => ({ ...body, Response: (body.Response as { items: unknown }).items })),
  ),
  bareArrayWithoutEnvelope: withoutQuery(
    changeJson(['listUnits'], (body) => (body.Response as { items: unknown }).items),
  ),
  digitIds: changeUnits((unit) => ({
    ...unit,
    id: String(unit.id),
    botId: String(unit.botId),
    aiKnowledgeSources: (unit.aiKnowledgeSources as Json[]).map((source) => ({
      ...source,
      id: String(source.id),
    })),
  })),
  nullDates: changeUnits((unit) => ({ ...unit, createdOn: undefined, modifiedOn: null })),
  oddDates: changeUnits((unit) => ({
    ...unit,
    createdOn: String(unit.createdOn).replace('Z', ''),
    modifiedOn: String(unit.modifiedOn).replace('Z', '+00:00'),
  })),
  nullDescription: changeUnits((unit) => ({ ...unit, description: null })),
  extraKeys: changeUnits((unit) => ({ ...unit, organisation: { id: 4 }, tags: null })),
  separatedConsumption: reportAs('١٬٢٣٤/50,000'),
  wordedConsumption: reportAs('unlimited'),
  decimalConsumption: changeJson(['answer', 'registerUnit', 'listUnits'], (body) => ({
    ...body,
    Consumption: '1234.5/10000.0',
  })),
  dataWithoutSpace: changeStream((text) => text.replaceAll('data: {', 'data:{')),
  documentsLast: changeStream(
    ([first = '', ...rest]) => [...rest.slice(0, -1), first, rest.at(-1) ?? ''],
    true,
  ),
  unknownEvents: changeStream((text) => `: hello\n\ndata: {"status":"thinking"}\n\n${text}data: [DONE]\n\n`),
  ownStreamForm: changeStream(
    (events) => [...events.map((event) => event.replace('"chunk"', '"token"')).slice(0, -1), 'data: [DONE]'],
    true,
  ),
  ownStreamFormWithoutDocuments: changeStream(
    () => ['data: {"type":"token","content":"خلال 15 يومًا"}', 'data: {"type":"end"}'],
    true,
  ),
  bareDocuments: changeJson(['answer'], (body) => {
    const answer = body.Response as { retrieved_documents: Json[] };
    const documents = answer.retrieved_documents.map(({ text }) => ({ text }));
    return { ...body, Response: { ...answer, retrieved_documents: documents } };
  }),
  partlyBareDocuments: changeJson(['answer'], (body) => {
    const answer = body.Response as { retrieved_documents: Json[] };
    const [document] = answer.retrieved_documents;
    const documents = [
      { text: 'bare' },
      { metadata: {} },
      { text: 'null', score: null, metadata: { file_id: 7, 'Section Title': null } },
      { ...document, score: '0.5' },
    ];
    return { ...body, Response: { ...answer, retrieved_documents: documents } };
  }),
  answerEvents: changeStream((events) => events.map((event) => event.replace('"chunk"', '"answer"')), true),
  growingAnswerEvents: changeStream(
    (events) => [
      'data: {"answer":"خلال"}',
      'data: {"answer":"خلال 15"}',
      'data: {"answer":"خلال 15 يومًا"}',
      events.at(-1) ?? '',
    ],
    true,
  ),
  unknownTextEvents: changeStream(
    (events) => events.map((event) => event.replace('"chunk"', '"token"')),
    true,
  ),
  textInFinalEvent: changeStream(() => ['data: {"final":true,"result":"خلال 15 يومًا"}'], true),
  oddFinal: changeStream(
    (events) => [
      ...events.slice(0, -1),
      'data: {"final":true,"metadata":{"total_tokens":"60"},"chat_history":null,"consumption":60}',
    ],
    true,
  ),
  oddDocuments: changeStream(
    ([, ...rest]) => [...rest.slice(0, -1), 'data: {"retrieved_documents":"دليل"}', rest.at(-1) ?? ''],
    true,
  ),
  cutStream: changeStream((events) => events.slice(0, -1), true),
  missingTitle: changeUnits((unit) => ({ ...unit, title: undefined })),
} satisfies Record<string, Deviation>;
export type DeviationName = keyof typeof DEVIATIONS;

/** Every envelope reports its quota in a way of its own. */
function reportAs(Consumption: string): Deviation {
  return changeJson(['answer', 'registerUnit', 'listUnits', 'chat'], (body) => ({ ...body, Consumption }));
}

/** The list takes no query: everything comes at once. */
function withoutQuery(inner: Deviation): Deviation {
  return (request, pass) =>
    inner(request, () => {
      if (endpointOf(request) !== 'listUnits') return pass();
      const { origin, pathname } = new URL(request.url);
      return pass(new Request(`${origin}${pathname}?limit=100`, { headers: request.headers }));
    });
}

function changeStream(change: (text: string) => string): Deviation;
function changeStream(change: (events: string[]) => string[], byEvent: true): Deviation;
function changeStream(
  change: ((text: string) => string) | ((events: string[]) => string[]),
  byEvent = false,
): Deviation {
  return async (request, pass) => {
    const response = await pass();
    if (endpointOf(request) !== 'streamAnswer' || !response.ok) return response;
    const text = await response.text();
    const events = text.split('\n\n').filter(Boolean);
    const bent = byEvent
      ? (change as (events: string[]) => string[])(events).map((event) => `${event}\n\n`)
      : [(change as (text: string) => string)(text)];
    return plain(response, bent.join(''));
  };
}

/** Answers a registration in a form of its own, made of the unit's id. */
export function answerRegistration(form: (id: number) => unknown): Deviation {
  return changeJson(['registerUnit'], (body) => ({
    ...body,
    Response: form((body.Response as { id: number }).id),
  }));
}

/** Several deviations at once, the first outermost. */
export function deviate(...deviations: readonly (DeviationName | Deviation)[]): Deviation {
  return deviations.reduceRight<Deviation>(
    (inner, deviation) => (request, pass) =>
      (typeof deviation === 'string' ? DEVIATIONS[deviation] : deviation)(request, (instead = request) =>
        inner(instead, pass),
      ),
    (request, pass) => pass(request),
  );
}
