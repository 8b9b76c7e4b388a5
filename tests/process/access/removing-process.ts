/** A second process that removes what a gone bot had, telling of each slice, until it is killed or done. */

import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';

const [path = ''] = process.argv.slice(2);
const db = await openSqlite(path);
const { bots } = createSqlStores(db, { now: () => new Date() });
while (await bots.removeSlice(2)) process.send?.('slice');
await db.close();
process.exit(0);
