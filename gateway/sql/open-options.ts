import type { OnDamage } from '#gateway/core/data-damage.ts';
import type { MigrateOptions } from './migrate.ts';

/** Options for the opening of a database, the same for SQLite and PostgreSQL. */
export interface OpenOptions extends MigrateOptions {
  /** Told of each statement of the open database that met damaged data. */
  onDamage?: OnDamage | undefined;
}
