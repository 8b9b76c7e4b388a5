/** The documents that checks upload: small, with Arabic in each, made here so that nothing has to be kept. */
import { strToU8, zipSync } from 'fflate';

export interface SampleFile {
  extension: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export const textFile = (text: string): SampleFile => ({
  extension: 'txt',
  type: 'text/plain',
  bytes: new TextEncoder().encode(text),
});

/** Rich text: what is not ASCII stands as `\u` with its code, as word processors write it. */
export function rtfFile(text: string): SampleFile {
  const escaped = Array.from(text, (character) => {
    if (character === '\n') return String.raw`\par `;
    if ('\\{}'.includes(character)) return `\\${character}`;
    const code = character.charCodeAt(0);
    return code < 128 ? character : `\\u${code > 32_767 ? code - 65_536 : code}?`;
  }).join('');
  const document = String.raw`{\rtf1\ansi\ansicpg1256\uc1\deff0{\fonttbl{\f0 Arial;}}\f0\fs24 ${escaped}\par}`;
  return { extension: 'rtf', type: 'application/rtf', bytes: new TextEncoder().encode(document) };
}

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** A Word file with a paragraph for each line. `text` holds none of the signs that XML reserves. */
export function docxFile(text: string): SampleFile {
  const paragraphs = text
    .split('\n')
    .map((line) => `<w:p><w:r><w:t xml:space="preserve">${line}</w:t></w:r></w:p>`)
    .join('');
  const parts = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${HEAD}<w:document xmlns:w="${W}"><w:body>${paragraphs}</w:body></w:document>`,
  };
  const zip = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
  return { extension: 'docx', type: `${WORD}.document`, bytes: Uint8Array.from(zip) };
}

/** One page with a line in Latin letters: an Arabic one would need a font of its own. */
export function pdfFile(line: string): SampleFile {
  const content = `BT /F1 12 Tf 72 760 Td (${line.replaceAll(/[()\\]/g, String.raw`\$&`)}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  body += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return { extension: 'pdf', type: 'application/pdf', bytes: new TextEncoder().encode(body) };
}
