import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { makeOdt } from '#tests/support/make-odt.ts';
import { makeDocx } from '#tests/support/make-office.ts';

const TEXT = 'يبدأ الدوام في الثامنة صباحا وينتهي في الرابعة مساء طوال أيام الأسبوع.';
const paragraph = (text: string, look = ''): string =>
  `<w:p><w:r><w:rPr>${look}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
const BOLD = '<w:b/><w:bCs/>';
const LARGE = '<w:sz w:val="36"/>';

async function shapesOf(bytes: Uint8Array, format: 'docx' | 'odt' | 'rtf'): Promise<string[]> {
  const { blocks } = await readDocument(bytes, format);
  return blocks.map((block) => {
    if (block.kind === 'table') return 'table';
    return block.kind === 'heading' ? `h${block.level} ${block.text}` : block.kind;
  });
}
const word = (body: string, styles = ''): Promise<string[]> => shapesOf(makeDocx(body, styles), 'docx');

describe('headings of documents without heading styles', () => {
  test('are lines in large or bold type above running text; levels go by size', async () => {
    const body =
      paragraph('دليل الموظف', BOLD + LARGE) +
      paragraph('أولا: الدوام', BOLD) +
      paragraph(TEXT) +
      paragraph('ثانيا: الإجازات', BOLD) +
      paragraph(TEXT);
    expect(await word(body)).toEqual([
      'h1 دليل الموظف',
      'h2 أولا: الدوام',
      'paragraph',
      'h2 ثانيا: الإجازات',
      'paragraph',
    ]);
  });

  test('stand below a title that has a style', async () => {
    const styles = '<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style>';
    const title = '<w:p><w:pPr><w:pStyle w:val="1"/></w:pPr><w:r><w:t>دليل</w:t></w:r></w:p>';
    expect(await word(title + paragraph('الدوام', BOLD) + paragraph(TEXT), styles)).toEqual([
      'h1 دليل',
      'h2 الدوام',
      'paragraph',
    ]);
  });

  test('are bold where only Arabic letters are', async () => {
    const body = paragraph('الدوام', '<w:bCs/><w:szCs w:val="28"/><w:rtl/>') + paragraph(TEXT, '<w:rtl/>');
    expect(await word(body)).toEqual(['h1 الدوام', 'paragraph']);
    expect(await word(paragraph('Hours', '<w:bCs/>') + paragraph(TEXT))).toEqual(['paragraph', 'paragraph']);
    const style =
      '<style:style style:name="P1" style:family="paragraph"><style:text-properties style:font-weight-complex="bold"/></style:style>';
    const odt = `<text:p text:style-name="P1">الدوام</text:p><text:p>${TEXT}</text:p>`;
    expect(await shapesOf(makeOdt(odt, style), 'odt')).toEqual(['h1 الدوام', 'paragraph']);
  });

  test('are told in OpenDocument and RTF too', async () => {
    const style =
      '<style:style style:name="P1" style:family="paragraph"><style:text-properties fo:font-weight="bold"/></style:style>';
    const odt = `<text:p text:style-name="P1">الدوام</text:p><text:p>${TEXT}</text:p>`;
    expect(await shapesOf(makeOdt(odt, style), 'odt')).toEqual(['h1 الدوام', 'paragraph']);
    const rtf = String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}\f0\fs22\pard{\b Working hours}\par The day begins at eight and ends at four.\par}`;
    expect(await shapesOf(strToU8(rtf), 'rtf')).toEqual(['h1 Working hours', 'paragraph']);
  });

  test.each([
    ['bold sentences', paragraph('هذا مهم جدا.', BOLD) + paragraph(TEXT)],
    [
      'bold words inside of text',
      `<w:p><w:r><w:t>قبل </w:t></w:r><w:r><w:rPr>${BOLD}</w:rPr><w:t>مهم</w:t></w:r></w:p>${paragraph(TEXT)}`,
    ],
    ['labels of a form', paragraph('اسم صاحب الطلب:', BOLD) + paragraph('سالم')],
    ['the last lines', paragraph(TEXT) + paragraph('المدير العام', BOLD)],
    [
      'an address',
      ['وزارة', 'وكالة', 'إدارة', 'قسم'].map((text) => paragraph(text, BOLD)).join('') + paragraph(TEXT),
    ],
    ['documents all in bold', paragraph('الدوام', BOLD) + paragraph(TEXT, BOLD)],
  ])('are not %s', async (_, body) => {
    expect((await word(body)).filter((shape) => shape.startsWith('h'))).toEqual([]);
  });
});
