import type * as z from 'zod/mini';
import {
  type AuditSubject as AuditedKind,
  type auditExportQuerySchema,
  type AuditEntry as EntryView,
  KNOWLEDGE_SUBJECTS,
} from '#contract/audit.ts';
import { hasRight } from '#contract/rights.ts';
import type { Role } from '#contract/session.ts';
import { addDays, parseDay, printDay, startOfDay, zoneHourAt } from '#gateway/core/calendar/zone-day.ts';
import { GatewayFault } from '#gateway/core/errors.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import { routesOf } from '#gateway/http/call.ts';
import { streamText } from '#gateway/http/stream-text.ts';
import type { AuditEntry } from '#gateway/modules/audit/model.ts';
import type { AuditQuery } from '#gateway/modules/audit/ports/audit.ts';
import type { Ports } from '#gateway/modules/audit/ports/ports.ts';
import { type AuditFormat, exportAudit } from '#gateway/modules/audit/services/export-audit.ts';
import { zoneOf } from '#gateway/modules/usage/services/date-range.ts';
import { idsOfFamily } from '#gateway/modules/usage/services/name-groups.ts';

const MEDIA_TYPES: Record<AuditFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/** The audit log: listed a page at a time, and exported whole. */
export const auditRoutes = routesOf<Ports>()({
  async listAudit({ ports, botId, query, key }) {
    const zone = await zoneOf(ports, botId);
    const { offset, limit, before } = query;
    const kinds = visibleKinds(key.role, query.kind);
    const filters = { ...(await queryFrom(ports, query, zone)), ...omitUndefined({ before, kinds }) };
    const { items, total, nextBefore } = await ports.audit.list(botId, { ...filters, offset, limit });
    const actions = await ports.audit.actions(botId, kinds);
    const entries = kinds ? items.map(withoutAddress) : items;
    return { answer: { items: entries.map(toApiEntry), total, nextBefore, actions, zone } };
  },

  async exportAudit({ ports, botId, query, request, key }) {
    const kinds = visibleKinds(key.role, query.kind);
    const zone = await zoneOf(ports, botId);
    const day = printDay(zoneHourAt(zone, ports.clock.now()).day);
    const headers = {
      'Content-Type': MEDIA_TYPES[query.format],
      'Content-Disposition': `attachment; filename="fihrist-audit-${botId}-${day}.${query.format}"`,
    };
    if (request.method === 'HEAD') return new Response(null, { headers });
    const filters = { ...(await queryFrom(ports, query, zone)), ...omitUndefined({ kinds }) };
    const text = exportAudit(ports, botId, filters, {
      format: query.format,
      zone,
      ...(kinds ? { toShown: withoutAddress } : {}),
    });
    return new Response(streamText(text), { headers });
  },
});

/** The kinds of entries that a key may see; undefined: all. Throws `not-allowed` for a filter by another one. */
function visibleKinds(role: Role, kind: AuditedKind | undefined): readonly AuditedKind[] | undefined {
  if (hasRight(role, 'readReports')) return undefined;
  const kinds: readonly AuditedKind[] = KNOWLEDGE_SUBJECTS;
  if (kind !== undefined && !kinds.includes(kind)) throw new GatewayFault('not-allowed');
  return kinds;
}

/** Addresses of clients are for roles that watch over keys. */
const withoutAddress = (entry: AuditEntry): AuditEntry => ({ ...entry, address: '' });

type Filters = Omit<z.output<typeof auditExportQuerySchema>, 'format'>;

/** Empty filters are dropped; days become moments, the last day included. */
async function queryFrom(
  ports: Pick<Ports, 'keys'>,
  { search, action, kind, subject, key, request, from, to }: Filters,
  zone: string,
): Promise<AuditQuery> {
  return omitUndefined({
    search: search?.trim() || undefined,
    action: action || undefined,
    kind: kind || undefined,
    subject: subject || undefined,
    keyIds: key ? await idsOfFamily(ports, key) : undefined,
    requestId: request || undefined,
    from: from === undefined ? undefined : startOfDay(zone, parseDay(from)),
    until: to === undefined ? undefined : startOfDay(zone, addDays(parseDay(to), 1)),
  });
}

function toApiEntry(entry: AuditEntry): EntryView {
  const { id, on, actor, address, requestId, action, subject, before, after, outcome } = entry;
  return { id, on: on.toISOString(), actor, address, requestId, action, subject, before, after, outcome };
}
