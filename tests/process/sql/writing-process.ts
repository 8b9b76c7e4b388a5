/** A second process on a test's database: reserves quota, or indexes a unit passage by passage, telling of each write. */

import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';

const [task, path = '', name = ''] = process.argv.slice(2);
// A busy machine is slow, not locked.
const db = await openSqlite(path, 60_000);
const { ledger, jobs, index } = createSqlStores(db, { now: () => new Date() });
const send = (what: string) => void process.send?.(what);

if (task === 'reserve')
  for (let index = 0; index < 60; index++)
    await ledger.reserve({
      botId: 1,
      ledger: 'text',
      requestId: `${name}-${index}`,
      keyId: 'k',
      action: 'answer',
      amount: 1,
      on: new Date(),
    });
else {
  const job = await jobs.lease(name, 60_000);
  if (!job) throw new Error('no job is free');
  send('leased');
  const texts = Array.from({ length: 30 }, (_, index) => `فقرة ${index} من ${name}`);
  for (const [ordinal, text] of texts.entries()) {
    const passage = { ordinal, text, sectionTitle: 'باب', sourceId: 1 };
    await index.writePassages(job.botId, job.unitId, job.generation, [passage]);
    send('passage');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const bytes = new TextEncoder().encode(texts.join());
  await index.writeSegment(job.botId, job.unitId, job.generation, 1, [bytes, bytes, bytes]);
  send('segment');
  const outcome = { status: 'ready', reason: null, readOn: null, passages: 30, sources: [] } as const;
  await jobs.settle(job, { ...outcome, sources: [] });
  send('settled');
}
await db.close();
process.exit(0);
