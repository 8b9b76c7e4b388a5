import { expect, test } from 'vitest';
import type { UnitProgress } from '#gateway/modules/units/model.ts';
import { startLeaseHeartbeat } from '#gateway/modules/units/services/indexing/lease-heartbeat.ts';
import { progressView } from '#gateway/modules/units/services/unit-views.ts';

const STARTED = new Date('2026-11-21T09:00:00Z');
const READING: UnitProgress = {
  unitId: 1,
  readOn: null,
  status: 'indexing',
  stage: 'reading',
  progress: 0.25,
  startedOn: STARTED,
  picture: null,
  position: null,
  passages: 0,
  reason: null,
  files: 1,
  urls: 0,
  failedSources: 0,
  keptSources: 0,
  earlierIndex: null,
  failure: null,
  owner: null,
  draft: null,
  validity: { isOff: false, validFrom: null, validUntil: null, availability: 'on' },
};
const after = (seconds: number, change: Partial<UnitProgress> = {}) =>
  progressView(
    { ...READING, ...change },
    { language: 'ar', now: new Date(STARTED.getTime() + seconds * 1000), waitReason: null },
  ).secondsLeft;

test('says how long indexing goes on, once that can be told', () => {
  expect(after(60)).toBe(180);
  expect(after(3)).toBeNull();
  expect(after(60, { progress: 0.01 })).toBeNull();
  expect(after(60, { status: 'ready', progress: null, stage: null })).toBeNull();
  expect(after(60, { startedOn: null })).toBeNull();
  const waiting = { status: 'waiting', progress: null, stage: null } as const;
  expect(after(60, waiting)).toBeNull();
  expect(after(60, { ...waiting, waitMs: 4_100 })).toBe(5);
});

test('is told in steps finer than a percent, so that what is left shrinks steadily', async () => {
  const reported: number[] = [];
  const jobs = {
    renewLease: (_job: unknown, _ms: number, position: { progress: number }) => {
      reported.push(position.progress);
      return Promise.resolve(true);
    },
  };
  const heartbeat = startLeaseHeartbeat(jobs, {} as never, 60_000);
  await heartbeat.report('fetching', 0);
  await heartbeat.report('reading', 0.123_4);
  heartbeat.stop();
  expect(reported).toEqual([0, 0.123]);
});
