/** One of several processes that spend from the same ledgers: `node spending-process.ts database name`; told what to do. */
import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseBusy } from '#gateway/core/errors.ts';
import type { LedgerKind } from '#gateway/modules/usage/model.ts';
import { openPostgres } from '#gateway/node/storage/postgres/open-postgres.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createSqlStores } from '#gateway/stores.ts';

/** A busy machine is slow, not locked. */
const BUSY_TIMEOUT_MS = 60_000;

const [database = '', name = ''] = process.argv.slice(2);
const db = database.startsWith('postgres://')
  ? await openPostgres({ url: database, role: name, connections: 8, busyTimeoutMs: BUSY_TIMEOUT_MS })
  : await openSqlite(database, BUSY_TIMEOUT_MS);
const { ledger, processes } = createSqlStores(db, { now: () => new Date() }, name);
await processes.beat('server');
const send = (what: unknown) => new Promise((resolve) => process.send?.(what, resolve));
let requestCount = 0;

const TASKS: Record<string, (bot: number, prefix: string) => Promise<unknown>> = {
  rush,
  // The same requests in every process: only one of them counts.
  repeat: (bot) => rush(bot, 'same-'),
  cycle,
  mix,
  burst,
  spend,
  hold: (bot, prefix) => reserve(bot, `${prefix}dead`, 30, 'مقيّد', 60),
};

process.on('message', ([task, bot]: [string, number]) => {
  void TASKS[task]?.(bot, `${name}-${requestCount++}-`).then(send);
});
await send('ready');

function reserve(
  botId: number,
  requestId: string,
  amount: number,
  keyId: string,
  cap: number | null,
  kind: LedgerKind = 'text',
) {
  return ledger.reserve({
    botId,
    ledger: kind,
    requestId,
    keyId,
    action: 'answer',
    amount,
    cap,
    on: new Date(),
  });
}

/** 250 calls of one unit at once; every other one by a key with a cap. */
async function rush(bot: number, prefix: string) {
  const calls = Array.from({ length: 250 }, async (_, index) => {
    const capped = index % 2 === 0;
    const request = `${prefix}${index}`;
    const { reserved } = await reserve(bot, request, 1, capped ? 'مقيّد' : 'حر', capped ? 30 : null);
    if (reserved && index % 3 === 0)
      await ledger.settle(bot, request, { amount: 1, estimated: false, unitId: 4 });
    return { capped, reserved };
  });
  const outcomes = (await Promise.all(calls)).filter(({ reserved }) => reserved);
  return { held: outcomes.length, capped: outcomes.filter(({ capped }) => capped).length };
}

/** Ten clients that reserve much and use a part of it, until nothing more fits. */
async function cycle(bot: number, prefix: string) {
  let charged = 0;
  const client = async (of: number) => {
    for (let index = 0; index < 60; index++) {
      const request = `${prefix}${of}-${index}`;
      if (!(await reserve(bot, request, 20, 'حر', null)).reserved) continue;
      const amount = (index * 7 + of) % 20;
      await ledger.settle(bot, request, { amount, estimated: true });
      charged += amount;
    }
  };
  await Promise.all(Array.from({ length: 10 }, (_, of) => client(of)));
  return { charged };
}

/** Calls of 20 bots, two ledgers and three keys at once, in an order that no other process has. */
async function mix(firstBot: number, prefix: string) {
  const kinds = ['text', 'audio'] as const;
  const keys = ['أ', 'ب', 'ج'];
  const step = [3, 7, 9, 11][Number(name.at(-1)) % 4] ?? 1;
  let charged = 0;
  const calls = Array.from({ length: 200 }, async (_, index) => {
    const bot = firstBot + ((index * step) % 20);
    const key = keys[(index * step) % 3] ?? '';
    const request = `${prefix}${index}`;
    if (!(await reserve(bot, request, 10, key, null, kinds[index % 2])).reserved) return;
    const amount = index % 10;
    await ledger.settle(bot, request, { amount, estimated: index % 4 === 0, unitId: index % 5 });
    charged += amount;
  });
  await Promise.all(calls);
  return { charged };
}

/** 60 reservations at one moment; how each of them ended. */
async function burst(bot: number, prefix: string) {
  const calls = Array.from({ length: 60 }, (_, index) => reserve(bot, `${prefix}${index}`, 1, 'مقيّد', 500));
  const outcomes = await Promise.allSettled(calls);
  return {
    held: outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value.reserved).length,
    busy: outcomes.filter((outcome) => outcome.status === 'rejected' && isDatabaseBusy(outcome.reason))
      .length,
  };
}

/** 30 clients that never end. Tells every 50 calls what was charged so far, once that is said to be on the disk. */
async function spend(bot: number, prefix: string) {
  let charged = 0;
  let calls = 0;
  const client = async (of: number) => {
    for (let index = 0; ; index++) {
      const request = `${prefix}${of}-${index}`;
      try {
        if (!(await reserve(bot, request, 9, of % 2 === 0 ? 'مقيّد' : 'حر', 100_000_000)).reserved) continue;
        await ledger.settle(bot, request, { amount: index % 9, estimated: true, unitId: of % 3 });
        charged += index % 9;
      } catch (error) {
        if (!isDatabaseBusy(error)) throw error;
        await pause(20);
      }
      if (++calls % 50 === 0) await send({ charged });
    }
  };
  await Promise.all(Array.from({ length: 30 }, (_, of) => client(of)));
}
