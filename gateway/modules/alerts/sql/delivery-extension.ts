import type { SqlExtension } from '#gateway/sql/extensions.ts';

/** What becomes of a delivery whose job a person cancelled, or wants to be tried again. */
export const deliveryExtension: SqlExtension = {
  onJobChanged: {
    async deliver(trx, { job: { botId, subject }, what }, now) {
      await trx
        .updateTable('delivery')
        .set(
          what === 'cancelled'
            ? { state: 'failed', next_on: null, leased_until: null, problem: 'cancelled' }
            : { attempts: 0, next_on: now },
        )
        .where((eb) => eb.and({ bot_id: botId, id: Number(subject), state: 'waiting' }))
        .execute();
    },
  },
};
