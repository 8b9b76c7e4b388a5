import { expect, test } from 'vitest';
import type { ReadableFormat } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { splitDocument } from '#gateway/engine/splitting/split-document.ts';
import { makeOdt } from '#tests/support/make-odt.ts';
import { makeDocx } from '#tests/support/make-office.ts';

/** The page of the passage that holds each of these words; words of passages without a page are absent. */
async function pagesOf(bytes: Uint8Array, format: ReadableFormat, words: readonly string[]) {
  const passages = splitDocument(await readDocument(bytes, format));
  return Object.fromEntries(
    words.flatMap((word) => {
      const page = passages.find(({ text, sectionTitle }) => `${sectionTitle}\n${text}`.includes(word))?.page;
      return page === undefined ? [] : [[word, page]];
    }),
  );
}

/** Long enough for a passage of its own. */
const filler = (word: string): string => `${word} ${'يفتح المكتب في التاسعة صباحًا من كل يوم. '.repeat(30)}`;
const SHOWN = '<w:lastRenderedPageBreak/>';
const HARD = '<w:br w:type="page"/>';
const run = (text: string, before = ''): string =>
  `<w:r>${before}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const word = (...runs: string[]): string => `<w:p>${runs.join('')}</w:p>`;
const heading = (text: string, before = ''): string =>
  `<w:p><w:pPr><w:pStyle w:val="1"/></w:pPr>${run(text, before)}</w:p>`;
const STYLES = '<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style>';
const cell = (text: string, before = ''): string => `<w:tc>${word(run(text, before))}</w:tc>`;
const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;

test.each<[name: string, body: string, pages: Record<string, number>]>([
  [
    'where the program last showed it',
    heading('الأول') + word(run(filler('واحد'))) + heading('الثاني', SHOWN) + word(run(filler('اثنان'))),
    { الأول: 1, واحد: 1, الثاني: 2, اثنان: 2 },
  ],
  [
    'within a paragraph',
    word(run(filler('واحد')), run(filler('اثنان'), SHOWN), run(filler('ثلاثة'), SHOWN)),
    { واحد: 1, اثنان: 2, ثلاثة: 3 },
  ],
  [
    'by its author, once where the program shows the same break',
    word(run(filler('واحد')), `<w:r>${HARD}</w:r>`) +
      word(run(filler('اثنان'), SHOWN)) +
      word(run(filler('ثلاثة'), HARD)),
    { واحد: 1, اثنان: 2, ثلاثة: 3 },
  ],
  [
    'twice by its author',
    word(run(filler('واحد')), `<w:r>${HARD}${HARD}</w:r>`) + word(run(filler('اثنان'))),
    { واحد: 1, اثنان: 3 },
  ],
  [
    'between the rows of a table',
    `<w:tbl>${row(cell('الفرع'), cell('العنوان'), cell('الهاتف'))}${row(cell('العليا'), cell(filler('واحد')), cell('310'))}${row(
      cell('الملز', SHOWN),
      cell(filler('اثنان'), SHOWN),
      cell('320'),
    )}</w:tbl>${word(run(filler('بعده')))}`,
    { واحد: 1, اثنان: 2, بعده: 2 },
  ],
  ['nowhere', heading('الأول') + word(run(filler('واحد'))), {}],
])('a Word file whose page ends %s', async (_, body, pages) => {
  const words = ['الأول', 'واحد', 'الثاني', 'اثنان', 'ثلاثة', 'بعده'];
  expect(await pagesOf(makeDocx(body, STYLES), 'docx', words)).toEqual(pages);
});

test('the head of a table goes on over the page', async () => {
  const body = `<w:tbl>${row(cell('الفرع'), cell('الهاتف'))}${row(cell('العليا'), cell('310'))}${row(cell('الملز', SHOWN), cell('320'))}</w:tbl>`;
  const passages = splitDocument(await readDocument(makeDocx(body), 'docx'));
  expect(passages.flatMap(({ text }) => text.split('\n'))).toEqual([
    'الفرع: العليا | الهاتف: 310',
    'الفرع: الملز | الهاتف: 320',
  ]);
});

test('pages of OpenDocument and RTF, of which only marked ones count', async () => {
  const words = ['واحد', 'اثنان', 'ثلاثة'];
  const soft = `<text:p>${filler('واحد')}<text:soft-page-break/>${filler('اثنان')}</text:p>`;
  const style =
    '<style:style style:name="B" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style>';
  const odt = makeOdt(`${soft}<text:p text:style-name="B">${filler('ثلاثة')}</text:p>`, style);
  expect(await pagesOf(odt, 'odt', words)).toEqual({ واحد: 1, اثنان: 2, ثلاثة: 3 });
  expect(await pagesOf(makeOdt(`<text:p>${filler('واحد')}</text:p>`), 'odt', words)).toEqual({});

  const letters = (text: string) => Array.from(text, (letter) => `\\u${letter.charCodeAt(0)}?`).join('');
  const rtf = (body: string) => new TextEncoder().encode(`{\\rtf1\\ansi ${body}}`);
  const paged = rtf(`${letters(filler('واحد'))}\\par\\page ${letters(filler('اثنان'))}\\par`);
  expect(await pagesOf(paged, 'rtf', words)).toEqual({ واحد: 1, اثنان: 2 });
  expect(await pagesOf(rtf(letters(filler('واحد'))), 'rtf', words)).toEqual({});
});

test('a document says how many pages it states', async () => {
  const body = word(run(filler('واحد'))) + word(run(filler('اثنان'), SHOWN));
  expect((await readDocument(makeDocx(body), 'docx')).pages).toBe(2);
  expect((await readDocument(makeDocx(word(run(filler('واحد')))), 'docx')).pages).toBeUndefined();
});
