import { describe, expect, test } from 'vitest';
import type { ReadDocument } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { createRenderer, renderAs } from '#gateway/engine/rendering.ts';

const document: ReadDocument = {
  title: 'دليل <الفروع> & الخدمات',
  blocks: [
    { kind: 'heading', level: 1, text: 'دليل الفروع' },
    { kind: 'paragraph', text: 'سطر أول\nسطر ثانٍ * [ليس رابطاً](x) <b>ليس</b> & snake_case' },
    { kind: 'list-item', text: 'بند أول' },
    { kind: 'list-item', text: 'بند ثانٍ' },
    { kind: 'list-item', ordinal: '3.', text: 'خطوة' },
    { kind: 'list-item', ordinal: '4.', text: 'خطوة تالية' },
    { kind: 'heading', level: 3, text: '# ليس عنواناً داخل عنوان' },
    {
      kind: 'table',
      header: ['الفرع', 'الهاتف'],
      rows: [
        ['جدة | الشمال', '920001234'],
        ['مكة', ''],
      ],
    },
    {
      kind: 'table',
      rows: [
        ['١', '٢'],
        ['٣', '٤'],
      ],
    },
    { kind: 'paragraph', text: '1. ليست قائمة' },
    { kind: 'paragraph', text: '---' },
    { kind: 'paragraph', text: '> ليس اقتباساً' },
  ],
  warnings: [],
};
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const flat = document.blocks.map((block) =>
  'text' in block ? { ...block, text: block.text.replace('\n', ' ') } : block,
);

describe('converting', () => {
  test('txt: one block a line, cells joined by tabs, no wraps', () => {
    expect(renderAs(document, 'txt').split('\n')).toEqual([
      'دليل الفروع',
      'سطر أول سطر ثانٍ * [ليس رابطاً](x) <b>ليس</b> & snake_case',
      'بند أول',
      'بند ثانٍ',
      '3. خطوة',
      '4. خطوة تالية',
      '# ليس عنواناً داخل عنوان',
      'الفرع\tالهاتف',
      'جدة | الشمال\t920001234',
      'مكة\t',
      '١\t٢',
      '٣\t٤',
      '1. ليست قائمة',
      '---',
      '> ليس اقتباساً',
      '',
    ]);
  });

  test('md: headings and tables, and nothing else turns into mark-up', async () => {
    const text = renderAs(document, 'md');
    expect(text).toContain('# دليل الفروع\n\n');
    expect(text).toContain('- بند أول\n- بند ثانٍ\n3. خطوة\n4. خطوة تالية\n');
    expect(text).toContain('| الفرع | الهاتف |\n| --- | --- |\n');
    const reread = await readDocument(bytes(text), 'md');
    const expected = flat.filter((block) => !('text' in block && block.text === '---'));
    expect(reread.blocks).toEqual(expected);
  });

  test('html: an escaped page that reads the same', async () => {
    const text = renderAs(document, 'html');
    expect(text).toContain('&lt;b&gt;ليس&lt;/b&gt; &amp; snake_case');
    const reread = await readDocument(bytes(text), 'html');
    expect(reread.title).toBe(document.title);
    expect(reread.blocks).toEqual(flat.filter((block) => !('text' in block && block.text === '---')));
  });

  test.each(['txt', 'md', 'html'] as const)('%s bit by bit is what it is at once', (format) => {
    const renderer = createRenderer(format);
    const { title = '' } = document;
    // The title may come with a batch whose blocks say nothing, and were left out.
    expect(renderer.add({ blocks: [], title })).toBe('');
    // No batch says more than its blocks: what was rendered is not given again.
    const texts = document.blocks.map((block) => renderer.add({ blocks: [block] }));
    expect([...texts, renderer.end()].join('')).toBe(renderAs(document, format));
    const [first = '', ...later] = texts;
    expect(first).toContain('دليل الفروع');
    expect(later.join('')).not.toContain('دليل الفروع');
  });

  test.each(['txt', 'md', 'html'] as const)('%s has one table where batches part it', (format) => {
    const header = ['الفرع', 'الهاتف'];
    const rows = [
      ['جدة', '1'],
      ['مكة', '2'],
      ['أبها', '3'],
    ];
    const table = (...added: string[][]) => ({ kind: 'table' as const, header, rows: added });
    const renderer = createRenderer(format);
    const texts = rows.map((row, index) =>
      renderer.add({ blocks: [{ ...table(row), ...(index > 0 ? { continues: true as const } : {}) }] }),
    );
    const whole = renderAs({ blocks: [table(...rows)], warnings: [] }, format);
    expect([...texts, renderer.end()].join('')).toBe(whole);
    // A row that is wider than the table begins another one: Markdown would drop its last cell.
    const wide = renderer.add({
      blocks: [{ ...table(['تبوك', '4', 'شرق']), continues: true }],
    });
    expect(wide).toContain('الهاتف');
    expect(wide).toContain('شرق');
    // Another table may have the same header.
    expect(renderer.add({ blocks: [table(['حائل', '5'])] })).toContain('الهاتف');
  });
});
