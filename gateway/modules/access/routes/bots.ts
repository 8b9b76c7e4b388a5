import type { Bot as BotView } from '#contract/bots.ts';
import { BIN_RETENTION_MS } from '#contract/limits.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import { type Call, routesOf } from '#gateway/http/call.ts';
import { expectedVersion } from '#gateway/http/if-match.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { Ports } from '#gateway/modules/access/ports/ports.ts';
import { botFields, botRemovalChanges, botSubject } from '#gateway/modules/access/services/audit-access.ts';
import {
  archiveBot,
  type BotUpdate,
  changeBot,
  createBot,
  type DescribedBot,
  etagOfBot,
  listBots,
  restoreBot,
} from '#gateway/modules/access/services/manage-bots.ts';
import { moveBotToBin, removeBot } from '#gateway/modules/access/services/remove-bot.ts';

/** The bots that a key may use, to list and to change. `onChange` is called with the id of a bot that was changed. */
export const botRoutes = (onChange: (botId: number) => void) =>
  routesOf<Ports>()({
    async listBots({ ports, key, query: { search, offset, limit } }) {
      const page = { offset, limit, ...(search?.trim() ? { search: search.trim() } : {}) };
      const { items, total } = await listBots(ports, key, page);
      return { answer: { items: items.map((bot) => toApiBot(bot, key)), total } };
    },

    async createBot({ ports, key, body, audit }) {
      const { name } = body;
      const creation = await createBot(ports, key, { ...omitUndefined(body), name });
      const { id } = creation.bot;
      audit({ subject: botSubject(creation.bot), before: null, after: botFields(creation), bots: [id] });
      return replyWith(creation, key);
    },

    async changeBot(call) {
      const { ports, key, body, request } = call;
      const update = await changeBot(ports, key, call.params.id, omitUndefined(body), (bot) =>
        expectedVersion(request, etagOfBot(bot), bot.version),
      );
      onChange(call.params.id);
      return replyWith(recordBotChange(call, update), key);
    },

    async archiveBot(call) {
      const update = await archiveBot(call.ports, call.key, call.params.id);
      onChange(call.params.id);
      return replyWith(recordBotChange(call, update), call.key);
    },

    async restoreBot(call) {
      const update = await restoreBot(call.ports, call.key, call.params.id);
      onChange(call.params.id);
      return replyWith(recordBotChange(call, update), call.key);
    },

    async deleteBot(call) {
      const { ports, key, query, audit } = call;
      const id = call.params.id;
      if (query.forever === 'true') {
        const begun = await removeBot(ports, key, id);
        for (const change of botRemovalChanges(begun, auditReaderOf(call, id))) audit(change);
        onChange(id);
        return { answer: { deleted: 'forever', ...begun.removal } };
      }
      const { before, after, units } = await moveBotToBin(ports, key, id);
      const { deletedOn } = after;
      onChange(id);
      audit({ subject: botSubject(before), before: { deletedOn: null }, after: { deletedOn }, bots: [id] });
      const unnamed = botSubject({ id, name: '' });
      audit({ subject: unnamed, before: null, after: { deletedOn }, bots: [auditReaderOf(call, id)] });
      const nothing = { passages: null, files: null, blobs: null, keysRevoked: null };
      return { answer: { deleted: 'bin', units, ...nothing } };
    },
  });

function toApiBot({ bot, ledgers, units }: DescribedBot, asking: StoredKey): BotView {
  const { id, name, createdOn, archivedOn, deletedOn, settings } = bot;
  return {
    id,
    name,
    createdOn: createdOn.toISOString(),
    archivedOn: archivedOn?.toISOString() ?? null,
    deletedOn: deletedOn?.toISOString() ?? null,
    purgesOn: deletedOn ? new Date(deletedOn.getTime() + BIN_RETENTION_MS).toISOString() : null,
    quotas: Object.fromEntries(ledgers.map(({ ledger, total }) => [ledger, total])),
    period: ledgers[0]?.period ?? 'none',
    zone: ledgers[0]?.zone ?? 'UTC',
    concurrency: settings.concurrency,
    allowedHosts: settings.allowedHosts,
    weakAnswers: settings.weakAnswers,
    keptPercent: settings.keptPercent,
    keptDays: settings.keptDays,
    personChanges: settings.personChanges,
    ownChanges: settings.ownChanges,
    versionDays: settings.versionDays,
    versionCount: settings.versionCount,
    units,
    etag: etagOfBot(bot),
    manageable: asking.role === 'owner',
  };
}

function replyWith(described: DescribedBot, asking: StoredKey) {
  return { answer: toApiBot(described, asking), headers: { ETag: etagOfBot(described.bot) } };
}

/** Recorded for this bot alone. */
function recordBotChange({ audit }: Pick<Call<Ports>, 'audit'>, { before, after }: BotUpdate): DescribedBot {
  const { bot } = before;
  audit({ subject: botSubject(bot), before: botFields(before), after: botFields(after), bots: [bot.id] });
  return after;
}

/** Nobody can read the audit of a removed bot, so the bot of the call records the removal too, or else the bot of the settings. */
function auditReaderOf({ botId, ports }: Pick<Call<Ports>, 'botId' | 'ports'>, id: number): number {
  return botId === id ? ports.settings.botId : botId;
}
