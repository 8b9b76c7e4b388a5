import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadDocument } from '#gateway/engine/document.ts';
import type { Recogniser } from '#gateway/engine/reading/ocr/recogniser.ts';
import { readPdf } from '#gateway/engine/reading/pdf/read-pdf.ts';
import { readInChild } from '#gateway/node/processes/reader/reader-pool.ts';
import { drawText, makePdf, PICTURE } from '#tests/support/make-pdf.ts';
import { makeScan, photograph } from '#tests/support/make-scan.ts';
import { multisetF1, normaliseForScore, printReading } from '#tests/support/score-reading.ts';

const fixture = 'tests/fixtures/craft/craft.LO-NotoNaskhArabic.pdf';
const ENGLISH = [
  'The help desk answers every call within three minutes.',
  'Customers may open an account with a national identity card.',
  'International transfers cost twelve dollars and arrive on Monday.',
  'Write to the manager when a complaint is not settled in time.',
];
const LAYER = 'This page has a layer of text that needs no recognition at all.';
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'fihrist-ocr-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function place(name: string, content: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

function wordsOf(document: ReadDocument, page?: number): string[] {
  const blocks =
    page === undefined ? document.blocks : document.blocks.filter((block) => block.page === page);
  return normaliseForScore(printReading({ ...document, blocks })).split(' ');
}

describe('pictures of text, in the reader process', () => {
  test('are read in Arabic and English, only where there is no text, page by page', async () => {
    const arabic = await readFile(fixture);
    const english = makePdf([
      { content: ENGLISH.map((line, index) => drawText(line, 60, 700 - 24 * index, 14)).join('') },
    ]);
    const scan = makeScan([
      { image: await photograph(arabic) },
      { content: drawText(LAYER, 60, 700, 12) },
      { image: await photograph(english) },
    ]);
    const pictures: { at: number; of: number }[] = [];
    const spent: number[] = [];
    const document = await readInChild({
      path: await place('scan.pdf', scan),
      format: 'pdf',
      ocr: true,
      onPicture: (picture) => pictures.push(picture),
      observe: ({ megabytes }) => spent.push(megabytes),
    });
    expect(pictures).toEqual([
      { at: 1, of: 2 },
      { at: 2, of: 2 },
    ]);
    const [warning] = document.warnings;
    expect(warning).toMatchObject({ code: 'read-by-ocr', parameters: { pages: 2, page: 1 } });
    expect(warning?.parameters?.['confidence']).toBeGreaterThan(75);
    expect(spent[0]).toBeLessThan(512);

    const headings = document.blocks.flatMap((block) =>
      block.kind === 'heading' ? [normaliseForScore(block.text)] : [],
    );
    expect(headings).toContain('الفصل الاول فتح الحسابات');
    const [paragraph] = document.blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
    expect(normaliseForScore(paragraph ?? '')).toMatch(/^يهدف هذا الدليل .* للجوده$/u);
    const words = wordsOf(await readPdf(arabic), 1);
    expect(multisetF1(wordsOf(document, 1), words)).toBeGreaterThan(0.82);
    expect(document.blocks.filter((block) => block.page === 2)).toMatchObject([
      { kind: 'paragraph', text: LAYER, page: 2 },
    ]);
    expect(multisetF1(wordsOf(document, 3), normaliseForScore(ENGLISH.join(' ')).split(' '))).toBeGreaterThan(
      0.95,
    );
  });

  test('fail with a reason when nothing can be made out, or when they take too long', async () => {
    const dark = await place('dark.pdf', makePdf([{ content: PICTURE }]));
    await expect(readInChild({ path: dark, format: 'pdf', ocr: true })).rejects.toMatchObject({
      code: 'pictures-unreadable',
      parameters: { pages: 1 },
    });
    const image = await photograph(await readFile(fixture));
    const slow = await place('slow.pdf', makeScan([{ image }]));
    await expect(
      readInChild({ path: slow, format: 'pdf', ocr: true, limits: { pictureSeconds: 0.05 } }),
    ).rejects.toMatchObject({ code: 'timeout', parameters: { seconds: 0.05 } });
  });

  test('are no longer read once their caller is gone', async () => {
    const image = await photograph(await readFile(fixture));
    const path = await place('cut.pdf', makeScan([{ image }, { image }]));
    const stop = new AbortController();
    const begun: number[] = [];
    const reading = readInChild({
      path,
      format: 'pdf',
      ocr: true,
      signal: stop.signal,
      onPicture: ({ at }) => {
        begun.push(at);
        stop.abort(new Error('deleted meanwhile'));
      },
    });
    await expect(reading).rejects.toThrow('deleted meanwhile');
    expect(begun).toEqual([1]);
  });

  test('are refused while recognition is off, with a reason that names the kind of document', async () => {
    const image = await photograph(await readFile(fixture));
    const path = await place('off.pdf', makeScan([{ image }]));
    await expect(readInChild({ path, format: 'pdf' })).rejects.toMatchObject({ code: 'pictures-of-text' });
  });
});

