/** What each format can lose, hide or doubt is in its health report: a row for each kind that occurs in it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type HealthCode, READABLE_FORMATS, type ReadableFormat } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { eachBatch, readInBatches } from '#gateway/engine/reading/read-in-batches.ts';
import { isNight } from '#tests/support/full-counts.ts';
import { makeOdt } from '#tests/support/make-odt.ts';
import { makeDocx, makePptx, makeXlsx } from '#tests/support/make-office.ts';

const SHOWN = 'يفتح المكتب في التاسعة صباحًا';
const LOST = 'كلمة سرية قديمة';
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const page = (body: string): Uint8Array => utf8(`<!doctype html><h1>الدوام</h1><p>${SHOWN}</p>${body}`);
const word = (text: string, properties = ''): string =>
  `<w:p><w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
const docx = (body: string): Uint8Array => makeDocx(word(SHOWN) + body);
const odt = (body: string, styles = ''): Uint8Array => makeOdt(`<text:p>${SHOWN}</text:p>${body}`, styles);
const odtStyle = (property: string): string =>
  `<style:style style:name="S" style:family="text"><style:text-properties ${property}/></style:style>`;
const letters = (text: string): string =>
  Array.from(text, (letter) => `\\u${letter.charCodeAt(0)}?`).join('');
const rtf = (body: string): Uint8Array => utf8(`{\\rtf1\\ansi ${letters(SHOWN)}\\par ${body}}`);
const slide = (shapes: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="9" name="x"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p>${shapes}</a:p></p:txBody></p:sp>`;
const pptx = (shapes: string, chart?: string): Uint8Array =>
  makePptx([{ title: 'الدوام', points: [SHOWN], shapes, ...(chart === undefined ? {} : { chart }) }]);
const STRIKE = `<fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="0" fontId="1"/></cellXfs>`;
type Rows = Parameters<typeof makeXlsx>[0][number]['rows'];
const xlsx = (rows: Rows, styles = '', more: object = {}): Uint8Array =>
  makeXlsx([{ name: 'الدوام', rows: [[SHOWN, 'نص'], ...rows], ...more }], styles);
const SS =
  'xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"';
const excelXml = (row: string, styles = ''): Uint8Array =>
  utf8(
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook ${SS}><Styles>${styles}</Styles><Worksheet ss:Name="الدوام"><Table><Row><Cell><Data ss:Type="String">${SHOWN}</Data></Cell></Row>${row}</Table></Worksheet></Workbook>`,
  );
const xmlCell = (text: string, attributes = ''): string =>
  `<Cell ${attributes}><Data ss:Type="String">${text}</Data></Cell>`;
const epub = (body: string, more: Record<string, Uint8Array> = {}): Uint8Array =>
  zipSync({
    mimetype: utf8('application/epub+zip'),
    'META-INF/container.xml': utf8(
      '<container><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    ),
    'c.opf': utf8(
      '<package><manifest><item id="p" href="p.xhtml"/><item id="q" href="q.xhtml"/></manifest><spine><itemref idref="p"/><itemref idref="q"/></spine></package>',
    ),
    'p.xhtml': utf8(`<html><body><h1>الدوام</h1><p>${SHOWN}</p>${body}</body></html>`),
    ...more,
  });
const mail = (type: string, body: string): string =>
  `Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body}`;
const htmlMail = (body: string): Uint8Array => utf8(mail('text/html', `<p>${SHOWN}</p>${body}`));
const withAttachment = utf8(
  `Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${SHOWN}\r\n--b\r\nContent-Type: application/pdf; name="a.pdf"\r\nContent-Disposition: attachment; filename="a.pdf"\r\n\r\nx\r\n--b--\r\n`,
);
const HIDDEN_STYLE = `<p style="display:none">${LOST}</p>`;
const BESIDE = `<!doctype html><nav><a href="/">الرئيسة</a></nav><main><h1>الدوام</h1>${`<p>${SHOWN}، ويغلق في الخامسة مساءً من كل يوم.</p>`.repeat(8)}</main><div class="extra"><p>${`${LOST} `.repeat(20)}</p></div>`;
const EMPTY_CHART = '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"/>';
/** Arabic that was decoded by the wrong table before it was stored. */
const MOJIBAKE = 'Ø§Ù„Ø¯ÙˆØ§Ù… Ù…Ù† Ø§Ù„ØªØ§Ø³Ø¹Ø©';
const LONG_COMMENT = `<!--${'x'.repeat(4.1 * 1024 * 1024)}-->`;
const BLANK = `${' '.repeat(1023)}\n`.repeat(2.1 * 1024);

