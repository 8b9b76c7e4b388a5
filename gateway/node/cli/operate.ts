import { firstQuotas } from '#gateway/node/first-quotas.ts';
import type { SqlStores } from '#gateway/adapters/sql/stores.ts';
import type { AuditSubject, Change } from '#gateway/model.ts';
import type { Clock, GatewaySettings, Log } from '#gateway/ports.ts';
import { commandActor, recordDeed } from '#gateway/services/audit/audit.ts';
import type { CommandCall } from './command.ts';
import { settingsOf, withStores } from './open-data.ts';

/** What services need of a command that rules over keys and bots. */
export interface OperatorPorts extends SqlStores {
  clock: Clock;
  log: Log;
  settings: Pick<GatewaySettings, 'botId' | 'quotas'>;
}

/** Works on the database that the server has. */
export async function asOperator<Result>(
  call: CommandCall,
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
  call: CommandCall,
  deed: { command: string; action: string; kind: AuditSubject['kind']; id?: string },
  work: (ports: OperatorPorts, tell: (change: Change) => void) => Promise<Result>,
): Promise<Result> {
  const { command, action, kind, id = '' } = deed;
  return asOperator(call, (ports) =>
    recordDeed(
      ports,
      {
        botId: ports.settings.botId,
        actor: commandActor(`fihrist ${command}`),
        action,
        subject: { kind, id },
      },
      (tell) => work(ports, tell),
    ),
  );
}
