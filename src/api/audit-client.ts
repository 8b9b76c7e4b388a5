import type { AuditFormat, AuditList, AuditSubject } from '#contract/audit.ts';
import { auditListSchema } from '#contract/audit.ts';
import type { Calls } from './synonyms-client.ts';

/** What entries are looked for; what is undefined or empty is no filter. Days are of the bot's zone, both included. */
export type AuditFilters = {
  search?: string | undefined;
  action?: string | undefined;
  kind?: AuditSubject | undefined;
  subject?: string | undefined;
  key?: string | undefined;
  request?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Who changed what. `null` means: this gateway does not tell. */
export type AuditClient = {
  list: (
    query: AuditFilters & { before?: number | undefined; offset: number; limit: number },
  ) => Promise<AuditList | null>;
  /** All entries that the filters leave, of any number. */
  export: (filters: AuditFilters, format: AuditFormat) => Promise<Blob>;
};

const given = ({ search, action, kind, subject, key, request, from, to }: AuditFilters) => ({
  search: search || undefined,
  action: action || undefined,
  kind,
  subject: subject || undefined,
  key: key || undefined,
  request: request || undefined,
  from: from || undefined,
  to: to || undefined,
});

export function createAuditClient(botId: string, { extension, file }: Calls): AuditClient {
  return {
    list: ({ before, offset, limit, ...filters }) =>
      extension('listAudit', { botId }, auditListSchema, { ...given(filters), before, offset, limit }),
    export: (filters, format) => file('exportAudit', { botId }, { ...given(filters), format }),
  };
}