/** Files with parts added. */
const withParts = (bytes: Uint8Array, parts: Record<string, Uint8Array>): Uint8Array =>
  zipSync({ ...unzipSync(bytes), ...parts });
const PICTURE = Uint8Array.of(1, 2, 3);
/** Nearly a page of A4 and a logo, in EMU, centimetres and twips. */
const PAGE = {
  emu: 'cx="7000000" cy="9900000"',
  cm: ['19cm', '27cm'],
  twips: '\\picwgoal11000\\pichgoal15500',
};
const LOGO = { emu: 'cx="900000" cy="900000"', cm: ['2cm', '2cm'], twips: '\\picwgoal1100\\pichgoal1100' };
type Size = typeof PAGE;
const wordPicture = ({ emu }: Size, kind = 'inline'): Uint8Array =>
  withParts(
    docx(
      `<w:p><w:r><w:drawing><wp:${kind} xmlns:wp="w" xmlns:pic="p" behindDoc="${kind === 'anchor' ? 1 : 0}"><wp:extent ${emu}/><pic:pic/></wp:${kind}></w:drawing></w:r></w:p>`,
    ),
    { 'word/media/image1.png': PICTURE },
  );
const odtFrame = ({ cm: [width, height] }: Size, inner: string): Uint8Array =>
  withParts(
    odt(
      `<text:p><draw:frame xmlns:draw="d" xmlns:svg="s" svg:width="${width}" svg:height="${height}">${inner}</draw:frame></text:p>`,
    ),
    { 'Pictures/1.png': PICTURE, 'Object 1/content.xml': utf8('<office:document-content/>') },
  );
const slidePicture = ({ emu }: Size): Uint8Array =>
  makePptx([
    { title: 'الدوام', points: [SHOWN] },
    { title: '', points: [], shapes: `<p:pic><p:spPr><a:xfrm><a:ext ${emu}/></a:xfrm></p:spPr></p:pic>` },
  ]);
const rtfPicture = ({ twips }: Size): Uint8Array => rtf(`{\\pict\\pngblip${twips} 00ff}`);
const bookPicture = (bytes: number): Uint8Array =>
  epub('', {
    'q.xhtml': utf8('<html><body><img src="q.png"/></body></html>'),
    'q.png': new Uint8Array(bytes),
  });
const sheetPicture = ({ emu }: Size): Uint8Array =>
  withParts(xlsx([]), {
    'xl/media/image1.png': PICTURE,
    'xl/drawings/drawing1.xml': utf8(
      `<xdr:wsDr><xdr:pic><xdr:spPr><a:xfrm><a:ext ${emu}/></a:xfrm></xdr:spPr></xdr:pic></xdr:wsDr>`,
    ),
  });
const RICH = `<is><r><rPr><strike/></rPr><t>${LOST}</t></r><r><t> 249</t></r></is>`;
/** A text with a struck-out run, in its cell or shared; `blank` makes the sheet a long one. */
const richInline = (blank = ''): Uint8Array =>
  makeXlsx([
    {
      name: 'الدوام',
      rows: [[SHOWN, 'نص']],
      after: `<sheetData><row r="3"><c r="A3" t="inlineStr">${RICH}</c></row></sheetData>${blank}`,
    },
  ]);
