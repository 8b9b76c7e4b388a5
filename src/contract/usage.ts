/** Section 5 and 8: quota. Three ledgers a bot; a response reports the one its own kind of call spends. */
import * as z from 'zod/mini';
import { daySchema, paginationQuery, queryInteger } from './pagination.ts';

/** Kinds of consumption. */
export const LEDGERS = ['text', 'speech', 'audio'] as const;
export const ledgerSchema = z.enum(LEDGERS);

/** Units: text tokens, speech characters, audio seconds. */
export type Ledger = z.infer<typeof ledgerSchema>;

/** When usage resets to 0: never, at each midnight, or at the first midnight of each month. */
export const PERIODS = ['none', 'daily', 'monthly'] as const;
/** After what time usage begins at zero again. */
export const periodSchema = z.enum(PERIODS);
export type Period = z.infer<typeof periodSchema>;

/** What a forecast goes by. */
const FORECAST_BASES = ['last-hour', 'last-day', 'last-28-days'] as const;
export type ForecastBasis = (typeof FORECAST_BASES)[number];

/**
 * Extension: how long the rest of the quota lasts. `basis`: the last 28 whole days, or, where more is used now than ever in
 * them, the last hour or the last 24. `burnRate` and `peak` are units per day, of the whole days and with today. Days are
 * those of the ledger's zone. `lastDay` is the day on which the quota runs out, null where it lasts until the end of the
 * period or, without periods, for a year; `runsOutOn` its moment where the last hour or day says it. `earliest` and
 * `latest` bound 90 % of the outcomes. The forecast is null while there is too little data.
 */
const forecastSchema = z.object({
  basis: z.optional(z.enum(FORECAST_BASES)),
  burnRate: z.number(),
  peak: z.number(),
  days: z.int(),
  lastDay: z.nullable(daySchema),
  earliest: z.nullable(daySchema),
  latest: z.nullable(daySchema),
  /** True when `lastDay` is a day. */
  exhaustsBeforeReset: z.boolean(),
  runsOutOn: z.optional(z.nullable(z.string())),
});
export type Forecast = z.infer<typeof forecastSchema>;

/**
 * Extension: a limit of which less is left than the smallest of the last hundred calls needed. `since`: the minute of the
 * first call that it rejected, null before; `rejected`: how many since.
 */
const exhaustionSchema = z.object({ since: z.nullable(z.string()), rejected: z.number() });

/** The cap of the key that asks, and what its family used of it in the period; `reserved` is held by its calls under way. */
const keyLimitSchema = z.object({
  used: z.number(),
  reserved: z.number(),
  total: z.number(),
  forecast: z.nullable(forecastSchema),
  exhausted: z.optional(z.nullable(exhaustionSchema)),
});
export type KeyLimit = z.infer<typeof keyLimitSchema>;

/**
 * What ends first for the key that asks. `key`: its cap. `bot`: the quota. `period`: by the forecast, neither before usage
 * resets.
 */
const BINDING_LIMITS = ['key', 'bot', 'period'] as const;
export type BindingLimit = (typeof BINDING_LIMITS)[number];

/** One ledger now. `startsOn` and `endsOn` are moments, null without periods; `reserved` is held by calls under way. */
export const ledgerStateSchema = z.object({
  ledger: ledgerSchema,
  used: z.number(),
  reserved: z.number(),
  total: z.number(),
  period: periodSchema,
  zone: z.string(),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  forecast: z.nullable(forecastSchema),
  /** Null while there is enough for a call. */
  exhausted: z.optional(z.nullable(exhaustionSchema)),
  /** Null for a key without a cap on it. This and `binding` are absent where bots are listed. */
  key: z.optional(z.nullable(keyLimitSchema)),
  binding: z.optional(z.enum(BINDING_LIMITS)),
});
export type LedgerState = z.infer<typeof ledgerStateSchema>;

/** Extension: the ledgers of a bot; one of a kind that the bot has not is absent. */
export const usageSchema = z.object({ ledgers: z.array(ledgerStateSchema), asOf: z.string() });
export type Usage = z.infer<typeof usageSchema>;

/** Extension: the same of every bot that the key may see. */
export const usageOfBotsSchema = z.object({
  items: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      archived: z.boolean(),
      ledgers: z.array(ledgerStateSchema),
    }),
  ),
  total: z.int(),
  asOf: z.string(),
});
export type UsageOfBots = z.infer<typeof usageOfBotsSchema>;
/** Query of the usage of all bots; `ids=1,2,3`, at most a page of them: only these. */
export const usageOfBotsQuerySchema = z.object({
  ids: z.optional(z.string().check(z.regex(/^\d{1,15}(,\d{1,15}){0,99}$/))),
  ...paginationQuery,
});

