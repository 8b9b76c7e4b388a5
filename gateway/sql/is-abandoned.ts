import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { DEAD_AFTER_MS } from '#gateway/core/fleet.ts';

/** True for rows whose owner is a process that ended or is silent for too long; rows without an owner never are. */
export function isAbandoned(ownerColumn: string, now: number): RawBuilder<SqlBool> {
  const owner = sql.ref(ownerColumn);
  return sql<SqlBool>`${owner} is not null and not exists
    (select 1 from process where process.id = ${owner} and process.seen_on > ${now - DEAD_AFTER_MS})`;
}
