/** What modules declare is theirs alone: of two of one name the later would silently take the place of the other. */
import { expect, test } from 'vitest';
import { OPERATION_IDS } from '#contract/operations/index.ts';
import type { ModuleDefinition, ServingDefinition } from '#gateway/module-definition.ts';
import { MODULES } from '#gateway/modules.ts';

const modules: readonly ModuleDefinition[] = MODULES;
const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) < index);

test.each(['tables', 'held', 'chores'] as const)('no two modules declare the same %s', (part) => {
  const names = modules.flatMap((module) => Object.keys(module[part] ?? {}));
  expect(names.length).toBeGreaterThan(0);
  expect(repeated(names)).toEqual([]);
});

test('no two modules have the same gauge', () => {
  const names = modules.flatMap(({ gauges = [] }) => gauges.flatMap((reader) => Object.keys(reader.gauges)));
  expect(names.length).toBeGreaterThan(4);
  expect(repeated(names)).toEqual([]);
});

test('no two modules serve the same operation or service, and none an operation that is unknown', async () => {
  const servings: ServingDefinition[] = await Promise.all(
    modules.flatMap(({ serving }) => (serving ? [serving().then((loaded) => loaded.serving)] : [])),
  );
  const anything = new Proxy({}, { get: () => () => ({}) }) as never;
  const handlers = servings.flatMap((serving) => Object.keys(serving.handlers?.(anything, anything) ?? {}));
  expect(handlers.length).toBeGreaterThan(60);
  expect(repeated(handlers)).toEqual([]);
  expect(handlers.filter((id) => !OPERATION_IDS.some((operation) => operation === id))).toEqual([]);
  expect(repeated(servings.flatMap(({ services = {} }) => Object.keys(services)))).toEqual([]);
});
