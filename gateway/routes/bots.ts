import {
  botChangeSchema,
  botListQuerySchema,
  type Bot as BotView,
  type BotReceipt,
  newBotSchema,
} from '#contract/bots.ts';
import { GatewayFault } from '#gateway/errors.ts';
import { bind } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import { expectedVersion } from '#gateway/middleware/if-match.ts';
import type { StoredKey } from '#gateway/model.ts';
import {
  archiveBot,
  type BotDeed,
  botEtag,
  type BotWish,
  changeBot,
  createBot,
  type DescribedBot,
  listBots,
  restoreBot,
} from '#gateway/services/access/manage-bots.ts';
import { binBot, BOT_BIN_MS, removeBot } from '#gateway/services/access/remove-bot.ts';
import { botFields, botSubject, tellRemoval } from '#gateway/services/access/tell-access.ts';
import * as z from 'zod/mini';

const deleteQuerySchema = z.object({ forever: z.optional(z.enum(['true', 'false'])) });

/** The bots that a key is good for, and what becomes of them. */
export const botRoutes = {
  listBots: bind({
    query: botListQuerySchema,
    async handle({ ports, key, query: { search, offset, limit } }) {
      const page = { offset, limit, ...(search?.trim() ? { search: search.trim() } : {}) };
      const { items, total } = await listBots(ports, key, page);
      return { response: { items: items.map((bot) => botToWire(bot, key)), total } };
    },
  }),

  createBot: bind({
    body: newBotSchema,
    async handle({ ports, key, body, audit }) {
      const { name } = body;
      const made = await createBot(ports, key, { ...toWish(body), name });
      const { id } = made.bot;
      audit({ subject: botSubject(made.bot), before: null, after: botFields(made), bots: [id] });
      return replyWith(made, key);
    },
  }),

  changeBot: bind({
    body: botChangeSchema,
    async handle(call) {
      const { ports, key, body, request } = call;
      const deed = await changeBot(ports, key, botIdOf(call), toWish(body), (bot) =>
        expectedVersion(request, botEtag(bot), bot.version),
      );
      return replyWith(told(call, deed), key);
    },
  }),

  archiveBot: bind({
    async handle(call) {
      return replyWith(told(call, await archiveBot(call.ports, call.key, botIdOf(call))), call.key);
    },
  }),

  restoreBot: bind({
    async handle(call) {
      return replyWith(told(call, await restoreBot(call.ports, call.key, botIdOf(call))), call.key);
    },
  }),

  deleteBot: bind({
    query: deleteQuerySchema,
    async handle(call) {
      const { ports, key, query, audit } = call;
      const id = botIdOf(call);
      if (query.forever === 'true') {
        const begun = await removeBot(ports, key, id);
        for (const change of tellRemoval(begun, readerOf(call, id))) audit(change);
        return { response: { deleted: 'forever', ...begun.removal } satisfies BotReceipt };
      }
      const { before, after, units } = await binBot(ports, key, id);
      const { deletedOn } = after;
      audit({ subject: botSubject(before), before: { deletedOn: null }, after: { deletedOn }, bots: [id] });
      const unnamed = botSubject({ id, name: '' });
      audit({ subject: unnamed, before: null, after: { deletedOn }, bots: [readerOf(call, id)] });
      const nothing = { passages: null, files: null, blobs: null, keysRevoked: null };
      return { response: { deleted: 'bin', units, ...nothing } satisfies BotReceipt };
    },
  }),
};

function botToWire({ bot, ledgers, units }: DescribedBot, asking: StoredKey): BotView {
  const { id, name, createdOn, archivedOn, deletedOn, settings } = bot;
  return {
    id,
    name,
    createdOn: createdOn.toISOString(),
    archivedOn: archivedOn?.toISOString() ?? null,
    deletedOn: deletedOn?.toISOString() ?? null,
    goneOn: deletedOn ? new Date(deletedOn.getTime() + BOT_BIN_MS).toISOString() : null,
    quotas: Object.fromEntries(ledgers.map(({ ledger, total }) => [ledger, total])),
    period: ledgers[0]?.period ?? 'none',
    zone: ledgers[0]?.zone ?? 'UTC',
    concurrency: settings.concurrency,
    allowedHosts: settings.allowedHosts,
    units,
    etag: botEtag(bot),
    manageable: asking.role === 'owner',
  };
}

function replyWith(described: DescribedBot, asking: StoredKey) {
  return { response: botToWire(described, asking), headers: { ETag: botEtag(described.bot) } };
}

/** Tells the bot itself, and no other. */
function told({ audit }: Pick<Call, 'audit'>, { before, after }: BotDeed): DescribedBot {
  const { bot } = before;
  audit({ subject: botSubject(bot), before: botFields(before), after: botFields(after), bots: [bot.id] });
  return after;
}

/** A bot that is gone shows nobody its audit: the one that the call came through tells of it, or that of the settings. */
function readerOf({ botId, ports }: Pick<Call, 'botId' | 'ports'>, id: number): number {
  return botId === id ? ports.settings.botId : botId;
}

/** The bot that the path names; what is no positive safe integer names none. */
function botIdOf({ values }: Pick<Call, 'values'>): number {
  const text = values['id'] ?? '';
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(id) || id === 0) throw new GatewayFault('bot-not-found', { id: text });
  return id;
}

/** What is not named is absent, not undefined. */
function toWish(body: z.output<typeof botChangeSchema>): BotWish {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}
