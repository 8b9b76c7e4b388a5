import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ReadableFormat } from '#gateway/engine/document.ts';
import { readDocument } from '#gateway/engine/reading/read-document.ts';
import { makeDocx, makePptx, makeXlsx } from '#tests/support/make-office.ts';
import { encode1256 } from '#tests/support/mangle-arabic.ts';
import type { KnownBlock } from '#tests/support/score-reading.ts';
import { scoreReading } from '#tests/support/score-reading.ts';

const shared = '../shared/data/documents';
const utf8 = (path: string): string => readFileSync(path, 'utf8');
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const craft = JSON.parse(utf8('tests/fixtures/craft/craft.blocks.json')) as KnownBlock[];
const craftText = utf8('tests/fixtures/craft/craft.expected.txt');

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const cellsOf = (content: string | string[][]): string[][] =>
  typeof content === 'string' ? [[content]] : content;

function asMarkdown(blocks: readonly KnownBlock[]): string {
  const write = ([kind, content]: KnownBlock): string => {
    if (typeof content !== 'string') {
      const [head = [], ...rows] = content.map((row) => `| ${row.join(' | ')} |`);
      return [head, `|${'---|'.repeat(content[0]?.length ?? 0)}`, ...rows].flat().join('\n');
    }
    return kind === 'li'
      ? `- ${content}`
      : kind === 'p'
        ? content
        : `${'#'.repeat(Number(kind[1]))} ${content}`;
  };
  return blocks.map(write).join('\n\n');
}

