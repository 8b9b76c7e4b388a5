/** Every hostile file that the tests make or are given; one of each kind: `tests/process/{node,reading}/hostile.test.ts`. */
import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningCanary, startCanary } from '#tests/support/canary.ts';
import { HOSTILE_FOLDER, HOSTILE_OUTCOMES, judgeKnown } from '#tests/support/hostile-outcomes.ts';
import { CLEAR_OUTCOME, indexHostileFiles } from '#tests/support/index-hostile.ts';
import { makeHostile } from '#tests/support/make-hostile.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';

const KEY = 'hostile-test-key-of-the-operator';

let server: RunningServer;
let bait: RunningCanary;
beforeAll(async () => {
  bait = await startCanary();
  server = await startServer({ FIHRIST_API_KEY: KEY });
});
afterAll(async () => {
  await server?.stop();
  await bait?.remove();
});

test('end clearly, reach nothing, and keep the gateway from no answer', { timeout: 900_000 }, async () => {
  const outcomes = await indexHostileFiles({ origin: server.origin, key: KEY }, makeHostile(bait, 'all'));
  expect(outcomes.length).toBeGreaterThan(25);
  const unclear = outcomes.filter(({ outcome }) => !CLEAR_OUTCOME.test(outcome));
  expect(unclear.map(({ name, outcome }) => [name, outcome])).toEqual([]);
  expect(outcomes.filter(({ unanswered }) => unanswered > 0)).toEqual([]);
  expect(bait.visits).toEqual([]);
  expect(outcomes.filter(({ text }) => text.includes(bait.secret))).toEqual([]);
});

describe.skipIf(!existsSync(HOSTILE_FOLDER))(`hostile files (${HOSTILE_FOLDER})`, () => {
  test('are all known here', () => {
    expect(readdirSync(HOSTILE_FOLDER).toSorted()).toEqual(Object.keys(HOSTILE_OUTCOMES).toSorted());
  });

  test.each(Object.keys(HOSTILE_OUTCOMES))('%s', async (name) => {
    const { outcome, expected } = await judgeKnown(name);
    expect(outcome).toMatch(expected);
  });
});
