import type { Clock, UnitStore } from '#gateway/ports.ts';
import type { Queries, SqlDatabase } from './database.ts';
import { foldText } from './fold-text.ts';
import { rememberResult } from './idempotency.ts';
import { nextId } from './next-id.ts';
import { queueUnit } from './queue.ts';
import type { UnitRow } from './tables.ts';
import { claimTitle, type TitleHolder, titleHolder } from './titles.ts';
import { liveRow, toOneUnit } from './unit-rows.ts';
import { insertSource, missingFile, replaceSources } from './unit-sources.ts';

type Writes = Pick<UnitStore, 'register' | 'update' | 'reindex'>;

export function createUnitWrites({ write }: SqlDatabase, clock: Clock): Writes {
  const fresh = async (trx: Queries, botId: number, id: number) =>
    toOneUnit(trx, await readRow(trx, botId, id));
  return {
    register: ({ botId, title, titleKey, description, sources }, remembered) =>
      write.transaction().execute(async (trx) => {
        const holder = await titleHolder(trx, botId, titleKey);
        if (holder) return takenBy(holder);
        const fileId = await missingFile(trx, botId, sources);
        if (fileId !== undefined) return { conflict: 'file-missing', fileId };
        const now = clock.now().getTime();
        const id = await nextId(trx, botId, 'unit');
        await trx
          .insertInto('unit')
          .values({ ...emptyUnit(botId, id, now), ...titled(title, titleKey), ...described(description) })
          .execute();
        await claimTitle(trx, botId, id, titleKey);
        for (const [position, source] of sources.entries())
          await insertSource(trx, botId, id, source, position);
        await queueUnit(trx, botId, id, now, null);
        if (remembered) await rememberResult(trx, remembered, JSON.stringify({ id }), now);
        return fresh(trx, botId, id);
      }),

    update: (botId, id, change, expectedVersion) =>
      write.transaction().execute(async (trx) => {
        const row = await liveRow(trx, botId, id);
        if (!row) return { conflict: 'missing' };
        if (expectedVersion !== undefined && expectedVersion !== row.version)
          return { conflict: 'stale', unit: await toOneUnit(trx, row) };
        const { title = row.title, titleKey = row.title_key, description = row.description } = change;
        if (titleKey !== row.title_key) {
          const holder = await titleHolder(trx, botId, titleKey);
          if (holder) return takenBy(holder);
        }
        const fileId = await missingFile(trx, botId, change.sources ?? []);
        if (fileId !== undefined) return { conflict: 'file-missing', fileId };

        const now = clock.now().getTime();
        if (titleKey !== row.title_key) {
          await claimTitle(trx, botId, id, titleKey);
          await trx
            .updateTable('unit_title')
            .set({ alias: 1 })
            .where('bot_id', '=', botId)
            .where('title_key', '=', row.title_key)
            .execute();
        }
        const { sources } = change;
        const isMoved =
          sources !== undefined &&
          (await replaceSources(trx, botId, id, sources, now, row.generation !== null));
        // Whoever writes what stands there already makes no new version.
        if (!isMoved && title === row.title && description === row.description) return fresh(trx, botId, id);
        await trx
          .updateTable('unit')
          .set({ ...titled(title, titleKey), ...described(description) })
          .set({ modified_on: now, version: row.version + 1 })
          .where('bot_id', '=', botId)
          .where('id', '=', id)
          .execute();
        // A published segment holds the words of the title that it was made under.
        const isRenamed = titleKey !== row.title_key && row.status === 'ready';
        if (isMoved || isRenamed) await queueUnit(trx, botId, id, now, null);
        return fresh(trx, botId, id);
      }),

    reindex: (botId, id) =>
      write.transaction().execute(async (trx) => {
        if (!(await liveRow(trx, botId, id))) return undefined;
        const now = clock.now().getTime();
        await queueUnit(trx, botId, id, now, now);
        return fresh(trx, botId, id);
      }),
  };
}

export const takenBy = ({ title, id }: TitleHolder) => ({ conflict: 'title-taken', title, id }) as const;

async function readRow(trx: Queries, botId: number, id: number): Promise<UnitRow> {
  const row = await liveRow(trx, botId, id);
  if (!row) throw new Error('a unit that was just written is gone');
  return row;
}

export const titled = (title: string, titleKey: string) => ({
  title,
  title_key: titleKey,
  title_folded: foldText(title),
});

const described = (description: string) => ({ description, description_folded: foldText(description) });

function emptyUnit(botId: number, id: number, now: number) {
  return {
    bot_id: botId,
    id,
    created_on: now,
    modified_on: now,
    status: 'waiting',
    reason: null,
    generation: null,
    last_generation: 0,
    version: 1,
    deleted_on: null,
    binned_aliases: '[]',
    passages: 0,
    started_on: null,
    read_on: null,
    settled_on: null,
    attempts: 0,
  } as const;
}
