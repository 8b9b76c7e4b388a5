import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ReadableFormat } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { makeOdt } from '#tests/support/make-odt.ts';
import { makeDocx } from '#tests/support/make-office.ts';

const textOf = async (bytes: Uint8Array, format: ReadableFormat): Promise<string> =>
  (await readDocument(bytes, format)).blocks
    .map((block) => ('text' in block ? block.text : block.rows.flat().join('|')))
    .join('\n');
const run = (inner: string, properties = ''): string => `<w:r><w:rPr>${properties}</w:rPr>${inner}</w:r>`;
const word = (text: string, properties = ''): string =>
  run(`<w:t xml:space="preserve">${text}</w:t>`, properties);
const docx = (inner: string, styles = ''): Uint8Array => makeDocx(`<w:p>${inner}</w:p>`, styles);
const rtf = (body: string): Uint8Array =>
  strToU8(String.raw`{\rtf1\ansi\ansicpg1256\deff0{\fonttbl{\f0\fcharset178 Arial;}}\f0 ${body}\par}`);

describe('struck-out text is left out, counted and sampled', () => {
  const old = 'كان 500';
  const shown = 'السعر 350';
  const style =
    '<w:style w:type="character" w:styleId="Old"><w:name w:val="old"/><w:rPr><w:strike/></w:rPr></w:style>';
  const odtStyle =
    '<style:style style:name="Old" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>' +
    '<style:style style:name="New" style:family="text" style:parent-style-name="Old"><style:text-properties style:text-line-through-style="none"/></style:style>';
  const unicode = (text: string): string =>
    Array.from(text, (letter) => `\\u${letter.charCodeAt(0)}\\'3f`).join('');

  test.each<[string, ReadableFormat, Uint8Array]>([
    ['Word', 'docx', docx(word(old, '<w:strike/>') + word(shown))],
    ['Word, twice', 'docx', docx(word(old, '<w:dstrike/>') + word(shown))],
    ['Word, by a style', 'docx', docx(word(old, '<w:rStyle w:val="Old"/>') + word(shown), style)],
    [
      'OpenDocument',
      'odt',
      makeOdt(
        `<text:p><text:span text:style-name="Old">${old}<text:span text:style-name="New">${shown}</text:span></text:span></text:p>`,
        odtStyle,
      ),
    ],
    ['RTF', 'rtf', rtf(`{\\strike ${unicode(old)}}{${unicode(shown)}}`)],
    ['RTF, deleted', 'rtf', rtf(`{\\deleted\\revauthdel1 ${unicode(old)}}{\\revised ${unicode(shown)}}`)],
  ])('%s', async (_, format, bytes) => {
    const { warnings, health } = await readDocument(bytes, format);
    expect(await textOf(bytes, format)).toBe(shown);
    expect(warnings).toEqual([{ code: 'struck-text-dropped', parameters: { characters: old.length } }]);
    expect(health.items).toEqual([
      {
        code: 'struck-text',
        found: old.length,
        repaired: old.length,
        samples: [{ before: old, after: '' }],
      },
    ]);
  });

  test('a run that turns the line of its style off is shown', async () => {
    const bytes = docx(word(shown, '<w:rStyle w:val="Old"/><w:strike w:val="0"/>'), style);
    expect(await readDocument(bytes, 'docx')).toMatchObject({ blocks: [{ text: shown }], warnings: [] });
  });

  test('a style sheet of RTF that strikes out loses no name', async () => {
    const bytes = strToU8(
      String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\stylesheet{\s0 Normal;}{\s5\strike Old;}}\f0 text\par}`,
    );
    expect(await readDocument(bytes, 'rtf')).toMatchObject({ blocks: [{ text: 'text' }], warnings: [] });
  });
});

describe('hyphens that do not break', () => {
  test('stand between the digits in Word; soft ones are not seen', async () => {
    const body =
      run('<w:t>10</w:t><w:noBreakHyphen/><w:t>15</w:t>') + run('<w:t> يو</w:t><w:softHyphen/><w:t>ما</w:t>');
    expect(await textOf(docx(body), 'docx')).toBe('10-15 يوما');
  });

  test('are no text where they are struck out', async () => {
    const body = run('<w:t>10</w:t><w:noBreakHyphen/><w:t>15</w:t>', '<w:strike/>') + word('20 يوما');
    expect(await textOf(docx(body), 'docx')).toBe('20 يوما');
  });

  test('in RTF and OpenDocument', async () => {
    expect(await textOf(rtf(String.raw`10\_15 a\-b`), 'rtf')).toBe('10-15 ab');
    expect(await textOf(makeOdt('<text:p>10\u201115 يوما</text:p>'), 'odt')).toMatch(/^10[-\u2011]15 يوما$/);
  });
});

describe('check boxes are told apart', () => {
  const symbol = (font: string, code: string): string => run(`<w:sym w:font="${font}" w:char="${code}"/>`);
  const control = (checked: number, sign: string): string =>
    `<w:sdt><w:sdtPr><w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${word(sign)}</w:sdtContent></w:sdt>`;
  const form = (state: string): string =>
    run(
      `<w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox>${state}</w:checkBox></w:ffData></w:fldChar>`,
    ) +
    run('<w:instrText> FORMCHECKBOX </w:instrText>') +
    run('<w:fldChar w:fldCharType="end"/>');

  test.each([
    ['symbols', symbol('Wingdings', 'F0FE') + word(' نعم ') + symbol('Wingdings', 'F0A8'), '☑ نعم ☐'],
    ['symbols of the second font', symbol('Wingdings 2', 'F053') + symbol('Wingdings 2', 'F0A3'), '☒☐'],
    ['content controls', `${control(1, '\u2713')}${word(' نعم ')}${control(0, '\u25cb')}`, '☒ نعم ☐'],
    [
      'form fields',
      form('<w:default w:val="1"/>') + word(' نعم ') + form('<w:checked w:val="0"/>'),
      '☒ نعم ☐',
    ],
    [
      'letters of a font of symbols',
      word('\u00fe', '<w:rFonts w:ascii="Wingdings"/>') + word(' نعم'),
      '☑ نعم',
    ],
  ])('as %s', async (_, inner, text) => {
    expect(await textOf(docx(word('خيار ') + inner), 'docx')).toBe(`خيار ${text}`);
  });
});

test('raised digits are raised', async () => {
  const raised = word('450 م') + word('2', '<w:vertAlign w:val="superscript"/>') + word(' صافية');
  expect(await textOf(docx(raised), 'docx')).toBe('450 م² صافية');
  expect(await textOf(rtf(String.raw`10{\super 3} litres`), 'rtf')).toBe('10³ litres');
  const style =
    '<style:style style:name="Up" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>';
  const odt = makeOdt('<text:p>450 م<text:span text:style-name="Up">2</text:span></text:p>', style);
  expect(await textOf(odt, 'odt')).toBe('450 م²');
});
