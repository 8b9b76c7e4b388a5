import { describe, expect, test } from 'vitest';
import { createGramSet } from '#gateway/engine/ranking/grams.ts';

/** Grams of words as they are defined: three and four letters in a row of each word with a space on either side. */
function gramsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const padded = ` ${word} `;
    return [3, 4].flatMap((length) =>
      Array.from({ length: Math.max(0, padded.length - length + 1) }, (_, index) =>
        padded.slice(index, index + length),
      ),
    );
  });
}

function count(question: readonly string[], text: readonly string[]) {
  const set = createGramSet(question);
  const letters = Uint16Array.from(text.map((word) => `${word} `).join(''), (letter) => letter.charCodeAt(0));
  const counts = new Uint16Array(set.size + 2);
  const total = set.countIn(letters, 0, letters.length, counts, 1);
  return { size: set.size, total, counts: Array.from(counts) };
}

const ascending = (a: number, b: number) => a - b;

const TEXTS = [
  ['المدينه', 'مدينه', 'مدن', 'و', 'في', 'مدينتنا', 'المدينه'],
  ['the', 'bank', 'banks', 'banking', 'a', 'bananas'],
  ['رقم', '900', '90', 'x9', 'مم', 'ممم', 'مممم', 'ممممم'],
  ['銀行', '口座', '銀行口座', 'نص'],
  [],
];

describe('grams of a question', () => {
  test.each(TEXTS.flatMap((question) => TEXTS.map((text) => [question, text] as const)))(
    'counts those of %j in %j',
    (question, text) => {
      const wanted = [...new Set(gramsOf(question))];
      const all = gramsOf(text);
      const counts = count(question, text);
      expect(counts.size).toBe(wanted.length);
      expect(counts.total).toBe(all.length);
      // Grams have no names outside: as many are found as often as there are.
      const expected = wanted.map((gram) => all.filter((candidate) => candidate === gram).length);
      expect(counts.counts.slice(1, -1).toSorted(ascending)).toEqual(expected.toSorted(ascending));
      expect([counts.counts[0], counts.counts.at(-1)]).toEqual([0, 0]);
    },
  );

  test('finds each gram of a word alone in the place that it has in every text', () => {
    const question = ['كتاب', 'كاتب'];
    const places = gramsOf(question).map((gram) => {
      const set = createGramSet(question);
      const counts = new Uint16Array(set.size);
      // A gram in the middle of a word of other letters.
      const text = `${gram.startsWith(' ') ? '' : 'ء'}${gram.trim()}${gram.endsWith(' ') ? ' ' : 'ء '}`;
      set.countIn(
        Uint16Array.from(text, (letter) => letter.charCodeAt(0)),
        0,
        text.length,
        counts,
        0,
      );
      return counts.lastIndexOf(1);
    });
    const distinct = new Set(gramsOf(question)).size;
    expect(new Set(places)).toEqual(new Set(Array.from({ length: distinct }, (_, place) => place)));
  });

  test('leaves out the letters of a pasted book', () => {
    const word = 'ا'.repeat(700);
    expect(count([word, `${word}ب`, 'كتاب'], ['كتاب']).counts.filter((times) => times === 1)).toHaveLength(7);
    expect(count(['ب'.repeat(5000)], ['كتاب'])).toEqual({ size: 0, total: 7, counts: [0, 0] });
  });
});
