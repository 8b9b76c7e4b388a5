import { describe, expect, test } from 'vitest';
import type { ReadDocument } from '#gateway/engine/document.ts';
import { detectAlignedTables } from '#gateway/engine/reading/pdf/aligned-tables.ts';
import type { LinePiece } from '#gateway/engine/reading/pdf/page-lines.ts';
import { readPdf } from '#gateway/engine/reading/pdf/read-pdf.ts';
import { splitDocument } from '#gateway/engine/splitting/split-document.ts';
import { drawText, FIRST_EXTRA, makePdf, PICTURE } from '#tests/support/make-pdf.ts';

const textOf = ({ blocks }: ReadDocument) =>
  blocks.map((block) => (block.kind === 'table' ? JSON.stringify(block.rows) : block.text)).join('\n');

const codesOf = ({ health }: ReadDocument) => health?.items.map(({ code }) => code) ?? [];

describe('layers', () => {
  const layers = {
    catalog: '/OCProperties<</OCGs[6 0 R 7 0 R]/D<</OFF[6 0 R]>>>>',
    objects: ['<</Type/OCG/Name(draft)>>', '<</Type/OCG/Name(final)>>', '<</Type/OCMD/OCGs[6 0 R]>>'],
  };
  const resources = '/Properties<</Off 6 0 R/On 7 0 R/Member 8 0 R>>';
  const layer = (name: string, text: string, y: number) => `/OC /${name} BDC ${drawText(text, 72, y)} EMC\n`;

  test('that are off are left out, counted and sampled, those that are on stay', async () => {
    const content =
      drawText('The desk is open on Sunday.', 72, 700) +
      layer('Off', 'Secret discount', 650) +
      layer('On', 'Final price is 90 riyals.', 650) +
      layer('Member', 'Draft of members', 600);
    const document = await readPdf(makePdf([{ content, resources }], layers));
    expect(textOf(document)).toContain('The desk is open on Sunday.');
    expect(textOf(document)).toContain('Final price is 90 riyals.');
    expect(textOf(document)).not.toMatch(/Secret|Draft/u);
    expect(document.warnings).toEqual([{ code: 'hidden-text-dropped', parameters: { characters: 28 } }]);
    expect(document.health?.items).toMatchObject([{ code: 'hidden-text', found: 28, pages: [1] }]);
  });

  test('of a form are obeyed too', async () => {
    const text = drawText('Hidden stamp of the form', 0, 0).trim();
    const form = (layer: number) =>
      `<</Type/XObject/Subtype/Form/BBox[0 0 400 40]/OC ${layer} 0 R/Resources<</Font<</F1 3 0 R>>>>/Length ${text.length}>>\nstream\n${text}\nendstream`;
    const content = drawText('The desk is open on Sunday.', 72, 700) + 'q 1 0 0 1 72 500 cm /Fm Do Q\n';
    const withLayer = (layer: number) =>
      makePdf([{ content, forms: '/Fm 9 0 R' }], { ...layers, objects: [...layers.objects, form(layer)] });
    expect(textOf(await readPdf(withLayer(7)))).toContain('Hidden stamp');
    const document = await readPdf(withLayer(6));
    expect(textOf(document)).not.toContain('Hidden stamp');
    expect(document.warnings).toEqual([{ code: 'hidden-text-dropped', parameters: { characters: 20 } }]);
  });
});

describe('two languages', () => {
  test('beside each other are read column by column', () => {
    const line = (number: number, text: string, column: 'left' | 'right', y: number): LinePiece => ({
      page: 1,
      text,
      y,
      left: column === 'left' ? 40 : 310,
      right: column === 'left' ? 300 : 570,
      size: 12,
      isUpright: true,
      bold: false,
      rightToLeft: column === 'right',
      container: undefined,
      artifact: false,
      bulleted: false,
      glyphs: text.length,
      unmapped: 0,
      line: number,
    });
    const page = [
      line(0, 'يلتزم العميل بسداد الرسوم قبل موعد الخدمة', 'right', 700),
      line(0, 'The customer shall pay the fees before', 'left', 700),
      line(1, 'بيوم واحد على الأقل، ولا تسترد الرسوم بعده', 'right', 680),
      line(1, 'the service date; fees are not refundable', 'left', 680),
      line(2, 'في أي حال من الأحوال إلا بموافقة خطية', 'right', 660),
      line(2, 'in any case without a written consent', 'left', 660),
    ];
    const pieces = detectAlignedTables(page, -1);
    expect(pieces.map(({ rightToLeft }) => rightToLeft)).toEqual([true, true, true, false, false, false]);
    expect(pieces.every(({ container }) => container === undefined)).toBe(true);
  });
});

