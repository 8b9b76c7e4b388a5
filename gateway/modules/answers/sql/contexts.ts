import type { ContextStore } from '#gateway/modules/answers/ports/contexts.ts';
import { NO_LOCK, type Queries, type SqlDatabase } from '#gateway/sql/database.ts';

/** Messages kept of a conversation. */
const MAX_CONTEXT_ITEMS = 20;

export function createContextStore({ read, change }: SqlDatabase): ContextStore {
  return {
    async read(botId, keyId, since) {
      return read
        .selectFrom('context_item')
        .select(['role', 'content'])
        .where((eb) => eb.and({ bot_id: botId, key_id: keyId }))
        .where('added_on', '>=', since.getTime())
        .orderBy('position')
        .execute();
    },

    async append(botId, keyId, items, on) {
      const newest = items.slice(-MAX_CONTEXT_ITEMS);
      if (newest.length === 0) return;
      await change({ bot: botId }, async (trx) => {
        const last = await trx
          .selectFrom('context_item')
          .select((eb) => eb.fn.max<number | null>('position').as('position'))
          .where((eb) => eb.and({ bot_id: botId, key_id: keyId }))
          .executeTakeFirst();
        const start = (last?.position ?? 0) + 1;
        await trx
          .insertInto('context_item')
          .values(
            newest.map(({ role, content }, index) => ({
              bot_id: botId,
              key_id: keyId,
              position: start + index,
              role,
              // A model server may send U+0000, which PostgreSQL cannot store.
              content: content.replaceAll('\0', '\ufffd'),
              added_on: on.getTime(),
            })),
          )
          .execute();
        await removal(trx, botId, keyId)
          .where('position', '<', start + newest.length - MAX_CONTEXT_ITEMS)
          .execute();
      });
    },

    async expire(before) {
      const expired = await change(NO_LOCK, (trx) =>
        trx.deleteFrom('context_item').where('added_on', '<', before.getTime()).executeTakeFirst(),
      );
      return Number(expired.numDeletedRows);
    },

    async clear(botId, keyId) {
      await change({ bot: botId }, (trx) => removal(trx, botId, keyId).execute());
    },
  };
}

const removal = (trx: Queries, botId: number, keyId: string) =>
  trx.deleteFrom('context_item').where((eb) => eb.and({ bot_id: botId, key_id: keyId }));
