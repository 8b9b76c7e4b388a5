import { OPERATIONS } from '#contract/operations/index.ts';
import type { AnyOperation } from './call.ts';

const ALL: readonly AnyOperation[] = Object.values(OPERATIONS);

/** HTTP methods that an operation answers. */
export function methodsOf({ method }: AnyOperation): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** Operations by path in Hono's notation; literal segments precede named ones, so that `byId` is never a bot. */
export function groupByPath(modelFamily: string): [path: string, operations: AnyOperation[]][] {
  const groups = new Map<string, AnyOperation[]>();
  for (const operation of ALL) {
    const path = operation.path.replace('{Model}', modelFamily).replace(/\{(\w+)\}/g, ':$1');
    groups.set(path, [...(groups.get(path) ?? []), operation]);
  }
  const rank = (path: string): string =>
    path
      .split('/')
      .map((segment) => (segment.startsWith(':') ? '1' : '0'))
      .join('');
  return [...groups].sort(([a], [b]) => rank(a).localeCompare(rank(b)));
}
