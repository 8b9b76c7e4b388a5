import { describe, expect, test } from 'vitest';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { makeDocx, makePptx } from '#tests/support/make-office.ts';

const read = (slides: Parameters<typeof makePptx>[0]) => readDocument(makePptx(slides), 'pptx');
const shape = (inner: string, { placeholder = '', isHidden = false } = {}): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="9" name="x"${isHidden ? ' hidden="1"' : ''}/><p:cNvSpPr/><p:nvPr>${placeholder && `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p>${inner}</a:p></p:txBody></p:sp>`;
const run = (text: string): string => `<a:r><a:t>${text}</a:t></a:r>`;
const field = (type: string, text: string): string =>
  `<a:fld id="{1}" type="${type}"><a:t>${text}</a:t></a:fld>`;

describe('slides', () => {
  test('that are hidden are left out with their notes, and counted', async () => {
    const { blocks, warnings, health, pages } = await read([
      { title: 'سري', points: ['هامش الربح 60'], notes: 'لا تعرض', isHidden: true },
      { title: 'الأسعار', points: ['300 ريال'], notes: 'يشمل الضريبة' },
    ]);
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, text: 'الأسعار', page: 2 },
      { kind: 'paragraph', text: '300 ريال', page: 2 },
      { kind: 'paragraph', text: 'يشمل الضريبة', page: 2 },
    ]);
    expect(pages).toBe(2);
    expect(warnings).toEqual([{ code: 'hidden-text-dropped', parameters: { characters: 23 } }]);
    expect(health.items).toMatchObject([
      {
        code: 'hidden-text',
        samples: [{ before: 'سري' }, { before: 'هامش الربح 60' }, { before: 'لا تعرض' }],
      },
    ]);
  });

  test('show neither hidden shapes nor hidden groups', async () => {
    const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="7" name="g" hidden="1"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shape(run('في مجموعة'))}</p:grpSp>`;
    const { blocks, warnings } = await read([
      {
        title: 'عنوان',
        points: ['ظاهر'],
        shapes: shape(run('مخفي'), { isHidden: true }) + group + shape(run('بعده')),
      },
    ]);
    expect(blocks.map((block) => 'text' in block && block.text)).toEqual(['عنوان', 'ظاهر', 'بعده']);
    expect(warnings).toEqual([{ code: 'hidden-text-dropped', parameters: { characters: 13 } }]);
  });

  test('have footers, dates and numbers that are no text, and no warning for them', async () => {
    const { blocks, warnings, health } = await read([
      {
        title: 'الخدمة',
        points: ['نص الشريحة'],
        notes: 'ملاحظة',
        shapes:
          shape(run('شركة النور'), { placeholder: 'ftr' }) +
          shape(run('01/03/2026'), { placeholder: 'dt' }) +
          shape(field('slidenum', '7'), { placeholder: 'sldNum' }) +
          shape(field('slidenum', '8')) +
          shape(run('الفصل ') + field('slidenum', '9')),
        notesShapes: shape(run('7'), { placeholder: 'sldNum' }),
      },
    ]);
    expect(blocks.map((block) => 'text' in block && block.text)).toEqual([
      'الخدمة',
      'نص الشريحة',
      'الفصل 9',
      'ملاحظة',
    ]);
    expect(warnings).toEqual([]);
    expect(health.items).toMatchObject([{ code: 'repeated-lines', found: 5, repaired: 5 }]);
  });
});

describe('charts', () => {
  const frame =
    '<p:graphicFrame><p:nvGraphicFramePr/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="c" r:id="rId1"/></a:graphicData></a:graphic></p:graphicFrame>';
  const points = (texts: readonly string[]): string =>
    texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('');
  const series = (name: string, values: readonly string[], code = 'General'): string =>
    `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(['الرياض', 'جدة'])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>${code}</c:formatCode>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`;
  const chart = (all: string): string =>
    `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p>${run('المبيعات')}</a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${all}</c:barChart><c:catAx><c:title><c:tx><c:rich><a:p>${run('المدينة')}</a:p></c:rich></c:tx></c:title></c:catAx></c:plotArea></c:chart></c:chartSpace>`;
  const slide = (xml: string) => [{ title: 'النتائج', points: ['نص'], shapes: frame, chart: xml }];

  test('are tables of the values that are stored in them', async () => {
    const { blocks, warnings } = await read(
      slide(chart(series('2024', ['820', '540']) + series('2025', ['0.15', '1.5'], '0%'))),
    );
    expect(blocks.slice(2)).toEqual([
      { kind: 'paragraph', text: 'المبيعات', page: 1 },
      {
        kind: 'table',
        header: ['', '2024', '2025'],
        rows: [
          ['الرياض', '820', '15%'],
          ['جدة', '540', '150%'],
        ],
        page: 1,
      },
    ]);
    expect(warnings).toEqual([]);
  });

  test('name the groups of their categories', async () => {
    const levels = `<c:ser><c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points(['الربع 1', 'الربع 2'])}</c:lvl><c:lvl>${points(['2025'])}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat><c:val><c:numRef><c:numCache>${points(['5', '7'])}</c:numCache></c:numRef></c:val></c:ser>`;
    const { blocks } = await read(slide(chart(levels)));
    expect(blocks.at(-1)).toMatchObject({
      rows: [
        ['2025 - الربع 1', '5'],
        ['2025 - الربع 2', '7'],
      ],
    });
  });

  test('of one series without a title are headed by its name', async () => {
    const bare = chart(series('مبيعات 2025', ['1', '2'])).replace(/<c:title>.*?<\/c:title>/, '');
    expect((await read(slide(bare))).blocks[2]).toMatchObject({ kind: 'paragraph', text: 'مبيعات 2025' });
  });

  test('without stored values are said', async () => {
    const { warnings, health } = await read(slide(chart('')));
    expect(warnings).toEqual([{ code: 'parts-skipped' }]);
    expect(health.items).toMatchObject([{ code: 'missing-text', found: 1, repaired: 0 }]);
  });

  test('of a Word document stand where they are', async () => {
    const anchor =
      '<w:p><w:r><w:drawing><c:chart xmlns:c="c" xmlns:r="r" r:id="rId3"/></w:drawing></w:r></w:p>';
    const text = (words: string): string => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
    const sales = series('2025', ['820', '540']);
    const bytes = makeDocx(text('قبل') + anchor + text('بعد'), '', [], [chart(sales)]);
    const { blocks, warnings } = await readDocument(bytes, 'docx');
    expect(blocks.map((block) => ('text' in block ? block.text : block.kind))).toEqual([
      'قبل',
      'المبيعات',
      'table',
      'بعد',
    ]);
    expect(JSON.stringify(blocks[2])).toContain('["الرياض","820"]');
    expect(warnings).toEqual([]);
    const empty = makeDocx(text('قبل') + anchor, '', [], [chart('')]);
    expect((await readDocument(empty, 'docx')).warnings).toEqual([{ code: 'parts-skipped' }]);
  });
});
