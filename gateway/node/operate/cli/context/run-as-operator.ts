import type { Clock } from '#gateway/core/clock.ts';
import type { Log } from '#gateway/core/log.ts';
import type { AuditSubject, Change } from '#gateway/modules/audit/model.ts';
import { commandActor, recordAuditEvent } from '#gateway/modules/audit/services/record-audit-event.ts';
import { firstQuotas } from '#gateway/node/server/settings/settings.ts';
import type { GatewaySettings } from '#gateway/ports.ts';
import type { SqlStores } from '#gateway/stores.ts';
import type { CommandContext } from './command.ts';
import { settingsOf, withStores } from './open-data.ts';

/** What services need of a command that rules over keys and bots. */
export interface OperatorPorts extends SqlStores {
  clock: Clock;
  log: Log;
  settings: Pick<GatewaySettings, 'botId' | 'quotas'>;
}

/** Works on the database that the server has. */
export async function runAsOperator<Result>(
  call: CommandContext,
  work: (ports: OperatorPorts) => Promise<Result>,
): Promise<Result> {
  const settings = settingsOf(call);
  const warn: Log['warn'] = (event) => call.warn(`Warning: ${event}`);
  return withStores(call, (stores) =>
    work({
      ...stores,
      clock: { now: () => new Date() },
      log: { debug: () => {}, info: () => {}, warn, error: warn },
      settings: { botId: settings.FIHRIST_BOT_ID, quotas: firstQuotas(settings) },
    }),
  );
}

/** The same for what changes something: the audit names the command. */
export async function changeAsOperator<Result>(
  call: CommandContext,
  event: { command: string; action: string; kind: AuditSubject['kind']; id?: string },
  work: (ports: OperatorPorts, addChange: (change: Change) => void) => Promise<Result>,
): Promise<Result> {
  const { command, action, kind, id = '' } = event;
  return runAsOperator(call, (ports) =>
    recordAuditEvent(
      ports,
      {
        botId: ports.settings.botId,
        actor: commandActor(`fihrist ${command}`),
        action,
        subject: { kind, id },
      },
      (addChange) => work(ports, addChange),
    ),
  );
}
