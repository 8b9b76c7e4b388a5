/**
 * Gateways of the same interface that are not ours: the real one, its answers bent at one point each. Nothing is
 * served here that the real gateway did not say first.
 */
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from '#contract/endpoints.ts';
import { HEADERS } from '#contract/headers.ts';

/** Lets the request through, or another in its place. */
export type Pass = (instead?: Request) => Promise<Response>;
export type Deviation = (request: Request, pass: Pass) => Promise<Response>;
type Json = Record<string, unknown>;

/** The endpoint that a request is for; documented ones first, as their paths are the narrower. */
export function endpointOf(request: Request): EndpointId | undefined {
  const { pathname } = new URL(request.url);
  const matching = ENDPOINT_IDS.filter((id) => {
    const { method, path } = ENDPOINTS[id];
    const pattern = path.replace(/\{(\w*[iI]d)\}/g, '\\d+').replace(/\{\w+\}/g, '[^/]+');
    return request.method === method && new RegExp(`^${pattern}$`).test(pathname);
  });
  return matching.find((id) => ENDPOINTS[id].standing === 'documented') ?? matching[0];
}

function unknownPath(): Response {
  return Response.json({ StatusCode: 404, Response: 'Not Found', Consumption: '0/0' }, { status: 404 });
}

/** Without our headers, which no other gateway sends. */
function plain(response: Response, body: BodyInit | null = response.body): Response {
  const headers = new Headers(response.headers);
  for (const name of [HEADERS.fault, HEADERS.faultField, HEADERS.faultParameters]) headers.delete(name);
  return new Response(body, { status: response.status, headers });
}

/** Changes the JSON of the endpoints named, where they succeed. */
function bend(ids: readonly EndpointId[], change: (body: Json) => unknown): Deviation {
  return async (request, pass) => {
    const response = await pass();
    const id = endpointOf(request);
    if (id === undefined || !ids.includes(id) || !response.ok) return response;
    return plain(response, JSON.stringify(change((await response.json()) as Json)));
  };
}

function without(ids: readonly EndpointId[]): Deviation {
  return async (request, pass) => {
    const id = endpointOf(request);
    return id !== undefined && ids.includes(id) ? unknownPath() : pass();
  };
}

const UNIT_READS = ['getUnit', 'listUnits'] as const;
/** Changes every unit that travels, alone or in a list. */
function bendUnits(change: (unit: Json) => Json): Deviation {
  return bend(UNIT_READS, (body) => {
    if (!('Response' in body)) return change(body);
    const list = body.Response as { items: Json[] };
    return { ...body, Response: { ...list, items: list.items.map(change) } };
  });
}

const EXTENSIONS = ENDPOINT_IDS.filter(
  (id) => ENDPOINTS[id].standing === 'extension' && id !== 'listUnits' && id !== 'getFile',
);

/** Each by what a person would notice of it. */
export const DEVIATIONS = {
  noExtensions: async (request, pass) => {
    const id = endpointOf(request);
    if (id === undefined || EXTENSIONS.includes(id)) return unknownPath();
    return plain(await pass());
  },
  noList: without(['listUnits']),
  htmlForList: async (request, pass) =>
    endpointOf(request) === 'listUnits'
      ? new Response('<!doctype html><title>Portal</title>', { headers: { 'Content-Type': 'text/html' } })
      : pass(),
  emptyRegistration: bend(['registerUnit'], (body) => ({ ...body, Response: {} })),
  noCapabilities: without(['capabilities']),
  oddCapabilities: bend(['capabilities'], (body) => ({ ...body, Response: 'ok' })),
  otherStatusNumbers: bendUnits((unit) => ({ ...unit, sourceStatus: 7 + Number(unit.sourceStatus) })),
  bareArray: withoutQuery(
    bend(['listUnits'], (body) => ({ ...body, Response: (body.Response as { items: unknown }).items })),
  ),
  bareArrayWithoutEnvelope: withoutQuery(
    bend(['listUnits'], (body) => (body.Response as { items: unknown }).items),
  ),
  oddDates: bendUnits((unit) => ({
    ...unit,
    createdOn: String(unit.createdOn).replace('Z', ''),
    modifiedOn: String(unit.modifiedOn).replace('Z', '+00:00'),
  })),
  nullDescription: bendUnits((unit) => ({ ...unit, description: null })),
  extraKeys: bendUnits((unit) => ({ ...unit, organisation: { id: 4 }, tags: null })),
  decimalConsumption: bend(['answer', 'registerUnit', 'listUnits'], (body) => ({
    ...body,
    Consumption: '1234.5/10000.0',
  })),
  dataWithoutSpace: bendStream((text) => text.replaceAll('data: {', 'data:{')),
  documentsLast: bendStream(
    ([first = '', ...rest]) => [...rest.slice(0, -1), first, rest.at(-1) ?? ''],
    true,
  ),
  unknownEvents: bendStream((text) => `: hello\n\ndata: {"status":"thinking"}\n\n${text}data: [DONE]\n\n`),
  cutStream: bendStream((events) => events.slice(0, -1), true),
  missingTitle: bendUnits((unit) => ({ ...unit, title: undefined })),
} satisfies Record<string, Deviation>;
export type DeviationName = keyof typeof DEVIATIONS;

/** The list takes no query: everything comes at once. */
function withoutQuery(inner: Deviation): Deviation {
  return (request, pass) =>
    inner(request, () => {
      if (endpointOf(request) !== 'listUnits') return pass();
      const { origin, pathname } = new URL(request.url);
      return pass(new Request(`${origin}${pathname}?limit=100`, { headers: request.headers }));
    });
}

function bendStream(change: (text: string) => string): Deviation;
function bendStream(change: (events: string[]) => string[], byEvent: true): Deviation;
function bendStream(
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

/** Several deviations at once, the first outermost. */
export function deviate(...names: readonly DeviationName[]): Deviation {
  return names.reduceRight<Deviation>(
    (inner, name) => (request, pass) =>
      DEVIATIONS[name](request, (instead = request) => inner(instead, pass)),
    (request, pass) => pass(request),
  );
}
