/** A page of a made PDF: drawing commands, and whether the picture `/Im` may be drawn. Fonts: /F1 plain, /F2 bold. */
interface MadePage {
  content: string;
  /** Further entries of the page, of its resources, and of its forms by name. */
  entries?: string;
  resources?: string;
  forms?: string;
}

/** What a made PDF holds beside its pages: entries of the catalogue, and objects, numbered on from `FIRST_EXTRA`. */
interface MadeExtras {
  catalog?: string;
  objects?: string[];
}

/** Number of the first object of `MadeExtras.objects`; pages come after them. */
export const FIRST_EXTRA = 6;

/** Writes a small uncompressed A4 PDF, for what real fixtures do not hold. */
export function makePdf(
  pages: MadePage[],
  { catalog = '', objects: extra = [] }: MadeExtras = {},
): Uint8Array {
  const objects: string[] = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${FIRST_EXTRA + extra.length + 2 * index} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>',
    '<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>\nstream\nA\nendstream',
    ...extra,
  ];
  for (const page of pages) {
    const number = objects.length + 1;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${number + 1} 0 R/Resources<</Font<</F1 3 0 R/F2 4 0 R>>/XObject<</Im 5 0 R${page.forms ?? ''}>>${page.resources ?? ''}>>${page.entries ?? ''}>>`,
      `<</Length ${page.content.length}>>\nstream\n${page.content}\nendstream`,
    );
  }
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = body.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  body += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(body);
}

/** Commands that draw a line of Latin text. */
export function drawText(text: string, x: number, y: number, size = 11, font: 'F1' | 'F2' = 'F1'): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${text.replaceAll(/[()\\]/gu, String.raw`\$&`)}) Tj ET\n`;
}

/** Commands that draw the picture over the whole page. */
export const PICTURE = 'q 595 0 0 842 0 0 cm /Im Do Q\n';
