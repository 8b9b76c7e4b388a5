import type { LedgerState } from '#contract/usage.ts';
import { printDay } from '#gateway/core/calendar/zone-day.ts';
import { routesOf } from '#gateway/http/call.ts';
import { streamText } from '#gateway/http/stream-text.ts';
import type { Ports } from '#gateway/modules/usage/ports/ports.ts';
import { exportUsage } from '#gateway/modules/usage/services/export-usage.ts';
import type { Forecast } from '#gateway/modules/usage/services/forecast.ts';
import {
  createForecastCache,
  forecastForKey,
  type LedgerWithForecast,
  readUsageOfBots,
} from '#gateway/modules/usage/services/forecast-ledgers.ts';
import { readCalls, readFailures } from '#gateway/modules/usage/services/usage-calls.ts';
import { readConsumers, readHistory } from '#gateway/modules/usage/services/usage-history.ts';

/** What all bots have used; their forecasts are kept for some minutes. */
export function usageOfBotsRoutes() {
  const forecasts = createForecastCache();
  return routesOf<Ports>()({
    async usageOfBots({ ports, key, query }) {
      const { items, total } = await readUsageOfBots(ports, key, query, forecasts);
      const answer = {
        items: items.map(({ ledgers, ...bot }) => ({ ...bot, ledgers: ledgers.map(toApiLedger) })),
        total,
        asOf: ports.clock.now().toISOString(),
      };
      return { answer };
    },
  });
}

/** Endpoints for usage and quota: current state, history, groups and failures. */
export const usageRoutes = routesOf<Ports>()({
  async usage({ ports, botId, key }) {
    const ledgers = (await forecastForKey(ports, botId, key)).map(({ key: limit, binding, ...ledger }) => ({
      ...toApiLedger(ledger),
      key: limit && { ...limit, ...toApiOutlook(limit) },
      binding,
    }));
    return { answer: { ledgers, asOf: ports.clock.now().toISOString() } };
  },

  usageHistory: async ({ ports, botId, query }) => ({ answer: await readHistory(ports, botId, query) }),

  usageConsumers: async ({ ports, botId, query }) => ({ answer: await readConsumers(ports, botId, query) }),

  usageFailures: async ({ ports, botId, query }) => ({ answer: await readFailures(ports, botId, query) }),

  async exportUsage({ ports, botId, query, request }) {
    const { from, to, text } = await exportUsage(ports, botId, query);
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="fihrist-usage-${botId}-${query.ledger}-${from}-${to}.csv"`,
    };
    return new Response(request.method === 'HEAD' ? null : streamText(text), { headers });
  },

  async usageCalls({ ports, botId, query }) {
    const { items, next } = await readCalls(ports, botId, query);
    return { answer: { items: items.map((call) => ({ ...call, on: call.on.toISOString() })), next } };
  },
});

function toApiLedger({ startsOn, endsOn, forecast, exhausted, ...ledger }: LedgerWithForecast): LedgerState {
  return {
    ...ledger,
    startsOn: startsOn?.toISOString() ?? null,
    endsOn: endsOn?.toISOString() ?? null,
    ...toApiOutlook({ forecast, exhausted }),
  };
}

function toApiOutlook({ forecast, exhausted }: Pick<LedgerWithForecast, 'forecast' | 'exhausted'>) {
  return {
    forecast: forecast && toApiForecast(forecast),
    exhausted: exhausted && { ...exhausted, since: exhausted.since?.toISOString() ?? null },
  };
}

function toApiForecast({
  lastDay,
  earliest,
  latest,
  runsOutOn,
  ...facts
}: Forecast): NonNullable<LedgerState['forecast']> {
  const print = (day: number | null) => (day === null ? null : printDay(day));
  return {
    ...facts,
    lastDay: print(lastDay),
    earliest: print(earliest),
    latest: print(latest),
    runsOutOn: runsOutOn?.toISOString() ?? null,
  };
}
