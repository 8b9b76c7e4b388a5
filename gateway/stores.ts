import { type ByteBudget, createByteBudget } from './core/byte-budget.ts';
import type { Clock } from './core/clock.ts';
import type { Intersection, ModuleDefinition } from './module-definition.ts';
import { MODULES, type Module } from './modules.ts';
import type { Ports } from './ports.ts';
import type { SqlDatabase } from './sql/database.ts';
import { composeExtensions, type SqlExtension } from './sql/extensions.ts';
import { type BotTable, removeRows } from './sql/remove-rows.ts';

/** About a hundred thousand passages. */
const DEFAULT_MEMORY_BYTES = 64 * 1024 * 1024;

export type SqlStores = { memory: ByteBudget } & Intersection<
  ReturnType<Extract<Module, { store: unknown }>['store']>
>;

/**
 * Every port that keeps rows. Leases and claims carry `processId`; without an id only their age frees them. `description`
 * is what an operator sees of the process. What stores remember counts against `memory`, which is returned beside them.
 */
export function createSqlStores(
  db: SqlDatabase,
  clock: Clock,
  processId: string | null = null,
  description: { name: string; version: string } = { name: '', version: '' },
  memory = createByteBudget(DEFAULT_MEMORY_BYTES),
): SqlStores & Partial<Ports> {
  const process = { id: processId, ...description };
  const extensions = composeExtensions(MODULES.map(withRowsOfBots));
  const context = { db, clock, memory, process, extensions };
  return Object.assign(
    { memory },
    ...MODULES.map((module) => ('store' in module ? module.store(context) : {})),
  ) as SqlStores;
}

/** The extension of a module, which removes the rows of bots from all of its tables, those that name others first. */
function withRowsOfBots({ tables, extension }: ModuleDefinition): SqlExtension {
  type Definition = { key: string[]; ofBot?: string; hasLargeRows?: true };
  const ofBots: BotTable[] = Object.entries(tables as Record<string, Definition>)
    .filter(([, { ofBot }]) => ofBot === 'removed')
    .map(([table, { key, hasLargeRows = false }]) => ({
      table,
      rest: key.filter((column) => column !== 'bot_id'),
      hasLargeRows,
    }))
    .toReversed();
  return {
    ...extension,
    removeOfBot: async (db, ...bot) =>
      ((await extension?.removeOfBot?.(db, ...bot)) ?? false) || removeRows(db, ofBots, bot[0]),
  };
}
