import type { Clock } from '#gateway/core/clock.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import type { FileStore } from '#gateway/modules/files/ports/files.ts';
import type { Reads, SqlDatabase } from '#gateway/sql/database.ts';
import { isBlobUsed, orphanBlobs } from '#gateway/sql/orphans.ts';
import type { FileRow } from '#gateway/sql/tables.ts';

export function createFileStore({ read, change }: SqlDatabase, clock: Clock): FileStore {
  const find = async (botId: number, column: 'path' | 'id', value: string) => {
    const row = await read
      .selectFrom('stored_file')
      .selectAll()
      .where('bot_id', '=', botId)
      .where(column, '=', value)
      .executeTakeFirst();
    return row && toFile(row);
  };
  return {
    async insert(file) {
      await change({ bot: file.botId }, (trx) =>
        trx.insertInto('stored_file').values(fromFile(file)).execute(),
      );
    },
    byPath: (botId, path) => find(botId, 'path', path),
    byId: (botId, id) => find(botId, 'id', id),
    async removeUnregistered(before, limit) {
      const old = await unregistered(read, before).select(['bot_id', 'id']).limit(limit).execute();
      let removed = 0;
      for (const { bot_id: botId, id } of old)
        await change({ bot: botId }, async (trx) => {
          // Checked again inside the transaction, in which no other call can register the file.
          const file = await unregistered(trx, before)
            .select('blob')
            .where((eb) => eb.and({ bot_id: botId, id }))
            .executeTakeFirst();
          if (!file) return;
          await trx.deleteFrom('stored_file').where('bot_id', '=', botId).where('id', '=', id).execute();
          if (!(await isBlobUsed(trx, botId, file.blob)))
            await orphanBlobs(trx, [file.blob], clock.now().getTime());
          removed++;
        });
      return removed;
    },
  };
}

function unregistered(db: Reads, before: Date) {
  return db
    .selectFrom('stored_file')
    .where('created_on', '<', before.getTime())
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('source')
            .select('source.id')
            .whereRef('source.bot_id', '=', 'stored_file.bot_id')
            .whereRef('source.file_id', '=', 'stored_file.id'),
        ),
      ),
    );
}

export function toFile(row: FileRow): StoredFile {
  const { bot_id: botId, sent_size: sentSize, created_on, ...rest } = row;
  return { ...rest, botId, sentSize, createdOn: new Date(created_on) };
}

function fromFile({ botId, sentSize, createdOn, ...rest }: StoredFile): FileRow {
  return { ...rest, bot_id: botId, sent_size: sentSize, created_on: createdOn.getTime() };
}