describe('forms', () => {
  const field = (entries: string, rect: string) =>
    `<</Type/Annot/Subtype/Widget/F 4/Rect[${rect}]/DA(/F1 11 Tf)${entries}>>`;
  const objects = [
    field('/FT/Tx/T(name)/V(Salem 4471)', '200 695 400 712'),
    field('/FT/Tx/T(secret)/Ff 8192/V(hunter2)', '200 665 400 682'),
    field('/FT/Ch/Ff 131072/T(city)/Opt[[(r)(Riyadh)][(j)(Jeddah)]]/V(j)', '200 635 400 652'),
    field('/FT/Btn/T(agree)/V/Yes/AS/Yes/AP<</N<</Yes 5 0 R/Off 5 0 R>>>>', '72 600 84 612'),
    field('/FT/Tx/T(note)/TU(Note)/V(Call before noon)', '72 400 400 420'),
  ];
  const references = objects.map((_, index) => `${FIRST_EXTRA + index} 0 R`).join(' ');

  test('give their values behind their labels, without passwords', async () => {
    const content =
      drawText('Name: ________', 72, 700) +
      drawText('Password', 72, 670) +
      drawText('City', 72, 640) +
      drawText('I agree to the terms', 90, 602);
    const page = { content, entries: `/Annots[${references}]` };
    const document = await readPdf(
      makePdf([page], { catalog: `/AcroForm<</Fields[${references}]>>`, objects }),
    );
    const text = textOf(document);
    expect(text).toContain('Name: Salem 4471');
    expect(text).toContain('City: Jeddah');
    expect(text).toContain('☑ I agree to the terms');
    expect(text).toContain('Note: Call before noon');
    expect(text).not.toContain('hunter2');
  });
});

describe('pages', () => {
  test('that begin with the same large line keep it as their heading', async () => {
    const pages = ['issue', 'renewal', 'transfer', 'change'].map((service) => ({
      content:
        drawText('Service card', 72, 790, 18) +
        drawText(`Service: ${service} of a licence`, 72, 730) +
        drawText('Fee: 100 riyals', 72, 700),
    }));
    const passages = splitDocument(await readPdf(makePdf(pages)));
    expect(passages.map(({ page, sectionTitle }) => [page, sectionTitle])).toEqual([
      [1, 'Service card'],
      [2, 'Service card'],
      [3, 'Service card'],
      [4, 'Service card'],
    ]);
  });

  test('under a running title lose it where the text runs on', async () => {
    const line = 'This line of the handbook is as long as its column and goes on without an end';
    const lines = Array.from({ length: 30 }, (_, index) => drawText(line, 72, 730 - 20 * index)).join('');
    const pages = Array.from({ length: 4 }, () => ({ content: drawText('Handbook', 72, 790, 18) + lines }));
    expect(textOf(await readPdf(makePdf(pages)))).not.toContain('Handbook');
  });

  test('with a text layer or a calm background are no scans', async () => {
    const layer = `BT 3 Tr /F1 11 Tf 72 700 Td (The desk is open.) Tj ET\n`;
    const documents = [PICTURE + layer, PICTURE + drawText('Welcome to the desk', 72, 500)];
    for (const content of documents) {
      const document = await readPdf(makePdf([{ content }]));
      expect(codesOf(document)).not.toContain('missing-text');
    }
    const stamped = await readPdf(makePdf([{ content: PICTURE + drawText('Page number 1 of 12', 72, 20) }]));
    expect(codesOf(stamped)).toContain('missing-text');
  });
});
