import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { splitSentences } from '#gateway/engine/analysis/sentences.ts';
import type { Block } from '#gateway/engine/document.ts';
import { splitDocument } from '#gateway/engine/splitting/split-document.ts';

const heading = (level: 1 | 2 | 3, text: string, page?: number): Block => ({
  kind: 'heading',
  level,
  text,
  ...(page === undefined ? {} : { page }),
});
const paragraph = (text: string, page?: number): Block => ({
  kind: 'paragraph',
  text,
  ...(page === undefined ? {} : { page }),
});
const sentence = (number: number) => `هذه الجملة رقم ${number} تشرح بنداً من بنود الدليل شرحاً كافياً.`;
const long = (count: number) => Array.from({ length: count }, (_, index) => sentence(index + 1)).join(' ');

describe('splitting', () => {
  test('begins an item with its number, or with a bullet where it has none', () => {
    const blocks: Block[] = [
      { kind: 'list-item', ordinal: '٣.', text: 'افتح التطبيق' },
      { kind: 'list-item', text: '(4) سجّل الدخول' },
      { kind: 'list-item', text: 'انتظر' },
    ];
    expect(splitDocument({ blocks })[0]?.text).toBe('٣. افتح التطبيق\n(4) سجّل الدخول\n• انتظر');
  });

  test('never crosses a heading and numbers passages in reading order', () => {
    const blocks = Array.from({ length: 60 }, (_, index): Block => {
      const mark = `علامة${Math.floor(index / 3)}`;
      return index % 3 === 0
        ? heading(index % 2 ? 2 : 3, mark)
        : paragraph(`${mark} ${long((index * 7) % 40)}`);
    });
    const passages = splitDocument({ blocks });
    expect(passages.map(({ ordinal }) => ordinal)).toEqual(passages.map((_, index) => index));
    for (const { text, sectionTitle } of passages) {
      const marks = new Set(text.match(/علامة\d+/gu));
      for (const mark of marks) expect(sectionTitle.endsWith(mark)).toBe(true);
    }
    expect(new Set(passages.map(({ sectionTitle }) => sectionTitle)).size).toBe(20);
  });

  test('keeps whole blocks together up to about 1,100 characters', () => {
    const blocks = Array.from({ length: 30 }, (_, index) =>
      paragraph(`${index}: ${'كلمة '.repeat(60).trim()}`),
    );
    const passages = splitDocument({ blocks });
    for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(1_320);
    expect(passages.flatMap(({ text }) => text.split('\n'))).toEqual(
      blocks.map((block) => ('text' in block ? block.text : '')),
    );
    expect(passages.length).toBeLessThanOrEqual(11);
  });

  test('cuts a long block by sentence with one sentence of overlap and loses nothing', () => {
    const text = long(60);
    const passages = splitDocument({ blocks: [paragraph(text)] });
    expect(passages.length).toBeGreaterThan(2);
    const pieces = passages.map((passage) => splitSentences(passage.text).map((span) => span.text));
    const overlaps = pieces.slice(1).map((sentences) => sentences[0]);
    expect(overlaps).toEqual(pieces.slice(0, -1).map((sentences) => sentences.at(-1)));
    const joined = pieces.flatMap((sentences, index) => (index === 0 ? sentences : sentences.slice(1)));
    expect(joined).toEqual(splitSentences(text).map((span) => span.text));
    for (const passage of passages) expect(passage.text.length).toBeLessThanOrEqual(1_100);
  });

  test('cuts a sentence without an end between words, every word kept', () => {
    const words = Array.from({ length: 700 }, (_, index) => `كلمة${index}`);
    const passages = splitDocument({ blocks: [paragraph(words.join(' '))] });
    for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(1_320);
    expect(new Set(passages.flatMap(({ text }) => text.split(/\s/)))).toEqual(new Set(words));
  });

  test('survives one endless word', () => {
    const passages = splitDocument({ blocks: [paragraph('😀'.repeat(3_000))] });
    expect(passages.map(({ text }) => text).join('')).toBe('😀'.repeat(3_000));
  });

  test('repeats the header in each row of a table, across passages too', () => {
    const rows = Array.from({ length: 80 }, (_, index) => [
      `نوع ${index}`,
      `${index},000 ريال`,
      index % 2 ? '' : 'لا يوجد',
    ]);
    const passages = splitDocument({
      blocks: [{ kind: 'table', header: ['نوع الحساب', 'الحد:', 'الرسوم'], rows }],
    });
    expect(passages.length).toBeGreaterThan(1);
    const lines = passages.flatMap(({ text }) => text.split('\n'));
    expect(lines[0]).toBe('نوع الحساب: نوع 0 | الحد: 0,000 ريال | الرسوم: لا يوجد');
    expect(lines[1]).toBe('نوع الحساب: نوع 1 | الحد: 1,000 ريال');
    expect(lines.length).toBe(80);
  });

  test('joins cells by bars where a table has no header', () => {
    const passages = splitDocument({
      blocks: [
        {
          kind: 'table',
          rows: [
            ['أ', 'ب', ' '],
            ['', ''],
          ],
        },
      ],
    });
    expect(passages.map(({ text }) => text)).toEqual(['أ | ب']);
  });

  test('keeps the words of every heading, with or without a body', () => {
    const blocks = [
      heading(1, 'الكتاب'),
      heading(2, 'باب فارغ'),
      heading(2, 'باب'),
      paragraph('نص'),
      heading(2, 'خاتمة'),
    ];
    expect(splitDocument({ blocks })).toEqual([
      { ordinal: 0, text: 'باب فارغ', sectionTitle: 'الكتاب › باب فارغ' },
      { ordinal: 1, text: 'نص', sectionTitle: 'الكتاب › باب' },
      { ordinal: 2, text: 'خاتمة', sectionTitle: 'الكتاب › خاتمة' },
    ]);
  });

  test('ends a passage with its page and names it', () => {
    const blocks = [heading(1, 'عنوان', 3), paragraph('أول', 3), paragraph('ثان', 4), heading(1, 'آخر', 5)];
    expect(splitDocument({ blocks }).map(({ page }) => page)).toEqual([3, 4, 5]);
  });

  test('cuts a paragraph and a table that run over a page after the sentence and before the row', () => {
    const text = 'تبدأ الخدمة في الصفحة الأولى. وتستمر هذه الجملة إلى ما بعدها. ثم تنتهي هنا.';
    const running: Block = { kind: 'paragraph', text, page: 1, pageBreaks: [{ offset: 40, page: 2 }] };
    const table: Block = {
      kind: 'table',
      header: ['الخدمة', 'الرسوم'],
      rows: [
        ['إصدار', '100'],
        ['تجديد', '50'],
      ],
      page: 2,
      pageBreaks: [{ offset: 1, page: 3 }],
    };
    expect(splitDocument({ blocks: [running, table] }).map(({ page, text }) => [page, text])).toEqual([
      [1, 'تبدأ الخدمة في الصفحة الأولى. وتستمر هذه الجملة إلى ما بعدها.'],
      [2, 'ثم تنتهي هنا.\nالخدمة: إصدار | الرسوم: 100'],
      [3, 'الخدمة: تجديد | الرسوم: 50'],
    ]);
  });

  test('begins a list with what announces it', () => {
    const filler = paragraph('حشو '.repeat(255).trim());
    const items = Array.from(
      { length: 5 },
      (_, index): Block => ({ kind: 'list-item', text: `بند ${index} ${'س'.repeat(150)}` }),
    );
    const passages = splitDocument({ blocks: [filler, paragraph('المستندات:'), ...items] });
    expect(passages[1]?.text.startsWith('المستندات:\n• بند 0')).toBe(true);
  });

  test('cuts a text without any space in one go', () => {
    const passages = splitDocument({ blocks: [paragraph('س'.repeat(10_000_000))] });
    expect(passages.every(({ text }) => text.length <= 1_100)).toBe(true);
    expect(passages.reduce((sum, { text }) => sum + text.length, 0)).toBe(10_000_000);
  });

  test('makes nothing of nothing', () => {
    expect(splitDocument({ blocks: [] })).toEqual([]);
    expect(
      splitDocument({ blocks: [paragraph(' \n '), heading(2, '  '), { kind: 'table', rows: [] }] }),
    ).toEqual([]);
  });
});

