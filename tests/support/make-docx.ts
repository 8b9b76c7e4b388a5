/** A small, real Word file from headings and paragraphs. */
import { strToU8, zipSync } from 'fflate';

interface DocxBlock {
  heading?: 1 | 2 | 3;
  text: string;
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function paragraph({ heading, text }: DocxBlock): string {
  const style = heading ? `<w:pPr><w:pStyle w:val="Heading${heading}"/></w:pPr>` : '';
  return `<w:p>${style}<w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`;
}

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEADER_BYTES = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Styles that name the headings, as Word writes them. */
function styles(): string {
  const heading = (level: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`;
  return `${HEADER_BYTES}<w:styles xmlns:w="${W}">${[1, 2, 3].map(heading).join('')}</w:styles>`;
}

export function makeDocx(blocks: DocxBlock[]): Uint8Array {
  const body = blocks.map(paragraph).join('');
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  return zipSync({
    '[Content_Types].xml': strToU8(
      `${HEADER_BYTES}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${main}.styles+xml"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      `${HEADER_BYTES}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/_rels/document.xml.rels': strToU8(
      `${HEADER_BYTES}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'word/styles.xml': strToU8(styles()),
    'word/document.xml': strToU8(
      `${HEADER_BYTES}<w:document xmlns:w="${W}"><w:body>${body}</w:body></w:document>`,
    ),
  });
}
