import { describe, expect, test } from 'vitest';
import { makeUnits, orderCluster } from '#gateway/engine/reading/pdf/glyph-units.ts';
import { joinLines } from '#gateway/engine/reading/pdf/lines.ts';
import { makePageLines } from '#gateway/engine/reading/pdf/page-lines.ts';
import type { PageCharacter, PageText, TextRun } from '#gateway/engine/reading/pdf/page-text.ts';

function run(rank: number, more: Partial<TextRun> = {}): TextRun {
  return {
    rank,
    font: 'Amiri',
    bold: false,
    size: 10,
    angle: 0,
    mcid: -1,
    span: 0,
    spanText: '',
    artifact: false,
    invisible: false,
    ...more,
  };
}

interface Drawn {
  text: string;
  x: number;
  width: number;
  run: TextRun;
  y?: number;
}

function character(drawn: Drawn, order: number): PageCharacter {
  const { text, x, width, run, y = 100 } = drawn;
  return { text, x, y, left: x, right: x + width, order, run, unmapped: false, afterJump: false };
}

function page(drawn: Drawn[]): PageText {
  return {
    page: 1,
    width: 500,
    height: 700,
    characters: drawn.map(character),
    spaces: [],
    rules: [],
    dots: [],
    spans: new Map(),
    pictured: 0,
    drawn: 1,
    hidden: '',
    bounds: { left: 0, right: 500, bottom: 0, top: 700 },
  };
}

function read(drawn: Drawn[]): string[] {
  return makePageLines(page(drawn), new Map(), true, 0).pieces.map((piece) => piece.text);
}

describe('the letters of one glyph', () => {
  test.each([
    [['ا', 'ل'], 'لا'],
    [['إ', 'ل'], 'لإ'],
    [['ل', 'آ'], 'لآ'],
    [['ً', 'ا'], 'اً'],
    [['ه', 'ل', 'ل'], 'لله'],
    [['ح', 'م', 'ر'], 'رمح'],
    [['f', 'i'], 'fi'],
  ])('%j read %s', (given, logical) => {
    expect(orderCluster(given)).toBe(logical);
  });

  test('takes yeh + noon for the ligature that the other ones of its page make likely', () => {
    expect(orderCluster(['ي', 'ن'])).toBe('ني');
    expect(orderCluster(['ي', 'ن'], true)).toBe('ين');
  });

  test('keeps the order of a presentation form, which the engine expands by itself', () => {
    expect(orderCluster(Array.from('ﷲ'.normalize('NFKC')))).toBe('الله');
  });
});

