import { describe, expect, it } from 'vitest';
import type { Quote } from '#gateway/engine/quoting/compose-quote.ts';
import { quoteSection } from '#gateway/engine/quoting/quote-section.ts';
import { scorePassage } from './score-passage.ts';

function quote(question: string, text: string, maxCharacters = 600): Quote | undefined {
  const { subject, statements } = scorePassage(question, text);
  return quoteSection(text, statements, subject, maxCharacters);
}

const CITIES = [
  'Riyadh',
  'Jeddah',
  'Dammam',
  'Abha',
  'Tabuk',
  'Hail',
  'Jazan',
  'Najran',
  'Medina',
  'Buraydah',
];
const CITY_ROWS = CITIES.map((city, at) => `City: ${city} | Delivery: ${at + 1} days | Fee: ${at + 10} SAR`);
const STEPS = [
  '1. Open the settings of the app and choose your profile picture.',
  '2. Choose the section that is called security and confirm with your fingerprint or your face.',
  '3. Press the button that resets the password and wait for the message.',
  '4. Type the code of the message within five minutes, or ask for another one.',
  '5. Choose a new password that has at least twelve characters and one digit.',
  '6. Sign in again on every other device, since all of them were signed out.',
];

describe('a short passage', () => {
  it('is quoted whole, lines and questions kept', () => {
    const text = 'Q: How long does delivery take?\nA: Two days. Fridays are not counted.';
    expect(quote('how long does delivery take', text)).toEqual({
      text,
      from: [0],
      spans: [
        { passage: 0, inPassage: { start: 0, end: text.length }, inAnswer: { start: 0, end: text.length } },
      ],
    });
  });

  it('is not quoted for its section where it only asks', () => {
    expect(quote('new card', 'How do I activate my new card?')).toBeUndefined();
  });

  it('is not quoted whole where the answer may not be as long', () => {
    expect(quote('delivery', 'Delivery takes two days. Fridays are not counted.', 30)).toBeUndefined();
  });
});

it('long prose is left to its statements', () => {
  expect(quote('delivery', 'Delivery takes two days in this city. '.repeat(12).trim())).toBeUndefined();
});

describe('a list or table', () => {
  it('is quoted by its best rows, in their order, below what introduces it', () => {
    const text = ['Delivery by city:', ...CITY_ROWS].join('\n');
    const lines = quote('delivery fee Najran', text)?.text.split('\n') ?? [];
    expect(lines[0]).toBe('Delivery by city:');
    expect(lines).toContain(CITY_ROWS[7]);
    const places = lines.slice(1).map((line) => CITY_ROWS.indexOf(line));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(lines.join('\n').length).toBeLessThanOrEqual(380);
  });

  it('keeps an introduction without a colon, and no sentence that is complete', () => {
    expect(quote('new password characters', ['How to reset it', ...STEPS].join('\n'))?.text).toMatch(
      /^How to reset it\n/u,
    );
    expect(
      quote('new password characters', ['Please be quick.', ...STEPS].join('\n'), 150)?.text,
    ).not.toContain('quick');
  });

  it('is quoted by the best row alone where the introduction takes too much', () => {
    const long = `Everything that ${'somebody who has an account '.repeat(6)}may do is this:`;
    const text = quote('new password characters', [long, ...STEPS].join('\n'), 120)?.text;
    expect(text).toBe('5. Choose a new password that has at least twelve characters and one digit.');
  });

  it.each([10, 40, 70, 110, 200])(
    'is cut at words within %i characters, letter for letter',
    (maxCharacters) => {
      const text = ['To reset it:', ...STEPS].join('\n');
      const answer = quote('confirm with the fingerprint in security', text, maxCharacters);
      expect(answer?.text.length).toBeLessThanOrEqual(maxCharacters);
      for (const { inPassage, inAnswer } of answer?.spans ?? []) {
        const words = text.slice(inPassage.start, inPassage.end);
        expect(answer?.text.slice(inAnswer.start, inAnswer.end)).toBe(words);
        const around =
          (text[inPassage.start - 1] ?? ' ') + words.at(0) + words.at(-1) + (text[inPassage.end] ?? ' ');
        expect(around).not.toMatch(/^\w\w|\w\w$/u);
      }
      expect(answer?.spans.length).toBeGreaterThan(0);
    },
  );
});
