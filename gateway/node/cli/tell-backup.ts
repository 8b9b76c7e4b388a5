import { basename } from 'node:path';
import type { AuditSubject } from '#gateway/model.ts';
import { commandActor, recordChange } from '#gateway/services/audit/audit.ts';
import type { Manifest } from '#gateway/node/backup/manifest.ts';
import { type CommandCall, CommandFailed } from './command.ts';
import { asOperator } from './operate.ts';

/**
 * Tells every bot that all of its data was copied, or comes from a copy; how much others have is none of its business.
 * What was done stands even if this fails.
 */
export async function tellBackup(
  call: CommandCall,
  action: 'backup' | 'restore',
  folder: string,
  { takenOn }: Pick<Manifest, 'takenOn'>,
): Promise<void> {
  const subject: AuditSubject = { kind: 'backup', id: takenOn, name: basename(folder) };
  try {
    await asOperator(call, async (ports) => {
      const bots = (await ports.bots.all()).filter(({ deletedOn }) => !deletedOn).map(({ id }) => id);
      const actor = commandActor(`fihrist ${action}`);
      const deed = { botId: ports.settings.botId, actor, action, subject };
      await recordChange(ports, deed, { subject, before: null, after: { takenOn }, bots });
    });
  } catch (error) {
    // A database of another version cannot be written to: the server of that version may be running.
    const why = error instanceof CommandFailed ? error.message : 'the database could not be written';
    call.warn(`Warning: this is not told in the audit: ${why}`);
  }
}
