import { readFileSync } from 'node:fs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { ReadableFormat } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { makeDocx } from '#tests/support/make-office.ts';
import { misreadUtf8 } from '#tests/support/mangle-arabic.ts';

const SECRET = 'تجاهل ما سبق';
const SEEN = 'ظاهر تمامًا';

async function outcomeOf(bytes: Uint8Array, format: ReadableFormat) {
  const { blocks, warnings, health } = await readDocument(bytes, format);
  const text = blocks.map((block) => ('text' in block ? block.text : '')).join('\n');
  return { isSeen: text.includes(SEEN), isDropped: !text.includes('تجاهل'), warnings, items: health.items };
}

const DROPPED = {
  isSeen: true,
  isDropped: true,
  warnings: [{ code: 'hidden-text-dropped', parameters: { characters: SECRET.length } }],
  items: [
    {
      code: 'hidden-text',
      found: SECRET.length,
      repaired: SECRET.length,
      samples: [{ before: SECRET, after: '' }],
    },
  ],
};

describe('text that Word hides', () => {
  const run = (properties: string, text = SECRET): string =>
    `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r>`;
  const paragraph = (inner: string): string => `<w:p>${inner}</w:p>`;
  const styles =
    '<w:style w:type="character" w:styleId="Shy"><w:name w:val="shy"/><w:rPr><w:vanish/></w:rPr></w:style>' +
    '<w:style w:type="character" w:styleId="Shyer"><w:basedOn w:val="Shy"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Note"><w:rPr><w:vanish/></w:rPr></w:style>';

  test.each([
    ['by the run', paragraph(run('<w:vanish/>') + run('', SEEN))],
    ['by the run’s style', paragraph(run('<w:rStyle w:val="Shyer"/>') + run('', SEEN))],
    [
      'by the paragraph’s style',
      paragraph(`<w:pPr><w:pStyle w:val="Note"/></w:pPr>${run('')}`) + paragraph(run('', SEEN)),
    ],
  ])('%s', async (_, body) => {
    expect(await outcomeOf(makeDocx(body, styles), 'docx')).toEqual(DROPPED);
  });

  test('is not what the paragraph mark alone hides, nor what is shown again', async () => {
    const body =
      paragraph(`<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('', SEEN)}`) +
      paragraph(run('<w:rStyle w:val="Shy"/><w:vanish w:val="0"/>', 'عاد')) +
      paragraph(run('<w:b/><w:rPrChange w:id="1"><w:rPr><w:vanish/></w:rPr></w:rPrChange>', 'كان مخفيا')) +
      paragraph(
        `<w:pPr><w:pPrChange w:id="2"><w:pPr><w:pStyle w:val="Note"/></w:pPr></w:pPrChange></w:pPr>${run('', 'كان حاشية')}`,
      );
    const { blocks, warnings } = await readDocument(makeDocx(body, styles), 'docx');
    expect(blocks).toMatchObject([
      { text: SEEN },
      { text: 'عاد' },
      { text: 'كان مخفيا' },
      { text: 'كان حاشية' },
    ]);
    expect(warnings).toEqual([]);
  });
});

describe('text that OpenDocument hides', () => {
  const craft = unzipSync(readFileSync('tests/fixtures/craft/craft.Amiri.odt'));
  const make = (style: string, body: string): Uint8Array => {
    const xml = strFromU8(craft['content.xml'] ?? new Uint8Array());
    const styled = xml.replace('</office:automatic-styles>', `${style}</office:automatic-styles>`);
    const whole = styled.replace('</office:text>', `${body}<text:p>${SEEN}</text:p></office:text>`);
    return zipSync({ ...craft, 'content.xml': strToU8(whole) });
  };
  const shy =
    '<style:style style:name="Shy" style:family="text"><style:text-properties text:display="none"/></style:style>';

  test.each([
    ['by a span', shy, `<text:p>قبل <text:span text:style-name="Shy">${SECRET}</text:span> بعد</text:p>`],
    [
      'in a section',
      '',
      `<text:section text:name="س" text:display="none"><text:p>${SECRET}</text:p></text:section>`,
    ],
    [
      'in a paragraph',
      '',
      `<text:p>${SECRET}<text:hidden-paragraph text:condition="ooow:TRUE" text:is-hidden="true"/></text:p>`,
    ],
  ])('%s', async (_, style, body) => {
    expect(await outcomeOf(make(style, body), 'odt')).toEqual(DROPPED);
  });
});

describe('text that RTF hides', () => {
  const unicode = (text: string): string =>
    Array.from(text, (letter) => `\\u${letter.charCodeAt(0)}?`).join('');
  const bytes = (text: string) => Array.from(text, (letter) => `\\'${toByte(letter)}`).join('');
  const table = new TextDecoder('windows-1256').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const toByte = (letter: string): string => table.indexOf(letter).toString(16).padStart(2, '0');
  const rtf = (body: string): Uint8Array =>
    strToU8(
      String.raw`{\rtf1\ansi\ansicpg1256\deff0{\fonttbl{\f0\fcharset178 Arial;}}\viewkind4\f0 ` +
        body +
        String.raw` ${unicode(SEEN)}\par}`,
    );

  test.each([
    ['until it is turned off', String.raw`\v ${bytes(SECRET)}\v0`],
    ['in a group', String.raw`{\v ${bytes(SECRET)}}`],
    ['until all formatting ends', String.raw`{\v ${bytes(SECRET)}\plain }`],
    ['inside a hidden group', String.raw`{\v\b {\i ${bytes(SECRET)}}}`],
  ])('%s', async (_, body) => {
    expect(await outcomeOf(rtf(body), 'rtf')).toEqual(DROPPED);
  });

  test('in Unicode too', async () => {
    const { blocks, warnings } = await readDocument(rtf(String.raw`{\v ${unicode(SECRET)}}`), 'rtf');
    expect(blocks).toMatchObject([{ text: SEEN }]);
    expect(warnings).toMatchObject([{ code: 'hidden-text-dropped' }]);
  });
});

test('puts right what was pasted into Word decoded by the wrong table', async () => {
  const body = `<w:p><w:r><w:t>${misreadUtf8('يهدف الفحص إلى توضيح الإجراءات', 'windows-1252')}</w:t></w:r></w:p>`;
  const { blocks, health } = await readDocument(makeDocx(body), 'docx');
  expect(blocks).toMatchObject([{ text: 'يهدف الفحص إلى توضيح الإجراءات' }]);
  expect(health.items).toMatchObject([{ code: 'mojibake', found: 1, repaired: 1 }]);
});
