import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditSubject } from '#gateway/modules/audit/model.ts';
import { commandActor, recordAuditChanges } from '#gateway/modules/audit/services/record-audit-event.ts';
import { createStoreIdStore } from '#gateway/modules/files/sql/store-id.ts';
import { type Command, CommandError } from '#gateway/node/operate/cli/context/command.ts';
import { settingsOf, withStores } from '#gateway/node/operate/cli/context/open-data.ts';
import { runAsOperator } from '#gateway/node/operate/cli/context/run-as-operator.ts';
import { blobLocationOf } from '#gateway/node/server/settings/blob-settings.ts';
import { readDatabaseLocation } from '#gateway/node/server/settings/database-settings.ts';
import { acceptStore } from '#gateway/node/storage/blobs/pair-store.ts';
import { needsPairing, placeOfBlobs } from '#gateway/node/storage/data/check-pairing.ts';
import { dataPaths } from '#gateway/node/storage/data/data-folder.ts';
import { openBlobs } from '#gateway/node/storage/data/open-blobs.ts';

export const acceptFileStore: Command = {
  name: 'store accept',
  argNames: [],
  summary: 'make the bucket or folder of files that the settings name the one of this database',
  details: `A server starts only with the bucket or the folder of files that its database was used with, and which no other
database was. After a restore, or where files were moved without the file fihrist-store.json, this joins the two that the
settings name. From then on a server of another database does not start with these files.`,
  async run(call) {
    const settings = settingsOf(call);
    const folder = settings.FIHRIST_BLOBS === undefined ? dataPaths(settings.FIHRIST_DATA).blobs : '';
    const location = await blobLocationOf(settings, {
      blobs: folder,
      spool: join(tmpdir(), 'fihrist-store-accept'),
    });
    if (!needsPairing(await readDatabaseLocation(settings, ''), location))
      throw new CommandError(
        'The files are in the data folder, beside the database of the same folder: there is nothing to accept.',
      );
    const blobs = await openBlobs(location);
    try {
      await withStores(call, (_, db) => acceptStore(createStoreIdStore(db), blobs.marker));
    } finally {
      await blobs.close();
    }
    const subject: AuditSubject = { kind: 'file', id: '', name: '' };
    await runAsOperator(call, async (ports) => {
      const bots = (await ports.bots.all()).filter(({ deletedOn }) => !deletedOn).map(({ id }) => id);
      const actor = commandActor('fihrist store accept');
      const event = { botId: ports.settings.botId, actor, action: 'acceptStore', subject };
      await recordAuditChanges(ports, event, { subject, before: null, after: null, bots });
    });
    call.printLine(`${placeOfBlobs(location)} is that of this database from now on.`);
    call.printJson({ accepted: true });
  },
};
