import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../', import.meta.url);
const text = readFileSync(new URL('docs/interface-gaps.md', ROOT), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Open point'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('every row says what we use, and names files that are there', () => {
  expect(rows.length).toBeGreaterThan(45);
  for (const [, point = '', use = '', said = ''] of rows) {
    expect([point, use.length > 0]).toEqual([point, true]);
    const named = [...said.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    expect([point, named.length > 0]).toEqual([point, true]);
    for (const path of named) expect([path, existsSync(new URL(path, ROOT))]).toEqual([path, true]);
  }
});

test.each([
  'Model.FileType',
  'EncryptFileName',
  'UpdateGlobal: true',
  'Ledgers',
  'Order of checks',
  'Idempotency-Key',
  'Never overspent',
  'The bin',
  'MaxTokens',
  'OutputFormat',
  'An expression in two groups',
])('%s has a row', (point) => {
  expect(rows.some((cells) => cells.join('|').includes(point))).toBe(true);
});