const richShared = (blank = ''): Uint8Array =>
  makeXlsx(
    [
      {
        name: 'الدوام',
        rows: [[SHOWN, 'نص']],
        after: `<sheetData><row r="3"><c r="A3" t="s"><v>0</v></c></row></sheetData>${blank}`,
      },
    ],
    '',
    { parts: { 'xl/sharedStrings.xml': `<sst>${RICH.replaceAll('is>', 'si>')}</sst>` } },
  );
const LONG_SHEET = `<!--${'x'.repeat(8_100_000)}-->`;

const ROWS: [format: ReadableFormat, kind: string, code: HealthCode, bytes: Uint8Array][] = [
  ['html', 'deleted', 'struck-text', page(`<p>السعر <del>${LOST}</del></p>`)],
  ['html', 'hidden', 'hidden-text', page(HIDDEN_STYLE)],
  ['html', 'in a frame', 'missing-text', page('<iframe src="/fees.html"></iframe>')],
  ['html', 'decoded twice', 'mojibake', page(`<p>${MOJIBAKE}</p>`)],
  ['html', 'long: deleted', 'struck-text', page(`${LONG_COMMENT}<p>السعر <del>${LOST}</del></p>`)],
  ['html', 'long: hidden', 'hidden-text', page(`${LONG_COMMENT}${HIDDEN_STYLE}`)],
  ['html', 'beside the content', 'left-out-text', utf8(BESIDE)],
  ['mht', 'beside the content', 'left-out-text', utf8(mail('text/html', BESIDE))],
  ['md', 'struck', 'struck-text', utf8(`${SHOWN}\n\nالسعر ~~${LOST}~~ 5\n`)],
  ['md', 'decoded twice', 'mojibake', utf8(`${SHOWN}\n\n${MOJIBAKE}\n`)],
  ['md', 'long: struck', 'struck-text', utf8(`${SHOWN}\n\n${BLANK}\nالسعر ~~${LOST}~~ 5\n`)],
  ['txt', 'decoded twice', 'mojibake', utf8(`${SHOWN}\n\n${MOJIBAKE}\n`)],
  ['txt', 'long: decoded twice', 'mojibake', utf8(`${SHOWN}\n\n${BLANK}\n${MOJIBAKE}\n`)],
  ['txt', 'lost', 'broken-letters', utf8(`${SHOWN} ?????? ????? ???? ?????\n`)],
  ['csv', 'decoded twice', 'mojibake', utf8(`الاسم;القيمة\n${SHOWN};5\n${MOJIBAKE};5\n`)],
  ['csv', 'long: decoded twice', 'mojibake', utf8(`الاسم;القيمة\n${SHOWN};5\n${BLANK}${MOJIBAKE};5\n`)],
  ['docx', 'struck', 'struck-text', docx(word(LOST, '<w:strike/>'))],
  [
    'docx',
    'deleted',
    'struck-text',
    docx(`<w:p><w:del><w:r><w:delText>${LOST}</w:delText></w:r></w:del></w:p>`),
  ],
  ['docx', 'hidden', 'hidden-text', docx(word(LOST, '<w:vanish/>'))],
  [
    'docx',
    'in a chart without figures',
    'missing-text',
    makeDocx(
      `${word(SHOWN)}<w:p><w:r><w:drawing><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="r" r:id="rId3"/></w:drawing></w:r></w:p>`,
      '',
      [],
      [EMPTY_CHART],
    ),
  ],
  [
    'odt',
    'struck',
    'struck-text',
    odt(
      `<text:p>أ<text:span text:style-name="S">${LOST}</text:span></text:p>`,
      odtStyle('style:text-line-through-style="solid"'),
    ),
  ],
  [
    'odt',
    'deleted',
    'struck-text',
    makeOdt(
      `<text:tracked-changes><text:changed-region><text:deletion><text:p>${LOST}</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>${SHOWN}</text:p>`,
    ),
  ],
  [
    'odt',
    'hidden',
    'hidden-text',
    odt(
      `<text:p>أ<text:span text:style-name="S">${LOST}</text:span></text:p>`,
      odtStyle('text:display="none"'),
    ),
  ],
  ['rtf', 'struck', 'struck-text', rtf(`{\\strike ${letters(LOST)}}`)],
  ['rtf', 'deleted', 'struck-text', rtf(`{\\deleted ${letters(LOST)}}`)],
  ['rtf', 'hidden', 'hidden-text', rtf(`{\\v ${letters(LOST)}}`)],
  ['pptx', 'struck', 'struck-text', pptx(slide(`<a:r><a:rPr strike="sngStrike"/><a:t>${LOST}</a:t></a:r>`))],
  [
    'pptx',
    'hidden',
    'hidden-text',
    pptx(slide(`<a:r><a:t>${LOST}</a:t></a:r>`).replace('name="x"', 'name="x" hidden="1"')),
  ],
  ['pptx', 'in a chart without figures', 'missing-text', pptx('', EMPTY_CHART)],
  ['xlsx', 'struck', 'struck-text', xlsx([['قديم', { style: 1, number: 399 }]], STRIKE)],
  ['xlsx', 'hidden', 'hidden-text', xlsx([[LOST]], '', { hiddenRows: [1] })],
  [
    'xlsx',
    'filtered',
    'filtered-rows',
    xlsx([[LOST]], '', { hiddenRows: [1], after: '<autoFilter ref="A1:B2"/>' }),
  ],
  ['xlsx', 'struck in part', 'struck-text', richInline()],
  ['xlsx', 'struck in part, shared', 'struck-text', richShared()],
  ['xlsx', 'long: struck in part', 'struck-text', richInline(LONG_SHEET)],
  ['xlsx', 'long: struck in part, shared', 'struck-text', richShared(LONG_SHEET)],
  ['xlsx', 'a picture', 'missing-text', sheetPicture(PAGE)],
  ['docx', 'a picture', 'missing-text', wordPicture(PAGE)],
  [
    'docx',
    'an object',
    'missing-text',
    withParts(docx('<w:p><w:r><w:object><o:OLEObject xmlns:o="o"/></w:object></w:r></w:p>'), {
      'word/embeddings/o.bin': PICTURE,
    }),
  ],
  ['odt', 'a picture', 'missing-text', odtFrame(PAGE, '<draw:image/>')],
  ['odt', 'an object or chart', 'missing-text', odtFrame(LOGO, '<draw:object/><draw:image/>')],
  ['rtf', 'a picture', 'missing-text', rtfPicture(PAGE)],
  ['rtf', 'an object', 'missing-text', rtf('{\\object{\\*\\objdata 00ff}}')],
  ['pptx', 'a picture', 'missing-text', slidePicture(PAGE)],
  ['pptx', 'an object', 'missing-text', pptx('<p:graphicFrame><p:oleObj name="x"/></p:graphicFrame>')],
  ['epub', 'a picture', 'missing-text', bookPicture(30_000)],
  ['xlsx', 'not computed', 'formulas-without-value', xlsx([['مجموع', { formula: 'SUM(A1:A2)' }]])],
  [
    'xml',
    'struck',
    'struck-text',
    excelXml(
      `<Row>${xmlCell(LOST, 'ss:StyleID="s"')}</Row>`,
      '<Style ss:ID="s"><Font ss:StrikeThrough="1"/></Style>',
    ),
  ],
  ['xml', 'hidden', 'hidden-text', excelXml(`<Row ss:Hidden="1">${xmlCell(LOST)}</Row>`)],
  [
    'xml',
    'not computed',
    'formulas-without-value',
    excelXml('<Row><Cell ss:Formula="=SUM(R1C1)"></Cell></Row>'),
  ],
  ['epub', 'deleted', 'struck-text', epub(`<p>السعر <del>${LOST}</del></p>`)],
  ['epub', 'hidden', 'hidden-text', epub(HIDDEN_STYLE)],
  ['eml', 'struck', 'struck-text', htmlMail(`<p>السعر <s>${LOST}</s></p>`)],
  ['eml', 'hidden', 'hidden-text', htmlMail(HIDDEN_STYLE)],
  ['eml', 'attached', 'missing-text', withAttachment],
  ['mht', 'deleted', 'struck-text', htmlMail(`<p>السعر <del>${LOST}</del></p>`)],
  ['mht', 'hidden', 'hidden-text', htmlMail(HIDDEN_STYLE)],
];

