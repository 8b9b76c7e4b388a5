import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { repairLines } from '#gateway/engine/health/repair-lines.ts';
import {
  encode1256,
  misreadUtf8,
  splitLetters,
  swapLamAlef,
  toForms,
  toVisualOrder,
} from '#tests/support/mangle-arabic.ts';
import { multisetF1, normaliseForScore } from '#tests/support/score-reading.ts';

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n');
const craft = linesOf('tests/fixtures/craft/craft.expected.txt');
const shared = '../shared/data';

const addTatweel = (line: string): string =>
  line.replace(/([بتسشعغفقكلمنهي])(?=[اأبتثجحخدذرزسشصضطظعغفقكلمنهويىة])/g, '$1ــ');
const latin = new TextDecoder('windows-1252');

/** What programs do to Arabic, what it is to be called, and how much of the words must come back. */
const MANGLINGS: [string, (line: string) => string, string[], number][] = [
  ['in the order of sight', toVisualOrder, ['reversed-lines'], 0.99],
  ['in shapes', toForms, ['presentation-forms'], 0.99],
  [
    'in shapes and in the order of sight',
    (line) => toVisualOrder(toForms(line)),
    ['reversed-lines', 'presentation-forms'],
    0.99,
  ],
  ['UTF-8 read as windows-1252', (line) => misreadUtf8(line, 'windows-1252'), ['mojibake'], 0.99],
  ['UTF-8 read as windows-1256', (line) => misreadUtf8(line, 'windows-1256'), ['mojibake'], 0.99],
  [
    'UTF-8 misread twice',
    (line) => misreadUtf8(misreadUtf8(line, 'windows-1252'), 'windows-1252'),
    ['mojibake'],
    0.99,
  ],
  // The digits of craft that windows-1256 has no byte for are lost before they are misread.
  ['windows-1256 read as windows-1252', (line) => latin.decode(encode1256(line)), ['mojibake'], 0.98],
  ['with letters apart', (line) => splitLetters(line), ['split-letters'], 0.99],
  ['stretched', addTatweel, ['tatweel'], 0.99],
  // Words such as سالم, which are words either way, cannot be told.
  ['with lam-alef turned around', swapLamAlef, ['split-letters'], 0.98],
];

const scoreWords = (lines: readonly string[], knownWords: readonly string[]): number => {
  const words = (all: readonly string[]) => normaliseForScore(all.join('\n')).split(' ');
  return multisetF1(words(lines), words(knownWords));
};

describe.each(MANGLINGS)('text %s', (_, mangle, codes, least) => {
  test('is put right, and named', () => {
    const mangled = craft.map(mangle);
    expect(mangled).not.toEqual(craft);
    const { lines, items } = repairLines(mangled);
    expect(scoreWords(lines, craft)).toBeGreaterThanOrEqual(least);
    expect(items.map(({ code }) => code)).toEqual(codes);
    for (const { found, repaired, samples } of items) {
      expect(found).toBeGreaterThan(0);
      expect(repaired).toBe(found);
      expect(samples).toHaveLength(5);
      for (const { before, after } of samples) {
        expect(Math.max(before.length, after.length)).toBeLessThanOrEqual(120);
        expect(before).not.toBe(after);
      }
    }
  });

  test('stays as it is once it is put right', () => {
    const { lines } = repairLines(craft.map(mangle));
    expect(repairLines(lines)).toEqual({ lines, items: [] });
  });
});

describe('single things', () => {
  test.each([
    ['تاريخ الإصدار 4202/50/21 فقط', 'تاريخ الإصدار 12/05/2024 فقط'],
    ['من ٥٢٠٢-٣٠-١٢ إلى الآن', 'من ٢١-٠٣-٢٠٢٥ إلى الآن'],
    ['مرحبا بكم في ا ل ع ر ب ي ة الفصحى', 'مرحبا بكم في العربية الفصحى'],
    ['ط§ظ„ط¹ط±ط¨ظٹط© لغة', 'العربية لغة'],
    ['Ø§Ù„Ø¹Ø±Ø¨ÙŠØ©', 'العربية'],
    ['Ø§Ù„Ù Ø­Øµ Ù„Ø§', 'الف حص لا'],
    // A lead without its byte, a surrogate's three bytes, and a letter written longer than it may be stay.
    ['Ø§Ù„Ø¹ØØØØ Ø±Ø¨', 'العØØØØ رب'.replaceAll('Ø', 'ح')],
    ['Ø§Ù„Ø¹í\u00a0\u0080', 'العí\u00a0\u0080'],
    ['Ø§Ù„Ø¹à€€', 'العà€€'],
  ])('%s', (before, after) => {
    expect(repairLines([before]).lines).toEqual([after]);
  });

  test.each([
    'ا ب ت ث ج ح خ د',
    'أ ب ج د هـ و ز',
    'من 12/05/2024 إلى 2024-05-21، ورقم القرار 4202',
    'naïve façade, Über élève très âgé, Ærøskøbing, ÅÄÖ',
    'ÉCOLE DES HAUTES ÉTUDES',
    'Ã, Ø et Ù sont des lettres',
    'أهلا وسهلا، مثلا قليلا جدا، كلا ولا',
    'ﷺ وﷻ ﴿قل هو الله أحد﴾ ﷼',
    'هـ ١٤٤٧هـ الـ20 بـ5 ريالات محمـد',
    'سؤال؟؟ نعم!! ...',
    'این کتاب برای شما است و در آن چیزهای زیادی نوشته شده است',
    'یہ کتاب آپ کے لیے ہے اور اس میں بہت کچھ لکھا ہے',
  ])('leaves alone: %s', (line) => {
    expect(repairLines([line])).toEqual({ lines: [line], items: [] });
  });
});

describe.skipIf(!existsSync(shared))('good text (../shared/data)', () => {
  test('raises no false alarm over craft and atlas', () => {
    for (const name of ['craft', 'atlas']) {
      const lines = linesOf(`${shared}/documents/${name}.expected.txt`);
      expect(repairLines(lines)).toEqual({ lines, items: [] });
    }
  });

  const sets = existsSync(shared) ? readdirSync(`${shared}/retrieval`) : [];
  test.each(sets)('raises none over the passages of %s, alone or together', (set) => {
    const texts = linesOf(`${shared}/retrieval/${set}/passages.jsonl`).map(
      (line) => (JSON.parse(line) as { text: string }).text,
    );
    expect(repairLines(texts.flatMap((text) => text.split('\n'))).items).toEqual([]);
    expect(texts.flatMap((text) => repairLines(text.split('\n')).items)).toEqual([]);
  });
});