describe('splitting the craft guide', () => {
  test('gives its sections, none of its text lost', () => {
    const stored = JSON.parse(
      readFileSync(new URL('../../../fixtures/craft/craft.blocks.json', import.meta.url), 'utf8'),
    ) as [string, string & string[][]][];
    const blocks = stored.map(([kind, content]): Block => {
      if (kind === 'table')
        return {
          kind: 'table',
          header: content[0] as unknown as string[],
          rows: content.slice(1) as unknown as string[][],
        };
      if (kind.startsWith('h')) return { kind: 'heading', level: Number(kind.slice(1)) as 1, text: content };
      return { kind: kind === 'li' ? 'list-item' : 'paragraph', text: content };
    });
    const passages = splitDocument({ blocks });
    expect(passages.map(({ sectionTitle }) => sectionTitle.split(' › ').at(-1))).toEqual([
      'دليل خدمات العملاء الإلكترونية',
      'الفصل الأول: فتح الحسابات',
      'المستندات المطلوبة',
      'الرسوم والحدود اليومية',
      'الفصل الثاني: الدعم الفني',
      'الأسئلة المتكررة',
      'الفصل الثالث: أحكام ختامية',
    ]);
    const all = passages.map(({ text, sectionTitle }) => `${sectionTitle}\n${text}`).join('\n');
    const texts = blocks.flatMap((block) => ('text' in block ? [block.text] : []));
    expect(texts.filter((text) => !all.includes(text))).toEqual([]);
  });
});
