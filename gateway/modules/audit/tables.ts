import type { AuditActor, AuditEntry, AuditSubject } from './model.ts';

/** Rows of the audit log. */
export interface AuditTables {
  /** Rows are added, never changed, never removed: triggers refuse. */
  audit: IntentRow & {
    subject_name: string;
    /** Names as the list's search sees them. */
    folded: string;
    /** JSON objects. */
    before: string | null;
    after: string | null;
    outcome: AuditEntry['outcome'];
  };
  /** What is about to be changed; gone once the audit tells how it ended. What a crash leaves becomes entries. */
  audit_intent: IntentRow & { owner: string | null };
}

/** The intent of an audited change: actor, action and target, before the change. */
interface IntentRow {
  bot_id: number;
  id: number;
  at: number;
  actor: AuditActor['kind'];
  key_id: string;
  key_name: string;
  address: string;
  request_id: string;
  action: string;
  subject_kind: AuditSubject['kind'];
  subject_id: string;
}
