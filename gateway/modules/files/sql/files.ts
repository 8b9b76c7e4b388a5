import { type Expression, sql } from 'kysely';
import type { Clock } from '#gateway/core/clock.ts';
import type { StoredFile } from '#gateway/modules/files/model.ts';
import type { FileStore } from '#gateway/modules/files/ports/files.ts';
import type { FileRow } from '#gateway/modules/files/tables.ts';
import type { Queries, Reads, SqlDatabase } from '#gateway/sql/database.ts';
import type { SqlExtension, SqlExtensions } from '#gateway/sql/extensions.ts';
import { orphanBlobs } from '#gateway/sql/orphans.ts';
import { IDS_PER_QUERY, slicesOf } from '#gateway/sql/slices.ts';

export function createFileStore(
  { read, change }: SqlDatabase,
  clock: Clock,
  extensions: SqlExtensions,
): FileStore {
  const find = async (botId: number, column: 'path' | 'id', value: string) => {
    const row = await filesOf(read, botId).where(column, '=', value).executeTakeFirst();
    return row && toFile(row);
  };
  return {
    async insert(file) {
      await change({ bot: file.botId }, (trx) =>
        trx.insertInto('stored_file').values(fromFile(file)).execute(),
      );
    },
    byPath: (botId, path) => find(botId, 'path', path),
    async byPaths(botId, paths) {
      const files = new Map<string, StoredFile>();
      for (const slice of slicesOf(paths, IDS_PER_QUERY)) {
        const rows = await filesOf(read, botId).where('path', 'in', slice).execute();
        for (const row of rows) files.set(row.path, toFile(row));
      }
      return files;
    },
    byId: (botId, id) => find(botId, 'id', id),
    async sameBytes(botId, paths) {
      const ids = new Map<string, string[]>();
      for (const slice of slicesOf(paths, IDS_PER_QUERY)) {
        const rows = await sameBytesOf(read, botId).where('asked.path', 'in', slice).execute();
        for (const { path, id } of rows) ids.set(path, [...(ids.get(path) ?? []), id]);
      }
      return ids;
    },
    async removeUnregistered(before, limit) {
      const old = await unregistered(read, before, extensions)
        .select(['bot_id', 'id'])
        .limit(limit)
        .execute();
      let removed = 0;
      for (const { bot_id, id } of old)
        await change({ bot: bot_id }, async (trx) => {
          // Checked again inside the transaction, in which no other call can register the file.
          const file = unregistered(trx, before, extensions).select('id');
          if (!(await file.where((eb) => eb.and({ bot_id, id })).executeTakeFirst())) return;
          await removeFileRows(trx, bot_id, [id], clock.now().getTime());
          removed++;
        });
      return removed;
    },
    namedBlobs: (blobs) => extensions.namedBlobs(read, blobs),
  };
}

const filesOf = (db: Reads, botId: number) =>
  db.selectFrom('stored_file').selectAll().where('bot_id', '=', botId);

/** Ids of files with the bytes of each path that is asked about. */
const sameBytesOf = (db: Reads, botId: number) =>
  db
    .selectFrom('stored_file as asked')
    .innerJoin('stored_file as file', (join) =>
      join
        .onRef('file.bot_id', '=', 'asked.bot_id')
        .onRef('file.sha256', '=', 'asked.sha256')
        .onRef('file.size', '=', 'asked.size'),
    )
    .select(['asked.path', 'file.id'])
    .where('asked.bot_id', '=', botId);

function unregistered(db: Reads, before: Date, { namesFile }: Pick<SqlExtensions, 'namesFile'>) {
  return db
    .selectFrom('stored_file')
    .where('created_on', '<', before.getTime())
    .where((eb) => eb.not(namesFile(eb.ref('stored_file.bot_id'), eb.ref('stored_file.id'))));
}

/** Files of a bot by their ids, as rows. */
export function selectFiles(db: Reads, botId: number, ids: readonly string[]) {
  return filesOf(db, botId).where('id', 'in', ids);
}

/** A column of a file that columns of another query name; null for a missing file. */
const fileColumn =
  <Value>(column: 'size' | 'name' | 'path') =>
  (botId: Expression<number>, fileId: Expression<string | null>) =>
    sql<Value | null>`(select ${sql.ref(column)} from stored_file as file
      where file.bot_id = ${botId} and file.id = ${fileId})`;
/** Bytes of the file. */
export const sizeOfFile = fileColumn<number>('size');
export const nameOfFile = fileColumn<string>('name');
export const pathOfFile = fileColumn<string>('path');

/** Removes files of a bot. The blobs that no other file has are queued for removal, and returned. */
export async function removeFileRows(
  trx: Queries,
  botId: number,
  ids: readonly string[],
  now: number,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const removed = await trx
    .deleteFrom('stored_file')
    .where('bot_id', '=', botId)
    .where('id', 'in', ids)
    .returning('blob')
    .execute();
  const blobs = [...new Set(removed.map(({ blob }) => blob))];
  const rest = await trx
    .selectFrom('stored_file')
    .select('blob')
    .where('bot_id', '=', botId)
    .where('blob', 'in', blobs)
    .execute();
  const unused = blobs.filter((blob) => !rest.some((file) => file.blob === blob));
  await orphanBlobs(trx, unused, now);
  return unused;
}

const FILES_PER_BATCH = 50;

/** Files of bots and their blobs. */
export const fileExtension: SqlExtension = {
  async countRemoval(trx, botId) {
    const { files, blobs } = await trx
      .selectFrom('stored_file')
      .select((eb) => [
        eb.fn.countAll<number>().as('files'),
        eb.fn.count<number>('blob').distinct().as('blobs'),
      ])
      .where('bot_id', '=', botId)
      .executeTakeFirstOrThrow();
    return { files, blobs };
  },

  removeOfBot: ({ change }, botId, now) =>
    change({ bot: botId }, async (trx) => {
      const files = await trx
        .selectFrom('stored_file')
        .select('id')
        .where('bot_id', '=', botId)
        .limit(FILES_PER_BATCH)
        .execute();
      const ids = files.map(({ id }) => id);
      await removeFileRows(trx, botId, ids, now);
      return ids.length > 0;
    }),

  async namedBlobs(db, blobs) {
    const rows = await db.selectFrom('stored_file').select('blob').where('blob', 'in', blobs).execute();
    return rows.map(({ blob }) => blob);
  },
};

export function toFile(row: FileRow): StoredFile {
  const { bot_id: botId, sent_size: sentSize, created_on, origin, ...rest } = row;
  return { ...rest, botId, sentSize, origin: origin ?? 'upload', createdOn: new Date(created_on) };
}

function fromFile({ botId, sentSize, origin, createdOn, ...rest }: StoredFile): FileRow {
  return {
    ...rest,
    bot_id: botId,
    sent_size: sentSize,
    origin: origin === 'upload' ? null : origin,
    created_on: createdOn.getTime(),
  };
}