function asHtml(blocks: readonly KnownBlock[], head = ''): string {
  const write = ([kind, content]: KnownBlock): string => {
    if (typeof content === 'string') return `<${kind}>${escape(content)}</${kind}>`;
    const rows = content.map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`);
    return `<table>${rows.join('')}</table>`;
  };
  return `<!doctype html><html><head>${head}</head><body>${blocks.map(write).join('\n')}</body></html>`;
}

function asDocx(blocks: readonly KnownBlock[]): Uint8Array {
  const run = (text: string): string => `<w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r>`;
  const paragraph = (text: string, style = ''): string =>
    `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${run(text)}</w:p>`;
  const styles = [1, 2, 3].map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="${level}"><w:name w:val="heading ${level}"/></w:style>`,
  );
  const body = blocks.map(([kind, content]) => {
    if (typeof content === 'string') return paragraph(content, /^h\d$/.test(kind) ? kind.slice(1) : '');
    const rows = content.map(
      (row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`,
    );
    return `<w:tbl>${rows.join('')}</w:tbl>`;
  });
  return makeDocx(body.join(''), styles.join(''));
}

function asPptx(blocks: readonly KnownBlock[]): Uint8Array {
  const slides: { title: string; points: string[] }[] = [];
  for (const [kind, content] of blocks) {
    if (/^h\d$/.test(kind)) slides.push({ title: escape(String(content)), points: [] });
    else slides.at(-1)?.points.push(...cellsOf(content).map((row) => escape(row.join(' '))));
  }
  return makePptx(slides);
}

const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const rowsOf = (blocks: readonly KnownBlock[]): string[][] =>
  blocks.flatMap(([kind, content]) => cellsOf(content).map((row) => [kind, ...row]));
const asCsv = (blocks: readonly KnownBlock[]): string =>
  rowsOf(blocks)
    .map((row) => row.map(quote).join(','))
    .join('\r\n');
const kinds = (blocks: readonly KnownBlock[]): string =>
  rowsOf(blocks)
    .map((row) => row.join(' '))
    .join('\n');

const MADE: [ReadableFormat, Uint8Array, string, headings: boolean][] = [
  ['docx', asDocx(craft), craftText, true],
  ['pptx', asPptx(craft), craftText, true],
  ['md', encode(asMarkdown(craft)), craftText, true],
  ['html', encode(asHtml(craft)), craftText, true],
  [
    'txt',
    encode(
      craft
        .map(([, content]) =>
          cellsOf(content)
            .map((row) => row.join(' '))
            .join('\n'),
        )
        .join('\n\n'),
    ),
    craftText,
    true,
  ],
  // A sheet has no headings: each block is a row, its kind in the first column.
  ['csv', encode(asCsv(craft)), kinds(craft), false],
  [
    'xlsx',
    makeXlsx([{ name: 'ورقة1', rows: rowsOf(craft).map((row) => row.map(escape)) }]),
    kinds(craft),
    false,
  ],
];

describe('known text written as', () => {
  test.each(MADE)('%s: 99 %% of words, every heading', async (format, bytes, knownText, headings) => {
    const document = await readDocument(bytes, format);
    const score = scoreReading(document, knownText, craft);
    expect(score.words).toBeGreaterThanOrEqual(0.99);
    expect(score.titles).toBeGreaterThanOrEqual(headings ? score.titlesKnown : 0);
    expect(document.health.items).toEqual([]);
    expect(document.warnings).toEqual([]);
    expect(document.health.languages?.map(({ language }) => language)).toEqual(['ar', 'en']);
  });
});

/** What windows-1256 has no byte for is written otherwise, as its programs do. */
const in1256 = (text: string): string =>
  text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 15)).replace(/[٪٫٬]/g, ',');
const old: KnownBlock[] = craft.map(([kind, content]) => [
  kind,
  typeof content === 'string' ? in1256(content) : content.map((row) => row.map(in1256)),
]);
const oldText = in1256(craftText);

describe('windows-1256', () => {
  const page = (charset?: string): Uint8Array =>
    encode1256(asHtml(old, charset === undefined ? '' : `<meta charset="${charset}">`));
  test.each([
    [
      'text',
      'txt',
      encode1256(
        old
          .map(([, content]) =>
            cellsOf(content)
              .map((row) => row.join(' '))
              .join('\n'),
          )
          .join('\n\n'),
      ),
      'guess',
    ],
    ['CSV', 'csv', encode1256(asCsv(old)), 'guess'],
    ['HTML that declares it', 'html', page('windows-1256'), 'declaration'],
    ['HTML that declares nothing', 'html', page(), 'guess'],
    ['HTML that declares UTF-8', 'html', page('utf-8'), 'guess'],
    ['HTML that declares ISO-8859-1', 'html', page('iso-8859-1'), 'guess'],
    ['HTML that declares windows-1252', 'html', page('windows-1252'), 'guess'],
  ] as const)('%s', async (_, format, bytes, evidence) => {
    const document = await readDocument(bytes, format);
    expect(document.health.encoding).toMatchObject({ label: 'windows-1256', evidence });
    const score = scoreReading(document, format === 'csv' ? kinds(old) : oldText, old);
    expect(score.words).toBeGreaterThanOrEqual(0.99);
    expect(score.titles).toBeGreaterThanOrEqual(format === 'html' ? score.titlesKnown : 0);
  });

  test.each(
    old
      .flatMap(([, content]) => (typeof content === 'string' ? [content] : []))
      .filter((text) => /[\u0621-\u064a]{3}/.test(text)),
  )('is known by one line: %s', async (line) => {
    const { blocks, health } = await readDocument(encode1256(line), 'txt');
    expect(health.encoding?.label).toBe('windows-1256');
    expect(blocks).toEqual([{ kind: 'paragraph', text: line.trim() }]);
  });

  test.each([
    ['windows-1252', 'Le café où j’étais hier à Besançon est fermé, très dommage pour les élèves.'],
    ['windows-1251', 'Привет, это обычный русский текст о правилах возврата товара в магазин.'],
    ['iso-8859-6', 'يهدف هذا الدليل إلى توضيح الإجراءات التي يجب على الموظفين اتباعها'],
  ])('is not taken for %s', async (label, text) => {
    const table = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    const bytes = Uint8Array.from(text, (character) => table.indexOf(character));
    const { health, blocks } = await readDocument(bytes, 'txt');
    expect(health.encoding?.label).not.toBe('windows-1256');
    expect(blocks).toEqual([{ kind: 'paragraph', text }]);
  });
});

describe('UTF-8 that declares otherwise', () => {
  test.each(['windows-1256', 'iso-8859-1'])('%s', async (charset) => {
    const document = await readDocument(encode(asHtml(craft, `<meta charset="${charset}">`)), 'html');
    expect(document.health.encoding).toMatchObject({
      label: 'utf-8',
      evidence: 'utf-8',
      confidence: 100,
      declared: expect.any(String),
    });
    expect(scoreReading(document, craftText, craft).words).toBeGreaterThanOrEqual(0.99);
  });

  test('with a few broken bytes stays UTF-8, and says what is lost', async () => {
    const bytes = Uint8Array.from([...encode(craftText), 0xff, ...encode(' تتمة')]);
    const { health } = await readDocument(bytes, 'txt');
    expect(health.encoding).toMatchObject({ label: 'utf-8' });
    expect(health.items).toMatchObject([{ code: 'broken-letters', found: 1, repaired: 0 }]);
  });
});

describe.skipIf(!existsSync(shared))('atlas and craft (../shared/data/documents)', () => {
  test.each([
    'atlas.Amiri.docx',
    'atlas.Amiri.rtf',
    'craft.Amiri.docx',
    'craft.Amiri.odt',
    'craft.Amiri.rtf',
    'craft.Amiri.epub',
    'craft.Amiri.html',
  ])('%s: 99 %% of words, every heading', async (name) => {
    const [text = '', , format = ''] = name.split('.');
    const document = await readDocument(readFileSync(`${shared}/${name}`), format as ReadableFormat);
    const knownBlocks = JSON.parse(utf8(`${shared}/${text}.blocks.json`)) as KnownBlock[];
    const score = scoreReading(document, utf8(`${shared}/${text}.expected.txt`), knownBlocks);
    expect(score.words).toBeGreaterThanOrEqual(0.99);
    expect(score.titles).toBe(score.titlesKnown);
    expect(document.health.items).toEqual([]);
  });

  test.each(['cp1256.rtf', 'fcharset178.rtf'])('%s', async (name) => {
    const { blocks, health } = await readDocument(readFileSync(`${shared}/${name}`), 'rtf');
    expect(blocks.map((block) => 'text' in block && block.text).join(' ')).toMatch(
      /^[\p{sc=Arabic}\s.،\d]+$/u,
    );
    expect(health.items).toEqual([]);
  });
});
