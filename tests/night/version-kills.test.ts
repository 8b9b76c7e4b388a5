/**
 * Gateway and indexer are killed without warning while texts are changed and edited, wait as drafts, are published, given up and gone
 * back to. What was acknowledged must answer afterwards, whole; what was not, whole or not at all.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NoAnswerError } from '#tests/support/crash/call-results.ts';
import { killAround } from '#tests/support/crash/kill-around.ts';
import { versionKind } from '#tests/support/crash/kind-of-versions.ts';
import { createTracker, type Tracker } from '#tests/support/crash/tracked.ts';
import { createFleetClient, type FleetClient } from '#tests/support/fleet/fleet-client.ts';
import { createRandom } from '#tests/support/fleet/random.ts';
import { countOf } from '#tests/support/full-counts.ts';
import {
  CRASH_KEY,
  createKillableGateway,
  type KillableGateway,
  pause,
} from '#tests/support/killable-gateway.ts';

const KILLS = Number(process.env['FIHRIST_TEST_KILLS'] ?? countOf(60, 1000));
/** Set FIHRIST_TEST_SEED for another seed. */
const SEED = Number(process.env['FIHRIST_TEST_SEED'] ?? 20261129);
const CHANGERS = 2;
/** Each must have been acknowledged. */
const ACTIONS = [
  'changeText',
  'rollBack',
  'saveDraft',
  'changeDraft',
  'publishDrafts',
  'discardDrafts',
  'editPassage',
  'saveEdit',
  'editDraft',
  'takeEditBack',
];
/** Of one kill, with the pauses and starts around it, on a machine that does other work too. */
const KILL_MS = 15_000;

let folder = '';
let gateway: KillableGateway;
let calls: FleetClient;
let tracker: Tracker;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fihrist-versions-'));
  gateway = await createKillableGateway(folder);
  calls = createFleetClient();
  tracker = createTracker((request) => calls.call(gateway.origin, { key: CRASH_KEY, ...request }));
  await gateway.start({});
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

test(`no version is lost or half live, over ${KILLS} kills`, {
  // A second attempt would begin with what the first one left.
  retry: 0,
  timeout: KILLS * KILL_MS + 300_000,
}, async () => {
  const stopping = new AbortController();
  const changers = Promise.all(
    Array.from({ length: CHANGERS }, (_, index) => change(index, stopping.signal)),
  );
  await killAround(gateway, { kills: KILLS, seed: SEED, settings: {}, before: untilKillable });
  stopping.abort();
  await changers;
  console.log(
    `${KILLS} kills, seed ${SEED}; ${tracker.unanswered} calls without an answer; changes: ` +
      JSON.stringify(Object.fromEntries(tracker.acknowledged)),
  );
  expect(ACTIONS.filter((action) => !tracker.acknowledged.has(action))).toEqual([]);
  await tracker.checkAll();
  expect([...tracker.violations, ...calls.violations]).toEqual([]);
});

/** Runs that were interrupted four times are given up with a reason: before that they are left to end. */
const KILLS_BETWEEN_CHECKS = 2;
let kills = 0;
const changes = { running: 0, arePaused: false };

async function untilKillable(): Promise<void> {
  if (kills++ % KILLS_BETWEEN_CHECKS === 0) {
    changes.arePaused = true;
    while (changes.running > 0) await pause(20);
    await tracker.checkAll();
    changes.arePaused = false;
  }
  await untilChanged();
}

const countChanges = () => [...tracker.acknowledged.values()].reduce((sum, count) => sum + count, 0);

/** A change was acknowledged since the last kill; however slow the machine is, the changes go on. */
async function untilChanged(): Promise<void> {
  for (const before = countChanges(); countChanges() === before; ) await pause(20);
}

async function change(worker: number, stop: AbortSignal): Promise<void> {
  const random = createRandom(SEED + 1 + worker);
  const kind = versionKind((request) => calls.call(gateway.origin, { key: CRASH_KEY, ...request }));
  for (let turn = 1; !stop.aborted; turn++) {
    while (changes.arePaused) await pause(20);
    changes.running++;
    try {
      await tracker.step(kind, worker, turn, random);
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
    } finally {
      changes.running--;
    }
    await pause(20);
  }
}