async function readWhole(bytes: Uint8Array, format: ReadableFormat) {
  const texts: string[] = [];
  const facts = await eachBatch(
    readInBatches(bytes, format),
    ({ blocks }) => void texts.push(JSON.stringify(blocks)),
  );
  return { ...facts, text: texts.join('\n') };
}

describe('the health report names what is', () => {
  test.each(ROWS)('%s: %s', async (format, _, code, bytes) => {
    const { health, text } = await readWhole(bytes, format);
    expect(health.items).toContainEqual(expect.objectContaining({ code, found: expect.any(Number) }));
    const isLost = code === 'struck-text' || code === 'hidden-text';
    expect(isLost && text.includes(LOST)).toBe(false);
    expect(text).toContain(SHOWN.slice(0, 4));
  });

  test('every format but PDF, whose pages have tests of their own', () => {
    expect(new Set(ROWS.map(([format]) => format))).toEqual(
      new Set(READABLE_FORMATS.filter((format) => format !== 'pdf')),
    );
  });
});

const PLAIN: Record<Exclude<ReadableFormat, 'pdf'>, Uint8Array> = {
  html: page(''),
  md: utf8(`${SHOWN}\n`),
  txt: utf8(`${SHOWN}\n`),
  csv: utf8(`الاسم;القيمة\n${SHOWN};5\n`),
  docx: docx(''),
  odt: odt(''),
  rtf: rtf(''),
  pptx: pptx(''),
  xlsx: xlsx([]),
  xml: excelXml(''),
  epub: epub(''),
  eml: htmlMail(''),
  mht: htmlMail(''),
};

