import { expect, test } from 'vitest';
import { botScopes } from '#gateway/sql/database.ts';
import { describeStores } from '#tests/support/stores.ts';

describeStores('writes', (open) => {
  test('begin nowhere but in change: this would not compile if they could', () => {
    const { db } = open();
    const refused = [
      // @ts-expect-error reading does not write
      () => db.read.insertInto('bot'),
      // @ts-expect-error nor update
      () => db.read.updateTable('bot'),
      // @ts-expect-error nor delete
      () => db.read.deleteFrom('bot'),
      // @ts-expect-error nor begin a transaction
      () => db.read.transaction(),
      // @ts-expect-error a write begins no second one
      () => db.change('global', (trx) => trx.transaction().execute(() => Promise.resolve())),
      // @ts-expect-error and says what it excludes
      () => db.change({}, () => Promise.resolve()),
    ];
    expect(refused).toHaveLength(6);
  });

  test('name each bot once', () => {
    expect(botScopes([{ botId: 2 }, { botId: 1 }, { botId: 2 }])).toEqual([{ bot: 2 }, { bot: 1 }]);
  });
});
