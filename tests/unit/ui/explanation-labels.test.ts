import { expect, test } from 'vitest';
import type { Explanation } from '#contract/explanations.ts';
import { alternativeSpelling } from '#src/ui/answer/explanation-labels.ts';

/** An explanation of one word, whose alternative `text` matched `spelling` in a passage. */
function explanationOf(text: string, spelling: string): Explanation {
  const alternative = { text, stems: [text], origin: 'spelling', weight: 1, passages: 1 };
  const term = { start: 0, end: 1, word: 'س', stem: 'س', normalisations: [], weight: 1, passages: 0 };
  const mark = { start: 0, end: spelling.length, term: 0, alternative: 0 };
  return {
    terms: [{ ...term, alternatives: [alternative] }],
    passages: [{ marks: [mark], document: { text: `${spelling} وغيره` } }],
  } as unknown as Explanation;
}

test.each([
  ['کتاب', 'كتاب', 'کتاب'],
  ['٢٠٢٦', '2026', '٢٠٢٦'],
  ['ٱلله', 'الله', 'ٱلله'],
  ['١٢٬٥٠٠', '12500', '١٢٬٥٠٠'],
  ['المُدّة', 'مده', 'مُدّة'],
  ['كتاب', 'دفتر', 'دفتر'],
])('%s in a passage spells the alternative %s as %s', (spelling, text, shown) => {
  const explanation = explanationOf(text, spelling);
  const [term] = explanation.terms;
  expect(term && alternativeSpelling(explanation, term, 0)).toBe(shown);
});
