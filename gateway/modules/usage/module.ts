import { before, DAY_MS } from '#gateway/core/clock.ts';
import type { ModuleDefinition } from '#gateway/module-definition.ts';
import type { Ports } from './ports/ports.ts';
import { ledgerGauges } from './services/ledger-gauges.ts';
import { createLedgerStore, ledgerExtension } from './sql/ledger.ts';
import { createUsageStore } from './sql/usage.ts';
import type { UsageTables } from './tables.ts';

/** No call takes as long. */
const RESERVATION_TIMEOUT_MS = 60 * 60_000;

const REJECTION_RETENTION_MS = 100 * DAY_MS;

/** Quotas, usage and its figures. */
export const usage = {
  name: 'usage',
  tables: {
    ledger: { key: ['bot_id', 'ledger'], ofBot: 'removed', carriedOver: true },
    ledger_total: { key: ['bot_id', 'ledger', 'granted_on'], ofBot: 'removed', carriedOver: true },
    ledger_entry: { key: ['bot_id', 'request_id'], ofBot: 'removed', carriedOver: true },
    key_usage: { key: ['bot_id', 'key_id', 'ledger'], ofBot: 'removed', carriedOver: true },
    usage_hour: {
      key: ['bot_id', 'ledger', 'day', 'hour', 'action', 'key_id'],
      ofBot: 'removed',
      carriedOver: true,
    },
    usage_day: { key: ['bot_id', 'ledger', 'day', 'action', 'key_id'], ofBot: 'removed', carriedOver: true },
    usage_unit_hour: {
      key: ['bot_id', 'ledger', 'day', 'hour', 'unit_id'],
      ofBot: 'removed',
      carriedOver: true,
    },
    usage_unit_day: { key: ['bot_id', 'ledger', 'day', 'unit_id'], ofBot: 'removed', carriedOver: true },
    usage_unit_month: { key: ['bot_id', 'ledger', 'month', 'unit_id'], ofBot: 'removed', carriedOver: true },
    failure_day: {
      key: ['bot_id', 'day', 'status', 'fault', 'action', 'key_id'],
      ofBot: 'removed',
      carriedOver: true,
    },
    rejection: {
      key: ['bot_id', 'ledger', 'minute_on', 'key_id', 'fault', 'action'],
      ofBot: 'removed',
      carriedOver: true,
    },
    failed_call: { key: ['bot_id', 'request_id'], ofBot: 'removed', carriedOver: true },
  },
  store: ({ db, clock, process, extensions }) => ({
    ledger: createLedgerStore(db, clock, { processId: process.id }),
    usage: createUsageStore(db, extensions),
  }),
  extension: ledgerExtension,
  held: { reservations: ({ ledger }: Pick<Ports, 'ledger'>) => ledger.releaseAbandoned() },
  chores: {
    released:
      ({ ledger }: Pick<Ports, 'ledger'>) =>
      async (now) => ({ count: await ledger.releaseOlderThan(before(now, RESERVATION_TIMEOUT_MS)) }),
    rejections:
      ({ usage }: Pick<Ports, 'usage'>) =>
      async (now) => ({ count: await usage.removeRejections(before(now, REJECTION_RETENTION_MS)) }),
  },
  gauges: [ledgerGauges],
  serving: () => import('./serving.ts'),
} satisfies ModuleDefinition<UsageTables>;
