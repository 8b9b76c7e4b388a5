/**
 * The rows, as every driver sees them. Moments are milliseconds since 1970, flags 0 or 1, lists and reasons JSON:
 * what SQLite and PostgreSQL both have. `bot_id` leads every key of what belongs to a bot; ids come from `counter`.
 */
import type { AccessTables } from '#gateway/modules/access/tables.ts';
import type { AlertsTables } from '#gateway/modules/alerts/tables.ts';
import type { AnswersTables } from '#gateway/modules/answers/tables.ts';
import type { AuditTables } from '#gateway/modules/audit/tables.ts';
import type { ContradictionsTables } from '#gateway/modules/contradictions/tables.ts';
import type { EmbeddingsTables } from '#gateway/modules/embeddings/tables.ts';
import type { EvaluationTables } from '#gateway/modules/evaluation/tables.ts';
import type { FilesTables } from '#gateway/modules/files/tables.ts';
import type { FleetTables } from '#gateway/modules/fleet/tables.ts';
import type { JobsTables } from '#gateway/modules/jobs/tables.ts';
import type { ModelsTables } from '#gateway/modules/models/tables.ts';
import type { RunsTables } from '#gateway/modules/runs/tables.ts';
import type { SpeechTables } from '#gateway/modules/speech/tables.ts';
import type { SynonymsTables } from '#gateway/modules/synonyms/tables.ts';
import type { UnitsTables } from '#gateway/modules/units/tables.ts';
import type { UsageTables } from '#gateway/modules/usage/tables.ts';

/** Rows that modules write by functions of this folder alone. */
export interface SharedTables {
  counter: { bot_id: number; name: string; value: number };
  orphan_blob: { blob: string; since: number };
}

export interface Tables
  extends SharedTables,
    FleetTables,
    JobsTables,
    UsageTables,
    AuditTables,
    AccessTables,
    FilesTables,
    ModelsTables,
    SpeechTables,
    UnitsTables,
    EmbeddingsTables,
    SynonymsTables,
    ContradictionsTables,
    RunsTables,
    AnswersTables,
    AlertsTables,
    EvaluationTables {}
