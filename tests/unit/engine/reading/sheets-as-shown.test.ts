/** Workbooks as the program shows them, by the reader of short ones and by the one of long ones. */
import { describe, expect, test } from 'vitest';
import type { ReadDocument } from '#gateway/engine/document.ts';
import { readLongXlsx } from '#gateway/engine/reading/office/read-long-xlsx.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { joinBatches } from '#tests/support/join-batches.ts';
import { makeXlsx } from '#tests/support/make-office.ts';

async function* streamLong(bytes: Uint8Array) {
  return yield* readLongXlsx(bytes);
}

const READERS: [name: string, read: (bytes: Uint8Array) => Promise<ReadDocument>][] = [
  ['short', (bytes) => readDocument(bytes, 'xlsx')],
  ['long', (bytes) => joinBatches(streamLong(bytes))],
];
const itemOf = ({ health }: ReadDocument, code: string) => health?.items.find((item) => item.code === code);
const tablesOf = ({ blocks }: ReadDocument): string[][][] =>
  blocks.flatMap((block) => (block.kind === 'table' ? [[block.header ?? [], ...block.rows]] : []));

describe.each(READERS)('the reader of %s workbooks', (_, readSheets) => {
  test('shows numbers in their formats', async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="0000000000"/><numFmt numFmtId="165" formatCode="0 &quot;يومًا&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>`;
    const row = [
      'العليا',
      { number: 112223344, style: 1 },
      { number: 90, style: 2 },
      { number: 1.75, style: 3 },
      { number: '1.010123456E9', style: 0 },
      19.989999999999998,
    ];
    const bytes = makeXlsx(
      [{ name: 'الفروع', rows: [['الفرع', 'الهاتف', 'المدة', 'الساعات', 'السجل', 'السعر'], row] }],
      styles,
    );
    const document = await readSheets(bytes);
    expect(tablesOf(document)[0]?.[1]).toEqual([
      'العليا',
      '0112223344',
      '90 يومًا',
      '42:00',
      '1010123456',
      '19.99',
    ]);
    expect(document.warnings).toEqual([]);
  });

  test('says that formulas have no stored result, and not that they give an empty text', async () => {
    const rows = (result?: string) => [
      ['البند', 'المبلغ'],
      ['رسوم', 100],
      ['الإجمالي', { formula: 'SUM(B2:B2)', ...(result ? { result } : {}) }],
    ];
    const document = await readSheets(makeXlsx([{ name: 'فاتورة', rows: rows() }]));
    expect(document.warnings).toEqual([{ code: 'formulas-without-value' }]);
    expect(itemOf(document, 'formulas-without-value')).toMatchObject({
      found: 1,
      repaired: 0,
      samples: [{ before: '=SUM(B2:B2)', after: '' }],
    });
    const stored = await readSheets(makeXlsx([{ name: 'فاتورة', rows: rows('100') }]));
    expect(stored.warnings).toEqual([]);
    expect(tablesOf(stored)[0]).toContainEqual(['الإجمالي', '100']);
  });

  test('leaves hidden sheets, columns and rows out, and counts them', async () => {
    const document = await readSheets(
      makeXlsx([
        { name: 'داخلي', state: 'hidden', rows: [['هامش الربح 40']] },
        {
          name: 'الأسعار',
          before: '<cols><col min="2" max="2" hidden="1"/></cols>',
          hiddenRows: [2],
          rows: [
            ['الصنف', 'التكلفة', 'السعر'],
            ['قلم', 1.5, 3],
            ['دفتر', 2, 4],
          ],
        },
        { name: 'مخفية', state: 'veryHidden', rows: [['لا تنشر', { formula: 'A1' }]] },
      ]),
    );
    expect(document.blocks).toEqual([
      { kind: 'heading', level: 1, text: 'الأسعار', page: 1 },
      { kind: 'table', header: ['الصنف', 'السعر'], rows: [['قلم', '3']], page: 1 },
    ]);
    expect(document.pages).toBe(1);
    expect(document.warnings).toEqual([{ code: 'hidden-text-dropped', parameters: { characters: 36 } }]);
    expect(itemOf(document, 'hidden-text')?.samples[0]).toEqual({ before: 'هامش الربح 40', after: '' });
  });

  const filtered = {
    name: 'المخزون',
    hiddenRows: [1],
    rows: [
      ['الصنف', 'الكمية'],
      ['قلم', 5],
      ['دفتر', 7],
    ],
  };
  const relations = '<Relationships><Relationship Id="rId1" Target="../tables/table1.xml"/></Relationships>';
  const table = '<table ref="A1:B3"><autoFilter ref="A1:B3"><filterColumn colId="0"/></autoFilter></table>';
  test.each([
    ['of the sheet', makeXlsx([{ ...filtered, after: '<autoFilter ref="A1:B3"/>' }])],
    [
      'of a defined name',
      makeXlsx([filtered], '', {
        names:
          '<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">المخزون!$A$1:$B$3</definedName>',
      }),
    ],
    [
      'of a table',
      makeXlsx([filtered], '', {
        parts: { 'xl/worksheets/_rels/sheet1.xml.rels': relations, 'xl/tables/table1.xml': table },
      }),
    ],
  ])('reads rows that a filter %s hides, and says so', async (_filter, bytes) => {
    const document = await readSheets(bytes);
    expect(tablesOf(document)[0]?.[1]).toEqual(['قلم', '5']);
    expect(document.warnings).toEqual([{ code: 'filtered-rows-read' }]);
    expect(itemOf(document, 'filtered-rows')).toMatchObject({
      found: 1,
      repaired: 0,
      pages: [1],
      samples: [{ before: 'قلم | 5', after: 'قلم | 5' }],
    });
  });

  test('leaves out numbers that their format does not show, but says nothing of zeros', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="164" formatCode=";;;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>';
    const sheet = (number: number) => [
      {
        name: 'ورقة',
        rows: [
          ['رمز', 'سعر'],
          ['أ', { number, style: 1 }],
        ],
      },
    ];
    const hidden = await readSheets(makeXlsx(sheet(4321), styles));
    expect(JSON.stringify(hidden.blocks)).not.toContain('4321');
    expect(hidden.warnings).toEqual([{ code: 'hidden-text-dropped', parameters: { characters: 4 } }]);
    expect((await readSheets(makeXlsx(sheet(0), styles))).warnings).toEqual([]);
  });
});
