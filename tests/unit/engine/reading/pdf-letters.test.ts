import { describe, expect, test } from 'vitest';
import { editDistance as editDistanceByTable } from '#gateway/core/edit-distance.ts';
import { assessLetters, isScrambledLine } from '#gateway/engine/reading/pdf/assess-letters.ts';
import type { LinePiece } from '#gateway/engine/reading/pdf/page-lines.ts';
import { editDistance, multisetF1 } from '#tests/support/score-reading.ts';

function piece(text: string, unmapped = 0): LinePiece {
  return {
    page: 1,
    text,
    y: 0,
    left: 0,
    right: 100,
    size: 12,
    isUpright: true,
    bold: false,
    rightToLeft: true,
    container: undefined,
    artifact: false,
    bulleted: false,
    glyphs: text.length,
    unmapped,
    line: 0,
  };
}

const good =
  'يهدف هذا الدليل إلى توضيح الإجراءات التي يجب على الموظفين اتباعها عند الإجابة عن استفسارات العملاء. ';

describe('the letters of a text layer', () => {
  test('are good when fonts name them and Arabic looks like Arabic', () => {
    expect(assessLetters([piece(good.repeat(6))])).toBe('good');
  });

  test('are scrambled when fonts do not name every tenth', () => {
    const text = good.repeat(6);
    expect(assessLetters([piece(text, Math.ceil(text.length * 0.12))])).toBe('scrambled');
  });

  test('are scrambled when the words fall to pieces, though every letter has a name', () => {
    expect(assessLetters([piece('ح س ا ب ع م ي ل د ر من في '.repeat(10))])).toBe('scrambled');
  });

  test('are damaged when some are missing', () => {
    const text = good.repeat(6);
    expect(assessLetters([piece(text, Math.ceil(text.length * 0.02))])).toBe('damaged');
    expect(assessLetters([piece(`${text} ${'ل ب '.repeat(4)}`)])).toBe('damaged');
  });

  test('are judged line by line too', () => {
    expect(isScrambledLine(piece('عنوان', 3))).toBe(true);
    expect(isScrambledLine(piece('عنوان طويل', 1))).toBe(false);
  });
});

describe('scoring', () => {
  test('counts edits as the plain table does', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const word = () => Array.from({ length: random(24) }, () => 'ابجد'[random(4)]).join('');
    for (let round = 0; round < 400; round += 1) {
      const [a, b] = [word(), word()];
      expect(editDistance(a, b), `${a} -> ${b}`).toBe(editDistanceByTable(a, b));
    }
  });

  test('compares words as multisets', () => {
    expect(multisetF1(['من', 'من', 'إلى'], ['من', 'إلى', 'إلى'])).toBeCloseTo(2 / 3);
    expect(multisetF1([], ['من'])).toBe(0);
  });
});
