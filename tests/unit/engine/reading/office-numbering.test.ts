import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { formatNumber, fromOdfFormat } from '#gateway/engine/reading/office/number-formats.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { makeOdt } from '#tests/support/make-odt.ts';
import { makeDocx } from '#tests/support/make-office.ts';

async function linesOf(bytes: Uint8Array, format: 'docx' | 'odt' | 'rtf'): Promise<string[]> {
  const { blocks } = await readDocument(bytes, format);
  return blocks.flatMap((block) => {
    if (block.kind === 'table') return block.rows.map((row) => row.join(' | '));
    return [`${block.kind === 'list-item' && block.ordinal ? `${block.ordinal} ` : ''}${block.text}`];
  });
}

test.each([
  ['decimal', 12, '12'],
  ['decimalZero', 7, '07'],
  ['lowerRoman', 14, 'xiv'],
  ['upperRoman', 1999, 'MCMXCIX'],
  ['lowerLetter', 28, 'bb'],
  ['upperLetter', 3, 'C'],
  ['arabicAlpha', 3, 'ت'],
  ['arabicAbjad', 3, 'ج'],
  ['arabicAbjad', 4, 'د'],
  ['hindiNumbers', 5, '5'],
  ['cardinalText', 2, '2'],
  ['none', 2, ''],
])('writes a number as %s', (format, value, text) => {
  expect(formatNumber(format, value)).toBe(text);
});

test('knows the formats of OpenDocument', () => {
  const formats = ['1', 'a', 'I', '', 'أ, ب, ت, ...', 'أ, ب, ج, ...'].map(fromOdfFormat);
  expect(formats).toEqual(['decimal', 'lowerLetter', 'upperRoman', 'none', 'arabicAlpha', 'arabicAbjad']);
});

describe('numbers that Word sets', () => {
  const level = (index: number, text: string, format = 'decimal', more = ''): string =>
    `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
  const item = (text: string, index: number, list = 1, style = ''): string =>
    `<w:p><w:pPr>${style}<w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

  test('stand before headings and items of every level, and begin again below the next', async () => {
    const styles = '<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style>';
    const lists = [
      level(0, 'المادة %1:') + level(1, '%1.%2') + level(2, '%3)', 'arabicAbjad'),
      level(0, '', 'bullet'),
    ];
    const heading = (text: string): string => item(text, 0, 1, '<w:pStyle w:val="1"/>');
    const body =
      heading('التعريفات') +
      item('الموظف', 1) +
      heading('الإجازات') +
      item('السنوية', 1) +
      item('ثلاثون يوما', 2) +
      item('قابلة للترحيل', 2) +
      item('المرضية', 1) +
      item('بتقرير', 2) +
      item('نقطة', 0, 2);
    expect(await linesOf(makeDocx(body, styles, lists), 'docx')).toEqual([
      'المادة 1: التعريفات',
      '1.1 الموظف',
      'المادة 2: الإجازات',
      '2.1 السنوية',
      'أ) ثلاثون يوما',
      'ب) قابلة للترحيل',
      '2.2 المرضية',
      'أ) بتقرير',
      'نقطة',
    ]);
  });

  test('start where their list says, in Roman and as digits by law', async () => {
    const lists = [
      `<w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl>` +
        level(1, '%1.%2', 'decimal', '<w:isLgl/>'),
      level(0, '%1', 'decimal') + level(1, '%2-', 'lowerLetter', '<w:lvlRestart w:val="0"/>'),
    ];
    const body =
      item('a', 0) + item('b', 1) + item('c', 0, 2) + item('d', 1, 2) + item('e', 0, 2) + item('f', 1, 2);
    expect(await linesOf(makeDocx(body, '', lists), 'docx')).toEqual([
      'IV. a',
      '4.1 b',
      '1 c',
      'a- d',
      '2 e',
      'b- f',
    ]);
  });

  test('come from paragraph styles too, go into cells, and skip what was deleted', async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="clause"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Sub"><w:basedOn w:val="Clause"/></w:style>';
    const styled = (text: string, more = '', style = 'Sub'): string =>
      `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr>${text && `<w:r><w:t>${text}</w:t></w:r>`}</w:p>`;
    const cell = (inner: string): string => `<w:tc>${inner}</w:tc>`;
    const row = (text: string): string =>
      `<w:tr>${cell(item('', 0, 2))}${cell(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`)}</w:tr>`;
    const body =
      styled('الأول') +
      styled('', '<w:rPr><w:del w:id="1"/></w:rPr>') +
      styled('بلا رقم', '<w:numPr><w:numId w:val="0"/></w:numPr>') +
      styled('الثاني') +
      `<w:tbl>${row('50 ريالا')}${row('60 ريالا')}</w:tbl>`;
    const lists = [level(0, 'البند %1 -'), level(0, '%1.')];
    expect(await linesOf(makeDocx(body, styles, lists), 'docx')).toEqual([
      'البند 1 - الأول',
      'بلا رقم',
      'البند 2 - الثاني',
      '1. | 50 ريالا',
      '2. | 60 ريالا',
    ]);
  });
});

describe('numbers that OpenDocument sets', () => {
  const list = (inner: string, more = ''): string =>
    `<text:list text:style-name="L1"${more}>${inner}</text:list>`;
  const item = (text: string, inner = '', more = ''): string =>
    `<text:list-item${more}><text:p>${text}</text:p>${inner}</text:list-item>`;
  const style =
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-prefix="المادة " style:num-suffix=":"/>' +
    '<text:list-level-style-number text:level="2" style:num-format="أ, ب, ج, ..." style:num-suffix=")" text:display-levels="2"/></text:list-style>';

  test('stand before items of every level, continue and start as the text says', async () => {
    const body =
      list(item('التعريفات', list(item('الموظف') + item('المنشأة'))) + item('الإجازات')) +
      list(item('الجزاءات'), ' text:continue-numbering="true"') +
      list(item('الختام', '', ' text:start-value="9"'));
    expect(await linesOf(makeOdt(body, style), 'odt')).toEqual([
      'المادة 1: التعريفات',
      '1.أ) الموظف',
      '1.ب) المنشأة',
      'المادة 2: الإجازات',
      'المادة 3: الجزاءات',
      'المادة 9: الختام',
    ]);
  });

  test('stand before headings of the outline', async () => {
    const outline =
      '<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/>' +
      '<text:outline-level-style text:level="2" style:num-format="1" loext:num-list-format="%1%-%2%"/></text:outline-style>';
    const heading = (text: string, level: number): string =>
      `<text:h text:outline-level="${level}">${text}</text:h>`;
    const body =
      heading('الباب', 1) + heading('الفصل', 2) + heading('باب آخر', 1) + '<text:p>نص الباب</text:p>';
    expect(await linesOf(makeOdt(body, '', outline), 'odt')).toEqual([
      'I. الباب',
      'I-1 الفصل',
      'II. باب آخر',
      'نص الباب',
    ]);
  });
});

test('numbers that RTF writes beside the text are read, bullets are not', async () => {
  const rtf =
    String.raw`{\rtf1\ansi\ansicpg1256\deff0{\fonttbl{\f0\fcharset178 Arial;}}\f0 ` +
    String.raw`\pard{\listtext\pard\plain 2.1\tab}first item\par` +
    String.raw`\pard{\listtext\pard\plain \'c3)\tab}second item\par` +
    String.raw`\pard{\listtext\pard\plain \u8226?\tab}third item\par}`;
  expect(await linesOf(strToU8(rtf), 'rtf')).toEqual(['2.1 first item', 'أ) second item', 'third item']);
});
