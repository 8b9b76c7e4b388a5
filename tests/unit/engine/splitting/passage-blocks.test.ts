import { globSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Block, Passage, ReadableFormat } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { createSplitter } from '#gateway/engine/splitting/split-document.ts';

type Placed = Passage & { firstBlock: number; lastBlock: number };

function splitPlaced(blocks: readonly Block[]): Placed[] {
  const passages: Placed[] = [];
  const splitter = createSplitter((passage, range) => void passages.push({ ...passage, ...range }));
  for (const block of blocks) splitter.add(block);
  splitter.end();
  return passages;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** What a passage can say of a block, letters and digits alone; a row of a table with the names of its columns. */
function textsOf(block: Block): string[] {
  if (block.kind !== 'table') return [lettersOf(`${'ordinal' in block ? block.ordinal : ''}${block.text}`)];
  const { header = [], rows } = block;
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const name = lettersOf(header[column] ?? '');
        const text = lettersOf(cell);
        return cell.trim() === '' || name === text ? text : `${name}${text}`;
      })
      .join(''),
  );
}

/** The lines of a passage that no block of its range has. */
function strayLines({ text, firstBlock, lastBlock }: Placed, blocks: readonly Block[]): string[] {
  const texts = blocks.slice(firstBlock, lastBlock + 1).flatMap(textsOf);
  return text.split('\n').filter((line) => !texts.some((whole) => whole.includes(lettersOf(line))));
}

const FIXTURES = globSync('tests/fixtures/{craft,layouts,reports}/*.*').filter((path) =>
  /\.(?:pdf|docx|rtf|html|md|odt|pptx|xlsx|csv|epub|txt)$/u.test(path),
);

describe('the blocks of a passage have its text', () => {
  test('there are fixtures', () => expect(FIXTURES.length).toBeGreaterThan(3));

  test.each(FIXTURES.map((path) => [basename(path), path]))('%s', async (_, path) => {
    const format = extname(path).slice(1) as ReadableFormat;
    const { blocks } = await readDocument(new Uint8Array(readFileSync(path)), format);
    const passages = splitPlaced(blocks);
    expect(passages.length).toBeGreaterThan(0);
    for (const passage of passages) {
      expect(strayLines(passage, blocks)).toEqual([]);
      // No narrower range has all of it.
      const { firstBlock, lastBlock } = passage;
      if (firstBlock === lastBlock) continue;
      expect(strayLines({ ...passage, firstBlock: firstBlock + 1 }, blocks)).not.toEqual([]);
      expect(strayLines({ ...passage, lastBlock: lastBlock - 1 }, blocks)).not.toEqual([]);
    }
    expect(passages.map(({ firstBlock }) => firstBlock)).toEqual(
      passages.map(({ firstBlock }) => firstBlock).toSorted((a, b) => a - b),
    );
  });

  test('where blocks go on on other pages and are longer than a passage', () => {
    const sentence = 'تصنع الجرار من طين النهر بعد أن يجف أيامًا، ثم تحرق في تنور كبير. ';
    const long = Array.from({ length: 60 }, (_, index) => `${index}: ${sentence}`).join('');
    const blocks: Block[] = [
      { kind: 'heading', level: 1, text: 'الخزف', page: 1 },
      { kind: 'paragraph', text: 'مقدمة عن الطين.', page: 1 },
      { kind: 'paragraph', text: long, page: 1, pageBreaks: [{ offset: 2000, page: 2 }] },
      {
        kind: 'table',
        header: ['الصنف', 'السعر'],
        rows: Array.from({ length: 80 }, (_, row) => [`جرة رقم ${row}`, `${row * 10} ريالًا`]),
        page: 2,
        pageBreaks: [{ offset: 40, page: 3 }],
      },
      { kind: 'heading', level: 2, text: 'عنوان بلا نص', page: 3 },
    ];
    const passages = splitPlaced(blocks);
    for (const passage of passages) expect(strayLines(passage, blocks)).toEqual([]);
    expect(new Set(passages.map(({ page }) => page))).toEqual(new Set([1, 2, 3]));
    expect(passages[0]).toMatchObject({ firstBlock: 1, lastBlock: 2 });
    expect(passages.at(-1)).toMatchObject({ firstBlock: 4, lastBlock: 4, text: 'عنوان بلا نص' });
    expect(passages.filter(({ firstBlock }) => firstBlock === 3).length).toBeGreaterThan(2);
  });
});
