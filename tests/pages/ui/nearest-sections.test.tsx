import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Explanation } from '#contract/explanations.ts';
import { NearestSections } from '#src/ui/answer/nearest-sections.tsx';
import { renderPiece } from '#tests/support/render-app.tsx';

test('nearest sections are listed by the rank of their passages', async () => {
  const texts = ['Hire cars', 'Courtesy cars', 'Company cars'];
  const explanation = {
    question: 'cars',
    terms: [],
    passages: texts.map((text) => ({
      document: { text, score: 0.5, metadata: { file_id: '1', 'Section Title': text } },
      unitTitle: 'Motor handbook',
      terms: [],
      marks: [],
    })),
    answer: { missing: [], nearest: [1, 0, 2].map((passage) => ({ passage, text: texts[passage] })) },
  } as unknown as Explanation;
  const links = { current: undefined, focusPassage: () => undefined };
  await renderPiece(<NearestSections explanation={explanation} questionText="cars" links={links} />);
  const numbers = screen.getAllByRole('button', { name: /^Passage \d$/u });
  expect(numbers.map(({ textContent }) => textContent)).toEqual(['1', '2', '3']);
});
