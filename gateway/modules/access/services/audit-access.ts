import {
  type Access,
  type Bot,
  grantsBot,
  type StoredKey,
  type StoredPerson,
} from '#gateway/modules/access/model.ts';
import type { StartedRemoval } from '#gateway/modules/access/ports/bots.ts';
import type { AuditSubject, Change } from '#gateway/modules/audit/model.ts';
import type { DescribedBot } from './manage-bots.ts';
import { botsGrantedBy } from './principal.ts';

/** Audit entries for a changed key, one for each bot that the key is or was good for: no bot reads of other bots. */
export function keyChanges(
  before: StoredKey | null,
  after: StoredKey | null,
  bots: readonly Pick<Bot, 'id' | 'deletedOn'>[],
): Change[] {
  return changesByBot('key', before, after, bots, keyFields);
}

/** The same for a person. */
export function personChanges(
  before: StoredPerson | null,
  after: StoredPerson | null,
  bots: readonly Pick<Bot, 'id' | 'deletedOn'>[],
): Change[] {
  return changesByBot('person', before, after, bots, accessFields);
}

function changesByBot<Subject extends Access & { id: string; name: string }>(
  kind: 'key' | 'person',
  before: Subject | null,
  after: Subject | null,
  bots: readonly Pick<Bot, 'id' | 'deletedOn'>[],
  fieldsOf: (state: Subject, botId: number) => Record<string, unknown>,
): Change[] {
  const state = after ?? before;
  if (!state) return [];
  const subject: AuditSubject = { kind, id: state.id, name: state.name };
  const affectedBots = [before, after].flatMap((access) => (access ? botsGrantedBy(access, bots) : []));
  // Access to all bots makes one entry, which the log of each bot shows alike.
  const isAlike = [before, after].every((access) => !access || access.allBots);
  const groups = isAlike ? [affectedBots] : [...new Set(affectedBots)].map((id) => [id]);
  return groups.map((botIds) => ({
    subject,
    before: before && fieldsOf(before, botIds[0] ?? 0),
    after: after && fieldsOf(after, botIds[0] ?? 0),
    ...(botIds.length > 0 ? { bots: botIds } : {}),
  }));
}

function keyFields(key: StoredKey, botId: number): Record<string, unknown> {
  const { caps, expiresOn, rotatedOn, pausedOn, revokedOn, createdBy, prefix, person } = key;
  const { name, role, bots } = accessFields(key, botId);
  const rest = { caps, expiresOn, rotatedOn, pausedOn, revokedOn, createdBy, prefix };
  return { name, role, bots, ...rest, person: person?.name };
}

const accessFields = (state: Access & { name: string }, botId: number) => ({
  name: state.name,
  role: state.role,
  bots: state.allBots ? 'all' : grantsBot(state, botId) ? [botId] : [],
});

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
    personChanges: settings.personChanges,
    ownChanges: settings.ownChanges,
    versionDays: settings.versionDays,
    versionCount: settings.versionCount,
    quotas: Object.fromEntries(ledgers.map(({ ledger, total }) => [ledger, total])),
    period: ledgers[0]?.period,
    zone: ledgers[0]?.zone,
  };
}
