import type { Bot, StoredKey } from '#gateway/modules/access/model.ts';
import type { StartedRemoval } from '#gateway/modules/access/ports/bots.ts';
import type { AuditSubject, Change } from '#gateway/modules/audit/model.ts';
import type { DescribedBot } from './manage-bots.ts';
import { botsGrantedBy, grantsBot } from './principal.ts';

/** Audit entries for a changed key, one for each bot that the key is or was good for: no bot reads of other bots. */
export function keyChanges(
  before: StoredKey | null,
  after: StoredKey | null,
  bots: readonly Pick<Bot, 'id' | 'deletedOn'>[],
): Change[] {
  const key = after ?? before;
  if (!key) return [];
  const subject: AuditSubject = { kind: 'key', id: key.id, name: key.name };
  const affectedBots = [before, after].flatMap((state) => (state ? botsGrantedBy(state, bots) : []));
  // A key for all bots is the same to each.
  const isAlike = [before, after].every((state) => !state || state.allBots);
  const groups = isAlike ? [affectedBots] : [...new Set(affectedBots)].map((id) => [id]);
  return groups.map((botIds) => ({
    subject,
    before: before && keyFields(before, botIds[0] ?? 0),
    after: after && keyFields(after, botIds[0] ?? 0),
    ...(botIds.length > 0 ? { bots: botIds } : {}),
  }));
}

function keyFields(key: StoredKey, botId: number): Record<string, unknown> {
  const { name, role, allBots, caps, expiresOn, rotatedOn, pausedOn, revokedOn, createdBy, prefix } = key;
  const bots = allBots ? 'all' : grantsBot(key, botId) ? [botId] : [];
  return { name, role, bots, caps, expiresOn, rotatedOn, pausedOn, revokedOn, createdBy, prefix };
}

export function botSubject({ id, name }: Pick<Bot, 'id' | 'name'>): AuditSubject {
  return { kind: 'bot', id: String(id), name };
}

/**
 * A bot that is gone, and the keys that ended with it. Nobody reads the audit of such a bot any more: `reader`, another
 * bot, tells of it too, by numbers alone.
 */
export function botRemovalChanges({ bot, removal, revokedKeys }: StartedRemoval, reader: number): Change[] {
  const after = { removed: { ...removal } };
  return [
    ...revokedKeys.flatMap(({ id, name, on }) =>
      [
        { name, bots: [bot.id] },
        { name: '', bots: [reader] },
      ].map((seen) => ({
        subject: { kind: 'key' as const, id, name: seen.name },
        before: { revokedOn: null },
        after: { revokedOn: on },
        bots: seen.bots,
      })),
    ),
    { subject: botSubject(bot), before: { name: bot.name }, after, bots: [bot.id] },
    { subject: botSubject({ id: bot.id, name: '' }), before: null, after, bots: [reader] },
  ];
}

/** A bot as an audit shows it. */
export function botFields({ bot, ledgers }: Pick<DescribedBot, 'bot' | 'ledgers'>): Record<string, unknown> {
  const { name, archivedOn, deletedOn, settings } = bot;
  return {
    name,
    archivedOn,
    deletedOn,
    concurrency: settings.concurrency,
    allowedHosts: settings.allowedHosts,
    weakAnswers: settings.weakAnswers,
    keptPercent: settings.keptPercent,
    keptDays: settings.keptDays,
    quotas: Object.fromEntries(ledgers.map(({ ledger, total }) => [ledger, total])),
    period: ledgers[0]?.period,
    zone: ledgers[0]?.zone,
  };
}
