/** One of several processes that spend from the same ledgers: `node spending-process.ts task database name`. */
import { createSqlStores } from '#gateway/stores.ts';
import { openSqlite } from '#gateway/node/data/sqlite.ts';

const [task, path = '', name = ''] = process.argv.slice(2);
const db = await openSqlite(path);
const { ledger } = createSqlStores(db, { now: () => new Date() });
const send = (what: unknown) => new Promise((resolve) => process.send?.(what, resolve));

const reserve = (requestId: string, amount: number, keyId: string, cap: number | null) =>
  ledger.reserve({
    botId: 1,
    ledger: 'text',
    requestId,
    keyId,
    action: 'answer',
    amount,
    cap,
    on: new Date(),
  });

// All begin together, so that they are in each other's way.
process.on('message', () => void spend());
await send('ready');

async function spend(): Promise<void> {
  if (task === 'rush') await send(await rush(`${name}-`));
  // The same requests in every process: only one of them counts.
  if (task === 'repeat') await send(await rush('same-'));
  if (task === 'cycle') await send(await cycle());
  if (task === 'die') {
    const { reserved } = await reserve(`${name}-dead`, 30, 'مقيّد', 60);
    await send({ reserved });
    return;
  }
  await db.close();
  process.exit(0);
}

/** 250 calls of one unit at once; every other one by a key with a cap. */
async function rush(prefix: string) {
  const calls = Array.from({ length: 250 }, async (_, at) => {
    const capped = at % 2 === 0;
    const { reserved } = await reserve(`${prefix}${at}`, 1, capped ? 'مقيّد' : 'حر', capped ? 30 : null);
    if (reserved && at % 3 === 0)
      await ledger.settle(1, `${prefix}${at}`, { amount: 1, estimated: false, unitId: 4 });
    return { capped, reserved };
  });
  const outcomes = (await Promise.all(calls)).filter(({ reserved }) => reserved);
  return { held: outcomes.length, capped: outcomes.filter(({ capped }) => capped).length };
}

/** Ten clients that reserve much and use a part of it, until nothing more fits. */
async function cycle() {
  let charged = 0;
  const client = async (of: number) => {
    for (let at = 0; at < 60; at++) {
      const request = `${name}-${of}-${at}`;
      if (!(await reserve(request, 20, 'حر', null)).reserved) continue;
      const amount = (at * 7 + of) % 20;
      await ledger.settle(1, request, { amount, estimated: true });
      charged += amount;
    }
  };
  await Promise.all(Array.from({ length: 10 }, (_, of) => client(of)));
  return { charged };
}
