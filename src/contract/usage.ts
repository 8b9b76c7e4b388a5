/** Section 5 and 8: quota. Three ledgers a bot; a response reports the one its own kind of call spends. */
import * as z from 'zod/mini';
import { daySchema, numeral, pageQuery } from './pages.ts';

export const LEDGERS = ['text', 'speech', 'audio'] as const;
export const ledgerSchema = z.enum(LEDGERS);
/** Units: text tokens, speech characters, audio seconds. */
export type Ledger = z.infer<typeof ledgerSchema>;

/** When what was used begins again at nothing: never, each midnight, or at the first midnight of each month. */
export const PERIODS = ['none', 'daily', 'monthly'] as const;
export const periodSchema = z.enum(PERIODS);
export type Period = z.infer<typeof periodSchema>;

/**
 * Extension: how long what is left will last, at the pace of the whole days looked at. `pace` and `highest`: units a
 * day. Days are those of the ledger's zone: `lastDay` is the one on which it ends, null where it lasts until the
 * period's end, or, without periods, for a year. `earliest` and `latest` bound four of five outcomes. The whole is null
 * while there is too little to go by.
 */
export const forecastSchema = z.object({
  pace: z.number(),
  highest: z.number(),
  days: z.int(),
  lastDay: z.nullable(daySchema),
  earliest: z.nullable(daySchema),
  latest: z.nullable(daySchema),
  /** True when `lastDay` is a day. */
  endsBefore: z.boolean(),
});
export type Forecast = z.infer<typeof forecastSchema>;

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
export const usageOfBotsQuerySchema = z.object(pageQuery);

/** What use is grouped by: the endpoint called, the key that called, or the unit that the answer drew on most. */
export const GROUPINGS = ['action', 'key', 'unit'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** `from` and `to` are days of the bot's zone, both included, at most 400; absent: the last 30. */
const stretch = {
  ledger: z._default(ledgerSchema, 'text'),
  from: z.optional(daySchema),
  to: z.optional(daySchema),
};

export const usageHistoryQuerySchema = z.object({
  ...stretch,
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
export type UsageGroup = z.infer<typeof groupSchema>;

/**
 * Extension: use over time. `slots` are the days (`2026-11-21`) or hours (`2026-11-21T14`) of the zone, every one of the
 * stretch; `series` the groups that used most, and `others` the sum of the rest; amounts stand in the order of the slots.
 */
export const usageHistorySchema = z.object({
  ledger: ledgerSchema,
  zone: z.string(),
  from: daySchema,
  to: daySchema,
  slots: z.array(z.string()),
  series: z.array(z.extend(groupSchema, { amounts: z.array(z.number()) })),
  others: z.nullable(
    z.object({ groups: z.int(), calls: z.number(), amount: z.number(), amounts: z.array(z.number()) }),
  ),
  total: z.object({ calls: z.number(), amount: z.number(), estimated: z.number() }),
});
export type UsageHistory = z.infer<typeof usageHistorySchema>;

export const consumersQuerySchema = z.object({
  ...stretch,
  by: z._default(z.enum(GROUPINGS), 'key'),
  ...pageQuery,
});
/** Extension: who used most, first. */
export const consumersSchema = z.object({ items: z.array(groupSchema), total: z.int(), amount: z.number() });
export type Consumers = z.infer<typeof consumersSchema>;

export const failuresQuerySchema = z.object({ from: z.optional(daySchema), to: z.optional(daySchema) });
/** Extension: calls that failed, by day and by status and code-word; counted in memory and written within seconds. */
export const failuresSchema = z.object({
  zone: z.string(),
  from: daySchema,
  to: daySchema,
  slots: z.array(daySchema),
  items: z.array(
    z.object({ status: z.int(), fault: z.string(), count: z.number(), counts: z.array(z.number()) }),
  ),
});
export type Failures = z.infer<typeof failuresSchema>;

export const callsQuerySchema = z.object({
  ...stretch,
  /** Any key of those that took one another's place: their calls are one key's. */
  key: z.optional(z.string().check(z.maxLength(100))),
  action: z.optional(z.string().check(z.maxLength(100))),
  /** Behind this one: `next` of the page before. */
  after: z.optional(z.string().check(z.regex(/^\d{1,15}\.\S{1,150}$/))),
  limit: z._default(numeral(1, 1000), 50),
});
/** Extension: single calls, newest first. `amount` is null while a call is under way; `requestId` finds it in the log. */
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
    }),
  ),
  next: z.nullable(z.string()),
});
export type Calls = z.infer<typeof callsSchema>;
