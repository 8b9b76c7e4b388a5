import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkLexicon } from '#gateway/engine/lexicon/check-lexicon.ts';
import { LEXICON_COLUMNS, readLexicon } from '#gateway/engine/lexicon/read-lexicon.ts';
import { compileLexicon, readLexiconFiles } from '#gateway/node/operate/compile-lexicon.ts';

const COMPILED = join(import.meta.dirname, '../../../../gateway/engine/lexicon/compiled-lexicon.ts');
const text = readLexiconFiles();

describe('the lexicon', () => {
  test('is compiled from its files: `npm run lexicon`', () => {
    expect(compileLexicon(text) === readFileSync(COMPILED, 'utf8')).toBe(true);
  });

  test('is as docs/lexicon.md says', () => {
    expect(checkLexicon(text)).toEqual([]);
  });

  test('has 1,000 to 1,500 concepts, each column used', () => {
    const lines = readLexicon(text);
    expect(lines.length).toBeGreaterThanOrEqual(1000);
    expect(lines.length).toBeLessThanOrEqual(1500);
    for (const column of LEXICON_COLUMNS)
      expect(lines.filter(({ columns }) => columns[column].length > 0).length).toBeGreaterThan(
        lines.length / 2,
      );
  });

  test('is compiled into less than 700 kB', () => {
    expect(Buffer.byteLength(compileLexicon(text))).toBeLessThan(700_000);
  });
});

describe('the checker', () => {
  const line = (id: string, standard: string, english = '') => `${id} | ${standard} | | | | | | ${english}`;

  test.each([
    ['an expression twice, but for spelling', line('rate', 'أسعار, اسعار'), 'rate: twice اسعار'],
    ['an expression twice, but for the article', line('rate', 'سعر, السعر'), 'rate: twice السعر'],
    ['an expression twice, but for its ending', line('pay', 'دفع', 'pay, pays'), 'pay: twice pays'],
    ['one letter', line('letter', 'حرف, ب'), 'letter: one letter ب'],
    ['a stop word alone', line('where', 'مكان', 'the'), 'where: stop word the'],
    ['no standard expression', line('pay', '', 'pay'), 'pay: no standard expression'],
    ['an id in capitals', line('Pay', 'دفع'), 'Pay: the id is not in kebab-case'],
    ['an id with an end missing', line('pay-', 'دفع'), 'pay-: the id is not in kebab-case'],
    ['letters of another column', line('pay', 'دفع, pay'), 'pay: other letters than those of its column pay'],
    ['a sentence', line('pay', 'كيف أدفع الفاتورة من الخارج'), 'pay: too long'],
    ['a column too few', 'pay | دفع | | | | | pay', '6 columns behind the id, not 7'],
  ])('refuses %s', (_, line, problem) => {
    expect(checkLexicon(line).join('\n')).toContain(problem);
  });

  test('refuses an id that is there twice, and a word in more than three concepts', () => {
    expect(checkLexicon([line('pay', 'دفع'), line('pay', 'سدد')].join('\n'))).toEqual([
      'pay: the id is there twice',
    ]);
    const four = ['one', 'two', 'three', 'four'].map((id) => line(id, `دفع, كلمة ${id.length}${id.at(0)}`));
    expect(checkLexicon(four.join('\n'))).toContain('دفع: in 4 concepts (one, two, three, four)');
    expect(checkLexicon(four.slice(1).join('\n')).filter((problem) => problem.startsWith('دفع'))).toEqual([]);
  });

  test('leaves out comments and empty lines', () => {
    expect(checkLexicon(`# Money\n\n${line('pay', 'دفع', 'how long')} # a comment | with a bar\n`)).toEqual(
      [],
    );
  });
});
