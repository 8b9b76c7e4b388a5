import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hasGold } from '#tests/bench/answers.ts';
import { findDocuments } from '#tests/bench/reading.ts';
import { formatInterval, formatShare, formatTable } from '#tests/bench/report.ts';
import { writeRegion } from '#tests/bench/write-region.ts';

const folder = mkdtempSync(join(tmpdir(), 'fihrist-reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('known answers', () => {
  test('are found under any spelling of the letters', () => {
    expect(hasGold('وُلد في مدينةِ «القاهرة» عام 1911.', ['القاهره'])).toBe(true);
    expect(hasGold('إلى أن جاء مصطفى', ['الي ان'])).toBe(true);
    expect(hasGold('The Denver Broncos, 24–10', ['denver broncos 24'])).toBe(true);
  });

  test('are not found where they do not stand, and nothing is no answer', () => {
    expect(hasGold('في القاهرة', ['دمشق', ''])).toBe(false);
    expect(hasGold('في القاهرة', ['؟'])).toBe(false);
    expect(hasGold('', ['القاهرة'])).toBe(false);
  });

  test('may be asked for as whole words', () => {
    expect(hasGold('بالقاهرة', ['القاهرة'])).toBe(true);
    expect(hasGold('بالقاهرة', ['القاهرة'], true)).toBe(false);
    expect(hasGold('(القاهرة)', ['القاهرة'], true)).toBe(true);
  });
});

describe('tables', () => {
  const table = {
    title: 'جدول',
    rows: [
      { set: 'أسئلة', mrr: '.84' },
      { set: 'b', mrr: 1 },
    ],
  };

  test('print as Markdown', () => {
    expect(formatTable(table, true)).toBe('**جدول**\n\n| set | mrr |\n|---|---|\n| أسئلة | .84 |\n| b | 1 |');
  });

  test('print in columns', () => {
    expect(formatTable(table, false)).toBe('جدول\n  set    mrr\n  أسئلة  .84\n  b        1');
  });

  test('print shares without their zero', () => {
    expect([0.8449, 1, 0, -0.0123].map(formatShare)).toEqual(['.845', '1.000', '.000', '-.012']);
    expect(formatInterval({ mean: 0.5, low: 0.25, high: 0.75 })).toBe('.500 (.250-.750)');
  });
});

describe('writing into a document', () => {
  test('replaces what stands between the marks and nothing else', () => {
    const file = join(folder, 'page.md');
    writeFileSync(
      file,
      '# عنوان\n<!-- answers -->\nold\n<!-- /answers -->\nend <!-- reading --><!-- /reading -->\n',
    );
    writeRegion(file, 'answers', 'جديد $& $1');
    writeRegion(file, 'answers', 'جديد $& $1');
    expect(readFileSync(file, 'utf8')).toBe(
      '# عنوان\n<!-- answers -->\nجديد $& $1\n<!-- /answers -->\nend <!-- reading --><!-- /reading -->\n',
    );
    expect(() => writeRegion(file, 'retrieval', '')).toThrow(/has no <!-- retrieval -->/);
  });
});

describe('documents of known text', () => {
  test('begin with its name; the longest name wins', () => {
    const names = [
      'دليل.expected.txt',
      'دليل.blocks.json',
      'دليل.خط.pdf',
      'دليل.v2.expected.txt',
      'دليل.v2.docx',
      'دليل.page.HTM',
      'دليلنا.pdf',
      'other.pdf',
    ];
    for (const name of names) writeFileSync(join(folder, name), '');
    expect(findDocuments(folder, [])).toEqual(
      expect.arrayContaining([
        { name: 'دليل.خط.pdf', format: 'pdf', text: 'دليل' },
        { name: 'دليل.page.HTM', format: 'html', text: 'دليل' },
        { name: 'دليل.v2.docx', format: 'docx', text: 'دليل.v2' },
      ]),
    );
    expect(findDocuments(folder, [])).toHaveLength(3);
    expect(findDocuments(folder, ['دليل.v2']).map(({ name }) => name)).toEqual(['دليل.v2.docx']);
    expect(() => findDocuments(folder, ['atlas'])).toThrow(/No known text atlas .* There are: /);
  });
});
