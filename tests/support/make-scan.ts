import { deflateSync } from 'node:zlib';
import type { GreyImage } from '#gateway/engine/reading/ocr/recogniser.ts';
import { openDocument } from '#gateway/engine/reading/pdf/open-document.ts';
import { loadPdfium } from '#gateway/engine/reading/pdf/pdfium.ts';
import { renderPage } from '#gateway/engine/reading/pdf/read-pictures.ts';

/** The first page of a PDF as a grey picture, as a scanner would give it. */
export async function photograph(pdf: Uint8Array): Promise<GreyImage> {
  const pdfium = await loadPdfium();
  const document = openDocument(pdfium, pdf);
  try {
    const image = renderPage(pdfium, document.handle, 0);
    if (image === undefined) throw new Error('there is no page');
    return image;
  } finally {
    document.close();
  }
}

/** A page of a made PDF: a picture that fills it, commands that draw text (`/F1` is Helvetica), or both. */
interface ScannedPage {
  image?: GreyImage;
  content?: string;
}

/** Writes an A4 PDF whose pages hold pictures. */
export function makeScan(pages: ScannedPage[]): Uint8Array {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const add = (part: string | Uint8Array) => {
    const bytes = Buffer.from(part as Uint8Array);
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (number: number, ...content: (string | Uint8Array)[]) => {
    offsets[number] = length;
    add(`${number} 0 obj\n`);
    for (const chunk of content) add(chunk);
    add('\nendobj\n');
  };
  const stream = (dictionary: string, data: Uint8Array) =>
    [`<<${dictionary}/Length ${data.length}>>\nstream\n`, data, '\nendstream'] as const;
  add('%PDF-1.4\n');
  const first = 4;
  const kids = pages.map((_, index) => `${first + 3 * index} 0 R`).join(' ');
  object(1, '<</Type/Catalog/Pages 2 0 R>>');
  object(2, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
  object(3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>');
  pages.forEach(({ image, content = '' }, index) => {
    const number = first + 3 * index;
    const resources = `<</Font<</F1 3 0 R>>/XObject<<${image ? `/Im ${number + 2} 0 R` : ''}>>>>`;
    object(
      number,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${number + 1} 0 R/Resources${resources}>>`,
    );
    const drawn = (image ? 'q 595 0 0 842 0 0 cm /Im Do Q\n' : '') + content;
    object(number + 1, ...stream('', Buffer.from(drawn)));
    const { width, height, pixels } = image ?? { width: 1, height: 1, pixels: new Uint8Array(1) };
    const shape = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceGray`;
    object(number + 2, ...stream(`${shape}/Filter/FlateDecode`, deflateSync(pixels)));
  });
  const start = length;
  add(`xref\n0 ${offsets.length}\n0000000000 65535 f \n`);
  for (const offset of offsets.slice(1)) add(`${String(offset).padStart(10, '0')} 00000 n \n`);
  add(`trailer\n<</Size ${offsets.length}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}
