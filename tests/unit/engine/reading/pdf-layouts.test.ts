import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPdf } from '#gateway/engine/reading/pdf/read-pdf.ts';
import { type KnownBlock, scoreReading } from '#tests/support/score-reading.ts';

const FOLDER = 'tests/fixtures/layouts';

const knownBlocks = (name: string): KnownBlock[] =>
  JSON.parse(readFileSync(`${FOLDER}/${name}.blocks.json`, 'utf8')) as KnownBlock[];

const printKnown = (blocks: KnownBlock[]): string =>
  blocks
    .map(([, content]) =>
      typeof content === 'string' ? content : content.map((row) => row.join(' ')).join('\n'),
    )
    .join('\n');

const read = (file: string) => readPdf(readFileSync(`${FOLDER}/${file}`));

describe('producers and layouts', () => {
  test.each([
    // Dots are glyphs of their own, each letter a span of two objects: the engine drops the space before one.
    ['memo', 'memo.LO-NotoNaskhArabic.pdf'],
    // A letter's dots and marks are glyphs that the font's table names by the whole letter once more.
    ['memo', 'memo.Typst-Cairo.pdf'],
    // The pair noon + yeh is one glyph, and so is yeh + noon.
    ['contract', 'contract.LO-Cairo.pdf'],
    ['contract', 'contract.Chrome-Cairo-untagged.pdf'],
    ['vowels', 'vowels.Chrome-Amiri.pdf'],
    ['sales', 'sales.LO-NotoSansArabic.pdf'],
    // Justified lines are filled with strokes that the font's table does not name: as a letter, a bracket, a control.
    ['questions', 'questions.LO-Cairo-justified.pdf'],
  ])('%s: every word of %s, in its order', async (text, file) => {
    const blocks = knownBlocks(text);
    const score = scoreReading(await read(file), printKnown(blocks), blocks);
    expect(score).toMatchObject({ characters: 1, words: 1, bigrams: 1, titles: score.titlesKnown });
  });

  test('finds a table that is neither tagged nor framed, with its header', async () => {
    const { blocks } = await read('contract.LO-Cairo.pdf');
    const table = blocks.find((block) => block.kind === 'table');
    const expected = knownBlocks('contract').find(([kind]) => kind === 'table')?.[1];
    expect(table && [table.header, ...table.rows]).toEqual(expected);
  });

  test('keeps the number of the last row of a page, where page numbers stand', async () => {
    const { blocks } = await read('sales.LO-NotoSansArabic.pdf');
    const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
    const firsts = rows.map(([first]) => first).filter((first) => /^\d+$/u.test(first ?? ''));
    expect(firsts).toEqual(Array.from({ length: 24 }, (_, index) => String(index + 1)));
  });
});
