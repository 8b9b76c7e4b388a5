import { describe, expect, test } from 'vitest';
import type { Block, Passage, ReadableFormat } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { eachBatch, readInBatches } from '#gateway/engine/reading/read-in-batches.ts';
import { createRenderer, renderAs } from '#gateway/engine/rendering.ts';
import { createSplitter, splitDocument } from '#gateway/engine/splitting/split-document.ts';
import { isNight } from '#tests/support/full-counts.ts';
import { joinBatches } from '#tests/support/join-batches.ts';
import { LONG_DOCUMENTS, printedRow } from '#tests/support/long-documents.ts';

/** The passages of a document that is read bit by bit, and in how many bits. */
async function readPassages(
  bytes: Uint8Array,
  format: ReadableFormat,
  onBlocks: (blocks: Block[]) => void = () => {},
) {
  const passages: Passage[] = [];
  const shares: number[] = [];
  const splitter = createSplitter((passage) => void passages.push(passage));
  const facts = await eachBatch(readInBatches(bytes, format), ({ blocks, share }) => {
    for (const block of blocks) splitter.add(block);
    onBlocks(blocks);
    shares.push(share);
  });
  splitter.end();
  return { passages, shares, facts };
}

const read = (text: string, format: ReadableFormat) =>
  joinBatches(readInBatches(new TextEncoder().encode(text), format));

describe('a list that is longer than the arguments of a call may be', () => {
  test.each(isNight ? ['CSV rows', 'TXT lines'] : ['TXT lines'])('%s', async (name) => {
    const { format, make } = LONG_DOCUMENTS[name]!;
    const { passages, shares } = await readPassages(make(150_000), format);
    expect(shares.length).toBeGreaterThan(10);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(passages.at(-1)?.text).toContain('149999');
    expect(passages.map(({ ordinal }) => ordinal)).toEqual(Array.from(passages.keys()));
  });
});

describe('read bit by bit, a table says what it says when it is read whole', () => {
  const tables: [name: string, rows: number, padding: number][] = [
    ['Markdown rows', 9_000, 100],
    ['HTML rows', 9_000, 500],
    ['XLSX rows', 9_000, 800],
  ];
  test.each(isNight ? tables : tables.slice(0, 1))('%s', async (name, rows, padding) => {
    const { format, make } = LONG_DOCUMENTS[name]!;
    const bytes = make(rows, padding);
    const renderer = createRenderer('md');
    let converted = '';
    const { passages, shares, facts } = await readPassages(bytes, format, (blocks) => {
      converted += renderer.add({ blocks });
    });
    expect(shares.length).toBeGreaterThan(3);
    const whole = await readDocument(bytes, format);
    expect(passages).toEqual(splitDocument(whole));
    expect(passages.at(-1)?.text).toContain(printedRow(rows - 1));
    expect(facts.pages).toBe(whole.pages);
    // A single table: all batches but the first are marked as continued.
    expect(converted + renderer.end() === renderAs(whole, 'md')).toBe(true);
  });
});

const FILLER = 'سطر من كتاب طويل فيه كلمات كثيرة عن صناعة الخزف والفخار. '.repeat(4);
const filled = (count: number): string => Array.from({ length: count }, () => `${FILLER}\n\n`).join('');

describe('what is cut', () => {
  test('text in one line, between words, and no more of it is held than is cut at a time', async () => {
    const line = Array.from({ length: 200_000 }, (_, index) => `كلمة ${index}`).join(' ');
    const texts: string[] = [];
    await eachBatch(readInBatches(new TextEncoder().encode(line), 'txt'), ({ blocks }) => {
      texts.push(blocks.flatMap((block) => ('text' in block ? block.text : [])).join(' '));
    });
    expect(texts.filter((text) => text !== '').join(' ')).toBe(line);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(0.6 * line.length);
  });

  test('code stays code, and a list its numbers, in long Markdown', async () => {
    const code = Array.from({ length: 30_000 }, (_, index) => `# سطر ${index} _ليس_ عنوانًا`).join('\n');
    const { blocks } = await read(`# باب\n\n${filled(1_000)}\`\`\`\n${code}\n\`\`\`\n\n7. سابع\n`, 'md');
    expect(blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(1);
    expect(blocks.at(-1)).toMatchObject({ kind: 'list-item', text: 'سابع', ordinal: '7.' });
  });

  test.runIf(isNight)('menus and footers are left out of a long page, hidden text is reported', async () => {
    const page = `<!doctype html><title>دليل</title><nav><a href=/>الرئيسية</a></nav><main><h1>دليل</h1>${filled(9_000)}<p hidden>سر</p></main><footer>حقوق</footer>`;
    const { blocks, title, warnings } = await read(page, 'html');
    const texts = blocks.map((block) => ('text' in block ? block.text : ''));
    expect(texts[0]).toBe('دليل');
    expect(texts.some((text) => /الرئيسية|حقوق|سر/.test(text))).toBe(false);
    expect({ title, warnings }).toEqual({
      title: 'دليل',
      warnings: [{ code: 'hidden-text-dropped', parameters: { characters: 2 } }],
    });
  });

  test('a title that goes on through a long page is not repeated with every part', async () => {
    const page = `<p>تمهيد</p>${`<title>${FILLER}</title><p>${FILLER}</p>\n`.repeat(6_000)}`;
    const titles: (string | undefined)[] = [];
    const bytes = new TextEncoder().encode(page);
    await eachBatch(readInBatches(bytes, 'html'), ({ title }) => void titles.push(title));
    expect(titles.length).toBeGreaterThan(5);
    expect(titles.filter((title) => title !== undefined).length).toBeLessThanOrEqual(1);
  });

  test.runIf(isNight)(
    'a quotation mark that nothing closes costs no row, and a cell of many lines stays whole',
    async () => {
      const lines = 'سطر من خلية طويلة, بفاصلة\n'.repeat(4_000);
      const rice = 'أرز,4\n'.repeat(150_000);
      const { blocks, warnings } = await read(
        `اسم,سعر\nشاي,"${lines}"\n${rice}سكر,"3\n${rice}"هيل","9,5"\n${rice}`,
        'csv',
      );
      const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
      expect(rows).toHaveLength(450_003);
      expect(rows[0]?.[1]?.length).toBeGreaterThan(100_000 - 4_000);
      expect(rows[150_001]).toEqual(['سكر', '"3']);
      expect(rows[300_002]).toEqual(['هيل', '9,5']);
      expect(rows.at(-1)).toEqual(['أرز', '4']);
      expect(warnings).toEqual([]);
    },
  );
});
