/** A gateway over a database file of which pages were overwritten while it served. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '#contract/operations/index.ts';
import { knowledgeSummarySchema } from '#contract/unit-states.ts';
import { createDataDamage, type DataDamage } from '#gateway/core/data-damage.ts';
import { describeErrorForLog } from '#gateway/core/describe-error.ts';
import { openSqlite } from '#gateway/node/storage/sqlite/sqlite.ts';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';
import { pathFor, validInit } from '#tests/support/valid-calls.ts';

const TITLE = 'دوام المكتب';
const PAGE_BYTES = 4096;
const ASK = { method: 'POST', json: { Question: 'متى يفتح المكتب؟', IndexNames: [TITLE] } };

let folder: string;
let file: string;
let gateway: TestGateway;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-damaged-'));
  file = join(folder, 'fihrist.sqlite');
  gateway = await open();
  await gateway.addUnit(TITLE, '# الدوام\n\nيفتح المكتب في الثامنة صباحا.');
  await gateway.indexAll();
});
afterEach(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

/** Opens the file as a server does. */
async function open(): Promise<TestGateway> {
  let dataDamage: DataDamage | undefined;
  const db = await openSqlite(file, undefined, {
    onDamage: (error) => dataDamage?.recordDatabase(describeErrorForLog(error)),
  });
  const ports = (base: TestGateway['ports']) => ({ dataDamage: (dataDamage = createDataDamage(base)) });
  return createTestGateway({ db, ports });
}

/** Overwrites the pages of tables and indexes, and lets the open database forget what it has of them in memory. */
async function damage(...names: string[]): Promise<void> {
  const other = new DatabaseSync(file);
  other.exec('pragma wal_checkpoint(truncate)');
  const pages = other
    .prepare(`select pageno from dbstat where name in (${names.map(() => '?').join()})`)
    .all(...names);
  other.close();
  const handle = openSync(file, 'r+');
  const noise = Buffer.from(Array.from({ length: PAGE_BYTES }, (_, index) => (index * 151 + 7) % 256));
  for (const { pageno } of pages) writeSync(handle, noise, 0, PAGE_BYTES, (Number(pageno) - 1) * PAGE_BYTES);
  closeSync(handle);
  const forget = sql.raw('pragma shrink_memory');
  await forget.execute(gateway.db.read);
  await gateway.db.change({ bot: 1 }, (trx) => forget.execute(trx));
}

const damageLines = () => gateway.lines.filter(({ event }) => event === 'data-damaged');
const summary = async () =>
  knowledgeSummarySchema.parse(await responseOf(await gateway.call('/api/AIKnowledge/1/summary')));

describe('damaged pages of an open database', () => {
  test('are a fault of their own, logged once, which the summary shows from then on', async () => {
    expect((await summary()).dataDamagedOn).toBeNull();
    await damage('passage', 'segment_part');
    for (let turn = 0; turn < 3; turn++)
      expect(await faultOf(await gateway.call('/api/v1/RAG/Answer', ASK))).toMatchObject({
        status: 500,
        fault: 'data-damaged',
        text: 'The data of the gateway is damaged. Ask the operator of the gateway to restore the last backup.',
      });
    expect(damageLines()).toMatchObject([
      { level: 'error', facts: { message: 'database disk image is malformed', remedy: expect.any(String) } },
    ]);
    expect(gateway.lines.filter(({ event }) => event === 'call-failed')).toEqual([]);
    expect((await summary()).dataDamagedOn).toBe(gateway.time.now.toISOString());
    expect(await gateway.ports.ledger.state(1, 'text')).toMatchObject({ reserved: 0 });
  });

  test('are no internal error of any operation', async () => {
    await damage(
      'unit',
      'segment_part',
      'passage',
      'audit',
      'ledger',
      'stored_file',
      'synonym_group',
      'webhook',
    );
    const faults = new Map<OperationId, string | null>();
    for (const id of OPERATION_IDS) {
      if (OPERATIONS[id].credential !== 'key') continue;
      const response = await gateway.call(pathFor(id), validInit(id));
      faults.set(id, response.headers.get('x-fault'));
      await response.body?.cancel();
    }
    expect([...faults].filter(([, fault]) => fault === 'data-damaged').length).toBeGreaterThan(30);
    expect([...faults].filter(([, fault]) => fault === 'internal')).toEqual([]);
    expect(damageLines()).toHaveLength(1);
  });

  test('fail a unit that is being indexed, with the reason, at once', async () => {
    await gateway.addUnit('دليل ثان', '# العطلة\n\nالجمعة عطلة.');
    await damage('passage');
    await gateway.indexAll();
    expect(await gateway.ports.units.progress(1, [2])).toMatchObject([
      { status: 'failed', reason: { code: 'data-damaged' } },
    ]);
    expect((await summary()).failures).toMatchObject([
      { id: 2, reason: { message: expect.stringContaining('restore the last backup') } },
    ]);
  });

  test('show in values that are not as they were written', async () => {
    await gateway.db.change({ bot: 1 }, (trx) =>
      sql`update bot set settings = '{"hosts": [' where id = 1`.execute(trx),
    );
    expect(await faultOf(await gateway.call('/api/Bots'))).toMatchObject({ fault: 'data-damaged' });
    expect(damageLines()).toMatchObject([{ facts: { error: 'DamagedValueError' } }]);
  });
});