/** What usage is grouped by: the operation, the key, or the unit that contributed most to the answer. */
export const GROUPINGS = ['action', 'key', 'unit'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Days of the bot's zone, both included, at most 400; absent: the last 30. */
const days = { from: z.optional(daySchema), to: z.optional(daySchema) };
const dateRangeFields = {
  ledger: z._default(ledgerSchema, 'text'),
  ...days,
};

/** Query of usage over time; dates are days of the bot's zone. */
export const usageHistoryQuerySchema = z.object({
  ...dateRangeFields,
  by: z._default(z.enum(GROUPINGS), 'action'),
  /** `hour` for at most 8 days. */
  step: z._default(z.enum(['day', 'hour']), 'day'),
});

/** A group of use. `id`: endpoint id, key id or unit id; '' where calls had none. `name` as it is called now; '' when it is gone. */
const groupSchema = z.object({
  id: z.string(),
  name: z.string(),
  calls: z.number(),
  amount: z.number(),
  /** Of `amount`, what was estimated rather than reported by a model server. */
  estimated: z.number(),
});

/**
 * Extension: use over time. `slots` are the days (`2026-11-21`) or hours (`2026-11-21T14`) of the zone, all of
 * the range; `series` the groups that used most, `others` the sum of the rest; amounts are in the order of the slots.
 */
export const usageHistorySchema = z.object({
  ledger: ledgerSchema,
  zone: z.string(),
  from: daySchema,
  to: daySchema,
  slots: z.array(z.string()),
  /** The quota at the beginning of each slot. */
  quotas: z.optional(z.array(z.number())),
  series: z.array(z.extend(groupSchema, { amounts: z.array(z.number()) })),
  others: z.nullable(
    z.object({ groups: z.int(), calls: z.number(), amount: z.number(), amounts: z.array(z.number()) }),
  ),
  total: z.object({ calls: z.number(), amount: z.number(), estimated: z.number() }),
});
export type UsageHistory = z.infer<typeof usageHistorySchema>;

/** Query of what used most. */
export const consumersQuerySchema = z.object({
  ...dateRangeFields,
  by: z._default(z.enum(GROUPINGS), 'key'),
  ...paginationQuery,
});

/** Extension: groups by usage, largest first. */
export const consumersSchema = z.object({ items: z.array(groupSchema), total: z.int(), amount: z.number() });

/** Query of an export of usage. */
export const usageExportQuerySchema = z.object(dateRangeFields);

/** Query of failed calls, by days. */
export const failuresQuerySchema = z.object(days);

/** Extension: calls that failed, by day and by status and code; counted in memory and written within seconds. */
export const failuresSchema = z.object({
  zone: z.string(),
  from: daySchema,
  to: daySchema,
  slots: z.array(daySchema),
  items: z.array(
    z.object({ status: z.int(), fault: z.string(), count: z.number(), counts: z.array(z.number()) }),
  ),
});

/** Query of single calls, newest first. */
export const callsQuerySchema = z.object({
  ...dateRangeFields,
  /** Any key of a rotation: the calls of all of them are found. */
  key: z.optional(z.string().check(z.maxLength(100))),
  action: z.optional(z.string().check(z.maxLength(100))),
  /** Continues a list: `next` of the page before. */
  after: z.optional(z.string().check(z.regex(/^\d{1,15}\.\S{1,150}$/))),
  limit: z._default(queryInteger(1, 1000), 50),
});

/**
 * Extension: single calls, newest first. `amount` is null while a call is under way; `requestId` finds it in the log. Calls
 * rejected with 402 or 429 are one item a key, action, fault and minute: `count` says how many, `on` is the minute,
 * `requestId` an id of the item. They are counted in memory and written within seconds. A call that was refused after it
 * had reserved is an item of its own, and counted there too. `status` is null while a call is under way, and of calls
 * without a charge that were interrupted; `fault` is '' without one. `durationMs` ends with the settlement, null where
 * there was none. `hasRun`: the gateway keeps a run with the id of the request.
 */
export const callsSchema = z.object({
  items: z.array(
    z.object({
      requestId: z.string(),
      on: z.string(),
      action: z.string(),
      keyId: z.string(),
      keyName: z.string(),
      unitId: z.nullable(z.int()),
      reserved: z.number(),
      amount: z.nullable(z.number()),
      estimated: z.boolean(),
      status: z.optional(z.nullable(z.int())),
      fault: z.optional(z.string()),
      durationMs: z.optional(z.nullable(z.number())),
      count: z.optional(z.int()),
      hasRun: z.optional(z.boolean()),
    }),
  ),
  next: z.nullable(z.string()),
});
export type ApiCalls = z.infer<typeof callsSchema>;
