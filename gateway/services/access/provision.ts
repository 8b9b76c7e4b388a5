import type { Ports } from '#gateway/ports.ts';
import { finishRemoval } from './remove-bot.ts';
import { ensureOperatorKey } from './sign-in.ts';
import { tellSettings } from './tell-settings.ts';

/**
 * What the settings promise, before the first call: the bot they name, with its first quotas, and the operator's key. A
 * bot that there is keeps its name and its quotas. Calls that a killed server left reserved are freed.
 */
export async function provision(
  ports: Pick<Ports, 'audit' | 'bots' | 'clock' | 'keys' | 'ledger' | 'log' | 'settings'>,
  operatorKey: string | undefined,
): Promise<void> {
  const { keys, bots, ledger, clock, log } = ports;
  const { botId, quotas } = ports.settings;
  if ((await bots.removals()).some(({ id }) => id === botId)) await finishRemoval(ports, botId);
  await bots.ensure({ id: botId, name: `Bot ${botId}` }, clock.now());
  // Once it had ledgers, its own settings rule: a quota that was changed, or taken away, stays so.
  if ((await ledger.all(botId)).length === 0)
    for (const kind of ['text', 'speech', 'audio'] as const) await ledger.ensure(botId, kind, quotas[kind]);
  await ledger.releaseOlderThan(clock.now());
  if (operatorKey === undefined) return;
  await tellSettings(ports, async () => {
    if (!(await ensureOperatorKey(keys, operatorKey, clock.now())))
      log.warn('operator-key-revoked', { setting: 'FIHRIST_API_KEY', remedy: 'choose another key' });
  });
}
