import { describe, expect, test } from 'vitest';
import {
  addSample,
  estimateRemaining,
  type ProgressSample,
} from '#src/features/add-knowledge/intake/estimate-remaining.ts';
import type { FileItem, UploadState } from '#src/features/add-knowledge/intake/intake-types.ts';
import { countRows } from '#src/features/add-knowledge/rows/count-rows.ts';

const sampled = (...points: readonly (readonly [seconds: number, left: number])[]) =>
  points.reduce(
    (samples: ProgressSample[], [seconds, count]) => addSample(samples, { at: seconds * 1000, left: count }),
    [],
  );

describe('the time left', () => {
  test('follows the speed so far, in round figures', () => {
    expect(estimateRemaining(sampled([0, 25], [10, 20], [26, 12]))).toBe(30_000);
    expect(estimateRemaining(sampled([0, 300], [60, 240]))).toBe(4 * 60_000);
  });

  test('is unknown at the beginning, when nothing moves, and at the end', () => {
    for (const samples of [
      sampled(),
      sampled([0, 25]),
      sampled([0, 25], [1, 20]),
      sampled([0, 25], [60, 25]),
    ])
      expect(estimateRemaining(samples)).toBeUndefined();
    expect(estimateRemaining(sampled([0, 25], [60, 0]))).toBeUndefined();
  });

  test('begins again when more is added', () => {
    expect(estimateRemaining(sampled([0, 25], [20, 5], [21, 105]))).toBeUndefined();
    expect(estimateRemaining(sampled([0, 25], [20, 5], [21, 105], [31, 95]))).toBe(2 * 60_000);
  });
});

describe('the counts of the list', () => {
  const file = (key: string, upload: UploadState): FileItem => ({
    key,
    kind: 'file',
    name: `${key}.md`,
    size: 1,
    file: undefined,
    uploadKey: key,
    upload,
  });

  test('count each row once, by what is next for it', () => {
    const items = [
      file('أول', { step: 'waiting' }),
      file('ثان', { step: 'uploading', sent: 0, total: 1, secondsLeft: undefined }),
      file('ثالث', { step: 'refused', problem: { code: 'empty' } }),
    ];
    const rows = [
      { status: 'waiting' },
      { status: 'uploading' },
      { status: 'refused' },
      { status: 'ready' },
      { status: 'registering' },
      { status: 'notRegistered' },
      { status: 'notRegistered', isLasting: true },
      { status: 'titleTaken' },
    ] as const;
    expect(countRows(rows, items)).toEqual({
      ready: 1,
      repeatable: 1,
      registering: 1,
      uploading: 2,
      attention: 4,
    });
  });

  test('count the files of a unit that is made of all of them', () => {
    const items = [
      file('أول', { step: 'waiting' }),
      file('ثان', { step: 'failed', error: new Error('gone') }),
    ];
    expect(countRows([{ status: 'unfinished' }], items)).toMatchObject({
      ready: 0,
      uploading: 1,
      attention: 1,
    });
  });
});
