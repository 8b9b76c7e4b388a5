import type * as z from 'zod/mini';
import type {
  Calls as SingleCalls,
  Consumers,
  Failures,
  Grouping,
  Ledger,
  Usage,
  UsageHistory,
  UsageOfBots,
} from '#contract/usage.ts';
import {
  callsSchema,
  consumersSchema,
  failuresSchema,
  usageHistorySchema,
  usageOfBotsSchema,
  usageSchema,
} from '#contract/usage.ts';
import type { EndpointId, PathValues } from '#contract/endpoints.ts';
import type { CallOptions } from './http.ts';

/** Days of the bot's zone, both included. */
export type Stretch = { ledger: Ledger; from: string; to: string };
export type Page = { offset: number; limit: number };

/** Use of quota. `null` means: this gateway keeps no such figures. */
export type UsageClient = {
  now: () => Promise<Usage | null>;
  ofBots: (page: Page) => Promise<UsageOfBots | null>;
  history: (query: Stretch & { by: Grouping; step: 'day' | 'hour' }) => Promise<UsageHistory | null>;
  consumers: (query: Stretch & { by: Grouping } & Page) => Promise<Consumers | null>;
  failures: (query: Pick<Stretch, 'from' | 'to'>) => Promise<Failures | null>;
  /** `after`: `next` of the page before. */
  calls: (
    query: Stretch & {
      key?: string | undefined;
      action?: string | undefined;
      after?: string | undefined;
      limit: number;
    },
  ) => Promise<SingleCalls | null>;
};

type Extension = <Id extends EndpointId, Schema extends z.ZodMiniType>(
  id: Id,
  values: PathValues<Id>,
  schema: Schema,
  query?: CallOptions['query'],
) => Promise<z.output<Schema> | null>;

export function createUsageClient(botId: string, extension: Extension): UsageClient {
  return {
    now: () => extension('usage', { botId }, usageSchema),
    ofBots: (page) => extension('usageOfBots', {}, usageOfBotsSchema, page),
    history: (query) => extension('usageHistory', { botId }, usageHistorySchema, query),
    consumers: (query) => extension('usageConsumers', { botId }, consumersSchema, query),
    failures: (query) => extension('usageFailures', { botId }, failuresSchema, query),
    calls: (query) => extension('usageCalls', { botId }, callsSchema, query),
  };
}
