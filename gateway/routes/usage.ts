import {
  callsQuerySchema,
  consumersQuerySchema,
  failuresQuerySchema,
  type LedgerState,
  usageHistoryQuerySchema,
  usageOfBotsQuerySchema,
} from '#contract/usage.ts';
import { printDay } from '#gateway/calendar/zone-day.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Forecast } from '#gateway/services/usage/forecast.ts';
import { readCalls, readFailures } from '#gateway/services/usage/usage-calls.ts';
import { readConsumers, readHistory } from '#gateway/services/usage/usage-history.ts';
import { readUsageOfBots } from '#gateway/services/usage/usage-of-bots.ts';
import { foreseeLedgers, type ForeseenLedger } from '#gateway/services/usage/usage.ts';

/** What was used of what was granted: now, over time, by whom, and what failed. */
export const usageRoutes = {
  usage: bind({
    async handle({ ports, botId }) {
      const ledgers = await foreseeLedgers(ports, botId);
      return { response: { ledgers: ledgers.map(ledgerToWire), asOf: ports.clock.now().toISOString() } };
    },
  }),

  usageOfBots: bind({
    query: usageOfBotsQuerySchema,
    async handle({ ports, key, query }) {
      const { items, total } = await readUsageOfBots(ports, key, query);
      const response = {
        items: items.map(({ ledgers, ...bot }) => ({ ...bot, ledgers: ledgers.map(ledgerToWire) })),
        total,
        asOf: ports.clock.now().toISOString(),
      };
      return { response };
    },
  }),

  usageHistory: bind({
    query: usageHistoryQuerySchema,
    handle: async ({ ports, botId, query }) => ({ response: await readHistory(ports, botId, query) }),
  }),

  usageConsumers: bind({
    query: consumersQuerySchema,
    handle: async ({ ports, botId, query }) => ({ response: await readConsumers(ports, botId, query) }),
  }),

  usageFailures: bind({
    query: failuresQuerySchema,
    handle: async ({ ports, botId, query }) => ({ response: await readFailures(ports, botId, query) }),
  }),

  usageCalls: bind({
    query: callsQuerySchema,
    async handle({ ports, botId, query }) {
      const { items, next } = await readCalls(ports, botId, query);
      return { response: { items: items.map((call) => ({ ...call, on: call.on.toISOString() })), next } };
    },
  }),
};

function ledgerToWire({ startsOn, endsOn, forecast, ...ledger }: ForeseenLedger): LedgerState {
  return {
    ...ledger,
    startsOn: startsOn?.toISOString() ?? null,
    endsOn: endsOn?.toISOString() ?? null,
    forecast: forecast && forecastToWire(forecast),
  };
}

function forecastToWire({ lastDay, earliest, latest, ...facts }: Forecast): LedgerState['forecast'] {
  const print = (day: number | null) => (day === null ? null : printDay(day));
  return { ...facts, lastDay: print(lastDay), earliest: print(earliest), latest: print(latest) };
}
