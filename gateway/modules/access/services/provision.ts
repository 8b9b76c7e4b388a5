import { defaultBotName } from '#contract/bots.ts';
import type { StoredKey } from '#gateway/modules/access/model.ts';
import type { Ports } from '#gateway/modules/access/ports/ports.ts';
import {
  GATEWAY_ACTOR,
  recordAuditEvent,
  UNCHANGED,
} from '#gateway/modules/audit/services/record-audit-event.ts';
import { keyChanges } from './audit-access.ts';
import { finishRemoval } from './remove-bot.ts';
import { ensureOperatorKey } from './sign-in.ts';

/**
 * What the settings promise, before the first call: the bot they name, with its first quotas, and the operator's key. A
 * bot that there is keeps its name and its quotas.
 */
export async function provision(
  ports: Pick<Ports, 'audit' | 'bots' | 'clock' | 'keys' | 'ledger' | 'log' | 'settings'>,
  operatorKey: string | undefined,
): Promise<void> {
  const { keys, bots, ledger, clock, log } = ports;
  const { botId, quotas } = ports.settings;
  if ((await bots.removals()).some(({ id }) => id === botId)) await finishRemoval(ports, botId);
  await bots.createIfMissing({ id: botId, name: defaultBotName(botId) }, clock.now());
  // Once it had ledgers, its own settings rule: a quota that was changed, or taken away, stays so.
  if ((await ledger.all(botId)).length === 0)
    for (const kind of ['text', 'speech', 'audio'] as const) await ledger.ensure(botId, kind, quotas[kind]);
  if (operatorKey === undefined) return;
  await auditSettingsChanges(ports, async () => {
    if (!(await ensureOperatorKey(keys, operatorKey, clock.now())))
      log.warn('operator-key-revoked', { setting: 'FIHRIST_API_KEY', remedy: 'choose another key' });
  });
}

type SettingsPorts = Pick<Ports, 'audit' | 'clock' | 'log' | 'keys' | 'bots'> & {
  settings: Pick<Ports['settings'], 'botId'>;
};

/** Applies what the settings of the server say of keys, and tells which came, ended or changed by it. */
export async function auditSettingsChanges(ports: SettingsPorts, apply: () => Promise<void>): Promise<void> {
  const subject = { kind: 'key', id: '' } as const;
  const event = { botId: ports.settings.botId, actor: GATEWAY_ACTOR, action: 'applySettings', subject };
  await recordAuditEvent(ports, event, async (addChange) => {
    const before = new Map((await ports.keys.list()).map((key) => [key.id, key]));
    await apply();
    const bots = await ports.bots.all();
    addChange({ subject: { ...subject, name: '' }, ...UNCHANGED });
    for (const after of await ports.keys.list()) {
      const was = before.get(after.id) ?? null;
      if (hasChanged(was, after)) for (const change of keyChanges(was, after, bots)) addChange(change);
    }
  });
}

function hasChanged(was: StoredKey | null, is: StoredKey): boolean {
  return JSON.stringify({ ...was, lastUsedOn: null }) !== JSON.stringify({ ...is, lastUsedOn: null });
}
