import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import type { KnownBlock } from '#tests/support/score-reading.ts';
import { scoreReading } from '#tests/support/score-reading.ts';

const shared = '../shared/data/documents';
const utf8 = (path: string): string => readFileSync(path, 'utf8');

describe('craft, known text', () => {
  const folder = 'tests/fixtures/craft';
  const text = utf8(`${folder}/craft.expected.txt`);
  const blocks = JSON.parse(utf8(`${folder}/craft.blocks.json`)) as KnownBlock[];

  test.each(['docx', 'odt', 'rtf', 'html'] as const)(
    '%s: every word, heading, list and table',
    async (format) => {
      const document = await readDocument(readFileSync(`${folder}/craft.Amiri.${format}`), format);
      const score = scoreReading(document, text, blocks);
      expect(score.words).toBeGreaterThanOrEqual(0.99);
      expect(score.titles).toBe(score.titlesKnown);
      expect(document.blocks.map(shape)).toEqual(blocks.map(([kind]) => kind));
      expect(document.blocks.find(({ kind }) => kind === 'table')).toEqual({
        kind: 'table',
        header: ['نوع الحساب', 'الحد اليومي', 'الرسوم'],
        rows: [
          ['جارٍ', '10,000 ريال', '0.00'],
          ['ادخار', '٢٥٬٠٠٠ ريال', '1.50'],
          ['أعمال (VIP)', '250,000 ريال', 'لا يوجد'],
        ],
      });
      expect(document.warnings).toEqual([]);
    },
  );

  test('epub: every word, and every heading though the file marks none', async () => {
    const document = await readDocument(readFileSync(`${folder}/craft.Amiri.epub`), 'epub');
    const score = scoreReading(document, text, blocks);
    expect(score.words).toBeGreaterThanOrEqual(0.99);
    expect(score.titles).toBe(score.titlesKnown);
    const headings = document.blocks.filter(({ kind }) => kind === 'heading');
    expect(headings.map(shape)).toEqual(blocks.map(([kind]) => kind).filter((kind) => /^h\d$/.test(kind)));
    expect(document.title).toBe('دليل خدمات العملاء الإلكترونية');
  });
});

function shape(block: { kind: string; level?: number }): string {
  if (block.kind === 'heading') return `h${block.level ?? 0}`;
  return { paragraph: 'p', 'list-item': 'li', table: 'table' }[block.kind] ?? block.kind;
}

describe('rtf in windows-1256', () => {
  const arabic = String.raw`\'c7\'e1\'cf\'da\'e3 \'c7\'e1\'dd\'e4\'ed`;
  test.each([
    ['by the document', String.raw`{\rtf1\ansi\ansicpg1256\deff0{\fonttbl{\f0 Arial;}}\f0 ${arabic}\par}`],
    [
      'by the font',
      String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset178 Arial;}}\f0 ${arabic}\par}`,
    ],
    [
      'by the second font',
      String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset178 B;}}\f0 Caf\'e9 \f1 ${arabic}\par}`,
    ],
  ])('declared %s', async (_, rtf) => {
    const document = await readDocument(new TextEncoder().encode(rtf), 'rtf');
    expect(document.blocks[0]).toMatchObject({ text: expect.stringMatching(/^(Café )?الدعم الفني$/) });
  });
});

describe.skipIf(!existsSync(shared))('atlas (../shared/data)', () => {
  test.each(['docx', 'rtf'] as const)('%s: every word and heading', async (format) => {
    const document = await readDocument(readFileSync(`${shared}/atlas.Amiri.${format}`), format);
    const expected = JSON.parse(utf8(`${shared}/atlas.blocks.json`)) as KnownBlock[];
    const titles = expected.filter(([kind]) => /^h\d$/.test(kind)).map(([, title]) => title);
    const headings = document.blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
    expect(headings).toEqual(titles);
    const words = (text: string): number => text.split(/\s+/).length;
    const allText = document.blocks.map((block) => ('text' in block ? block.text : '')).join(' ');
    expect(words(allText) / words(utf8(`${shared}/atlas.expected.txt`))).toBeCloseTo(1, 2);
  });
});
