import { basename } from 'node:path';
import type { AuditSubject } from '#gateway/modules/audit/model.ts';
import { commandActor, recordAuditChanges } from '#gateway/modules/audit/services/record-audit-event.ts';
import type { Manifest } from '#gateway/node/operate/backup/manifest.ts';
import { type CommandContext, CommandError } from './command.ts';
import { runAsOperator } from './run-as-operator.ts';

/**
 * Records in the audit log of every bot that its data was copied or restored. A failure here does not undo the backup.
 */
export async function auditBackup(
  call: CommandContext,
  action: 'backup' | 'restore',
  folder: string,
  { takenOn }: Pick<Manifest, 'takenOn'>,
): Promise<void> {
  const subject: AuditSubject = { kind: 'backup', id: takenOn, name: basename(folder) };
  try {
    await runAsOperator(call, async (ports) => {
      const bots = (await ports.bots.all()).filter(({ deletedOn }) => !deletedOn).map(({ id }) => id);
      const actor = commandActor(`fihrist ${action}`);
      const event = { botId: ports.settings.botId, actor, action, subject };
      await recordAuditChanges(ports, event, { subject, before: null, after: { takenOn }, bots });
    });
  } catch (error) {
    // A database of another version cannot be written to: the server of that version may be running.
    const why = error instanceof CommandError ? error.message : 'the database could not be written';
    call.warn(`Warning: this is missing in the audit log: ${why}`);
  }
}