test.each(Object.entries(PLAIN) as [ReadableFormat, Uint8Array][])(
  '%s that loses nothing reports nothing',
  async (format, bytes) => {
    const { warnings, health } = await readWhole(bytes, format);
    expect({ warnings, items: health.items }).toEqual({ warnings: [], items: [] });
  },
);

const ORNAMENTS: [ReadableFormat, string, Uint8Array][] = [
  ['docx', 'logo', wordPicture(LOGO)],
  ['docx', 'paper', wordPicture(PAGE, 'anchor')],
  ['odt', 'logo', odtFrame(LOGO, '<draw:image/>')],
  ['rtf', 'logo', rtfPicture(LOGO)],
  ['pptx', 'logo', slidePicture(LOGO)],
  ['xlsx', 'logo', sheetPicture(LOGO)],
  ['epub', 'ornament', bookPicture(2_000)],
];
test.each(ORNAMENTS)('%s: a picture that is a %s is no loss', async (format, _, bytes) => {
  const { warnings, health } = await readWhole(bytes, format);
  expect({ warnings, items: health.items }).toEqual({ warnings: [], items: [] });
});

/** PDFs of the book take seconds each; the letters of `wk` are damaged. */
const WELL_KEPT = [
  ['../shared/data/documents', /^(?:craft|atlas)\.(?!wk-).*\.(?:docx|odt|rtf|epub|html|md|txt|pdf)$/],
  ['../shared/data/staff', /^(?!README).*\.md$/],
] as const;
const isRead = (name: string): boolean => isNight || !/^atlas.*\.pdf$|Noto.*\.pdf$/.test(name);
describe.each(WELL_KEPT)('documents that lose nothing (%s)', (folder, names) => {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => names.test(name) && isRead(name))
    : [];
  test.skipIf(files.length === 0)('are there', () => expect(files.length).toBeGreaterThan(4));
  test.each(files)('%s', async (name) => {
    const format = name.split('.').pop() as ReadableFormat;
    expect((await readDocument(readFileSync(`${folder}/${name}`), format)).warnings).toEqual([]);
  });
});