describe('the order of recognised words', () => {
  const word = (text: string, left: number, top: number, confidence = 95) => ({
    text,
    confidence,
    box: { left, top, right: left + 14 * text.length, bottom: top + 30 },
  });
  const readWith = async (lines: ReturnType<typeof word>[][], content = '') => {
    const recogniser: Recogniser = {
      recognise: () =>
        lines.map((words) => ({
          words,
          box: {
            left: Math.min(...words.map(({ box }) => box.left)),
            right: Math.max(...words.map(({ box }) => box.right)),
            top: Math.min(...words.map(({ box }) => box.top)),
            bottom: Math.max(...words.map(({ box }) => box.bottom)),
          },
        })),
    };
    const image = { width: 2, height: 2, pixels: new Uint8Array(4), dpi: 200 };
    return readPdf(
      makeScan([{ image, content }]),
      {},
      { startRecogniser: () => Promise.resolve(recogniser) },
    );
  };
  const textOf = ({ blocks }: ReadDocument) =>
    blocks.map((block) => (block.kind === 'table' ? '' : block.text));

  test('turns a line with Latin words and numbers into reading order', async () => {
    // As seen, from left to right: .MB 5 زواجتي ال (JPEG وأ PDF) ةروص
    const document = await readWith([
      [
        word('صورة', 900, 100),
        word('PDF)', 800, 100),
        word('أو', 720, 100),
        word('(JPEG', 600, 100),
        word('بحجم', 500, 100),
        word('5', 440, 100),
        word('.MB', 380, 100),
      ],
    ]);
    expect(textOf(document)).toEqual(['صورة (PDF أو JPEG) بحجم 5 MB.']);
  });

  test('leaves out frames, specks and uncertain words', async () => {
    const document = await readWith([
      [
        word('|', 950, 100),
        word('العميل', 800, 100),
        word('ظظ', 700, 100, 12),
        word('~', 650, 100, 30),
        word('الجديد', 500, 100),
      ],
    ]);
    expect(textOf(document)).toEqual(['العميل الجديد']);
  });

  test('takes a low mark before a line for a bullet', async () => {
    const bullet = { text: '٠', confidence: 70, box: { left: 895, right: 905, top: 112, bottom: 122 } };
    const document = await readWith([[bullet, word('البند', 800, 100), word('الأول', 650, 100)]]);
    expect(document.blocks).toEqual([{ kind: 'list-item', text: 'البند الأول', page: 1 }]);
  });

  test('keeps the text that a scan carries as text, and does not repeat it', async () => {
    const stamp = drawText('Received 12 May', 60, 790, 12);
    const line = (842 - 790) * (200 / 72);
    const document = await readWith(
      [
        [word('Reccived', 180, line - 20), word('12', 330, line - 20)],
        [word('محضر', 900, 900), word('الاجتماع', 700, 900)],
      ],
      stamp,
    );
    expect(textOf(document)).toEqual(['Received 12 May', 'محضر الاجتماع']);
  });
});
