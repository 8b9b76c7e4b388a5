import type { Bot, BotChange, BotList, BotReceipt, NewBot } from '#contract/bots.ts';
import { botListSchema, botReceiptSchema, botSchema } from '#contract/bots.ts';
import type { Calls } from './synonyms-client.ts';

export type BotQuery = { search?: string | undefined; offset: number; limit: number };

/** The bots of an installation. `null` means: this gateway does not tell of them. */
export type BotsClient = {
  list: (query: BotQuery) => Promise<BotList | null>;
  create: (bot: NewBot) => Promise<Bot>;
  /** With an `etag`, only over the version that it names. */
  change: (id: number, change: BotChange, etag?: string) => Promise<Bot>;
  archive: (id: number) => Promise<Bot>;
  /** Out of the archive, or out of the bin. */
  restore: (id: number) => Promise<Bot>;
  remove: (id: number, options?: { forever?: boolean }) => Promise<BotReceipt>;
};

/** Removing all that a large bot knows takes its time. */
const REMOVAL_TIMEOUT = 120_000;

export function createBotsClient({ send, extension }: Calls): BotsClient {
  return {
    list: ({ search, ...page }) =>
      extension('listBots', {}, botListSchema, { ...page, search: search || undefined }),
    create: (bot) => send('createBot', {}, botSchema, { json: bot }),
    change: (id, change, etag) =>
      send('changeBot', { id }, botSchema, { json: change, headers: { 'If-Match': etag } }),
    archive: (id) => send('archiveBot', { id }, botSchema),
    restore: (id) => send('restoreBot', { id }, botSchema),
    remove: (id, { forever = false } = {}) =>
      send('deleteBot', { id }, botReceiptSchema, {
        timeout: REMOVAL_TIMEOUT,
        ...(forever ? { query: { forever: 'true' } } : {}),
      }),
  };
}
