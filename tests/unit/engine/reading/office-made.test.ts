import { describe, expect, test } from 'vitest';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { makeDocx, makePptx, makeXlsx } from '#tests/support/make-office.ts';

describe('presentations', () => {
  test('head each slide, number the slides, keep speaker notes', async () => {
    const bytes = makePptx([
      { title: 'أهداف السنة', points: ['زيادة الفروع', 'خفض الانتظار'], notes: 'نذكر أرقام الربع الأول' },
      { title: 'الخاتمة', points: ['شكراً'] },
    ]);
    expect(await readDocument(bytes, 'pptx')).toEqual({
      blocks: [
        { kind: 'heading', level: 1, text: 'أهداف السنة', page: 1 },
        { kind: 'paragraph', text: 'زيادة الفروع', page: 1 },
        { kind: 'paragraph', text: 'خفض الانتظار', page: 1 },
        { kind: 'paragraph', text: 'نذكر أرقام الربع الأول', page: 1 },
        { kind: 'heading', level: 1, text: 'الخاتمة', page: 2 },
        { kind: 'paragraph', text: 'شكراً', page: 2 },
      ],
      pages: 2,
      warnings: [],
      health: expect.any(Object),
    });
  });
});

describe('workbooks', () => {
  test('give a table a sheet, under the sheet’s name when a person gave it', async () => {
    const bytes = makeXlsx([
      {
        name: 'الأسعار',
        rows: [
          ['البند', 'السعر', 'ملاحظة'],
          ['قلم', 5.5, ''],
          ['', '', 'حتى نهاية العام'],
        ],
      },
      {
        name: 'Sheet2',
        rows: [
          [1, 2],
          [3, 4],
        ],
      },
      { name: 'ورقة3', rows: [] },
    ]);
    expect(await readDocument(bytes, 'xlsx')).toEqual({
      blocks: [
        { kind: 'heading', level: 1, text: 'الأسعار', page: 1 },
        {
          kind: 'table',
          header: ['البند', 'السعر', 'ملاحظة'],
          rows: [
            ['قلم', '5.5', ''],
            ['', '', 'حتى نهاية العام'],
          ],
          page: 1,
        },
        {
          kind: 'table',
          rows: [
            ['1', '2'],
            ['3', '4'],
          ],
          page: 2,
        },
      ],
      pages: 3,
      warnings: [],
      health: expect.any(Object),
    });
  });

  test('show dates, times and percentages as people read them', async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="[$-2000401]d\\ mmmm\\ yyyy"/><numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="9"/><xf numFmtId="165"/></cellXfs>`;
    const styled = [45322, 45322, 45322.5625, 0.5625, 0.15, 3.5].map((number, index) => ({
      number,
      style: index + 1,
    }));
    const bytes = makeXlsx([{ name: 'Sheet1', rows: [['المواعيد'], ['', 45322, ...styled]] }], styles);
    const { blocks } = await readDocument(bytes, 'xlsx');
    expect(blocks).toMatchObject([
      { kind: 'paragraph', text: 'المواعيد' },
      { rows: [['45322', '2024-01-31', '2024-01-31', '2024-01-31 13:30', '13:30', '15%', '3.5 days']] },
    ]);
  });

  test('without a word are without text', async () => {
    await expect(readDocument(makeXlsx([{ name: 'ورقة1', rows: [] }]), 'xlsx')).rejects.toMatchObject({
      code: 'no-text',
    });
  });
});

describe('Word’s headings', () => {
  const paragraph = (text: string, style = '', more = ''): string =>
    `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}${more}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const style = (id: string, inner: string): string =>
    `<w:style w:type="paragraph" w:styleId="${id}">${inner}</w:style>`;
  const numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';

  test('are known by the names of their styles: an Arabic Word numbers the ids', async () => {
    const styles =
      style('a', '<w:name w:val="Normal"/>') +
      style('1', '<w:name w:val="heading 1"/><w:basedOn w:val="a"/>') +
      style('2', '<w:name w:val="heading 2"/><w:basedOn w:val="a"/>') +
      style('house', '<w:name w:val="عنوان القسم"/><w:basedOn w:val="2"/>') +
      style('outline', '<w:name w:val="بند رئيس"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr>') +
      style('body', '<w:name w:val="نص"/><w:basedOn w:val="2"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>');
    const body =
      paragraph('الباب', '1') +
      paragraph('القسم', 'house', numbered) +
      paragraph('البند', 'outline') +
      paragraph('نص البند', 'body') +
      paragraph('نقطة', 'a', numbered);
    expect((await readDocument(makeDocx(body, styles), 'docx')).blocks).toEqual([
      { kind: 'heading', level: 1, text: 'الباب' },
      { kind: 'heading', level: 2, text: 'القسم' },
      { kind: 'heading', level: 3, text: 'البند' },
      { kind: 'paragraph', text: 'نص البند' },
      { kind: 'list-item', ordinal: '1.', text: 'نقطة' },
    ]);
  });

  test('do not stop the numbers of lists; lists inside of items begin again', async () => {
    const item = (text: string, level: number, list = 1): string =>
      paragraph(text, '', `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
    const numbering = [0, 1]
      .map((level) => `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl>`)
      .join('');
    const bullets = '<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl>';
    const body =
      item('a', 0) +
      item('b', 1) +
      item('c', 1) +
      item('d', 0) +
      item('e', 1) +
      item('f', 0) +
      item('g', 0, 2);
    const { blocks } = await readDocument(makeDocx(body, '', [numbering, bullets]), 'docx');
    expect(blocks.map((block) => ('ordinal' in block ? block.ordinal : undefined))).toEqual([
      '1.',
      '1.',
      '2.',
      '2.',
      '1.',
      '3.',
      undefined,
    ]);
  });

  test('do not loop when styles are based on each other', async () => {
    const styles = style('x', '<w:basedOn w:val="y"/>') + style('y', '<w:basedOn w:val="x"/>');
    const { blocks } = await readDocument(makeDocx(paragraph('نص', 'x'), styles), 'docx');
    expect(blocks).toEqual([{ kind: 'paragraph', text: 'نص' }]);
  });
});
