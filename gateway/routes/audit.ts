import {
  type AuditEntry as EntryView,
  type auditExportQuerySchema as ExportQuery,
  auditExportQuerySchema,
  auditQuerySchema,
} from '#contract/audit.ts';
import { addDays, parseDay, printDay, startOfDay, zoneHourAt } from '#gateway/calendar/zone-day.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { AuditEntry } from '#gateway/model.ts';
import type { AuditQuery, Ports } from '#gateway/ports.ts';
import { idsOfFamily } from '#gateway/services/usage/name-groups.ts';
import { type AuditFormat, exportAudit } from '#gateway/services/audit/export-audit.ts';
import type * as z from 'zod/mini';

const TYPES: Record<AuditFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/** Who did what: listed a page at a time, and taken out whole. */
export const auditRoutes = {
  listAudit: bind({
    query: auditQuerySchema,
    async handle({ ports, botId, query }) {
      const zone = await zoneOf(ports, botId);
      const { offset, limit, before } = query;
      const { items, total, older } = await ports.audit.list(botId, {
        ...(await queryFrom(ports, query, zone)),
        ...(before === undefined ? {} : { before }),
        offset,
        limit,
      });
      const actions = await ports.audit.actions(botId);
      return { response: { items: items.map(entryToWire), total, older, actions, zone } };
    },
  }),

  exportAudit: bind({
    query: auditExportQuerySchema,
    async handle({ ports, botId, query, request }) {
      const zone = await zoneOf(ports, botId);
      const day = printDay(zoneHourAt(zone, ports.clock.now()).day);
      const headers = {
        'Content-Type': TYPES[query.format],
        'Content-Disposition': `attachment; filename="fihrist-audit-${botId}-${day}.${query.format}"`,
      };
      if (request.method === 'HEAD') return new Response(null, { headers });
      const text = exportAudit(ports, botId, await queryFrom(ports, query, zone), query.format);
      return new Response(streamOf(text), { headers });
    },
  }),
};

/** A slice is read when the one before it was taken. */
function streamOf(pieces: AsyncGenerator<string, void, void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/** A bot has one zone for all its ledgers. */
async function zoneOf({ ledger }: Ports, botId: number): Promise<string> {
  return (await ledger.all(botId))[0]?.zone ?? 'UTC';
}

type Filters = Omit<z.output<typeof ExportQuery>, 'format'>;

/** An empty filter is none; days become moments, the last one included. */
async function queryFrom(
  ports: Pick<Ports, 'keys'>,
  { search, action, kind, subject, key, request, from, to }: Filters,
  zone: string,
): Promise<AuditQuery> {
  const first = from === undefined ? undefined : parseDay(from);
  const last = to === undefined ? undefined : parseDay(to);
  return {
    ...(search?.trim() ? { search: search.trim() } : {}),
    ...(action ? { action } : {}),
    ...(kind ? { kind } : {}),
    ...(subject ? { subject } : {}),
    ...(key ? { keyIds: await idsOfFamily(ports, key) } : {}),
    ...(request ? { requestId: request } : {}),
    ...(first === undefined ? {} : { from: startOfDay(zone, first) }),
    ...(last === undefined ? {} : { until: startOfDay(zone, addDays(last, 1)) }),
  };
}

function entryToWire(entry: AuditEntry): EntryView {
  const { id, on, actor, address, requestId, action, subject, before, after, outcome } = entry;
  return { id, on: on.toISOString(), actor, address, requestId, action, subject, before, after, outcome };
}
