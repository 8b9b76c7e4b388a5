/**
 * The rows, as every driver sees them. Moments are milliseconds since 1970, flags 0 or 1, lists and reasons JSON:
 * what SQLite and PostgreSQL both have. `bot_id` leads every key of what belongs to a bot; ids come from `counter`.
 */
import type { AccessTables } from './tables/access.ts';
import type { AlertsTables } from './tables/alerts.ts';
import type { AuditTables } from './tables/audit.ts';
import type { FleetTables } from './tables/fleet.ts';
import type { KnowledgeTables } from './tables/knowledge.ts';
import type { ModelsTables } from './tables/models.ts';
import type { QuotaTables } from './tables/quota.ts';
import type { VectorTables } from './tables/vectors.ts';

export type { KeyRow } from './tables/access.ts';
export type { FileRow, JobRow, SourceRow, UnitRow } from './tables/knowledge.ts';

export interface Tables
  extends AccessTables,
    AlertsTables,
    AuditTables,
    FleetTables,
    KnowledgeTables,
    ModelsTables,
    QuotaTables,
    VectorTables {}
