import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseOptions } from '#tests/bench/options.ts';
import { BenchFailure } from '#tests/bench/report.ts';

const caller = realpathSync(mkdtempSync(join(tmpdir(), 'fihrist-bench-')));

beforeEach(() => {
  vi.stubEnv('npm_lifecycle_event', 'bench');
  vi.stubEnv('INIT_CWD', caller);
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => rmSync(caller, { recursive: true, force: true }));

describe('the words after npm run bench --', () => {
  test('name benches, a folder, sets and a file', () => {
    expect(
      parseOptions(['retrieval', '--data', '/sets', '--set', 'عربي', '--json', '/out/rows.json']),
    ).toEqual({
      named: ['retrieval'],
      data: '/sets',
      sets: ['عربي'],
      beside: [],
      units: [],
      only: [],
      quick: false,
      json: '/out/rows.json',
      markdown: false,
      help: false,
    });
  });

  test('take sets again and again, with commas, and with equals signs', () => {
    const { sets } = parseOptions(['answers', '--set', 'arcd, mlqa-ar', '--set=xquad-ar', '--set', 'arcd']);
    expect(sets).toEqual(['arcd', 'mlqa-ar', 'xquad-ar']);
  });

  test('take sets to ask beside, and numbers of units', () => {
    const words = ['staff', '--beside', 'xquad-ar,arcd', '--units', '5,100', '--units', '300'];
    expect(parseOptions(words)).toMatchObject({ beside: ['xquad-ar', 'arcd'], units: [5, 100, 300] });
  });

  test('mean paths from where the caller stands, not from the repository', () => {
    expect(parseOptions(['retrieval', '--data', '.', '--json', 'rows.json'])).toMatchObject({
      data: caller,
      json: join(caller, 'rows.json'),
    });
  });

  test('find a folder that is there from the repository alone', () => {
    expect(basename(parseOptions(['retrieval', '--data', 'tests']).data ?? '')).toBe('tests');
    expect(parseOptions(['retrieval', '--data', 'nowhere']).data).toBe(join(caller, 'nowhere'));
  });

  test.each([
    [['--dat', 'x']],
    [['retrieval', '--data']],
    [['--markdown=yes']],
    [['staff', '--units', 'all']],
  ])('refuse %j with what there is', (words) => {
    expect(() => parseOptions(words)).toThrow(BenchFailure);
    expect(() => parseOptions(words)).toThrow(/--(?:dat|data|markdown|units)\b[^]*--set NAME/);
  });
});
