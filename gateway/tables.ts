import type { Intersection, TableDefinitions } from './module-definition.ts';
import { MODULES, type Module } from './modules.ts';
import type { SharedTables, Tables } from './sql/tables.ts';

/** Tables that are of no module: `gateway/sql` alone writes them. */
const SHARED = {
  counter: { key: ['bot_id', 'name'], ofBot: 'kept', carriedOver: true },
  orphan_blob: { key: ['blob'], carriedOver: true },
} as const satisfies TableDefinitions<SharedTables>;

/** Every table; a module that declares none of its own does not compile. */
export const TABLES: TableDefinitions<Tables> = Object.assign(
  {},
  ...MODULES.map(({ tables }) => tables),
  SHARED,
) as Intersection<Module['tables']> & typeof SHARED;

export type Table = keyof Tables;

const NAMES = Object.keys(TABLES) as Table[];

/** Tables about the database itself, its processes and its blob store. */
export const PROCESS_TABLES = NAMES.filter((name) => !TABLES[name].carriedOver);

/**
 * Tables whose rows are carried over, in this order. Bots are first: what an unfinished copy has of them shows whether it is
 * of the same source.
 */
export const COPIED_TABLES: readonly Table[] = [
  'bot',
  ...NAMES.filter((name) => name !== 'bot' && TABLES[name].carriedOver),
];
