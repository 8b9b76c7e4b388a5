import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isDatabaseBusy } from '#gateway/core/errors.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createGroupCommit } from '#gateway/sql/group-commit.ts';
import { createSqlStores } from '#gateway/stores.ts';

const clock = { now: () => new Date('2026-11-21T09:00:00Z') };

describe('a database that another process holds', () => {
  let folder = '';
  let other: DatabaseSync;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fihrist-'));
  });
  afterEach(() => {
    other.close();
    rmSync(folder, { recursive: true });
  });

  async function open(busyTimeoutMs?: number) {
    const path = join(folder, 'مقفلة.sqlite');
    const db = await openSqlite(path, busyTimeoutMs);
    const stores = createSqlStores(db, clock);
    await stores.ledger.grant(1, 'text', 100);
    other = new DatabaseSync(path);
    other.exec('begin immediate');
    const reserve = (number: number) =>
      stores.ledger.reserve({
        botId: 1,
        ledger: 'text',
        requestId: `طلب-${number}`,
        keyId: 'مفتاح',
        action: 'answer',
        amount: 1,
        on: clock.now(),
      });
    return { db, stores, reserve };
  }

  test('is waited for while everything else goes on', async () => {
    const { db, stores, reserve } = await open();
    const held = [1, 2, 3].map(reserve);
    const failures = stores.usage.addFailures([]);
    // A process that stands still would never come to this.
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await stores.ledger.state(1, 'text')).toMatchObject({ reserved: 0 });
    other.exec('rollback');
    expect(await Promise.all(held)).toEqual([1, 2, 3].map(() => ({ reserved: true })));
    await failures;
    await db.close();
  });

  test('fails all who wait once the timeout ends, and serves again when it is free', async () => {
    const { db, stores, reserve } = await open(50);
    const outcomes = await Promise.allSettled([1, 2, 3].map(reserve));
    const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : undefined));
    expect(reasons.map(isDatabaseBusy)).toEqual([true, true, true]);
    expect(new Set(reasons).size).toBe(1);
    other.exec('rollback');
    expect(await reserve(4)).toEqual({ reserved: true });
    expect(await stores.ledger.state(1, 'text')).toMatchObject({ reserved: 1 });
    await db.close();
  });

  test('is not attempts again for each of a group, nor for those behind it', async () => {
    const { db } = await open(0);
    other.exec('rollback');
    let attempts = 0;
    const change = () => {
      attempts++;
      throw Object.assign(new Error('database is locked'), { errcode: 5 });
    };
    const together = createGroupCommit({ ...db, change }, 2);
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4, 5].map(() => together({ bot: 1 }, () => Promise.resolve())),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(attempts).toBe(1);
    await db.close();
  });
});
