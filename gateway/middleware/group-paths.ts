import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from '#contract/endpoints.ts';

/** HTTP methods that an endpoint answers. */
export function methodsOf(id: EndpointId): string[] {
  const { method } = ENDPOINTS[id];
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** Endpoints by path as Hono writes it; literal segments before named ones, so that `byId` is never a bot. */
export function groupByPath(modelFamily: string): [string, EndpointId[]][] {
  const groups = new Map<string, EndpointId[]>();
  for (const id of ENDPOINT_IDS) {
    const path = ENDPOINTS[id].path.replace('{Model}', modelFamily).replace(/\{(\w+)\}/g, ':$1');
    groups.set(path, [...(groups.get(path) ?? []), id]);
  }
  const rank = (path: string): string =>
    path
      .split('/')
      .map((segment) => (segment.startsWith(':') ? '1' : '0'))
      .join('');
  return [...groups].sort(([one], [other]) => rank(one).localeCompare(rank(other)));
}
