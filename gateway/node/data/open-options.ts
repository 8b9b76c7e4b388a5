import type { OnDamage } from '#gateway/core/data-damage.ts';
import type { MigrateOptions } from '#gateway/sql/migrate.ts';

/** How a database is opened, whichever it is. */
export interface OpenOptions extends MigrateOptions {
  /** Told of each statement of the open database that met damaged data. */
  onDamage?: OnDamage | undefined;
}
