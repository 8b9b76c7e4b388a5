/** The gateway over HTTP on each database: registration, an answer, spent quota, the audit log, and what cannot be stored. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { openTestDatabase } from '#tests/support/open-test-database.ts';
import { skipWithout } from '#tests/support/postgres/skip-without.ts';
import { emptyDatabase } from '#tests/support/postgres/test-database.ts';
import { faultOf, responseOf } from '#tests/support/replies.ts';

const OPENERS = { SQLite: openTestDatabase, PostgreSQL: emptyDatabase };
const QUESTION = { Question: 'متى يفتح المكتب؟', IndexNames: ['دليل'], MaxOutputTokens: 100 };

describe.each(Object.entries(OPENERS))('the gateway on %s', (_, open) => {
  let gateway: TestGateway;
  beforeEach(async ({ skip }) => {
    gateway = await createTestGateway({ db: await skipWithout(open(), skip), quota: 45 });
    await gateway.addUnit('دليل', 'يفتح المكتب في التاسعة صباحًا.');
    await gateway.indexAll();
  });
  afterEach(() => gateway.close());
  const post = (path: string, json: object) => gateway.call(path, { method: 'POST', json });

  test('registers, answers, spends no more than the quota and tells who did what', async () => {
    const answer = await responseOf<object>(await post('/api/v1/RAG/Answer', QUESTION));
    expect(JSON.stringify(answer)).toContain('التاسعة');
    const used = (await gateway.ports.ledger.state(1, 'text'))?.used ?? 0;
    expect(await faultOf(await post('/api/v1/RAG/Answer', QUESTION))).toMatchObject({
      status: 402,
      fault: 'quota-exceeded',
      parameters: { left: 45 - used, total: 45 },
    });
    const audit = await responseOf<{ items: { action: string }[] }>(await gateway.call('/api/Audit/1'));
    expect(audit.items.map(({ action }) => action)).toEqual(['registerUnit', 'upload']);
  });

  test('refuses a text that PostgreSQL cannot store, by the name of its field', async () => {
    const refusals = [
      [await post('/api/v1/RAG/Answer', { ...QUESTION, Question: 'متى\0؟' }), 'Question'],
      [await post('/api/v1/RAG/Answer', { ...QUESTION, IndexNames: ['دليل\0'] }), 'IndexNames[0]'],
      [await gateway.call('/api/AIKnowledge/all/1?search=%00'), 'search'],
    ] as const;
    for (const [response, field] of refusals)
      expect([field, await faultOf(response)]).toMatchObject([
        field,
        {
          status: 400,
          fault: 'invalid-field',
          parameters: { field, issue: 'must not contain the character U+0000' },
        },
      ]);
    // Half a surrogate pair cannot be stored as it is by any.
    const half = await post('/api/v1/RAG/Answer', { ...QUESTION, Question: 'متى\ud800؟' });
    expect(await faultOf(half)).toMatchObject({
      status: 400,
      fault: 'invalid-field',
      parameters: { field: 'Question', issue: 'must not contain half of a surrogate pair, such as U+D800' },
    });
    // An id that nothing can have is not found.
    expect((await gateway.call('/api/Keys/%00', { method: 'DELETE' })).status).toBe(404);
    expect((await gateway.call('/api/Files/1/%00/x/y')).status).toBe(404);
  });
});
