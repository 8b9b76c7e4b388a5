import type { StoredFile } from '#gateway/model.ts';
import type { FileStore } from '#gateway/ports.ts';
import type { SqlDatabase } from './database.ts';
import type { FileRow } from './tables.ts';

export function createFileStore({ read, write }: SqlDatabase): FileStore {
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
      await write.insertInto('stored_file').values(fromFile(file)).execute();
    },
    byPath: (botId, path) => find(botId, 'path', path),
    byId: (botId, id) => find(botId, 'id', id),
  };
}

export function toFile(row: FileRow): StoredFile {
  const { bot_id: botId, sent_size: sentSize, created_on, ...rest } = row;
  return { ...rest, botId, sentSize, createdOn: new Date(created_on) };
}

function fromFile({ botId, sentSize, createdOn, ...rest }: StoredFile): FileRow {
  return { ...rest, bot_id: botId, sent_size: sentSize, created_on: createdOn.getTime() };
}
