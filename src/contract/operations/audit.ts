/** The audit log of a bot. */
import { auditExportQuerySchema, auditListSchema, auditQuerySchema } from '#contract/audit.ts';
import { HEADERS } from '#contract/headers.ts';
import { botParams } from '#contract/params.ts';
import { type Operation, reads } from './operation.ts';

const readsAudit = { ...reads, right: 'readAudit', params: botParams } as const;

export const listAudit = {
  ...readsAudit,
  id: 'listAudit',
  path: '/api/Audit/{botId}',
  summary: 'Lists entries of the audit log, newest first; for curators those of units, files and synonyms.',
  query: auditQuerySchema,
  answer: { as: 'envelope', schema: auditListSchema },
  example: { query: { kind: 'unit' } },
} as const satisfies Operation;

export const exportAudit = {
  ...readsAudit,
  id: 'exportAudit',
  path: '/api/Audit/{botId}/export',
  summary: 'Downloads the audit log as CSV or JSON lines, with the entries that the list has.',
  query: auditExportQuerySchema,
  answer: { as: 'file', types: ['text/csv', 'application/x-ndjson'] },
  responseHeaders: [HEADERS.contentDisposition],
  example: { query: { format: 'csv' } },
} as const satisfies Operation;
