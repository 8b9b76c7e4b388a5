import type { ModuleDefinition } from '#gateway/module-definition.ts';
import { createProcessStore } from './sql/processes.ts';
import type { FleetTables } from './tables.ts';

/** The processes of one database. */
export const fleet = {
  name: 'fleet',
  tables: {
    process: { key: ['id'], carriedOver: false },
    task_owner: { key: ['task'], carriedOver: false },
  },
  store: ({ db, clock, process, extensions }) => ({
    processes: createProcessStore(db, clock, process, extensions),
  }),
} satisfies ModuleDefinition<FleetTables>;
