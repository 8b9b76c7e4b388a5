import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { TestGateway } from '#tests/support/gateway.ts';
import { startUser } from '#tests/support/user.ts';
import { called, openVoice, playAtOnce, QUESTION, step, TITLE, textbox } from '#tests/support/voice-page.tsx';

playAtOnce();

const ask = async (text: string) => {
  fireEvent.change(await textbox(), { target: { value: text } });
  await startUser().click(screen.getByRole('button', { name: 'Ask' }));
};

test('the page scrolls to the answer once it is complete', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await openVoice();
  await step(/^Answer: Not started$/u);
  expect(scroll.mock.contexts).toEqual([]);
  await ask(QUESTION);
  const answer = await step(/^Answer: Done$/u);
  await waitFor(() => expect(scroll.mock.contexts).toEqual([answer]));
});

test('a greeting is replied to, without a search and without a charge', async () => {
  const dashboard = await openVoice({ at: '/playground/voice' });
  await ask('السلام عليكم');
  const answer = await step(/^Answer: Done$/u);
  expect(answer).toHaveTextContent(/Reply.*مرحبًا! عمّ تريد أن تسأل؟/u);
  expect(await step(/^Search: Done$/u)).toHaveTextContent('Nothing searched, nothing charged');
  expect((await dashboard.gateway.ports.ledger.state(1, 'text'))?.used).toBe(0);
  expect(called(dashboard, 'Explain')).toEqual([]);
});

test.each([
  ['en', 'Sample questions', ['What are the opening hours?']],
  ['ar', 'أسئلة نموذجية', ['كيف يتم تجديد العقد؟']],
] as const)('sample questions are in the language of the page: %s', async (language, name, questions) => {
  await openVoice({
    at: '/playground/voice',
    language,
    // The Arabic unit, the first, arrives after the other one.
    intercept: async (request, pass) => {
      const answer = await pass();
      if (request.url.endsWith('/1/1/details')) await new Promise((resolve) => setTimeout(resolve, 100));
      return answer;
    },
    prepare: async (gateway: TestGateway) => {
      await gateway.addUnit(TITLE, '# دليل\n\n## تجديد العقد\n\nيجدد العقد كل سنة.');
      await gateway.addUnit('Guide', '# Guide\n\n## Opening hours\n\nThe office opens at nine.');
      await gateway.indexAll();
    },
  });
  const samples = await screen.findByRole('region', { name });
  expect(
    within(samples)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(questions);
});

test('models are named for what they are for', async () => {
  await openVoice();
  await startUser().click(await screen.findByRole('button', { name: 'Settings', expanded: false }));
  const first = await screen.findByRole('button', { name: 'Arabic first' });
  expect(first).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('button', { name: 'Multilingual' })).toBeVisible();
});
