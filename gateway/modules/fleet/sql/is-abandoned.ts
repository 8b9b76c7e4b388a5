import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { DEAD_AFTER_MS, HEARD_WITHIN_MS } from '#gateway/core/fleet.ts';

/**
 * True for rows of `process` that were silent for too long while another was heard. Silence alone proves nothing: when
 * the database comes back after an outage, everybody was silent, and whoever is first must not bury the rest.
 */
export function isDead(now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`process.seen_on <= ${now - DEAD_AFTER_MS} and exists
    (select 1 from process as witness
      where witness.seen_on > ${now - HEARD_WITHIN_MS} and witness.heard_since <= ${now - DEAD_AFTER_MS})`;
}

/** True for rows whose owner is a process that ended or is dead; rows without an owner never are. */
export function isAbandoned(ownerColumn: string, now: number): RawBuilder<SqlBool> {
  const owner = sql.ref(ownerColumn);
  return sql<SqlBool>`${owner} is not null and not exists
    (select 1 from process where process.id = ${owner} and not (${isDead(now)}))`;
}