describe('a line of glyphs', () => {
  test('takes lam and alef of one origin in the order of drawing', () => {
    const word = run(0);
    const drawn: Drawn[] = [
      { text: 'ب', x: 120, width: 8, run: word },
      { text: 'ل', x: 110, width: 9, run: word },
      { text: 'ا', x: 110, width: 8, run: word },
      { text: 'د', x: 102, width: 8, run: word },
    ];
    expect(read(drawn)).toEqual(['بلاد']);
  });

  test('puts a declared text in once, though two objects draw it at two heights', () => {
    const span = { span: 77, spanText: 'ةٌ' };
    const drawn: Drawn[] = [
      { text: 'ل', x: 120, width: 5, run: run(2) },
      { text: 'غ', x: 112, width: 8, run: run(1) },
      { text: 'ةٌ', x: 106, width: 3, y: 104, run: run(0, span) },
    ];
    const text = page(drawn);
    text.spans.set(77, [
      { x: 106, y: 104, left: 106, right: 109 },
      { x: 105, y: 100, left: 105, right: 112 },
    ]);
    const lines = makePageLines(text, new Map(), true, 0).pieces;
    expect(lines.map((piece) => piece.text)).toEqual(['لغةٌ']);
  });

  test('gives a mark that is drawn apart to the letter under it', () => {
    const drawn: Drawn[] = [
      { text: 'ٌ', x: 121, width: 3, y: 106, run: run(0) },
      { text: 'م', x: 127, width: 8, run: run(1) },
      { text: 'ي', x: 119, width: 8, run: run(1) },
      { text: 'ل', x: 111, width: 8, run: run(1) },
    ];
    expect(read(drawn)).toEqual(['ميٌل']);
  });

  test('finds the space that the file draws apart from the words', () => {
    const word = run(1);
    const text = page([
      { text: 'ي', x: 130, width: 8, run: word },
      { text: 'د', x: 122, width: 8, run: word },
      { text: 'م', x: 108, width: 8, run: word },
      { text: 'ن', x: 100, width: 8, run: word },
    ]);
    text.spaces.push({ x: 117, y: 100 });
    expect(makePageLines(text, new Map(), true, 0).pieces.map((piece) => piece.text)).toEqual(['يد من']);
  });

  test('moves a number apart that Qt draws over its neighbour', () => {
    const letters = Array.from('ريال').map((text, index) => ({
      text,
      x: 118 - 6 * index,
      width: 6,
      run: run(index),
    }));
    const digits = Array.from('100').map((text, index) => ({
      text,
      x: 101 + 6 * index,
      width: 6,
      run: run(4 + index),
    }));
    const drawn: Drawn[] = [{ text: ' ', x: 124, width: 3, run: run(-1) }, ...letters, ...digits];
    expect(read(drawn)).toEqual(['100 ريال']);
  });

  test('takes a letter once that is drawn twice over, and two letters beside each other twice', () => {
    const drawn: Drawn[] = [
      { text: 'ب', x: 122, width: 3, y: 96, run: run(0) },
      { text: 'ب', x: 120, width: 8, run: run(1) },
      { text: 'ب', x: 114, width: 7, run: run(2) },
      { text: 'ا', x: 110, width: 4, run: run(3) },
    ];
    expect(read(drawn)).toEqual(['ببا']);
  });

  test('parts the cells of a row that are drawn one after another, however near they stand', () => {
    // As browsers draw: each letter an object, each word from left to right.
    const word = (text: string, right: number, firstRank: number): Drawn[] =>
      Array.from(text, (letter, index) => ({
        text: letter,
        x: right - 8 * (index + 1),
        width: 8,
        run: run(firstRank + text.length - 1 - index),
      }));
    const [name, price] = ['الباقة', 'السعر'];
    expect(read([...word(name, 200, 0), ...word(price, 149, name.length)])).toEqual([name, price]);
    expect(read([...word(name, 200, price.length), ...word(price, 149, 0)])).toEqual([name + price]);
  });

  test('parts columns where the file places words with their spaces', () => {
    const whole = (text: string, right: number, rank: number): Drawn[] => {
      const own = run(rank);
      return Array.from(text, (letter, index) => ({
        text: letter,
        x: right - 8 * (index + 1),
        width: 8,
        run: own,
      }));
    };
    const [name, price] = ['نوع الحساب', 'الحد اليومي'];
    const nameStart = 200 - 8 * name.length;
    expect(read([...whole(name, 200, 0), ...whole(price, nameStart - 4.5, 1)])).toEqual([name, price]);
    expect(read([...whole(name, 200, 0), ...whole(price, nameStart - 2.5, 1)])).toEqual([`${name} ${price}`]);
  });

  test('leaves out a line that nobody can see', () => {
    const drawn: Drawn[] = [
      { text: 'ن', x: 100, width: 8, run: run(0) },
      { text: 'خ', x: 100, width: 8, y: 900, run: run(1) },
    ];
    expect(read(drawn)).toEqual(['ن']);
  });

  test('does not join glyphs of two objects into one', () => {
    const units = makeUnits([
      character({ text: 'ا', x: 10, width: 5, run: run(0) }, 0),
      character({ text: 'ل', x: 10, width: 5, run: run(1) }, 1),
    ]);
    expect(units.map((unit) => unit.text)).toEqual(['ا', 'ل']);
  });
});

describe('lines of a paragraph', () => {
  test.each([
    [['يهدف هذا', 'الدليل إلى'], 'يهدف هذا الدليل إلى'],
    [['the infor-', 'mation desk'], 'the information desk'],
    [['the reference REF-', '2025-0042'], 'the reference REF-2025-0042'],
    [['بين 2018 -', '2020'], 'بين 2018 - 2020'],
    [['co\u00ad', 'operate'], 'cooperate'],
    [['راسل info@vision-', 'consult.example'], 'راسل info@vision-consult.example'],
  ])('%j join to %s', (lines, joined) => {
    expect(joinLines(lines)).toBe(joined);
  });
});
